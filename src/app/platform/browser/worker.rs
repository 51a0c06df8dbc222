//! Web Workers that run this same module, and the bytes that go to and fro.

use bevy::prelude::*;
use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{
    DedicatedWorkerGlobalScope, ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType,
};

/// The script by which a worker begins.
const SCRIPT: &str = "worker.js";

/// A worker, as the page sees it. It ends when this is dropped, in the middle
/// of whatever it does.
pub struct Servant {
    worker: Worker,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _broke: Closure<dyn FnMut(ErrorEvent)>,
}

impl Servant {
    /// Starts one in this role. `hear` is called with what it says, or with
    /// the reason why it broke; `None` if the browser refuses.
    pub fn start(
        role: &str,
        mut hear: impl FnMut(Result<Vec<u8>, String>) + Clone + 'static,
    ) -> Option<Servant> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)
            .map_err(|error| error!("the browser starts no worker: {error:?}"))
            .ok()?;
        let mut broke = hear.clone();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            hear(Ok(Uint8Array::new(&event.data()).to_vec()));
        });
        let broke = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            broke(Err(event.message()));
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(broke.as_ref().unchecked_ref()));
        let servant = Servant { worker, _hear: hear, _broke: broke };
        // What was compiled for the page is not compiled again.
        let first = Object::new();
        let set = |name: &str, value: &JsValue| Reflect::set(&first, &name.into(), value);
        set("module", &wasm_bindgen::module())
            .and_then(|_| set("role", &role.into()))
            .and_then(|_| servant.worker.post_message(&first))
            .map_err(|error| error!("a worker takes no message: {error:?}"))
            .ok()?;
        Some(servant)
    }

    /// Tells it something.
    pub fn send(&self, bytes: &[u8]) {
        if let Err(error) = self.worker.post_message(&Uint8Array::from(bytes)) {
            error!("a worker takes no message: {error:?}");
        }
    }
}

impl Drop for Servant {
    fn drop(&mut self) {
        // What it said last may still be on the way.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// The way from inside a worker to its page.
#[derive(Clone)]
pub struct Post(DedicatedWorkerGlobalScope);

impl Post {
    /// That of the worker that this runs in.
    ///
    /// # Errors
    /// When it runs elsewhere.
    pub fn here() -> Result<Post, JsError> {
        let scope = js_sys::global().dyn_into();
        scope.map(Post).map_err(|_| JsError::new("this is no worker"))
    }

    /// Tells the page something.
    pub fn send(&self, bytes: &[u8]) {
        if let Err(error) = self.0.post_message(&Uint8Array::from(bytes)) {
            error!("the page takes no message: {error:?}");
        }
    }
}
