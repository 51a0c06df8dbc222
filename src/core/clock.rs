//! Game clocks as pure arithmetic. The caller measures time and decides when
//! a clock runs.

use std::fmt;
use std::time::Duration;

use super::Side;

/// A time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit; the clock counts up.
    #[default]
    Unlimited,
    /// Main time for the whole game.
    SuddenDeath {
        /// Main time of each side.
        main: Duration,
    },
    /// Main time with an increment after each move (Fischer).
    Increment {
        /// Main time at the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// Main time, then periods: each is renewed by a move made within it and
    /// lost when it runs out (Japanese byo-yomi).
    ByoYomi {
        /// Main time before the periods begin.
        main: Duration,
        /// Length of one period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
}

/// The least length of a period, so that a clock without any still runs out.
const MIN_PERIOD: Duration = Duration::from_millis(1);

/// The reading of one side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Time left of the main time or, in byo-yomi, of the current period; time
    /// used when there is no limit.
    pub time: Duration,
    /// Whole byo-yomi periods left, the current one included; 0 otherwise.
    pub periods: u32,
    /// True once the main time is used up and periods are running.
    pub in_byo_yomi: bool,
}

/// A clock reading that its time control cannot produce, as in a damaged
/// save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockError;

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the clock shows a time that its time control cannot reach")
    }
}

impl std::error::Error for ClockError {}

/// The clocks of both sides.
///
/// ```
/// use std::time::Duration;
///
/// use tianyuan::core::{Clock, Side, TimeControl};
///
/// let seconds = Duration::from_secs;
/// let control = TimeControl::Increment { main: seconds(60), increment: seconds(2) };
/// let mut clock = Clock::new(control);
/// assert!(clock.advance(Side::First, seconds(5)));
/// clock.press(Side::First);
/// assert_eq!(clock.reading(Side::First).time, seconds(57));
/// assert!(!clock.advance(Side::Second, seconds(60)));
/// assert!(clock.is_out_of_time(Side::Second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    readings: [Reading; 2],
}

