//! How much of a clock to spend on one move.

use std::time::Duration;

use crate::core::{Clock, Side, TimeControl};

/// Moves that a game is expected to last at any point: spending this share
/// of what is left never runs out and leaves most for the middle game.
const MOVES_AHEAD: u64 = 18;

/// Kept back for what happens between two looks at the clock, in
/// milliseconds.
const RESERVE: u64 = 150;

/// Time that `side` should spend on its next move; `None` without a limit.
#[must_use]
pub fn allot(clock: &Clock, side: Side) -> Option<Duration> {
    let left = clock.time_left(side)?;
    let face = clock.reading(side);
    let wanted = match clock.control() {
        TimeControl::Unlimited => return None,
        TimeControl::SuddenDeath { .. } => left / MOVES_AHEAD,
        TimeControl::Increment { increment, .. } => left / MOVES_AHEAD + increment * 4 / 5,
        TimeControl::ByoYomi { .. } if face.in_byo_yomi => face.time * 9 / 10,
        TimeControl::ByoYomi { period, .. } => face.time / MOVES_AHEAD + period / 2,
    };
    // Never so much that the last period or the last second is lost.
    Some(Duration::from_millis(wanted.min(left.saturating_sub(RESERVE)).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_game_on_one_budget_never_runs_out() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { main: 60_000 });
        for _ in 0..120 {
            let spent = allot(&clock, Side::First).unwrap();
            assert!(clock.advance(Side::First, spent.as_millis() as u64 + 2), "{clock:?}");
            clock.press(Side::First);
        }
    }

    #[test]
    fn byo_yomi_periods_are_not_lost() {
        let mut clock = Clock::new(TimeControl::ByoYomi { main: 0, period: 5000, periods: 1 });
        for _ in 0..100 {
            let spent = allot(&clock, Side::Second).unwrap();
            assert!(clock.advance(Side::Second, spent.as_millis() as u64));
            clock.press(Side::Second);
        }
        assert_eq!(clock.reading(Side::Second).periods, 1);
    }

    #[test]
    fn without_a_limit_nothing_is_allotted() {
        assert_eq!(allot(&Clock::new(TimeControl::Unlimited), Side::First), None);
    }
}
