//! The clocks of GTP: the time that a program is given for a game, and what is
//! left of it. All times are seconds there.

use std::time::Duration;

use crate::core::{Clock, Reading, Side, TimeControl};
use crate::search::allot;

/// No time of a game is longer, in seconds: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// The clocks of both sides, if the other program said anything of time.
#[derive(Default)]
pub(super) struct Pace(Option<Clock>);

/// Milliseconds of a number of seconds, which may have a fraction.
fn milliseconds(text: &str) -> Result<u64, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=LONGEST).contains(seconds));
    seconds.map(|seconds| (seconds * 1000.0).round() as u64).ok_or_else(|| {
        format!("syntax error: expected seconds, such as 30, where there is \"{text}\"")
    })
}

fn stones(text: &str) -> Result<u64, String> {
    let number: Option<u32> = text.parse().ok();
    number.map(u64::from).ok_or_else(|| {
        format!("syntax error: expected a number of stones where there is \"{text}\"")
    })
}

impl Pace {
    /// Follows `time_settings`: main time, the time of a period after it, and
    /// the stones to be played in each; a period without stones is no limit.
    ///
    /// # Errors
    /// Says what was expected.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let [main, period, count] = words else {
            return Err("syntax error: expected main time, byo-yomi time and stones".to_owned());
        };
        let (main, period) = (milliseconds(main)?, milliseconds(period)?);
        let control = match stones(count)? {
            0 if period > 0 => TimeControl::Unlimited,
            _ if main == 0 && period == 0 => TimeControl::Unlimited,
            0 => TimeControl::SuddenDeath { main },
            // Stones that share a period get equal parts of it.
            count => TimeControl::ByoYomi { main, period: period / count, periods: 1 },
        };
        self.0 = Some(Clock::new(control));
        Ok(())
    }

    /// Follows `time_left`: what a side has left, and for how many stones; for
    /// none it is main time.
    ///
    /// # Errors
    /// Says what was expected.
    pub(super) fn tell(&mut self, side: Side, words: &[&str]) -> Result<(), String> {
        let [time, count] = words else {
            return Err("syntax error: expected a color, time and stones".to_owned());
        };
        let (time, count) = (milliseconds(time)?, stones(count)?);
        let control = match self.0.map(|clock| clock.control()) {
            Some(control) if control != TimeControl::Unlimited => control,
            _ if count == 0 => TimeControl::SuddenDeath { main: time },
            _ => TimeControl::ByoYomi { main: 0, period: time / count, periods: 1 },
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
        self.0 = Some(Clock::restore(control, faces).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// The clocks as they stand before the first move.
    pub(super) fn reset(&mut self) {
        self.0 = self.0.map(|clock| Clock::new(clock.control()));
    }

    /// How long a side should think about its next move; `None` without a
    /// limit.
    pub(super) fn allotted(&self, side: Side) -> Option<Duration> {
        allot(self.0.as_ref()?, side)
    }

    /// A side has thought so long and moved.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        if let Some(clock) = &mut self.0 {
            clock.advance(side, time.as_millis() as u64);
            clock.press(side);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paced(settings: &str) -> Pace {
        let mut pace = Pace::default();
        pace.set(&settings.split(' ').collect::<Vec<_>>()).unwrap();
        pace
    }

    fn allotted(pace: &Pace) -> u128 {
        pace.allotted(Side::First).unwrap().as_millis()
    }

    #[test]
    fn a_time_for_each_move_is_used_again_and_again_and_not_overstepped() {
        for settings in ["0 5 1", "0 50 10", "0 5.0 1"] {
            let mut pace = paced(settings);
            for _ in 0..100 {
                assert!((4000..5000).contains(&allotted(&pace)), "{settings}");
                pace.spend(Side::First, Duration::from_millis(4900));
            }
        }
    }

    #[test]
    fn a_time_for_the_game_is_divided_and_what_is_left_is_believed() {
        let mut pace = paced("600 0 0");
        let first = allotted(&pace);
        assert!((10_000..120_000).contains(&first));
        pace.spend(Side::First, Duration::from_secs(300));
        assert!(allotted(&pace) < first);
        pace.tell(Side::First, &["1", "0"]).unwrap();
        assert!(allotted(&pace) < 1000);
        assert!(pace.allotted(Side::Second).unwrap().as_millis() == first);
        pace.reset();
        assert_eq!(allotted(&pace), first);
    }

    #[test]
    fn without_settings_or_with_a_period_without_stones_there_is_no_limit() {
        assert_eq!(Pace::default().allotted(Side::First), None);
        assert_eq!(paced("0 1 0").allotted(Side::First), None);
        assert_eq!(paced("0 0 0").allotted(Side::First), None);
        let mut pace = Pace::default();
        pace.tell(Side::First, &["10", "1"]).unwrap();
        assert!((8000..10_000).contains(&allotted(&pace)));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let mut pace = paced("0 5 1");
        for words in ["", "1 2", "-1 0 0", "x 0 0", "nan 0 0", "1e99 0 0", "1 1 -1", "1 1 1 1"] {
            let words: Vec<&str> = words.split(' ').collect();
            assert!(pace.set(&words).is_err(), "{words:?}");
            assert!(pace.tell(Side::First, &words).is_err() || words == ["1", "2"]);
        }
        assert!(allotted(&pace) > 0);
    }
}