impl Clock {
    /// Both clocks before the first move.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let (time, periods) = match control {
            TimeControl::Unlimited => (Duration::ZERO, 0),
            TimeControl::SuddenDeath { main } | TimeControl::Increment { main, .. } => (main, 0),
            TimeControl::ByoYomi { main, periods, .. } => (main, periods.max(1)),
        };
        let reading = Reading { time, periods, in_byo_yomi: false };
        let mut clock = Clock { control, readings: [reading; 2] };
        // Without main time the first period runs at once.
        for side in Side::BOTH {
            let _ = clock.advance(side, Duration::ZERO);
        }
        clock
    }

    /// Restores a saved clock.
    ///
    /// # Errors
    /// When the time control cannot produce one of the readings.
    pub fn restore(control: TimeControl, readings: [Reading; 2]) -> Result<Clock, ClockError> {
        let fits = readings.iter().all(|reading| match control {
            TimeControl::ByoYomi { main, period, periods } => {
                let limit = if reading.in_byo_yomi { period } else { main };
                reading.time <= limit && reading.periods <= periods.max(1)
            }
            TimeControl::SuddenDeath { main } => {
                reading.time <= main && reading.periods == 0 && !reading.in_byo_yomi
            }
            TimeControl::Unlimited | TimeControl::Increment { .. } => {
                reading.periods == 0 && !reading.in_byo_yomi
            }
        });
        if fits { Ok(Clock { control, readings }) } else { Err(ClockError) }
    }

    /// The time control of this clock.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The clock reading of `side`.
    #[must_use]
    pub fn reading(&self, side: Side) -> Reading {
        self.readings[side.index()]
    }

    /// True if `side` has no time left.
    #[must_use]
    pub fn is_out_of_time(&self, side: Side) -> bool {
        let reading = self.readings[side.index()];
        match self.control {
            TimeControl::Unlimited => false,
            TimeControl::SuddenDeath { .. } | TimeControl::Increment { .. } => {
                reading.time.is_zero()
            }
            TimeControl::ByoYomi { .. } => reading.periods == 0,
        }
    }

    /// Takes `elapsed` off the clock of `side`. Returns false if
    /// its time has run out.
    pub fn advance(&mut self, side: Side, elapsed: Duration) -> bool {
        let reading = &mut self.readings[side.index()];
        match self.control {
            TimeControl::Unlimited => reading.time = reading.time.saturating_add(elapsed),
            TimeControl::SuddenDeath { .. } | TimeControl::Increment { .. } => {
                reading.time = reading.time.saturating_sub(elapsed);
            }
            TimeControl::ByoYomi { period, .. } => {
                let mut left = elapsed;
                if left >= reading.time && reading.periods > 0 {
                    left -= reading.time;
                    let period = period.max(MIN_PERIOD);
                    let whole = left.as_nanos() / period.as_nanos();
                    let begun = u32::try_from(whole).unwrap_or(u32::MAX);
                    let lost = begun.saturating_add(u32::from(reading.in_byo_yomi));
                    reading.periods = reading.periods.saturating_sub(lost);
                    reading.in_byo_yomi = true;
                    reading.time = if reading.periods == 0 { Duration::ZERO } else { period };
                    left = left.saturating_sub(period.saturating_mul(begun));
                }
                reading.time = reading.time.saturating_sub(left);
            }
        }
        !self.is_out_of_time(side)
    }

    /// Presses the clock after a move of `side`, which gets its increment or
    /// a fresh period.
    pub fn press(&mut self, side: Side) {
        let reading = &mut self.readings[side.index()];
        match self.control {
            TimeControl::Increment { increment, .. } if !reading.time.is_zero() => {
                reading.time = reading.time.saturating_add(increment);
            }
            TimeControl::ByoYomi { period, .. } if reading.in_byo_yomi && reading.periods > 0 => {
                reading.time = period.max(MIN_PERIOD);
            }
            _ => {}
        }
    }

    /// Time before `side` loses on time: main time and all periods.
    /// `None` without a limit.
    #[must_use]
    pub fn time_left(&self, side: Side) -> Option<Duration> {
        let reading = self.readings[side.index()];
        match self.control {
            TimeControl::Unlimited => None,
            TimeControl::SuddenDeath { .. } | TimeControl::Increment { .. } => Some(reading.time),
            TimeControl::ByoYomi { period, .. } => {
                let whole = reading.periods.saturating_sub(u32::from(reading.in_byo_yomi));
                Some(reading.time.saturating_add(period.saturating_mul(whole)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYO_YOMI: TimeControl =
        TimeControl::ByoYomi { main: ms(1000), period: ms(300), periods: 3 };

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn sudden_death_runs_out_at_zero() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { main: ms(500) });
        assert!(clock.advance(Side::First, ms(499)));
        clock.press(Side::First);
        assert_eq!(clock.reading(Side::First).time, ms(1));
        assert!(!clock.advance(Side::First, ms(1)));
        assert!(!clock.is_out_of_time(Side::Second));
    }

    #[test]
    fn an_increment_is_added_after_the_move_but_never_revives() {
        let control = TimeControl::Increment { main: ms(100), increment: ms(50) };
        let mut clock = Clock::new(control);
        clock.advance(Side::Second, ms(60));
        clock.press(Side::Second);
        assert_eq!(clock.reading(Side::Second).time, ms(90));
        clock.advance(Side::Second, ms(90));
        clock.press(Side::Second);
        assert!(clock.is_out_of_time(Side::Second));
    }

    #[test]
    fn a_move_within_a_period_renews_it() {
        let mut clock = Clock::new(BYO_YOMI);
        assert!(clock.advance(Side::First, ms(1200)));
        assert_eq!(
            clock.reading(Side::First),
            Reading { time: ms(100), periods: 3, in_byo_yomi: true }
        );
        clock.press(Side::First);
        assert_eq!(clock.reading(Side::First).time, ms(300));
        assert_eq!(clock.reading(Side::First).periods, 3);
    }

    #[test]
    fn each_period_overrun_is_lost_and_the_last_ends_the_game() {
        let mut clock = Clock::new(BYO_YOMI);
        assert!(clock.advance(Side::First, ms(1000 + 300 + 10)));
        assert_eq!(
            clock.reading(Side::First),
            Reading { time: ms(290), periods: 2, in_byo_yomi: true }
        );
        assert_eq!(clock.time_left(Side::First), Some(ms(590)));
        assert!(!clock.advance(Side::First, ms(590)));
        assert!(clock.is_out_of_time(Side::First));
    }

    #[test]
    fn any_number_of_periods_is_lost_at_once() {
        let control = TimeControl::ByoYomi { main: ms(0), period: ms(0), periods: u32::MAX };
        let mut clock = Clock::new(control);
        let started = std::time::Instant::now();
        assert!(clock.advance(Side::First, ms(u64::from(u32::MAX) - 1)));
        let reading = Reading { time: ms(1), periods: 1, in_byo_yomi: true };
        assert_eq!(clock.reading(Side::First), reading);
        assert!(!clock.advance(Side::Second, Duration::MAX));
        assert!(started.elapsed() < ms(500));
    }

    #[test]
    fn byo_yomi_without_main_time_starts_in_the_first_period() {
        let control = TimeControl::ByoYomi { main: ms(0), period: ms(300), periods: 1 };
        let mut clock = Clock::new(control);
        assert!(clock.reading(Side::First).in_byo_yomi);
        assert!(clock.advance(Side::First, ms(299)));
        assert!(!clock.advance(Side::First, ms(1)));
    }

    #[test]
    fn without_a_limit_the_clock_counts_up() {
        let mut clock = Clock::new(TimeControl::Unlimited);
        assert!(clock.advance(Side::First, ms(1 << 40)));
        assert_eq!(clock.reading(Side::First).time, ms(1 << 40));
        assert_eq!(clock.time_left(Side::First), None);
    }

    #[test]
    fn a_saved_clock_is_restored_and_an_impossible_one_rejected() {
        let mut clock = Clock::new(BYO_YOMI);
        clock.advance(Side::Second, ms(1310));
        let readings = [clock.reading(Side::First), clock.reading(Side::Second)];
        assert_eq!(Clock::restore(BYO_YOMI, readings), Ok(clock));
        let mut wrong = readings;
        wrong[0].time = ms(5000);
        assert_eq!(Clock::restore(BYO_YOMI, wrong), Err(ClockError));
    }
}
