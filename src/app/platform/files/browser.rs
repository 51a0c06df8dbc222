//! Files in the browser: chosen in its own window, dropped on the page, and
//! given out as downloads.

use std::sync::mpsc::Sender;

use bevy::prelude::*;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, BlobPropertyBag, Document, DragEvent, Event, File, FileList, HtmlAnchorElement,
    HtmlInputElement, Url,
};

use super::{LONGEST, Outcome, Parcel, Save, too_long};
use crate::app::notice::Notice;
use crate::app::platform::Waker;
use crate::app::platform::browser::said;

/// The element by which files are chosen. It stays in the page: some browsers
/// tell nothing of one that is not there.
const CHOOSER: &str = "tianyuan-files";

fn document() -> Result<Document, JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    document.ok_or_else(|| "there is no page".into())
}

/// Opens the browser's window for choosing. It does so only shortly after a
/// tap or a key.
pub(super) fn pick(answer: Sender<Outcome>, waker: Waker) {
    if let Err(error) = open_chooser(answer, waker) {
        warn!("no files can be chosen: {}", said(&error));
    }
}

fn open_chooser(answer: Sender<Outcome>, waker: Waker) -> Result<(), JsValue> {
    let document = document()?;
    if let Some(last) = document.get_element_by_id(CHOOSER) {
        last.remove();
    }
    let chooser: HtmlInputElement = document.create_element("input")?.dyn_into()?;
    chooser.set_id(CHOOSER);
    chooser.set_type("file");
    chooser.set_multiple(true);
    chooser.style().set_property("display", "none")?;
    document.body().ok_or("the page has no body")?.append_child(&chooser)?;
    let source = chooser.clone();
    let chosen = Closure::<dyn FnMut()>::new(move || {
        if let Some(files) = source.files() {
            take(&files, answer.clone(), waker.clone());
        }
        // The same file can be chosen again.
        source.set_value("");
    });
    chooser.add_event_listener_with_callback("change", chosen.as_ref().unchecked_ref())?;
    // It is needed as long as the element is there, and is then collected
    // with it.
    let _ = chosen.into_js_value();
    chooser.click();
    Ok(())
}

/// Takes in what is dropped anywhere on the page; otherwise the browser would
/// leave the program to show the file.
pub(super) fn await_drops(answer: Sender<Outcome>, waker: Waker) {
    let listen = || -> Result<(), JsValue> {
        let document = document()?;
        let over = Closure::<dyn FnMut(Event)>::new(|event: Event| event.prevent_default());
        document.add_event_listener_with_callback("dragover", over.as_ref().unchecked_ref())?;
        let drop = Closure::<dyn FnMut(DragEvent)>::new(move |event: DragEvent| {
            event.prevent_default();
            let files = event.data_transfer().and_then(|dropped| dropped.files());
            if let Some(files) = files {
                take(&files, answer.clone(), waker.clone());
            }
        });
        document.add_event_listener_with_callback("drop", drop.as_ref().unchecked_ref())?;
        // They listen as long as there is a page.
        over.forget();
        drop.forget();
        Ok(())
    };
    if let Err(error) = listen() {
        warn!("no files can be dropped: {}", said(&error));
    }
}

/// Reads files and hands them on together.
fn take(files: &FileList, answer: Sender<Outcome>, waker: Waker) {
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    if files.is_empty() {
        return;
    }
    spawn_local(async move {
        let mut parcels = Vec::with_capacity(files.len());
        for file in files {
            let name = file.name();
            match read(&file).await {
                Ok(bytes) => parcels.push(Parcel::of(&name, bytes)),
                Err(reason) => {
                    warn!("{name}: {reason}");
                    let refused = Notice::problem("import-refused").with("file", &name);
                    let _ = answer.send(Outcome::Tell(refused.with("reason", reason)));
                }
            }
        }
        if !parcels.is_empty() {
            // It fails only when the program is ending.
            let _ = answer.send(Outcome::Chosen(parcels));
        }
        waker.wake();
    });
}

async fn read(file: &File) -> Result<Vec<u8>, String> {
    if file.size() > LONGEST as f64 {
        return Err(too_long());
    }
    match JsFuture::from(file.array_buffer()).await {
        Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
        Err(error) => Err(said(&error)),
    }
}

/// Gives a file out as a download.
pub(super) fn save(save: Save, answer: Sender<Outcome>, waker: Waker) {
    let notice = match download(&save) {
        Ok(()) => Notice::done("file-saved").with("file", &save.name),
        Err(error) => {
            warn!("{}: {}", save.name, said(&error));
            Notice::problem("storage-write-failed").with("file", &save.name)
        }
    };
    let _ = answer.send(Outcome::Tell(notice));
    waker.wake();
}

fn download(save: &Save) -> Result<(), JsValue> {
    /// Time after which a download has long begun, in milliseconds.
    const BEGUN: i32 = 60_000;
    let document = document()?;
    let looks = BlobPropertyBag::new();
    looks.set_type("application/octet-stream");
    let parts = Array::of1(&Uint8Array::from(&*save.bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &looks)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&url);
    link.set_download(&save.name);
    link.style().set_property("display", "none")?;
    let body = document.body().ok_or("the page has no body")?;
    body.append_child(&link)?;
    link.click();
    link.remove();
    let release = Closure::once_into_js(move || Url::revoke_object_url(&url));
    let window = web_sys::window().ok_or("there is no page")?;
    window.set_timeout_with_callback_and_timeout_and_arguments_0(release.unchecked_ref(), BEGUN)?;
    Ok(())
}
