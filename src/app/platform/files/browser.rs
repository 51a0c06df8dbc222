//! Files in the browser: picked with a file input, dropped on the page, and
//! saved as downloads.

use std::sync::mpsc::Sender;

use bevy::prelude::*;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, BlobPropertyBag, Document, DragEvent, Event, File, FileList, HtmlAnchorElement,
    HtmlInputElement, Url,
};

use super::{DialogResult, FileReadError, MAX_BYTES, PickedFile, Purpose, SaveFile};
use crate::app::notice::Notice;
use crate::app::platform::Waker;
use crate::app::platform::browser::{BrowserError, error_text};

/// Id of the file input. It stays in the document, since some browsers send no
/// events of detached elements.
const INPUT_ID: &str = "tianyuan-files";

fn document() -> Result<Document, JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    document.ok_or_else(|| "there is no page".into())
}

/// Opens the browser's file dialog, which needs a recent user gesture.
pub(super) fn pick(_: Purpose, results: Sender<DialogResult>, waker: Waker) {
    if let Err(error) = open_file_input(results, waker) {
        warn!("no files can be chosen: {}", error_text(&error));
    }
}

fn open_file_input(results: Sender<DialogResult>, waker: Waker) -> Result<(), JsValue> {
    let document = document()?;
    if let Some(last) = document.get_element_by_id(INPUT_ID) {
        last.remove();
    }
    let input: HtmlInputElement = document.create_element("input")?.dyn_into()?;
    input.set_id(INPUT_ID);
    input.set_type("file");
    input.set_multiple(true);
    input.style().set_property("display", "none")?;
    document.body().ok_or("the page has no body")?.append_child(&input)?;
    let source = input.clone();
    let chosen = Closure::<dyn FnMut()>::new(move || {
        if let Some(files) = source.files() {
            read_files(&files, results.clone(), waker.clone());
        }
        // Cleared so that picking the same file again is a change.
        source.set_value("");
    });
    input.add_event_listener_with_callback("change", chosen.as_ref().unchecked_ref())?;
    // Garbage-collected together with the element.
    let _ = chosen.into_js_value();
    input.click();
    Ok(())
}

/// Accepts files dropped anywhere on the page; by default the browser would
/// navigate to the file.
pub(super) fn listen_for_drops(results: Sender<DialogResult>, waker: Waker) {
    let listen = || -> Result<(), JsValue> {
        let document = document()?;
        let over = Closure::<dyn FnMut(Event)>::new(|event: Event| event.prevent_default());
        document.add_event_listener_with_callback("dragover", over.as_ref().unchecked_ref())?;
        let drop = Closure::<dyn FnMut(DragEvent)>::new(move |event: DragEvent| {
            event.prevent_default();
            let files = event.data_transfer().and_then(|dropped| dropped.files());
            if let Some(files) = files {
                read_files(&files, results.clone(), waker.clone());
            }
        });
        document.add_event_listener_with_callback("drop", drop.as_ref().unchecked_ref())?;
        // The listeners live as long as the page.
        over.forget();
        drop.forget();
        Ok(())
    };
    if let Err(error) = listen() {
        warn!("no files can be dropped: {}", error_text(&error));
    }
}

/// Reads files and reports them together.
fn read_files(files: &FileList, results: Sender<DialogResult>, waker: Waker) {
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    if files.is_empty() {
        return;
    }
    spawn_local(async move {
        let mut picked = Vec::with_capacity(files.len());
        for file in files {
            let name = file.name();
            match read(&file).await {
                Ok(bytes) => picked.push(PickedFile::from_bytes(&name, bytes)),
                Err(error) => {
                    warn!("{name}: {error}");
                    let refused = Notice::problem("import-refused").with("file", &name);
                    let _ = results.send(DialogResult::Notice(refused.with("reason", error)));
                }
            }
        }
        if !picked.is_empty() {
            // It fails only when the program is ending.
            let _ = results.send(DialogResult::Picked(picked));
        }
        waker.wake();
    });
}

async fn read(file: &File) -> Result<Vec<u8>, FileReadError> {
    if file.size() > MAX_BYTES as f64 {
        return Err(FileReadError::TooLong);
    }
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(BrowserError::from)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// Saves a file as a download.
pub(super) fn save(save: SaveFile, results: Sender<DialogResult>, waker: Waker) {
    let notice = match download(&save) {
        Ok(()) => Notice::done("file-saved").with("file", &save.name),
        Err(error) => {
            warn!("{}: {}", save.name, error_text(&error));
            Notice::problem("storage-write-failed").with("file", &save.name)
        }
    };
    let _ = results.send(DialogResult::Notice(notice));
    waker.wake();
}

fn download(save: &SaveFile) -> Result<(), JsValue> {
    /// Milliseconds after which the download has started and the URL is revoked.
    const REVOKE_DELAY: i32 = 60_000;
    let document = document()?;
    let options = BlobPropertyBag::new();
    options.set_type("application/octet-stream");
    let parts = Array::of1(&Uint8Array::from(&*save.bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
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
    window.set_timeout_with_callback_and_timeout_and_arguments_0(
        release.unchecked_ref(),
        REVOKE_DELAY,
    )?;
    Ok(())
}
