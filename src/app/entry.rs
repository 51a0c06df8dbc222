//! Where other systems than the desktop start the program: the page of the browser and its
//! Web Workers, and Android.

#[cfg(target_arch = "wasm32")]
mod browser {
    use js_sys::{Function, Uint8Array};
    use wasm_bindgen::prelude::*;

    use crate::app::TASK_KINDS;
    use crate::app::platform::browser::WorkerPort;
    use crate::app::services::library;
    use crate::app::services::tasks::worker_pool;

    /// Starts the application on the canvas of the page.
    #[wasm_bindgen]
    pub fn start() {
        console_error_panic_hook::set_once();
        // The event loop runs on after this returns.
        let _ = crate::app::run(Vec::new());
    }

    /// Runs inside a worker in the role that the page gave it. Returns the handler
    /// of messages from the page.
    #[wasm_bindgen]
    pub fn serve_worker(role: &str) -> Result<Function, JsError> {
        console_error_panic_hook::set_once();
        let port = WorkerPort::of_this_worker()?;
        let mut handler: Box<dyn FnMut(Vec<u8>)> = match role {
            worker_pool::ROLE => worker_pool::serve(port, TASK_KINDS),
            library::WORKER_ROLE => library::serve(port),
            _ => return Err(JsError::new("unknown worker role")),
        };
        let on_message = move |bytes: Uint8Array| handler(bytes.to_vec());
        Ok(Closure::<dyn FnMut(Uint8Array)>::new(on_message).into_js_value().unchecked_into())
    }
}

#[cfg(target_os = "android")]
mod android {
    use bevy::android::ANDROID_APP;
    use bevy::android::android_activity::AndroidApp;

    /// Entry point, called by the system on a thread of its own.
    #[expect(unsafe_code, reason = "the system finds the function by its bare name")]
    #[unsafe(no_mangle)]
    fn android_main(app: AndroidApp) {
        // It is set already only if the system starts the program twice in one
        // process, which the last line rules out.
        let _ = ANDROID_APP.set(app);
        let _ = crate::app::run(Vec::new());
        // A second start in this process would find the remains of the first.
        std::process::exit(0);
    }
}
