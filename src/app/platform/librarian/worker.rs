//! A Web Worker that has the browser's storage for files to itself: one at a
//! time, whatever number of windows is open.

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
use super::opfs::{self, Failed, Whole};
use crate::app::notice::Notice;
use crate::app::platform::browser::{Post, Servant, sleep};
use crate::app::platform::work::wire::{pack, unpack};
use crate::app::platform::{Storage, Waker, storage};
use crate::app::shelf::{Answer, Ask, Errand, Out, Worker};
use crate::library::{Library, LibraryError, StorageBackend};

/// The role of the worker.
pub const ROLE: &str = "library";

/// Games that an import adds at once. It is ended after so many, since a
/// worker hears nothing while it is at work.
pub const BATCH: usize = 1024;

/// How often the file is asked for when another has it, and how long it is
/// waited in between, in milliseconds: a page that is loaded again may be
/// there before its former worker has ended.
const TRIES: u32 = 12;
const PAUSE: i32 = 250;

/// The way to the worker.
pub struct Librarian {
    servant: SendWrapper<Servant>,
    answers: Mutex<Receiver<Answer>>,
}

impl Librarian {
    /// Starts the worker; `None` if the browser refuses.
    pub fn start(_storage: &Storage, waker: Waker) -> Option<Librarian> {
        let (outbox, answers) = channel();
        let hear = move |said: Result<Vec<u8>, String>| {
            let answer = match said.and_then(|bytes| unpack(&bytes)) {
                Ok(answer) => answer,
                Err(reason) => {
                    error!("the library's worker broke: {reason}");
                    Answer::Closed(reason)
                }
            };
            // It fails only when the program is ending.
            let _ = outbox.send(answer);
            waker.wake();
        };
        let servant = SendWrapper::new(Servant::start(ROLE, hear)?);
        Some(Librarian { servant, answers: Mutex::new(answers) })
    }

    /// Asks for something. Tells whether it could be sent.
    pub fn send(&self, errand: Errand) -> bool {
        let is_kept = |ask: &Ask| matches!(ask, Ask::Import(_) | Ask::Paste(_) | Ask::Store { .. });
        match &errand {
            Errand::Keep { .. } => storage::browser::stay(),
            Errand::Ask(ask) if is_kept(ask) => storage::browser::stay(),
            _ => {}
        }
        match pack(&errand) {
            Ok(bytes) => {
                self.servant.send(&bytes);
                true
            }
            Err(reason) => {
                error!("an errand for the library cannot be sent: {reason}");
                false
            }
        }
    }

    /// What was said since it was last heard.
    pub fn answers(&self) -> Vec<Answer> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

/// What the worker has before it.
#[derive(Default)]
struct Desk {
    /// `None` before the library is open and if it cannot be.
    worker: Option<Worker>,
    errands: VecDeque<Errand>,
    /// Whether somebody is at the errands already.
    is_going: bool,
}

/// Does the work inside the worker.
pub fn serve(post: Post) -> Box<dyn FnMut(Vec<u8>)> {
    let desk = Rc::new(RefCell::new(Desk::default()));
    let opened = desk.clone();
    spawn_local(async move {
        let post = SendWrapper::new(post);
        let say = move |answer: Answer| match pack(&answer) {
            Ok(bytes) => post.send(&bytes),
            Err(reason) => complain(&format!("an answer of the library cannot be sent: {reason}")),
        };
        let out = Out::new(say, Arc::new(AtomicBool::new(false)));
        match open(&out).await {
            Ok(library) => {
                opened.borrow_mut().worker = Some(Worker::new(library, out));
                go_on(&opened);
            }
            Err(error) => out.refuse(&error),
        }
    });
    Box::new(move |bytes| {
        match unpack(&bytes) {
            Ok(errand) => desk.borrow_mut().errands.push_back(errand),
            Err(reason) => complain(&format!("the library was asked for something else: {reason}")),
        }
        go_on(&desk);
    })
}

/// Does what is to be done, a part at a time, so that what is asked meanwhile
/// is heard.
fn go_on(desk: &Rc<RefCell<Desk>>) {
    if std::mem::replace(&mut desk.borrow_mut().is_going, true) {
        return;
    }
    let desk = desk.clone();
    spawn_local(async move {
        while do_part(&mut desk.borrow_mut()) {
            sleep(0).await;
        }
        desk.borrow_mut().is_going = false;
    });
}

/// Does everything that was asked, or else a part of an import. Tells whether
/// there is more to do.
fn do_part(desk: &mut Desk) -> bool {
    let Some(worker) = &mut desk.worker else { return false };
    if desk.errands.is_empty() {
        worker.go_on();
    }
    while let Some(errand) = desk.errands.pop_front() {
        worker.run(errand);
    }
    worker.is_busy()
}

/// Opens the library in the browser's storage for files. Where that is
/// refused, it lasts as long as the page.
async fn open(out: &Out) -> Result<Library, LibraryError> {
    let bytes = match find_file().await {
        Ok(bytes) => bytes,
        Err(Failed::Taken) => return Err(LibraryError::InUse { path: FILE.to_owned() }),
        Err(Failed::Other(reason)) => {
            complain(&format!("the browser keeps no files for this page: {reason}"));
            out.say(Answer::Tell(Notice::problem("library-not-kept")));
            return Library::in_memory();
        }
    };
    match Library::over(bytes.clone(), FILE) {
        Err(LibraryError::Damaged(reason)) => {
            complain(&format!("the library is damaged: {reason}"));
            let kept = set_aside(&bytes).await.map_err(|reason| LibraryError::File {
                path: FILE.to_owned(),
                reason: format!("it is damaged and cannot be set aside: {reason}"),
            })?;
            out.say(Answer::Tell(Notice::problem("library-damaged").with("kept", kept)));
            Library::over(bytes, FILE)
        }
        other => other,
    }
}

async fn find_file() -> Result<Arc<Whole>, Failed> {
    let mut tries = 1;
    loop {
        match opfs::open(FILE).await {
            Err(Failed::Taken) if tries < TRIES => tries += 1,
            other => return other.map(Arc::new),
        }
        sleep(PAUSE).await;
    }
}

/// Copies a damaged file under a name that none has, and empties it. Tells
/// the name.
async fn set_aside(bytes: &Whole) -> Result<String, String> {
    let wrong = |error: io::Error| error.to_string();
    for name in storage::kept_names(FILE) {
        if opfs::is_there(&name).await.map_err(|failed| failed.to_string())? {
            continue;
        }
        let copy = opfs::open(&name).await.map_err(|failed| failed.to_string())?;
        let length = bytes.len().map_err(wrong)?;
        let mut part = vec![0; 1 << 20];
        let mut at = 0;
        while at < length {
            let most = usize::try_from(length - at).unwrap_or(usize::MAX).min(part.len());
            bytes.read(at, &mut part[..most]).map_err(wrong)?;
            copy.write(at, &part[..most]).map_err(wrong)?;
            at += most as u64;
        }
        copy.sync_data().map_err(wrong)?;
        bytes.set_len(0).map_err(wrong)?;
        return Ok(name);
    }
    Err("every name for it is taken".to_owned())
}

/// Notes for developers what is wrong: a worker has no log of its own.
fn complain(what: &str) {
    web_sys::console::warn_1(&what.into());
}
