//! The browser: functions exported to the page and its Web Workers, and the
//! messages between them.

mod page;
mod ready;
mod test_snapshot;
mod worker;
pub mod worker_pool;

use bevy::asset::io::AssetSourceBuilder;
use bevy::prelude::*;
use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::library_backend;

pub use worker::{WebWorker, WorkerPort};

/// CSS selector of the canvas.
pub const CANVAS: &str = "#tianyuan";

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((page::plugin, ready::plugin, test_snapshot::plugin));
}

/// Starts the application on the canvas of the page.
#[wasm_bindgen]
pub fn start() {
    console_error_panic_hook::set_once();
    // The event loop runs on after this returns.
    let _ = crate::app::run();
}

/// Runs inside a worker in the role that the page gave it. Returns the handler
/// of messages from the page.
#[wasm_bindgen]
pub fn serve_worker(role: &str) -> Result<Function, JsError> {
    console_error_panic_hook::set_once();
    let port = WorkerPort::of_this_worker()?;
    let mut handler: Box<dyn FnMut(Vec<u8>)> = match role {
        worker_pool::ROLE => worker_pool::serve(port),
        library_backend::worker::ROLE => library_backend::worker::serve(port),
        _ => return Err(JsError::new("unknown worker role")),
    };
    let on_message = move |bytes: Uint8Array| handler(bytes.to_vec());
    Ok(Closure::<dyn FnMut(Uint8Array)>::new(on_message).into_js_value().unchecked_into())
}

/// The language of the browser, such as `zh-CN`.
pub fn system_language() -> Option<String> {
    sys_locale::get_locale()
}

/// The asset source of the puzzle levels.
pub fn levels_source() -> AssetSourceBuilder {
    AssetSourceBuilder::platform_default(&super::levels_folder(), None)
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
