//! Points and levels of club play: a rating in which the loser loses what the winner gains.

use serde::{Deserialize, Serialize};

/// Points that each level takes.
pub const LEVEL_SIZE: u32 = 100;

/// Number of the lowest level; 1 is the highest.
pub const LOWEST_LEVEL: u8 = 30;

/// Most points that are kept, so that a damaged file cannot make them overflow.
const MAX: u32 = 10_000;

/// The points of a player. From 100 on they make levels of a hundred points each, 30 the
/// lowest and 1 the highest, which has no upper end.
///
/// ```
/// use tianyuan::core::LevelPoints;
///
/// let points = LevelPoints::new(1234);
/// assert_eq!(points.level(), Some(19));
/// assert_eq!(points.to_next_level(), Some(66));
/// // A draw with someone 60 points higher.
/// assert_eq!(points.change(LevelPoints::new(1294), None), 8);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "u32", into = "u32")]
pub struct LevelPoints(u32);

impl From<u32> for LevelPoints {
    fn from(points: u32) -> LevelPoints {
        LevelPoints::new(points)
    }
}

impl From<LevelPoints> for u32 {
    fn from(points: LevelPoints) -> u32 {
        points.0
    }
}

impl LevelPoints {
    /// So many points, at most 10,000.
    #[must_use]
    pub const fn new(points: u32) -> LevelPoints {
        LevelPoints(if points < MAX { points } else { MAX })
    }

    /// The number of points.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Points above another's, negative if there are fewer.
    #[must_use]
    pub fn above(self, other: LevelPoints) -> i32 {
        self.0 as i32 - other.0 as i32
    }

    /// The level, from 30 (lowest) to 1; `None` below a hundred points.
    #[must_use]
    pub fn level(self) -> Option<u8> {
        let rank = self.0 / LEVEL_SIZE;
        (rank > 0).then(|| (u32::from(LOWEST_LEVEL) + 1).saturating_sub(rank).max(1) as u8)
    }

    /// Points that are missing to the next higher level; `None` at the highest.
    #[must_use]
    pub fn to_next_level(self) -> Option<u32> {
        (self.level() != Some(1)).then_some(LEVEL_SIZE - self.0 % LEVEL_SIZE)
    }

    /// Points that a game against an opponent brings, negative for a loss: `won` says who won,
    /// `None` is a draw. Halves are rounded up for whoever gains; the opponent loses as much.
    #[must_use]
    pub fn change(self, opponent: LevelPoints, won: Option<bool>) -> i32 {
        let difference = self.above(opponent);
        let distance = difference.abs();
        // Of two that are equal either is the lower one: the table gives both the same.
        let is_lower = difference < 0;
        match won {
            None if is_lower => drawn_gain(distance),
            None => -drawn_gain(distance),
            Some(true) => won_gain(distance, is_lower),
            Some(false) => -won_gain(distance, !is_lower),
        }
    }

    /// The points after a change. There are none below zero.
    #[must_use]
    pub fn changed_by(self, change: i32) -> LevelPoints {
        LevelPoints::new(self.0.saturating_add_signed(change))
    }
}

/// Points that the lower player gains by a draw.
fn drawn_gain(distance: i32) -> i32 {
    match distance {
        ..10 => 0,
        // (10 + d / 10) / 2
        10..100 => rounded(100 + distance, 20),
        _ => rounded(distance, 4),
    }
}

/// Points that the winner gains.
fn won_gain(distance: i32, is_lower: bool) -> i32 {
    match (distance, is_lower) {
        (..10, _) => 10,
        // 10 + d / 10
        (10..100, true) => rounded(100 + distance, 10),
        (_, true) => rounded(distance, 2),
        // 10 - d / 12.5
        (10..100, false) => rounded(250 - 2 * distance, 25),
        (100..200, false) => 2,
        (_, false) => 0,
    }
}

/// The quotient of two numbers that are not negative, halves rounded up.
fn rounded(dividend: i32, divisor: i32) -> i32 {
    (2 * dividend + divisor) / (2 * divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gains of the lower player by a draw, of the lower by a win, and of the higher by a win.
    fn gains(distance: u32) -> [i32; 3] {
        let [low, high] = [1000, 1000 + distance].map(LevelPoints::new);
        [low.change(high, None), low.change(high, Some(true)), high.change(low, Some(true))]
    }

    #[test]
    fn each_cell_of_the_table_and_its_edges_come_out() {
        for (distance, expected) in [
            (0, [0, 10, 10]),
            (9, [0, 10, 10]),
            // 5.5, 11, 9.2
            (10, [6, 11, 9]),
            // 5.95, 11.9, 8.48
            (19, [6, 12, 8]),
            // 7.5, 15, 6
            (50, [8, 15, 6]),
            // 5.75, 11.5, 8.8: a half up
            (15, [6, 12, 9]),
            // 9.95, 19.9, 2.08
            (99, [10, 20, 2]),
            (100, [25, 50, 2]),
            // 25.5 and 51
            (102, [26, 51, 2]),
            // 49.75 and 99.5
            (199, [50, 100, 2]),
            (200, [50, 100, 0]),
            (201, [50, 101, 0]),
            (1000, [250, 500, 0]),
        ] {
            assert_eq!(gains(distance), expected, "{distance}");
        }
    }

    #[test]
    fn what_the_winner_gains_the_loser_loses() {
        for (a, b) in (0..400).step_by(7).flat_map(|a| (0..400).map(move |b| (a, b))) {
            let [a, b] = [a, b].map(LevelPoints::new);
            assert_eq!(a.change(b, None), -b.change(a, None), "{a:?} {b:?}");
            assert_eq!(a.change(b, Some(true)), -b.change(a, Some(false)), "{a:?} {b:?}");
            assert!(a.change(b, Some(true)) >= 0);
        }
    }

    #[test]
    fn levels_take_a_hundred_points_each_from_thirty_to_one() {
        let level = |points| LevelPoints::new(points).level();
        assert_eq!([0, 99, 100, 199, 200].map(level), [None, None, Some(30), Some(30), Some(29)]);
        assert_eq!([2999, 3000, 3100, u32::MAX].map(level), [Some(2), Some(1), Some(1), Some(1)]);
        let next = |points| LevelPoints::new(points).to_next_level();
        assert_eq!(
            [0, 99, 100, 2999, 3000].map(next),
            [Some(100), Some(1), Some(100), Some(1), None]
        );
    }

    #[test]
    fn points_stay_between_zero_and_what_can_be_kept() {
        assert_eq!(LevelPoints::new(5).changed_by(-10), LevelPoints::new(0));
        assert_eq!(LevelPoints::new(9_999).changed_by(i32::MAX), LevelPoints::new(10_000));
        assert_eq!(LevelPoints::from(4_000_000_000), LevelPoints::new(10_000));
    }
}
