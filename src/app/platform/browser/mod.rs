//! The browser: what its page and its workers call, and how they talk.

pub mod labour;
mod worker;

use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

pub use worker::{Post, Servant};

/// Where the page keeps the canvas that everything is drawn on.
pub const CANVAS: &str = "#tianyuan";

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
        _ => return Err(JsError::new("a worker has no such role")),
    };
    let hear = move |bytes: Uint8Array| hear(bytes.to_vec());
    Ok(Closure::<dyn FnMut(Uint8Array)>::new(hear).into_js_value().unchecked_into())
}
