//! The browser: what its page and its workers call, and how they talk.

pub mod labour;
mod outline;
mod page;
mod ready;
mod worker;

use bevy::prelude::*;
use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::librarian;

pub use worker::{Post, Servant};

/// Where the page keeps the canvas that everything is drawn on.
pub const CANVAS: &str = "#tianyuan";

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((outline::plugin, page::plugin, ready::plugin));
}

/// Opens the application on the canvas of the page.
#[wasm_bindgen]
pub fn start() {
    console_error_panic_hook::set_once();
    // It goes on after this returns; the page ends it.
    let _ = crate::app::run();
}

/// Serves the page from inside a worker, in the role that the page gave it.
/// Returns what takes the messages of the page.
#[wasm_bindgen]
pub fn attend(role: &str) -> Result<Function, JsError> {
    console_error_panic_hook::set_once();
    let post = Post::here()?;
    let mut hear: Box<dyn FnMut(Vec<u8>)> = match role {
        labour::ROLE => labour::serve(post),
        librarian::worker::ROLE => librarian::worker::serve(post),
        _ => return Err(JsError::new("a worker has no such role")),
    };
    let hear = move |bytes: Uint8Array| hear(bytes.to_vec());
    Ok(Closure::<dyn FnMut(Uint8Array)>::new(hear).into_js_value().unchecked_into())
}

/// What the browser says is wrong.
pub fn said(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    text.or_else(|| error.as_string()).unwrap_or_else(|| format!("{error:?}"))
}

/// Waits for so many milliseconds; 0 until what has happened meanwhile was
/// heard.
pub async fn sleep(millis: i32) {
    let promise = Promise::new(&mut |done, _| {
        // Pages and workers have the function alike.
        let global = js_sys::global();
        let set = Reflect::get(&global, &"setTimeout".into());
        let set = set.and_then(|set| set.dyn_into::<Function>());
        let _ = set.and_then(|set| set.call2(&global, &done, &millis.into()));
    });
    // It is never refused.
    let _ = JsFuture::from(promise).await;
}
