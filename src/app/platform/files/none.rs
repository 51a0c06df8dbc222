//! Systems without windows for choosing files.

use std::sync::mpsc::Sender;

use super::{Outcome, Save};
use crate::app::platform::Waker;

pub(super) fn pick(answer: Sender<Outcome>, waker: Waker) {
    let _ = answer.send(Outcome::NoWindow(None));
    waker.wake();
}

pub(super) fn save(save: Save, answer: Sender<Outcome>, waker: Waker) {
    let _ = answer.send(Outcome::NoWindow(Some(save)));
    waker.wake();
}
