//! Systems without file dialogs.

use std::sync::mpsc::Sender;

use super::{DialogResult, Purpose, SaveFile};
use crate::app::platform::Waker;

pub(super) fn pick(_: Purpose, results: Sender<DialogResult>, waker: Waker) {
    let _ = results.send(DialogResult::NoDialog(None));
    waker.wake();
}

pub(super) fn save(save: SaveFile, results: Sender<DialogResult>, waker: Waker) {
    let _ = results.send(DialogResult::NoDialog(Some(save)));
    waker.wake();
}
