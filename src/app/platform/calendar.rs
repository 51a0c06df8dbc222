//! The day on the player's own calendar.

use std::time::Duration;

use bevy::prelude::*;
use jiff::civil::{Date, date};
use jiff::{Span, Zoned};

/// How often the calendar is looked at.
const LOOK: Duration = Duration::from_secs(20);

/// Days are counted from this one.
const FIRST: Date = date(1970, 1, 1);

const HOURS: i64 = 24;

/// Today, in days since 1 January 1970.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Today(pub i64);

impl Today {
    /// The day that it is now where the player is.
    fn now() -> Today {
        Today(number(Zoned::now().date()))
    }
}

fn number(day: Date) -> i64 {
    day.duration_since(FIRST).as_hours() / HOURS
}

/// The month, 1 to 12, and the day of the month of a day counted from
/// 1 January 1970.
pub fn month_and_day(day: i64) -> (i8, i8) {
    // A day beyond the calendar is shown as its first.
    let since = Span::new().try_days(day);
    let day = since.and_then(|since| FIRST.checked_add(since)).unwrap_or(FIRST);
    (day.month(), day.day())
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Today::now()).add_systems(First, look);
}

/// Turns the page at midnight.
fn look(time: Res<Time<Real>>, mut today: ResMut<Today>, mut next: Local<Duration>) {
    if time.elapsed() < *next {
        return;
    }
    *next = time.elapsed() + LOOK;
    today.set_if_neq(Today::now());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_first_of_1970_and_back() {
        assert_eq!(number(date(1970, 1, 1)), 0);
        assert_eq!(number(date(2000, 3, 1)), 11_017);
        assert_eq!(number(date(1969, 12, 31)), -1);
        assert_eq!(month_and_day(11_017), (3, 1));
        assert_eq!(month_and_day(11_016), (2, 29));
        assert_eq!(month_and_day(i64::MAX), (1, 1));
    }
}
