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
use thiserror::Error;
use wasm_bindgen_futures::spawn_local;

use super::FILE;
use super::opfs::{self, OpfsError, OpfsFile};
use crate::app::notice::Notice;
use crate::app::platform::browser::{BrowserError, WebWorker, WorkerPort, sleep};
use crate::app::platform::{Storage, Waker, damaged_names, request_persistence};
use crate::app::services::library::{
    BackendRequest, BackendResponse, LibraryRequest, LibraryWorker, ResponseSender,
};
use crate::app::services::tasks::wire::{WireError, pack, unpack};
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
        let on_message = move |message: Result<Vec<u8>, BrowserError>| {
            let response = read_response(message).unwrap_or_else(|error| {
                error!("the library's worker broke: {error}");
                BackendResponse::Unavailable(error.to_string())
            });
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
            Err(error) => {
                error!("a request to the library cannot be sent: {error}");
                false
            }
        }
    }

    /// The responses since the last call.
    pub fn poll(&self) -> Vec<BackendResponse> {
        self.responses.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

/// Error of a message from the worker.
#[derive(Debug, Error)]
enum ResponseError {
    /// The worker has ended with this error.
    #[error(transparent)]
    Worker(#[from] BrowserError),
    /// The message is no response.
    #[error(transparent)]
    Wire(#[from] WireError),
}

fn read_response(message: Result<Vec<u8>, BrowserError>) -> Result<BackendResponse, ResponseError> {
    Ok(unpack(&message?)?)
}

/// True for requests that add games to the library.
fn stores_games(request: &BackendRequest) -> bool {
    match request {
        BackendRequest::StorePlayed { .. } => true,
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
            Err(error) => log_warning(&format!("a response cannot be sent: {error}")),
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
            Err(error) => log_warning(&format!("not a request to the library: {error}")),
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
            let copy = set_aside(&file).await.map_err(|error| LibraryError::File {
                path: FILE.to_owned(),
                reason: format!("it is damaged and cannot be set aside: {error}"),
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

/// Error of setting a damaged file aside.
#[derive(Debug, Error)]
enum SetAsideError {
    /// The copy cannot be opened.
    #[error(transparent)]
    Open(#[from] OpfsError),
    /// One of the files cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There are damaged files of every name.
    #[error("every name for it is taken")]
    NoFreeName,
}

/// Copies a damaged file to a free name and empties it. Returns the name.
async fn set_aside(file: &OpfsFile) -> Result<String, SetAsideError> {
    for name in damaged_names(FILE) {
        if opfs::exists(&name).await? {
            continue;
        }
        let copy = opfs::open(&name).await?;
        let length = file.len()?;
        let mut buffer = vec![0; 1 << 20];
        let mut offset = 0;
        while offset < length {
            let count = usize::try_from(length - offset).unwrap_or(usize::MAX).min(buffer.len());
            file.read(offset, &mut buffer[..count])?;
            copy.write(offset, &buffer[..count])?;
            offset += count as u64;
        }
        copy.sync_data()?;
        file.set_len(0)?;
        return Ok(name);
    }
    Err(SetAsideError::NoFreeName)
}

/// Logs a warning to the console; workers have no other log.
fn log_warning(text: &str) {
    web_sys::console::warn_1(&text.into());
}
