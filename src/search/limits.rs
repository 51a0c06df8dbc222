//! Bounds on the effort of a search, and the flag that ends it early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;

/// Bounds on the effort of one search; `None` is unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Maximum depth, in plies. 0 asks for an answer at once: every game then
    /// looks one ply ahead, with no playouts and no search for forced wins.
    pub depth: Option<u32>,
    /// Maximum number of positions searched.
    pub nodes: Option<u64>,
    /// Maximum wall-clock time.
    pub time: Option<Duration>,
}

impl Limits {
    /// For a position with a single legal move: enough for its value.
    pub const FORCED: Limits = Limits { depth: Some(4), nodes: None, time: None };

    /// The limits of a level under those of a request: the tighter bound of both in
    /// each respect, except that a request for a number of positions alone lifts the
    /// time of the level, so that its answer is the same on every machine.
    #[must_use]
    pub fn of_level(level: Limits, request: Limits) -> Limits {
        let counts_only = request.nodes.is_some() && request.time.is_none();
        let level = Limits { time: level.time.filter(|_| !counts_only), ..level };
        level.and(request)
    }

    /// The tighter bound of both in each respect.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Limits {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
        }
    }
}

/// A flag that stops a running search. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Stops every search that holds this flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once the flag was raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Nodes and time that one search has used, checked against its limits.
///
/// ```
/// use tianyuan::search::{Limits, SearchBudget, StopFlag};
///
/// let stop = StopFlag::new();
/// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
/// let mut budget = SearchBudget::new(limits, stop.clone());
/// while budget.spend(1) {}
/// assert_eq!(budget.nodes(), 1_000);
///
/// stop.raise();
/// assert!(!SearchBudget::new(Limits::default(), stop).spend(1));
/// ```
#[derive(Debug)]
pub struct SearchBudget {
    limits: Limits,
    stop: StopFlag,
    started: Instant,
    nodes: u64,
    next_check: u64,
    spent: bool,
}

/// Nodes between checks of the clock and the stop flag: one or two
/// milliseconds of search on the largest boards, far less on small ones.
const CHECK_INTERVAL: u64 = 256;

impl SearchBudget {
    /// A budget whose clock starts now.
    #[must_use]
    pub fn new(limits: Limits, stop: StopFlag) -> SearchBudget {
        SearchBudget {
            limits,
            stop,
            started: Instant::now(),
            nodes: 0,
            next_check: 0,
            spent: false,
        }
    }

    /// Counts `nodes` more positions. Returns false once a bound is reached,
    /// and from then on always.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        !self.spent
    }

    #[cold]
    fn check_limits(&mut self) {
        self.next_check = self.nodes + CHECK_INTERVAL;
        if let Some(limit) = self.limits.nodes {
            self.spent |= self.nodes >= limit;
            self.next_check = self.next_check.min(limit);
        }
        self.spent |= self.stop.is_raised();
        self.spent |= self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit);
    }

    /// True once a bound was reached or the flag raised.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limits of this search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_bound_holds() {
        let a = Limits { depth: Some(3), nodes: None, time: Some(Duration::from_secs(2)) };
        let b = Limits { depth: Some(5), nodes: Some(10), time: Some(Duration::from_secs(1)) };
        assert_eq!(
            a.and(b),
            Limits { depth: Some(3), nodes: Some(10), time: Some(Duration::from_secs(1)) }
        );
    }

    #[test]
    fn a_number_of_positions_alone_lifts_the_time_of_a_level() {
        let time = |seconds| Some(Duration::from_secs(seconds));
        let level = Limits { depth: Some(3), nodes: None, time: time(2) };
        let nodes = Limits { nodes: Some(10), ..Limits::default() };
        let expected = Limits { depth: Some(3), nodes: Some(10), time: None };
        assert_eq!(Limits::of_level(level, nodes), expected);
        let both = Limits { time: time(5), ..nodes };
        assert_eq!(Limits::of_level(level, both), Limits { time: time(2), ..expected });
        assert_eq!(Limits::of_level(level, Limits::default()), level);
    }

    #[test]
    fn nodes_are_counted_exactly() {
        let limits = Limits { nodes: Some(1500), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        let counted = (0..10_000).take_while(|_| budget.spend(1)).count();
        assert_eq!(counted, 1499);
        assert!(budget.is_spent());
    }

    #[test]
    fn a_raised_flag_ends_every_search_that_shares_it() {
        let stop = StopFlag::new();
        let mut budget = SearchBudget::new(Limits::default(), stop.clone());
        assert!(budget.spend(1));
        stop.raise();
        assert!(!budget.spend(CHECK_INTERVAL));
    }
}
