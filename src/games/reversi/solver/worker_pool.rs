//! Parallel search by the young brothers wait concept (Feldmann, 1993): once the first move of a
//! node is searched, the node may become a split point whose other moves idle threads share.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{BestMove, Candidate};
use crate::search::Window;

/// Kind of search below a split point.
#[derive(Clone, Copy, Debug)]
pub(super) enum SplitKind {
    /// Search to the end of the game.
    Endgame {
        /// Empty squares after the move.
        empties: u32,
        /// Quadrants with an odd number of empty squares before the move.
        odd: u64,
    },
    /// Search to a depth.
    Midgame {
        /// Empty squares after the move.
        empties: u32,
        /// Plies after the move.
        depth: u32,
    },
}

/// A node whose moves are searched by several threads.
#[derive(Debug)]
pub(super) struct SplitPoint {
    moves: Vec<Candidate>,
    next: AtomicUsize,
    pub(super) kind: SplitKind,
    pub(super) beta: i32,
    pub(super) selectivity: u8,
    alpha: AtomicI32,
    best: Mutex<BestMove>,
    cut: AtomicBool,
    helpers: AtomicUsize,
    nodes: AtomicU64,
    parent: Option<Arc<SplitPoint>>,
}

impl SplitPoint {
    pub(super) fn new(
        moves: Vec<Candidate>,
        kind: SplitKind,
        window: Window,
        best: BestMove,
        selectivity: u8,
        parent: Option<Arc<SplitPoint>>,
    ) -> Arc<SplitPoint> {
        Arc::new(SplitPoint {
            moves,
            next: AtomicUsize::new(0),
            kind,
            beta: window.beta,
            selectivity,
            alpha: AtomicI32::new(window.alpha.max(best.value)),
            best: Mutex::new(best),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            nodes: AtomicU64::new(0),
            parent,
        })
    }

    /// The next move that no thread has taken.
    pub(super) fn next(&self) -> Option<&Candidate> {
        if self.cut.load(Ordering::Relaxed) {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Current alpha: the value that a move has to exceed.
    pub(super) fn alpha(&self) -> i32 {
        self.alpha.load(Ordering::Relaxed)
    }

    /// Records the value of a move.
    pub(super) fn update(&self, value: i32, square: u8) {
        let mut best = lock(&self.best);
        if value > best.value {
            *best = BestMove { value, square };
            self.alpha.fetch_max(value, Ordering::Relaxed);
            if value >= self.beta {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The best value and move so far.
    pub(super) fn best(&self) -> BestMove {
        *lock(&self.best)
    }

    /// True after a beta cutoff here or at a split point above.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|split| split.is_cut())
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// Detaches a helper and adds its node count.
    pub(super) fn leave(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.helpers.fetch_sub(1, Ordering::Release);
    }

    /// Nodes searched by helpers that have left.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Threads of a search, and the split points open to idle ones.
#[derive(Debug, Default)]
pub(super) struct WorkerPool {
    open_splits: Mutex<Vec<Arc<SplitPoint>>>,
    work: Condvar,
    idle: AtomicUsize,
    shut_down: AtomicBool,
    aborted: AtomicBool,
}

impl WorkerPool {
    /// True if a thread waits for work.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Waits up to 2 ms for a split point.
    pub(super) fn wait(&self) {
        let open = lock(&self.open_splits);
        if open.is_empty() && !self.is_shut_down() {
            // The caller checks again after waking up.
            drop(self.work.wait_timeout(open, Duration::from_millis(2)));
        }
    }

    pub(super) fn offer(&self, split: Arc<SplitPoint>) {
        lock(&self.open_splits).push(split);
        self.work.notify_all();
    }

    /// Closes a split point to further helpers.
    pub(super) fn withdraw(&self, split: &Arc<SplitPoint>) {
        lock(&self.open_splits).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins an open split point, if there is one.
    pub(super) fn join(&self) -> Option<Arc<SplitPoint>> {
        let open = lock(&self.open_splits);
        let split = open.iter().find(|split| {
            split.next.load(Ordering::Relaxed) < split.moves.len() && !split.is_cut()
        })?;
        split.helpers.fetch_add(1, Ordering::Acquire);
        Some(split.clone())
    }

    /// Counts the calling thread as idle, or no longer.
    pub(super) fn set_idle(&self, idle: bool) {
        if idle {
            self.idle.fetch_add(1, Ordering::Relaxed);
        } else {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Aborts the current search.
    pub(super) fn abort(&self) {
        self.aborted.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    /// Ends all helper threads.
    pub(super) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::Relaxed);
        self.work.notify_all();
    }

    pub(super) fn is_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::Relaxed)
    }
}

/// Locks a mutex, poisoned or not: the data are plain numbers and always valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
