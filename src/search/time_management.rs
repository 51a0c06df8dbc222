//! Time management: the share of the clock to spend on one move, and when a search has
//! spent enough of it.

use std::time::Duration;

use super::Limits;
use crate::core::{Clock, Side, TimeControl};

/// Expected number of moves to go. Spending this share of the remaining time
/// never runs out and leaves most of it for the middle game.
const MOVES_TO_GO: u32 = 18;

/// Safety margin for overhead between two clock checks.
const MOVE_OVERHEAD: Duration = Duration::from_millis(150);

/// The part of the time left that a move may take where there is hardly more than the margin: a
/// tenth of a second a move, as engines are told in matches, is time to think.
const PART_OF_LITTLE: u32 = 4;

/// The least time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);

/// The most that a move may take, as a multiple of the time to aim for, and as a part of
/// the time left.
const MAX_TIMES_OPTIMUM: u32 = 3;
const MAX_PART_LEFT: u32 = 5;

/// Time left from which on no move takes more than the time to aim for.
const RESERVE: Duration = Duration::from_secs(2);

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
    let most = left.saturating_sub(MOVE_OVERHEAD).max(left / PART_OF_LITTLE);
    Some(wanted.min(most).max(MIN_TIME))
}

/// The limits of `side`'s next move; none without a limit of time.
#[must_use]
pub fn limits_for_move(clock: &Clock, side: Side) -> Limits {
    let Some(optimum) = time_for_move(clock, side) else { return Limits::default() };
    // What is not used of a period is lost.
    match clock.control() {
        TimeControl::ByoYomi { .. } => Limits { time: Some(optimum), ..Limits::default() },
        _ => elastic_limits(optimum, clock.time_left(side).unwrap_or(optimum)),
    }
}

/// Limits that aim for `optimum` where so much time is left for the game.
#[must_use]
pub fn elastic_limits(optimum: Duration, left: Duration) -> Limits {
    let most =
        optimum.saturating_mul(MAX_TIMES_OPTIMUM).min(left.saturating_sub(RESERVE) / MAX_PART_LEFT);
    Limits { time: Some(most.max(optimum)), optimum_time: Some(optimum), ..Limits::default() }
}

/// The time to aim for by the number of depths since the best move last changed, in
/// hundredths.
const STABILITY: [u32; 6] = [170, 130, 105, 90, 75, 65];

/// Judges after each depth whether a search has spent enough of its time.
#[derive(Debug)]
pub(super) struct TimeManager<Mv> {
    best: Option<Mv>,
    /// Depths since the best move changed.
    stable: usize,
    value: i32,
}

impl<Mv: Copy + PartialEq> TimeManager<Mv> {
    /// Before the first depth.
    pub(super) const START: Self = TimeManager { best: None, stable: 0, value: 0 };

    /// The time after which another depth is not begun, when a depth has found this move
    /// with this value. `unit` is what a value changes by between depths.
    pub(super) fn target(
        &mut self,
        optimum: Duration,
        best: Mv,
        value: i32,
        unit: i32,
    ) -> Duration {
        let is_same = self.best == Some(best);
        self.stable = if is_same { self.stable + 1 } else { 0 };
        let drop = if self.best.is_some() { self.value.saturating_sub(value) } else { 0 };
        (self.best, self.value) = (Some(best), value);
        let worse = 100 + 50 * drop.clamp(0, 2 * unit) as u32 / (2 * unit).max(1) as u32;
        // A depth takes as long as all before it, so that on the average the search ends
        // at the target.
        optimum / 100 * STABILITY[self.stable.min(STABILITY.len() - 1)] / 100 * worse / 3 * 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stable_search_ends_early_and_one_that_turns_or_falls_goes_on() {
        let second = Duration::from_secs(1);
        let mut manager = TimeManager::START;
        let times: Vec<_> =
            [(1, 30), (1, 30), (2, 30), (2, 30), (2, 31), (2, 29), (2, 30), (2, 30), (2, -90)]
                .map(|(best, value)| manager.target(second, best, value, 25).as_millis())
                .to_vec();
        assert!(times[2] > second.as_millis() && times[7] < second.as_millis() / 2, "{times:?}");
        assert!(times[8].abs_diff(times[7] * 3 / 2) <= 1, "{times:?}");
    }

    #[test]
    fn limits_of_a_clock_leave_room_and_never_run_out() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { main: Duration::from_secs(60) });
        for _ in 0..80 {
            let Limits { time, optimum_time, .. } = limits_for_move(&clock, Side::First);
            assert!(optimum_time <= time);
            assert!(clock.advance(Side::First, time.unwrap() + Duration::from_millis(2)));
            clock.press(Side::First);
        }
        assert_eq!(
            limits_for_move(&Clock::new(TimeControl::Unlimited), Side::First),
            Limits::default()
        );
    }

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
