//! The browser's clipboard: asynchronous, in some browsers only with the
//! user's permission.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::KeyboardEvent;

use super::{PasteRequest, PastedText, respond};
use crate::app::notice::Notice;
use crate::app::platform::Waker;
use crate::app::platform::browser::{BrowserError, error_text};

/// Results of reading the clipboard.
#[derive(Resource)]
struct ClipboardReads {
    sender: Sender<Result<String, BrowserError>>,
    reads: Mutex<Receiver<Result<String, BrowserError>>>,
}

pub(super) fn plugin(app: &mut App) {
    let (sender, reads) = channel();
    app.insert_resource(ClipboardReads { sender, reads: Mutex::new(reads) })
        .add_systems(Startup, let_browser_shortcuts_through)
        .add_systems(Update, (start_read, poll_reads).chain());
}

fn start_read(
    mut requests: MessageReader<PasteRequest>,
    reads: Res<ClipboardReads>,
    waker: Res<Waker>,
) {
    if requests.read().count() == 0 {
        return;
    }
    let (sender, waker) = (reads.sender.clone(), waker.clone());
    spawn_local(async move {
        // It fails only when the program is ending.
        let _ = sender.send(read().await.map_err(BrowserError::from));
        waker.wake();
    });
}

/// Reads the clipboard. It exists only in secure contexts, and some browsers
/// do not allow reading it.
async fn read() -> Result<String, JsValue> {
    let window = web_sys::window().ok_or("there is no page")?;
    let clipboard = Reflect::get(&window.navigator(), &"clipboard".into())?;
    let read: Function = Reflect::get(&clipboard, &"readText".into())?.dyn_into()?;
    let text = JsFuture::from(read.call0(&clipboard)?.dyn_into::<Promise>()?).await?;
    Ok(text.as_string().unwrap_or_default())
}

fn poll_reads(
    reads: Res<ClipboardReads>,
    mut pasted: MessageWriter<PastedText>,
    mut notices: MessageWriter<Notice>,
) {
    let reads = reads.reads.lock().unwrap_or_else(PoisonError::into_inner);
    for result in reads.try_iter() {
        match result {
            Ok(text) => respond(&text, &mut pasted, &mut notices),
            Err(error) => {
                warn!("the clipboard cannot be read: {error}");
                notices.write(Notice::problem("clipboard-refused"));
            }
        }
    }
}

/// Lets the browser handle its own shortcuts, such as copy, paste and reload:
/// winit would prevent the default action of every key.
fn let_browser_shortcuts_through() {
    let listen = || -> Result<(), JsValue> {
        let window = web_sys::window().ok_or("there is no page")?;
        let listener = Closure::<dyn FnMut(KeyboardEvent)>::new(|event: KeyboardEvent| {
            if is_browser_shortcut(&event.key(), event.ctrl_key() || event.meta_key()) {
                event.stop_propagation();
            }
        });
        let callback = listener.as_ref().unchecked_ref();
        window.add_event_listener_with_callback_and_bool("keydown", callback, true)?;
        // The listener lives as long as the page.
        listener.forget();
        Ok(())
    };
    if let Err(error) = listen() {
        warn!("the browser does not get its keys: {}", error_text(&error));
    }
}

/// True for shortcuts of the browser itself.
fn is_browser_shortcut(key: &str, with_control: bool) -> bool {
    match key {
        "F5" | "F11" | "F12" => true,
        "c" | "C" | "x" | "X" | "v" | "V" | "r" | "R" | "+" | "-" | "0" => with_control,
        _ => false,
    }
}
