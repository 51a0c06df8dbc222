//! A Web Worker that has the library's file open, which only one window of
//! the application can at a time.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen_futures::spawn_local;

use super::FILE;
use super::opfs::{self, OpfsError, OpfsFile};
use crate::app::notice::Notice;
use crate::app::platform::browser::{WebWorker, WorkerPort, sleep};
use crate::app::platform::{Storage, Waker, damaged_names, request_persistence};
use crate::app::services::library::{
    BackendRequest, BackendResponse, LibraryRequest, LibraryWorker, ResponseSender,
};
use crate::app::services::tasks::wire::{pack, unpack};
use crate::library::{Library, LibraryError, StorageBackend};

/// Role of the worker.
pub const ROLE: &str = "library";

/// Games that an import adds in one step, after which the worker handles
/// pending messages: it receives none while it computes.
pub const IMPORT_BATCH: usize = 1024;

/// Attempts to open the file while it is in use, and milliseconds between
/// them: a reloaded page may start before its former worker has ended.
const OPEN_ATTEMPTS: u32 = 12;
const RETRY_DELAY: i32 = 250;

/// The page's connection to the worker.
pub struct LibraryBackend {
    worker: SendWrapper<WebWorker>,
    responses: Mutex<Receiver<BackendResponse>>,
}

impl LibraryBackend {
    /// Starts the worker; `None` if the browser refuses.
    pub fn start(_storage: &Storage, waker: Waker) -> Option<LibraryBackend> {
        let (sender, responses) = channel();
        let on_message = move |message: Result<Vec<u8>, String>| {
            let response = match message.and_then(|bytes| unpack(&bytes)) {
                Ok(response) => response,
                Err(reason) => {
                    error!("the library's worker broke: {reason}");
                    BackendResponse::Unavailable(reason)
                }
            };
            // It fails only when the program is ending.
            let _ = sender.send(response);
            waker.wake();
        };
        let worker = SendWrapper::new(WebWorker::start(ROLE, on_message)?);
        Some(LibraryBackend { worker, responses: Mutex::new(responses) })
    }

    /// Sends a request; false if it cannot be sent.
    pub fn send(&self, request: BackendRequest) -> bool {
        if stores_games(&request) {
            request_persistence();
        }
        match pack(&request) {
            Ok(bytes) => {
                self.worker.send(&bytes);
                true
            }
            Err(reason) => {
                error!("a request to the library cannot be sent: {reason}");
                false
            }
        }
    }

