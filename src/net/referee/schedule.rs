//! When the passing of time brings something.

use std::collections::{BTreeMap, BTreeSet};

use super::{Id, PlayerId};

/// A thing that comes to its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// A game: a flag, a first move that is missing, a player who did not come back.
    Game(Id),
    /// A challenge whose challenger is gone.
    Challenge(Id),
    /// A player who waits to be paired and is gone.
    Waiting(PlayerId),
    /// An offer of a rematch that nobody took.
    Rematch(Id),
    /// The log of a finished game on the broker.
    Log(Id),
    /// Those who are here are told of.
    Attendance,
    /// The memory of players who are gone.
    Sweep,
}

/// The times, each thing at most once.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    by_time: BTreeSet<(u64, Due)>,
    times: BTreeMap<Due, u64>,
}

impl Schedule {
    /// Sets the time of a thing, or takes it away.
    pub(super) fn set(&mut self, due: Due, at: Option<u64>) {
        if let Some(old) = self.times.remove(&due) {
            self.by_time.remove(&(old, due));
        }
        if let Some(at) = at {
            self.times.insert(due, at);
            self.by_time.insert((at, due));
        }
    }

    /// The first time.
    pub(super) fn next(&self) -> Option<u64> {
        self.by_time.first().map(|&(at, _)| at)
    }

    /// Takes what has come to its time.
    pub(super) fn take_due(&mut self, now: u64) -> Vec<Due> {
        let due: Vec<_> = self.by_time.range(..=(now, Due::Sweep)).map(|&(_, due)| due).collect();
        due.iter().for_each(|&due| self.set(due, None));
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_come_in_the_order_of_their_last_times_and_once() {
        let mut schedule = Schedule::default();
        let [one, two] = [1, 2].map(|number| Due::Game(Id([number; 12])));
        schedule.set(one, Some(30));
        schedule.set(two, Some(20));
        schedule.set(Due::Sweep, Some(25));
        schedule.set(one, Some(10));
        assert_eq!(schedule.next(), Some(10));
        assert_eq!(schedule.take_due(9), []);
        assert_eq!(schedule.take_due(25), [one, two, Due::Sweep]);
        assert_eq!(schedule.next(), None);
        schedule.set(one, Some(1));
        schedule.set(one, None);
        assert_eq!(schedule.take_due(u64::MAX), []);
    }
}
