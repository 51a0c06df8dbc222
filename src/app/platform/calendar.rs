//! The local date.

use std::time::Duration;

use bevy::prelude::*;
use jiff::civil::{Date, date};
use jiff::{Span, Zoned};

/// Interval at which the date is checked.
const REFRESH_INTERVAL: Duration = Duration::from_secs(20);

/// Day 0.
const EPOCH: Date = date(1970, 1, 1);

const HOURS_PER_DAY: i64 = 24;

/// Today, in days since 1 January 1970.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Today(pub i64);

impl Today {
    /// Today in the local time zone.
    fn now() -> Today {
        Today(days_since_epoch(Zoned::now().date()))
    }
}

fn days_since_epoch(day: Date) -> i64 {
    day.duration_since(EPOCH).as_hours() / HOURS_PER_DAY
}

/// The month, 1 to 12, and the day of the month of a day counted from
/// 1 January 1970.
pub fn month_and_day(day: i64) -> (i8, i8) {
    // A day out of the calendar's range is shown as the epoch.
    let since = Span::new().try_days(day);
    let day = since.and_then(|since| EPOCH.checked_add(since)).unwrap_or(EPOCH);
    (day.month(), day.day())
}

/// A day counted from 1 January 1970 as in records, such as 2026-11-21.
pub fn date_text(day: i64) -> String {
    let since = Span::new().try_days(day);
    let day = since.and_then(|since| EPOCH.checked_add(since)).unwrap_or(EPOCH);
    day.to_string()
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Today::now()).add_systems(First, update_today);
}

/// Updates the date after midnight.
fn update_today(time: Res<Time<Real>>, mut today: ResMut<Today>, mut next: Local<Duration>) {
    if time.elapsed() < *next {
        return;
    }
    *next = time.elapsed() + REFRESH_INTERVAL;
    today.set_if_neq(Today::now());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_first_of_1970_and_back() {
        assert_eq!(days_since_epoch(date(1970, 1, 1)), 0);
        assert_eq!(days_since_epoch(date(2000, 3, 1)), 11_017);
        assert_eq!(days_since_epoch(date(1969, 12, 31)), -1);
        assert_eq!(month_and_day(11_017), (3, 1));
        assert_eq!(month_and_day(11_016), (2, 29));
        assert_eq!(month_and_day(i64::MAX), (1, 1));
    }
}