    /// The responses since the last call.
    pub fn poll(&self) -> Vec<BackendResponse> {
        self.responses.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

/// True for requests that add games to the library.
fn stores_games(request: &BackendRequest) -> bool {
    match request {
        BackendRequest::StoreFinished { .. } => true,
        BackendRequest::Request(request) => matches!(
            request,
            LibraryRequest::Import(_)
                | LibraryRequest::ImportText(_)
                | LibraryRequest::Store { .. }
        ),
        _ => false,
    }
}

/// State inside the worker.
#[derive(Default)]
struct ServerState {
    /// `None` until the library is open, and if it cannot be opened.
    worker: Option<LibraryWorker>,
    requests: VecDeque<BackendRequest>,
    /// True while a task works through the requests.
    is_running: bool,
}

/// Runs the library inside the worker. Returns the handler of messages from
/// the page.
pub fn serve(port: WorkerPort) -> Box<dyn FnMut(Vec<u8>)> {
    let state = Rc::new(RefCell::new(ServerState::default()));
    let opened = state.clone();
    spawn_local(async move {
        let port = SendWrapper::new(port);
        let send = move |response: BackendResponse| match pack(&response) {
            Ok(bytes) => port.send(&bytes),
            Err(reason) => log_warning(&format!("a response cannot be sent: {reason}")),
        };
        let out = ResponseSender::new(send, Arc::new(AtomicBool::new(false)));
        match open(&out).await {
            Ok(library) => {
                opened.borrow_mut().worker = Some(LibraryWorker::new(library, out));
                run(&opened);
            }
            Err(error) => out.send_unavailable(&error),
        }
    });
    Box::new(move |bytes| {
        match unpack(&bytes) {
            Ok(request) => state.borrow_mut().requests.push_back(request),
            Err(reason) => log_warning(&format!("not a request to the library: {reason}")),
        }
        run(&state);
    })
}

/// Works in steps, so that messages are received in between.
fn run(state: &Rc<RefCell<ServerState>>) {
    if std::mem::replace(&mut state.borrow_mut().is_running, true) {
        return;
    }
    let state = state.clone();
    spawn_local(async move {
        while step(&mut state.borrow_mut()) {
            sleep(0).await;
        }
        state.borrow_mut().is_running = false;
    });
}

/// Handles all pending requests, or else one step of an import. Returns true
/// if there is more to do.
fn step(state: &mut ServerState) -> bool {
    let Some(worker) = &mut state.worker else { return false };
    if state.requests.is_empty() {
        worker.continue_import();
    }
    while let Some(request) = state.requests.pop_front() {
        worker.handle(request);
    }
    worker.is_busy()
}

/// Opens the library in the origin private file system, or in memory where
/// the browser refuses that.
async fn open(out: &ResponseSender) -> Result<Library, LibraryError> {
    let file = match open_file().await {
        Ok(file) => file,
        Err(OpfsError::InUse) => return Err(LibraryError::InUse { path: FILE.to_owned() }),
        Err(OpfsError::Other(reason)) => {
            log_warning(&format!("the browser keeps no files for this page: {reason}"));
            out.send(BackendResponse::Notice(Notice::problem("library-not-kept")));
            return Library::in_memory();
        }
    };
    match Library::with_backend(file.clone(), FILE) {
        Err(LibraryError::Damaged(reason)) => {
            log_warning(&format!("the library is damaged: {reason}"));
            let copy = set_aside(&file).await.map_err(|reason| LibraryError::File {
                path: FILE.to_owned(),
                reason: format!("it is damaged and cannot be set aside: {reason}"),
            })?;
            let notice = Notice::problem("library-damaged").with("kept", copy);
            out.send(BackendResponse::Notice(notice));
            Library::with_backend(file, FILE)
        }
        other => other,
    }
}

async fn open_file() -> Result<Arc<OpfsFile>, OpfsError> {
    let mut attempts = 1;
    loop {
        match opfs::open(FILE).await {
            Err(OpfsError::InUse) if attempts < OPEN_ATTEMPTS => attempts += 1,
            other => return other.map(Arc::new),
        }
        sleep(RETRY_DELAY).await;
    }
}

/// Copies a damaged file to a free name and empties it. Returns the name.
async fn set_aside(file: &OpfsFile) -> Result<String, String> {
    let io_text = |error: io::Error| error.to_string();
    for name in damaged_names(FILE) {
        if opfs::exists(&name).await.map_err(|error| error.to_string())? {
            continue;
        }
        let copy = opfs::open(&name).await.map_err(|error| error.to_string())?;
        let length = file.len().map_err(io_text)?;
        let mut buffer = vec![0; 1 << 20];
        let mut offset = 0;
        while offset < length {
            let count = usize::try_from(length - offset).unwrap_or(usize::MAX).min(buffer.len());
            file.read(offset, &mut buffer[..count]).map_err(io_text)?;
            copy.write(offset, &buffer[..count]).map_err(io_text)?;
            offset += count as u64;
        }
        copy.sync_data().map_err(io_text)?;
        file.set_len(0).map_err(io_text)?;
        return Ok(name);
    }
    Err("every name for it is taken".to_owned())
}

/// Logs a warning to the console; workers have no other log.
fn log_warning(text: &str) {
    web_sys::console::warn_1(&text.into());
}
