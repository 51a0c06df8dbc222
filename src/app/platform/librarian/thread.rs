//! A thread that has the file open.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::FILE;
use crate::app::notice::Notice;
use crate::app::platform::{Storage, Waker};
use crate::app::shelf::{Answer, Ask, Errand, Out, Worker};
use crate::library::Library;

/// Games that an import adds at once. It can be ended between any two.
pub const BATCH: usize = 8192;

/// The way to the thread.
pub struct Librarian {
    /// Taken when the thread is to end.
    errands: Option<Sender<Errand>>,
    answers: Mutex<Receiver<Answer>>,
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Librarian {
    /// Starts the thread; `None` if the system refuses.
    pub fn start(storage: &Storage, waker: Waker) -> Option<Librarian> {
        let path = storage.file(FILE).map_err(|error| error.to_string());
        let (errands, inbox) = channel();
        let (outbox, answers) = channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let say = move |answer| {
            // It fails only when the program is ending.
            let _ = outbox.send(answer);
            waker.wake();
        };
        let out = Out::new(say, cancel.clone());
        let thread = std::thread::Builder::new().name("library".to_owned());
        let thread = thread.spawn(move || attend(path, out, &inbox)).ok()?;
        let (errands, thread) = (Some(errands), Some(thread));
        Some(Librarian { errands, answers: Mutex::new(answers), cancel, thread })
    }

    /// Asks for something. Tells whether anyone hears it.
    pub fn send(&self, errand: Errand) -> bool {
        if matches!(errand, Errand::Ask(Ask::Cancel)) {
            // It is heard in the middle of what is done.
            self.cancel.store(true, Ordering::Relaxed);
            return true;
        }
        self.errands.as_ref().is_some_and(|errands| errands.send(errand).is_ok())
    }

    /// What was said since it was last heard.
    pub fn answers(&self) -> Vec<Answer> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

impl Drop for Librarian {
    /// Waits until the library's file is closed, so that another program or a
    /// test can open it.
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.errands = None;
        if let Some(thread) = self.thread.take() {
            // One that broke has told so.
            let _ = thread.join();
        }
    }
}

/// Opens the file and works until nobody can ask any more.
fn attend(path: Result<PathBuf, String>, out: Out, inbox: &Receiver<Errand>) {
    let library = match path {
        Ok(path) => Library::open(&path),
        Err(reason) => return out.say(Answer::Closed(reason)),
    };
    let library = match library {
        Ok(library) => library,
        Err(error) => return out.refuse(&error),
    };
    if let Some(aside) = library.set_aside() {
        let notice = Notice::problem("library-damaged").with("kept", aside.display());
        out.say(Answer::Tell(notice));
    }
    let mut worker = Worker::new(library, out);
    loop {
        let errand = if worker.is_busy() {
            inbox.try_recv()
        } else {
            inbox.recv().map_err(|_| TryRecvError::Disconnected)
        };
        match errand {
            Ok(errand) => worker.run(errand),
            Err(TryRecvError::Empty) => worker.go_on(),
            Err(TryRecvError::Disconnected) => return,
        }
    }
}
