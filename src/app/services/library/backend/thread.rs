//! A thread that has the library's file open.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::FILE;
use crate::app::notice::Notice;
use crate::app::platform::{Storage, StorageError, Waker};
use crate::app::services::library::{
    BackendRequest, BackendResponse, LibraryRequest, LibraryWorker, ResponseSender,
};
use crate::library::Library;

/// Games that an import adds in one step. It can be cancelled between any two.
pub const IMPORT_BATCH: usize = 8192;

/// The connection to the thread.
pub struct LibraryBackend {
    /// Dropped to end the thread.
    requests: Option<Sender<BackendRequest>>,
    responses: Mutex<Receiver<BackendResponse>>,
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl LibraryBackend {
    /// Starts the thread; `None` if the system refuses.
    pub fn start(storage: &Storage, waker: Waker) -> Option<LibraryBackend> {
        let path = storage.path_of(FILE);
        let (requests, queue) = channel();
        let (sender, responses) = channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let send = move |response| {
            // It fails only when the program is ending.
            let _ = sender.send(response);
            waker.wake();
        };
        let out = ResponseSender::new(send, cancel.clone());
        let thread = std::thread::Builder::new().name("library".to_owned());
        let thread = thread.spawn(move || serve(path, out, &queue)).ok()?;
        let (requests, thread) = (Some(requests), Some(thread));
        Some(LibraryBackend { requests, responses: Mutex::new(responses), cancel, thread })
    }

    /// Sends a request; false if the thread has ended.
    pub fn send(&self, request: BackendRequest) -> bool {
        if matches!(request, BackendRequest::Request(LibraryRequest::CancelImport)) {
            // It takes effect in the middle of a request.
            self.cancel.store(true, Ordering::Relaxed);
            return true;
        }
        self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok())
    }

    /// The responses since the last call.
    pub fn poll(&self) -> Vec<BackendResponse> {
        self.responses.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

impl Drop for LibraryBackend {
    /// Waits until the library's file is closed, so that another program or a
    /// test can open it.
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been reported by its hook.
            let _ = thread.join();
        }
    }
}

/// Opens the file and handles requests until the sender is dropped.
fn serve(
    path: Result<PathBuf, StorageError>,
    out: ResponseSender,
    queue: &Receiver<BackendRequest>,
) {
    let library = match path {
        Ok(path) => Library::open(&path),
        Err(error) => return out.send(BackendResponse::Unavailable(error.to_string())),
    };
    let library = match library {
        Ok(library) => library,
        Err(error) => return out.send_unavailable(&error),
    };
    if let Some(aside) = library.set_aside() {
        let notice = Notice::problem("library-damaged").with("kept", aside.display());
        out.send(BackendResponse::Notice(notice));
    }
    let mut worker = LibraryWorker::new(library, out);
    loop {
        let request = if worker.is_busy() {
            queue.try_recv()
        } else {
            queue.recv().map_err(|_| TryRecvError::Disconnected)
        };
        match request {
            Ok(request) => worker.handle(request),
            Err(TryRecvError::Empty) => worker.continue_import(),
            Err(TryRecvError::Disconnected) => return,
        }
    }
}
