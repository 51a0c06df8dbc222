//! The browser: the page, Web Workers, and the messages between them.

pub mod page;
mod ready;
mod worker;

use bevy::asset::io::AssetSourceBuilder;
use bevy::prelude::*;
use js_sys::{Function, Promise, Reflect};
use thiserror::Error;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

pub use worker::{WebWorker, WorkerPort};

/// CSS selector of the canvas.
pub const CANVAS: &str = "#tianyuan";

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((page::plugin, ready::plugin));
}

/// The language of the browser, such as `zh-CN`.
pub fn system_language() -> Option<String> {
    sys_locale::get_locale()
}

/// The asset source of the puzzle levels.
pub fn levels_source() -> AssetSourceBuilder {
    AssetSourceBuilder::platform_default("levels", None)
}

/// The asset source of everything else.
pub fn assets_source() -> AssetSourceBuilder {
    AssetSourceBuilder::platform_default("assets", None)
}

/// An error that JavaScript threw: its message.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct BrowserError(pub String);

impl From<JsValue> for BrowserError {
    fn from(error: JsValue) -> BrowserError {
        BrowserError(error_text(&error))
    }
}

/// The message of a JavaScript error.
pub fn error_text(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    text.or_else(|| error.as_string()).unwrap_or_else(|| format!("{error:?}"))
}

/// Waits for so many milliseconds; 0 yields until pending events have been
/// handled.
pub async fn sleep(millis: i32) {
    let promise = Promise::new(&mut |done, _| {
        // Pages and workers both have `setTimeout` in the global scope.
        let global = js_sys::global();
        let set = Reflect::get(&global, &"setTimeout".into());
        let set = set.and_then(|set| set.dyn_into::<Function>());
        let _ = set.and_then(|set| set.call2(&global, &done, &millis.into()));
    });
    // The promise is never rejected.
    let _ = JsFuture::from(promise).await;
}
