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
    /// Time to aim for, if that is less: a search that can tell whether more helps ends
    /// earlier or later, any other after this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum_time: Option<Duration>,
}

impl Limits {
    /// No bounds.
    pub const UNBOUNDED: Limits =
        Limits { depth: None, nodes: None, time: None, optimum_time: None };

    /// For a position with a single legal move: enough for its value.
    pub const FORCED: Limits = Limits { depth: Some(4), ..Limits::UNBOUNDED };

    /// True if plies or positions are bounded, and not time alone: such a search gives the
    /// same result on every machine.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some()
    }

    /// The time after which a search ends that cannot tell whether more helps.
    #[must_use]
    pub fn aimed_time(&self) -> Option<Duration> {
        self.time.into_iter().chain(self.optimum_time).min()
    }

    /// The limits that are left when so much time has been used.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Limits {
        let left = |time: Option<Duration>| time.map(|time| time.saturating_sub(elapsed));
        Limits { time: left(self.time), optimum_time: left(self.optimum_time), ..self }
    }

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
            optimum_time: tighter(self.optimum_time, other.optimum_time),
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
    /// A budget whose clock starts now, and which ends at the time to aim for.
    #[must_use]
    pub fn new(limits: Limits, stop: StopFlag) -> SearchBudget {
        let time = limits.aimed_time();
        SearchBudget::elastic(Limits { time, optimum_time: None, ..limits }, stop)
    }

    /// The same, but ends at the maximum time: the search decides itself when it has
    /// spent enough.
    pub(super) fn elastic(limits: Limits, stop: StopFlag) -> SearchBudget {
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

    /// As [`SearchBudget::spend`], for positions that each take long: the clock and the stop flag
    /// are looked at every time.
    pub fn spend_slowly(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.check_limits();
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
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let a = Limits { depth: Some(3), time: seconds(2), ..Limits::default() };
        let b = Limits { depth: Some(5), nodes: Some(10), time: seconds(1), ..Limits::default() };
        let c = Limits { optimum_time: seconds(3), ..b };
        assert_eq!(a.and(b), Limits { depth: Some(3), ..b });
        assert_eq!(a.and(c), Limits { depth: Some(3), ..c });
    }

    #[test]
    fn a_number_of_positions_alone_lifts_the_time_of_a_level() {
        let time = |seconds| Some(Duration::from_secs(seconds));
        let level = Limits { depth: Some(3), time: time(2), ..Limits::default() };
        let nodes = Limits { nodes: Some(10), ..Limits::default() };
        let expected = Limits { time: None, nodes: Some(10), ..level };
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
    fn a_search_that_cannot_tell_when_it_has_spent_enough_ends_at_the_time_to_aim_for() {
        let limits = Limits {
            time: Some(Duration::from_secs(3600)),
            optimum_time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert!(!SearchBudget::new(limits, StopFlag::new()).spend(CHECK_INTERVAL));
        assert!(SearchBudget::elastic(limits, StopFlag::new()).spend(CHECK_INTERVAL));
    }

    #[test]
    fn positions_that_take_long_are_counted_and_each_looks_at_the_flag() {
        let stop = StopFlag::new();
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, stop.clone());
        assert!(budget.spend_slowly(1) && budget.spend_slowly(1) && !budget.spend_slowly(1));
        let mut budget = SearchBudget::new(Limits::default(), stop.clone());
        assert!(budget.spend_slowly(1));
        stop.raise();
        assert!(!budget.spend_slowly(1));
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
