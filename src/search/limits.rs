//! Bounds on the effort of a search, and the flag that ends it early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;

/// Bounds on the effort of one search. A bound that is `None` does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// Positions to look at, at most.
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub time: Option<Duration>,
}

impl Limits {
    /// For a move that is the only one: enough for its value.
    pub const FORCED: Limits = Limits { depth: Some(4), nodes: None, time: None };

    /// The tighter of two limits in each respect.
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

/// A flag that asks a running search to end. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks every search that holds this flag to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag was raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The running account of one search against its limits.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    stop: Stop,
    started: Instant,
    nodes: u64,
    next_look: u64,
    spent: bool,
}

/// Nodes between looks at the clock and the stop flag: a millisecond or two
/// of a search on the largest boards, far less on small ones.
const LOOK_EVERY: u64 = 256;

impl Budget {
    /// An account that starts now.
    #[must_use]
    pub fn new(limits: Limits, stop: Stop) -> Budget {
        Budget { limits, stop, started: Instant::now(), nodes: 0, next_look: 0, spent: false }
    }

    /// Counts `nodes` more positions. Returns whether the search may go on;
    /// once it may not, it never may again.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.look();
        }
        !self.spent
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = self.nodes + LOOK_EVERY;
        if let Some(most) = self.limits.nodes {
            self.spent |= self.nodes >= most;
            self.next_look = self.next_look.min(most);
        }
        self.spent |= self.stop.is_raised();
        self.spent |= self.limits.time.is_some_and(|most| self.started.elapsed() >= most);
    }

    /// Whether a bound was reached or the flag raised.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Positions counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limits this account keeps.
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
    fn nodes_are_counted_exactly() {
        let limits = Limits { nodes: Some(1500), ..Limits::default() };
        let mut budget = Budget::new(limits, Stop::new());
        let counted = (0..10_000).take_while(|_| budget.spend(1)).count();
        assert_eq!(counted, 1499);
        assert!(budget.is_spent());
    }

    #[test]
    fn a_raised_flag_ends_every_search_that_shares_it() {
        let stop = Stop::new();
        let mut budget = Budget::new(Limits::default(), stop.clone());
        assert!(budget.spend(1));
        stop.raise();
        assert!(!budget.spend(LOOK_EVERY));
    }
}
