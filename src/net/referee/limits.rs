//! The limits: of a player in a short time, and of everything that is kept.

/// Players of whom something is remembered.
pub(super) const MAX_PLAYERS: usize = 20_000;

/// Games that run at the same time, of all players and of one.
pub(super) const MAX_GAMES: usize = 20_000;
pub(super) const MAX_GAMES_OF_PLAYER: usize = 50;

/// Open challenges of all players, of one, and addressed to one.
pub(super) const MAX_CHALLENGES: usize = 5_000;
pub(super) const MAX_CHALLENGES_OF_PLAYER: usize = 5;
pub(super) const MAX_CHALLENGES_TO_PLAYER: usize = 20;

/// Tournaments of all organisers, and of one.
pub(super) const MAX_EVENTS: usize = 100;
pub(super) const MAX_EVENTS_OF_PLAYER: usize = 3;

/// Players who are named among those who are here, and games that the lobby shows: everyone there
/// hears of each.
pub(super) const MAX_NAMED: usize = 200;
pub(super) const MAX_SHOWN_GAMES: usize = 100;

/// Players who wait to be paired, and rematches that are offered.
pub(super) const MAX_WAITING: usize = 5_000;
pub(super) const MAX_REMATCHES: usize = 5_000;

/// Lines of chats that are kept for a player who is not here.
pub(super) const MAX_MISSED: usize = 50;

/// Finished games whose logs still stand on the broker.
pub(super) const MAX_ENDED: usize = 20_000;

/// Entries of one game, after which it is void: more than any game that is played to be won.
pub(super) const MAX_ENTRIES: usize = 2048;

/// Entries after which nothing but moves and answers is taken, so that offers do not use up the
/// log.
pub(super) const MAX_ENTRIES_WITH_OFFERS: usize = 1024;

/// Gifts of time in one turn: each makes an action that is on its way outdated.
pub(super) const MAX_GIFTS: u8 = 4;

/// The longest text of a report, in characters.
pub(super) const MAX_REPORT: usize = 1000;

/// Tokens that each action takes, refilled with time up to a number: so a burst is possible and a
/// stream is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    /// Milliseconds of refilling.
    level: u64,
    full: u64,
    cost: u64,
    at: u64,
    is_told: bool,
}

/// The verdict of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Go on.
    Free,
    /// Too many, and the player is to hear it.
    Tell,
    /// Too many, and the player has heard it.
    Silent,
}

impl Bucket {
    /// `burst` at once, and then one in `interval` milliseconds.
    pub(super) const fn new(burst: u64, interval: u64) -> Bucket {
        Bucket {
            level: burst * interval,
            full: burst * interval,
            cost: interval,
            at: 0,
            is_told: false,
        }
    }

    /// Requests of all kinds.
    pub(super) const fn requests() -> Bucket {
        Bucket::new(20, 500)
    }

    /// Lines of chats.
    pub(super) const fn lines() -> Bucket {
        Bucket::new(5, 2_000)
    }

    /// Reports.
    pub(super) const fn reports() -> Bucket {
        Bucket::new(3, 600_000)
    }

    /// Finished games that are asked for: each may be as long as a notice can be.
    pub(super) const fn fetches() -> Bucket {
        Bucket::new(10, 3_000)
    }

    /// Actions in one game: marks of dead stones come quickly.
    pub(super) const fn actions() -> Bucket {
        Bucket::new(20, 250)
    }

    /// Takes a token, if there is one.
    pub(super) fn take(&mut self, now: u64) -> Verdict {
        let passed = now.saturating_sub(self.at);
        self.level = self.level.saturating_add(passed).min(self.full);
        self.at = now;
        if self.level >= self.cost {
            self.level -= self.cost;
            self.is_told = false;
            return Verdict::Free;
        }
        let verdict = if self.is_told { Verdict::Silent } else { Verdict::Tell };
        self.is_told = true;
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_then_it_is_told_once_and_time_refills() {
        let mut bucket = Bucket::new(3, 100);
        let start = 1_000_000;
        assert!((0..3).all(|_| bucket.take(start) == Verdict::Free));
        assert_eq!(bucket.take(start + 99), Verdict::Tell);
        assert_eq!(bucket.take(start + 99), Verdict::Silent);
        assert_eq!(bucket.take(start + 100), Verdict::Free);
        assert_eq!(bucket.take(start + 100), Verdict::Tell);
        assert!((0..3).all(|_| bucket.take(start + 10_000) == Verdict::Free));
        assert_eq!(bucket.take(start + 10_000), Verdict::Tell);
    }

    #[test]
    fn a_clock_that_goes_back_gives_nothing_and_breaks_nothing() {
        let mut bucket = Bucket::new(1, 100);
        assert_eq!(bucket.take(u64::MAX), Verdict::Free);
        assert_eq!(bucket.take(0), Verdict::Tell);
        assert_eq!(bucket.take(99), Verdict::Silent);
        assert_eq!(bucket.take(100), Verdict::Free);
    }
}
