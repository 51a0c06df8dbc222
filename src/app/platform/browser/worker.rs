//! Web Workers that run this same WebAssembly module, and messages of bytes
//! between them and the page.

use bevy::prelude::*;
use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{
    DedicatedWorkerGlobalScope, ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType,
};

use super::BrowserError;

/// Script of the workers.
const SCRIPT: &str = "worker.js";

/// The page's handle of a worker. Dropping it terminates the worker at once.
pub struct WebWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl WebWorker {
    /// Starts a worker in this role; `None` if the browser refuses.
    /// `on_message` is called with each of its messages, or with the error
    /// that ended it.
    pub fn start(
        role: &str,
        mut on_message: impl FnMut(Result<Vec<u8>, BrowserError>) + Clone + 'static,
    ) -> Option<WebWorker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)
            .map_err(|error| error!("the browser starts no worker: {error:?}"))
            .ok()?;
        let mut on_error = on_message.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            on_message(Ok(Uint8Array::new(&event.data()).to_vec()));
        });
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            on_error(Err(BrowserError(event.message())));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let started = WebWorker { worker, _on_message: on_message, _on_error: on_error };
        // The module compiled for the page is shared with the worker.
        let first = Object::new();
        let set = |name: &str, value: &JsValue| Reflect::set(&first, &name.into(), value);
        set("module", &wasm_bindgen::module())
            .and_then(|_| set("role", &role.into()))
            .and_then(|_| started.worker.post_message(&first))
            .map_err(|error| error!("a worker takes no message: {error:?}"))
            .ok()?;
        Some(started)
    }

    /// Posts a message to the worker.
    pub fn send(&self, bytes: &[u8]) {
        if let Err(error) = self.worker.post_message(&Uint8Array::from(bytes)) {
            error!("a worker takes no message: {error:?}");
        }
    }
}

impl Drop for WebWorker {
    fn drop(&mut self) {
        // Its last messages may still be in flight.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// The connection of a worker to its page, used inside the worker.
#[derive(Clone)]
pub struct WorkerPort(DedicatedWorkerGlobalScope);

impl WorkerPort {
    /// The port of the worker that this runs in.
    ///
    /// # Errors
    /// When it does not run in a worker.
    pub fn of_this_worker() -> Result<WorkerPort, JsError> {
        let scope = js_sys::global().dyn_into();
        scope.map(WorkerPort).map_err(|_| JsError::new("not running in a worker"))
    }

    /// Posts a message to the page.
    pub fn send(&self, bytes: &[u8]) {
        if let Err(error) = self.0.post_message(&Uint8Array::from(bytes)) {
            error!("the page takes no message: {error:?}");
        }
    }
}
