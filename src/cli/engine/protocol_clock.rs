//! The clocks of GTP: `time_settings` and `time_left`, whose times are seconds.

use std::time::Duration;

use thiserror::Error;

use crate::core::{Clock, ClockError, Reading, Side, TimeControl, excerpt};
use crate::search::{Limits, limits_for_move};

/// The longest time accepted, in seconds: a year.
const MAX_SECONDS: f64 = 366.0 * 86_400.0;

/// Kinds of time control, as `kata-time_settings` names them.
pub(super) const TIME_CONTROLS: [&str; 6] =
    ["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"];

/// The clocks of both sides, once a time command was received.
#[derive(Default)]
pub(super) struct ProtocolClock(Option<Clock>);

/// Errors of the arguments of a time command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum TimeError {
    #[error("syntax error: expected main time, byo-yomi time and stones")]
    SettingsArguments,
    #[error("syntax error: expected none, absolute, byoyomi, canadian or fischer, and its times")]
    Control,
    #[error("syntax error: expected a color, time and stones")]
    LeftArguments,
    #[error("syntax error: expected seconds, such as 30, where there is \"{}\"", excerpt(.0))]
    Seconds(String),
    #[error("syntax error: expected a number of stones where there is \"{}\"", excerpt(.0))]
    Stones(String),
    #[error(transparent)]
    Clock(#[from] ClockError),
}

/// Parses seconds, possibly fractional, to the nearest millisecond.
fn seconds(text: &str) -> Result<Duration, TimeError> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    number
        .map(|seconds| Duration::from_millis((seconds * 1000.0).round() as u64))
        .ok_or_else(|| TimeError::Seconds(text.to_owned()))
}

fn stones(text: &str) -> Result<u32, TimeError> {
    text.parse().map_err(|_| TimeError::Stones(text.to_owned()))
}

impl ProtocolClock {
    /// Handles `time_settings`: main time, byo-yomi time, and byo-yomi stones;
    /// a byo-yomi time with 0 stones means no limit.
    ///
    /// # Errors
    /// A description of the expected arguments.
    pub(super) fn set_time_settings(&mut self, words: &[&str]) -> Result<(), TimeError> {
        let [main, period, count] = words else {
            return Err(TimeError::SettingsArguments);
        };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let control = match stones(count)? {
            0 if !period.is_zero() => TimeControl::Unlimited,
            _ if main.is_zero() && period.is_zero() => TimeControl::Unlimited,
            0 => TimeControl::SuddenDeath { main },
            // A period is divided equally among its stones.
            count => TimeControl::ByoYomi { main, period: period / count, periods: 1 },
        };
        self.0 = Some(Clock::new(control));
        Ok(())
    }

    /// Handles `kgs-time_settings` and `kata-time_settings`: the kind of the time control,
    /// and its times.
    ///
    /// # Errors
    /// A description of the expected arguments.
    pub(super) fn set_time_control(&mut self, words: &[&str]) -> Result<(), TimeError> {
        let control = match words {
            ["none"] => TimeControl::Unlimited,
            ["absolute", main] => TimeControl::SuddenDeath { main: seconds(main)? },
            ["byoyomi", main, period, periods] => TimeControl::ByoYomi {
                main: seconds(main)?,
                period: seconds(period)?,
                periods: stones(periods)?.max(1),
            },
            ["canadian", times @ ..] => return self.set_time_settings(times),
            ["fischer" | "fischer-capped", main, increment, ..] => {
                TimeControl::Increment { main: seconds(main)?, increment: seconds(increment)? }
            }
            _ => return Err(TimeError::Control),
        };
        self.0 = Some(Clock::new(control));
        Ok(())
    }

    /// Handles `time_left`: the time left to a side and its number of stones;
    /// with 0 stones it is main time.
    ///
    /// # Errors
    /// A description of the expected arguments.
    pub(super) fn set_time_left(&mut self, side: Side, words: &[&str]) -> Result<(), TimeError> {
        let [time, count] = words else {
            return Err(TimeError::LeftArguments);
        };
        let (time, count) = (seconds(time)?, stones(count)?);
        let control = match self.0.map(|clock| clock.control()) {
            Some(control) if control != TimeControl::Unlimited => control,
            _ if count == 0 => TimeControl::SuddenDeath { main: time },
            _ => TimeControl::ByoYomi { main: Duration::ZERO, period: time / count, periods: 1 },
        };
        let (limit, periods) = match control {
            TimeControl::ByoYomi { period, .. } if count > 0 => (period, 1),
            TimeControl::ByoYomi { main, .. } => (main, 1),
            TimeControl::SuddenDeath { main } => (main, 0),
            TimeControl::Unlimited | TimeControl::Increment { .. } => (time, 0),
        };
        let face = Reading {
            time: (time / count.max(1)).min(limit),
            periods,
            in_byo_yomi: count > 0 && periods > 0,
        };
        let clock = self.0.filter(|clock| clock.control() == control);
        let clock = clock.unwrap_or_else(|| Clock::new(control));
        let mut faces = Side::BOTH.map(|side| clock.reading(side));
        faces[side.index()] = face;
        self.0 = Some(Clock::restore(control, faces)?);
        Ok(())
    }

