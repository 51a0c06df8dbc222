//! Times of days and hours in words.

use std::time::Duration;

use super::Localization;

/// The time that is left for a move of a game by correspondence: days and hours, or hours and
/// minutes, or minutes.
pub fn time_left(l10n: &Localization, left: Duration) -> String {
    let minutes = left.as_secs() / 60;
    let (days, hours) = (minutes / 1440, minutes / 60 % 24);
    let numbers = [
        ("days", days.to_string()),
        ("hours", hours.to_string()),
        ("minutes", (minutes % 60).to_string()),
    ];
    let id = match (days, hours) {
        (0, 0) => "time-left-minutes",
        (0, _) => "time-left-hours",
        _ => "time-left-days",
    };
    l10n.format(id, &numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_greatest_units_are_said() {
        let l10n = Localization::default();
        let text = |seconds| time_left(&l10n, Duration::from_secs(seconds));
        assert_eq!(text(3 * 86_400), "3 d 0 h");
        assert_eq!(text(2 * 86_400 + 3 * 3_600 + 59), "2 d 3 h");
        assert_eq!(text(3 * 3_600 + 61), "3 h 1 min");
        assert_eq!(text(59), "0 min");
    }
}
