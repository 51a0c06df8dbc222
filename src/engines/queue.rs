//! A bounded queue of lines between the thread that reads an engine's output and
//! the one that waits for its answers.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use web_time::Instant;

use super::lines::LineError;

/// Most lines that wait to be read; the engine waits when there are more.
const MAX_LINES: usize = 1000;

/// Most bytes of the lines that wait to be read.
const MAX_BYTES: usize = 1 << 20;

/// Result of a wait for a line.
#[derive(Debug)]
pub(super) enum Received {
    /// A line.
    Line(String),
    /// The search is to be stopped.
    Stop,
    /// The time is over.
    Timeout,
    /// The engine has closed its output, or what it wrote is no line.
    Closed(Option<LineError>),
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    /// Set once there will be no further line.
    closed: bool,
    error: Option<LineError>,
    stop: bool,
    /// Set when nobody will read any more.
    abandoned: bool,
    /// Called when it is closed.
    on_close: Option<OnClose>,
}

/// Called once from the thread that adds lines.
type OnClose = Box<dyn FnOnce() + Send>;

/// The queue. A waiting reader is woken by a line, the end of the output and a
/// request to stop.
#[derive(Default)]
pub(super) struct LineQueue {
    state: Mutex<State>,
    changed: Condvar,
}

impl LineQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that holds the lock can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, once there is room. Returns false when nobody will read it.
    pub(super) fn push(&self, line: String) -> bool {
        let mut state = self.lock();
        while !state.abandoned && (state.lines.len() >= MAX_LINES || state.bytes > MAX_BYTES) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.abandoned {
            return false;
        }
        state.bytes += line.len();
        state.lines.push_back(line);
        self.changed.notify_all();
        true
    }

    /// Says that no further line will come, and why.
    pub(super) fn close(&self, error: Option<LineError>) {
        let on_close = {
            let mut state = self.lock();
            state.closed = true;
            state.error = error;
            self.changed.notify_all();
            state.on_close.take()
        };
        if let Some(call) = on_close {
            call();
        }
    }

    /// Calls this once no further line will come, at once if that is so already; never if
    /// nobody reads any more.
    pub(super) fn call_on_close(&self, call: OnClose) {
        let mut state = self.lock();
        if state.closed {
            drop(state);
            call();
        } else if !state.abandoned {
            state.on_close = Some(call);
        }
    }

    /// Lets the thread that adds lines end.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.abandoned = true;
        state.on_close = None;
        state.lines = VecDeque::new();
        state.bytes = 0;
        self.changed.notify_all();
    }

    /// Asks the reader to stop the search.
    pub(super) fn request_stop(&self) {
        self.lock().stop = true;
        self.changed.notify_all();
    }

    /// Forgets a request to stop a search that has ended.
    pub(super) fn clear_stop(&self) {
        self.lock().stop = false;
    }

    /// Waits for the end of the output until this moment; true if it has ended.
    /// Lines are dropped.
    pub(super) fn wait_until_closed(&self, until: Instant) -> bool {
        loop {
            match self.pop(Some(until)) {
                Received::Closed(_) => return true,
                Received::Timeout => return false,
                Received::Line(_) | Received::Stop => {}
            }
        }
    }

    /// The next event, waiting for it until this moment, or as long as it takes. Once the
    /// moment is past there is no line any more, however many wait.
    pub(super) fn pop(&self, until: Option<Instant>) -> Received {
        let mut state = self.lock();
        loop {
            if state.stop {
                state.stop = false;
                return Received::Stop;
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Received::Timeout;
            }
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len();
                self.changed.notify_all();
                return Received::Line(line);
            }
            if state.closed {
                return Received::Closed(state.error.take());
            }
            state = match left {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) => {
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn soon() -> Option<Instant> {
        Some(Instant::now() + Duration::from_secs(20))
    }

    #[test]
    fn whoever_adds_lines_waits_for_room_and_ends_when_nobody_reads() {
        let queue = Arc::new(LineQueue::default());
        let writer = thread::spawn({
            let queue = Arc::clone(&queue);
            move || (0..).take_while(|n: &usize| queue.push(n.to_string())).count()
        });
        for n in 0..3 * MAX_LINES {
            assert!(matches!(queue.pop(soon()), Received::Line(line) if line == n.to_string()));
        }
        queue.abandon();
        assert!(writer.join().unwrap() <= 4 * MAX_LINES + 1);
    }

    #[test]
    fn a_stop_wakes_the_reader_before_any_line() {
        let queue = Arc::new(LineQueue::default());
        assert!(queue.push("info".to_owned()));
        queue.request_stop();
        assert!(matches!(queue.pop(soon()), Received::Stop));
        assert!(matches!(queue.pop(soon()), Received::Line(_)));
        let reader = thread::spawn({
            let queue = Arc::clone(&queue);
            move || matches!(queue.pop(None), Received::Stop)
        });
        queue.request_stop();
        assert!(reader.join().unwrap());
    }

    #[test]
    fn the_end_is_told_once_and_at_once_to_those_who_come_late() {
        let calls = Arc::new(AtomicUsize::new(0));
        let call = || {
            let calls = Arc::clone(&calls);
            Box::new(move || _ = calls.fetch_add(1, Ordering::Relaxed))
        };
        let queue = LineQueue::default();
        queue.call_on_close(call());
        assert_eq!(calls.load(Ordering::Relaxed), 0);
        queue.close(None);
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        queue.call_on_close(call());
        assert_eq!(calls.load(Ordering::Relaxed), 2);
        let abandoned = LineQueue::default();
        abandoned.call_on_close(call());
        abandoned.abandon();
        abandoned.close(None);
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn lines_that_wait_are_read_before_the_end_and_never_after_the_time() {
        let queue = LineQueue::default();
        assert!(queue.push("last".to_owned()));
        queue.close(None);
        assert!(matches!(queue.pop(Some(Instant::now())), Received::Timeout));
        assert!(matches!(queue.pop(soon()), Received::Line(_)));
        assert!(matches!(queue.pop(soon()), Received::Closed(None)));
        assert!(queue.wait_until_closed(Instant::now() + Duration::from_secs(1)));
    }
}