    /// Resets the clocks to the start of a game.
    pub(super) fn reset(&mut self) {
        self.0 = self.0.map(|clock| Clock::new(clock.control()));
    }

    /// The limits of a side's next move; none without a limit of time.
    pub(super) fn limits_for_move(&self, side: Side) -> Limits {
        self.0.as_ref().map_or(Limits::default(), |clock| limits_for_move(clock, side))
    }

    /// Records that a side has moved after this time.
    pub(super) fn record_move(&mut self, side: Side, time: Duration) {
        if let Some(clock) = &mut self.0 {
            clock.advance(side, time);
            clock.press(side);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock_with(settings: &str) -> ProtocolClock {
        let mut clock = ProtocolClock::default();
        clock.set_time_settings(&settings.split(' ').collect::<Vec<_>>()).unwrap();
        clock
    }

    #[test]
    fn time_controls_of_kgs_and_kata_are_read() {
        for (words, milliseconds) in [
            ("absolute 180", Some(10_000)),
            ("byoyomi 0 5 3", Some(4500)),
            ("byoyomi 180 5 3", Some(12_500)),
            ("canadian 0 50 10", Some(4500)),
            ("fischer 180 5", Some(14_000)),
            ("none", None),
        ] {
            let mut clock = ProtocolClock::default();
            clock.set_time_control(&words.split(' ').collect::<Vec<_>>()).unwrap();
            let time = time_for_move(&clock, Side::First).map(|time| time.as_millis());
            assert_eq!(time, milliseconds, "{words}");
        }
        for words in ["", "sudden 5", "absolute", "absolute soon", "byoyomi 5 5"] {
            let words: Vec<_> = words.split(' ').collect();
            assert!(ProtocolClock::default().set_time_control(&words).is_err(), "{words:?}");
        }
    }

    /// The time to aim for.
    fn time_for_move(clock: &ProtocolClock, side: Side) -> Option<Duration> {
        clock.limits_for_move(side).aimed_time()
    }

    fn first_time(clock: &ProtocolClock) -> u128 {
        time_for_move(clock, Side::First).unwrap().as_millis()
    }

    #[test]
    fn a_time_for_each_move_is_used_again_and_again_and_not_overstepped() {
        for settings in ["0 5 1", "0 50 10", "0 5.0 1"] {
            let mut clock = clock_with(settings);
            for _ in 0..100 {
                assert!((4000..5000).contains(&first_time(&clock)), "{settings}");
                clock.record_move(Side::First, Duration::from_millis(4900));
            }
        }
    }

    #[test]
    fn a_time_for_the_game_is_divided_and_what_is_left_is_believed() {
        let mut clock = clock_with("600 0 0");
        let first = first_time(&clock);
        assert!((10_000..120_000).contains(&first));
        clock.record_move(Side::First, Duration::from_secs(300));
        assert!(first_time(&clock) < first);
        clock.set_time_left(Side::First, &["1", "0"]).unwrap();
        assert!(first_time(&clock) < 1000);
        assert!(time_for_move(&clock, Side::Second).unwrap().as_millis() == first);
        clock.reset();
        assert_eq!(first_time(&clock), first);
    }

    #[test]
    fn without_settings_or_with_a_period_without_stones_there_is_no_limit() {
        assert_eq!(time_for_move(&ProtocolClock::default(), Side::First), None);
        assert_eq!(time_for_move(&clock_with("0 1 0"), Side::First), None);
        assert_eq!(time_for_move(&clock_with("0 0 0"), Side::First), None);
        let mut clock = ProtocolClock::default();
        clock.set_time_left(Side::First, &["10", "1"]).unwrap();
        assert!((8000..10_000).contains(&first_time(&clock)));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let mut clock = clock_with("0 5 1");
        for words in ["", "1 2", "-1 0 0", "x 0 0", "nan 0 0", "1e99 0 0", "1 1 -1", "1 1 1 1"] {
            let words: Vec<&str> = words.split(' ').collect();
            assert!(clock.set_time_settings(&words).is_err(), "{words:?}");
            assert!(clock.set_time_left(Side::First, &words).is_err() || words == ["1", "2"]);
        }
        assert!(first_time(&clock) > 0);
    }
}
