//! Time management: the share of the clock to spend on one move.

use std::time::Duration;

use crate::core::{Clock, Side, TimeControl};

/// Expected number of moves to go. Spending this share of the remaining time
/// never runs out and leaves most of it for the middle game.
const MOVES_TO_GO: u32 = 18;

/// Safety margin for overhead between two clock checks.
const MOVE_OVERHEAD: Duration = Duration::from_millis(150);

/// The least time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Time that `side` should spend on its next move; `None` without a limit.
#[must_use]
pub fn time_for_move(clock: &Clock, side: Side) -> Option<Duration> {
    let left = clock.time_left(side)?;
    let reading = clock.reading(side);
    let wanted = match clock.control() {
        TimeControl::Unlimited => return None,
        TimeControl::SuddenDeath { .. } => left / MOVES_TO_GO,
        TimeControl::Increment { increment, .. } => {
            (left / MOVES_TO_GO).saturating_add(increment / 5 * 4)
        }
        TimeControl::ByoYomi { .. } if reading.in_byo_yomi => reading.time / 10 * 9,
        TimeControl::ByoYomi { period, .. } => {
            (reading.time / MOVES_TO_GO).saturating_add(period / 2)
        }
    };
    // Never so much that the last period or the last second is lost.
    Some(wanted.min(left.saturating_sub(MOVE_OVERHEAD)).max(MIN_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sudden_death_never_runs_out() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { main: Duration::from_secs(60) });
        for _ in 0..120 {
            let spent = time_for_move(&clock, Side::First).unwrap();
            assert!(clock.advance(Side::First, spent + Duration::from_millis(2)), "{clock:?}");
            clock.press(Side::First);
        }
    }

    #[test]
    fn byo_yomi_periods_are_not_lost() {
        let mut clock = Clock::new(TimeControl::ByoYomi {
            main: Duration::ZERO,
            period: Duration::from_secs(5),
            periods: 1,
        });
        for _ in 0..100 {
            let spent = time_for_move(&clock, Side::Second).unwrap();
            assert!(clock.advance(Side::Second, spent));
            clock.press(Side::Second);
        }
        assert_eq!(clock.reading(Side::Second).periods, 1);
    }

    #[test]
    fn the_longest_times_are_within_the_limits() {
        let most = Duration::MAX;
        for control in [
            TimeControl::SuddenDeath { main: most },
            TimeControl::Increment { main: most, increment: most },
            TimeControl::ByoYomi { main: most, period: most, periods: u32::MAX },
            TimeControl::ByoYomi { main: Duration::ZERO, period: most, periods: 1 },
        ] {
            let mut clock = Clock::new(control);
            assert!(time_for_move(&clock, Side::First).is_some());
            clock.advance(Side::First, most / 2);
            clock.press(Side::First);
            assert!(time_for_move(&clock, Side::First).is_some(), "{clock:?}");
        }
    }

    #[test]
    fn unlimited_time_has_no_limit_per_move() {
        assert_eq!(time_for_move(&Clock::new(TimeControl::Unlimited), Side::First), None);
    }
}
