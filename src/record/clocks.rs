//! Forms in which files keep clock readings.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::Reading;

/// A time as files keep it, in whole milliseconds.
#[must_use]
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The serialised form of a clock reading: milliseconds, byo-yomi periods
/// left, in byo-yomi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockFile(u64, u32, bool);

impl From<Reading> for ClockFile {
    fn from(reading: Reading) -> ClockFile {
        ClockFile(milliseconds(reading.time), reading.periods, reading.in_byo_yomi)
    }
}

impl From<ClockFile> for Reading {
    fn from(ClockFile(time, periods, in_byo_yomi): ClockFile) -> Reading {
        Reading { time: Duration::from_millis(time), periods, in_byo_yomi }
    }
}

/// Both readings as six numbers: for each the milliseconds, the byo-yomi
/// periods left, and 1 in byo-yomi.
pub(super) fn write_readings(readings: [Reading; 2]) -> String {
    readings
        .map(|reading| {
            let ClockFile(time, periods, in_byo_yomi) = reading.into();
            format!("{time} {periods} {}", u8::from(in_byo_yomi))
        })
        .join(" ")
}

/// Parses the six numbers of [`write_readings`].
pub(super) fn parse_readings(text: &str) -> Option<[Reading; 2]> {
    let numbers: Option<Vec<u64>> = text.split(' ').map(|number| number.parse().ok()).collect();
    let &[a, b, c, d, e, f] = numbers?.as_slice() else { return None };
    let reading = |time, periods, in_byo_yomi| {
        let periods = u32::try_from(periods).ok()?;
        Some(ClockFile(time, periods, in_byo_yomi != 0).into())
    };
    Some([reading(a, b, c)?, reading(d, e, f)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_numbers_keep_both_readings() {
        let text = "61500 0 0 10000 2 1";
        let readings = parse_readings(text).unwrap();
        let second = Reading { time: Duration::from_secs(10), periods: 2, in_byo_yomi: true };
        assert_eq!(readings[1], second);
        assert_eq!(write_readings(readings), text);
        assert_eq!(parse_readings("1 2 3"), None);
    }
}
