//! Work about a record on the compute pool, which can be looked at while it
//! goes on and ends when nobody wants it any more.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::tasks::AsyncComputeTaskPool;

use crate::app::platform::Waker;
use crate::search::Stop;

/// What work has found so far.
#[derive(Default)]
pub struct Found<T> {
    /// What that is.
    pub result: T,
    finished: bool,
}

/// The near end of work. It ends when this is dropped.
pub struct Job<T> {
    /// What was found so far.
    pub found: Arc<Mutex<Found<T>>>,
    stop: Stop,
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// The far end. Tells that it has ended, however it ended.
struct End<T> {
    found: Arc<Mutex<Found<T>>>,
    waker: Waker,
}

impl<T> Drop for End<T> {
    fn drop(&mut self) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).finished = true;
        self.waker.wake();
    }
}

impl<T: Default + Send + 'static> Job<T> {
    /// Begins work on the compute pool.
    pub fn begin(
        waker: &Waker,
        work: impl FnOnce(&Stop, &Mutex<Found<T>>) + Send + 'static,
    ) -> Self {
        let found = Arc::new(Mutex::new(Found::default()));
        let stop = Stop::new();
        let (end, far) = (End { found: found.clone(), waker: waker.clone() }, stop.clone());
        AsyncComputeTaskPool::get().spawn(async move { work(&far, &end.found) }).detach();
        Job { found, stop }
    }

    /// Whether it has ended, however it ended.
    pub fn is_finished(&self) -> bool {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).finished
    }
}
