//! Threads that share one search: who has brothers of a first move to search
//! offers them, and who is idle takes some (young brothers wait).

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Candidate;

/// How the moves of a split are searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// To the end of the game.
    End {
        /// Empty squares after the move.
        empties: u32,
        /// The quarters with an odd number of empty squares before the move.
        odd: u64,
    },
    /// So many plies after the move.
    Middle {
        /// Empty squares after the move.
        empties: u32,
        /// Plies after the move.
        depth: u32,
    },
}

/// The moves of one position, searched by several threads.
#[derive(Debug)]
pub(super) struct Split {
    moves: Vec<Candidate>,
    next: AtomicUsize,
    pub(super) task: Task,
    pub(super) beta: i32,
    pub(super) certainty: u8,
    floor: AtomicI32,
    best: Mutex<(i32, u8)>,
    cut: AtomicBool,
    helpers: AtomicUsize,
    nodes: AtomicU64,
    parent: Option<Arc<Split>>,
}

impl Split {
    pub(super) fn new(
        moves: Vec<Candidate>,
        task: Task,
        (alpha, beta): (i32, i32),
        best: (i32, u8),
        certainty: u8,
        parent: Option<Arc<Split>>,
    ) -> Arc<Split> {
        Arc::new(Split {
            moves,
            next: AtomicUsize::new(0),
            task,
            beta,
            certainty,
            floor: AtomicI32::new(alpha.max(best.0)),
            best: Mutex::new(best),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            nodes: AtomicU64::new(0),
            parent,
        })
    }

    /// The next move that nobody searches yet.
    pub(super) fn next(&self) -> Option<&Candidate> {
        if self.cut.load(Ordering::Relaxed) {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// The value that a move has to beat.
    pub(super) fn floor(&self) -> i32 {
        self.floor.load(Ordering::Relaxed)
    }

    /// Notes the value of a move.
    pub(super) fn found(&self, value: i32, square: u8) {
        let mut best = locked(&self.best);
        if value > best.0 {
            *best = (value, square);
            self.floor.fetch_max(value, Ordering::Relaxed);
            if value >= self.beta {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The best value and move so far.
    pub(super) fn best(&self) -> (i32, u8) {
        *locked(&self.best)
    }

    /// Whether this, or what it is part of, needs no further search.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|split| split.is_cut())
    }

    pub(super) fn is_worked_on(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// A helper goes, having looked at so many positions.
    pub(super) fn leave(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.helpers.fetch_sub(1, Ordering::Release);
    }

    /// The positions that helpers looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// All threads of a search.
#[derive(Debug, Default)]
pub(super) struct Crew {
    open: Mutex<Vec<Arc<Split>>>,
    work: Condvar,
    idle: AtomicUsize,
    dismissed: AtomicBool,
    aborted: AtomicBool,
}

impl Crew {
    /// Whether a thread waits for work.
    #[inline]
    pub(super) fn is_anyone_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Waits for work, but not for long.
    pub(super) fn rest(&self) {
        let open = locked(&self.open);
        if open.is_empty() && !self.is_dismissed() {
            // Whoever wakes up looks again by itself.
            drop(self.work.wait_timeout(open, Duration::from_millis(2)));
        }
    }

    pub(super) fn offer(&self, split: Arc<Split>) {
        locked(&self.open).push(split);
        self.work.notify_all();
    }

    /// No one else joins this split.
    pub(super) fn withdraw(&self, split: &Arc<Split>) {
        locked(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// A split to take part in.
    pub(super) fn join(&self) -> Option<Arc<Split>> {
        let open = locked(&self.open);
        let split = open.iter().find(|split| {
            split.next.load(Ordering::Relaxed) < split.moves.len() && !split.is_cut()
        })?;
        split.helpers.fetch_add(1, Ordering::Acquire);
        Some(split.clone())
    }

    /// Marks a thread as working, or as idle again.
    pub(super) fn count_idle(&self, idle: bool) {
        if idle {
            self.idle.fetch_add(1, Ordering::Relaxed);
        } else {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Ends the search that goes on.
    pub(super) fn abort(&self) {
        self.aborted.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    /// Sends all helpers home.
    pub(super) fn dismiss(&self) {
        self.dismissed.store(true, Ordering::Relaxed);
        self.work.notify_all();
    }

    pub(super) fn is_dismissed(&self) -> bool {
        self.dismissed.load(Ordering::Relaxed)
    }
}

/// What a thread that panicked left is as good as ever: numbers.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
