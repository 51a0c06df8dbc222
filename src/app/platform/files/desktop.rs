//! The windows of desktops for choosing files.

use std::sync::mpsc::Sender;
use std::time::Duration;

use bevy::tasks::IoTaskPool;
use rfd::AsyncFileDialog;
use web_time::Instant;

use super::{Outcome, Parcel, Save, write};
use crate::app::platform::Waker;

/// Nobody closes a window sooner than this after it was asked for: then
/// there was none.
const QUICKEST: Duration = Duration::from_millis(300);

pub(super) fn pick(answer: Sender<Outcome>, waker: Waker) {
    let begun = Instant::now();
    let window = AsyncFileDialog::new().pick_files();
    let task = async move {
        let outcome = match window.await {
            Some(files) if files.is_empty() => None,
            Some(files) => {
                let parcel = |file: rfd::FileHandle| Parcel::at(file.path().to_owned());
                Some(Outcome::Chosen(files.into_iter().map(parcel).collect()))
            }
            None => (begun.elapsed() < QUICKEST).then_some(Outcome::NoWindow(None)),
        };
        tell(outcome, &answer, &waker);
    };
    IoTaskPool::get().spawn(task).detach();
}

pub(super) fn save(save: Save, answer: Sender<Outcome>, waker: Waker) {
    let begun = Instant::now();
    let window = AsyncFileDialog::new().set_file_name(&save.name).save_file();
    let task = async move {
        let outcome = match window.await {
            Some(file) => Some(Outcome::Tell(write(file.path(), &save.bytes))),
            None => (begun.elapsed() < QUICKEST).then_some(Outcome::NoWindow(Some(save))),
        };
        tell(outcome, &answer, &waker);
    };
    IoTaskPool::get().spawn(task).detach();
}

fn tell(outcome: Option<Outcome>, answer: &Sender<Outcome>, waker: &Waker) {
    if let Some(outcome) = outcome {
        // It fails only when the program is ending.
        let _ = answer.send(outcome);
        waker.wake();
    }
}
