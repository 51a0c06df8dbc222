//! Squares and intersections of a board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::excerpt;

/// The largest board side of any game: files and ranks go from 0 to 24.
pub const MAX_BOARD: u8 = 25;

/// A square or an intersection by its file (0 is `a`) and rank (0 is `1`).
///
/// The edge of rank 1 depends on the game's board: the top in Reversi, the
/// bottom in Go, Gomoku and chess. The text form is a letter and a number
/// without gaps (`a1` to `y25`); games whose notation leaves out a letter
/// convert it themselves.
///
/// ```
/// use tianyuan::core::Point;
///
/// let point: Point = "d3".parse()?;
/// assert_eq!(point, Point::new(3, 2));
/// assert_eq!(point.to_string(), "d3");
/// assert!("d26".parse::<Point>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Column, 0 to 24.
    pub file: u8,
    /// Row, 0 to 24.
    pub rank: u8,
}

impl Point {
    /// The point in column `file` and row `rank`, both counted from 0.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Point {
        Point { file, rank }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// A text that is not a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointError(String);

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a point: expected a letter a to y and a number 1 to 25, like d3",
            self.0
        )
    }
}

impl std::error::Error for PointError {}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Point, PointError> {
        let invalid = || PointError(excerpt(text));
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(invalid)?.to_ascii_lowercase();
        let digits = chars.as_str();
        let number = match digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0') {
            true => digits.parse::<u8>().map_err(|_| invalid())?,
            false => return Err(invalid()),
        };
        match (letter, number) {
            ('a'..='y', 1..=MAX_BOARD) => Ok(Point::new(letter as u8 - b'a', number - 1)),
            _ => Err(invalid()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_round_trip_through_text() {
        for file in 0..MAX_BOARD {
            for rank in 0..MAX_BOARD {
                let point = Point::new(file, rank);
                assert_eq!(point.to_string().parse(), Ok(point));
            }
        }
    }

    #[test]
    fn invalid_points_are_rejected() {
        for text in ["", "a", "a0", "a26", "z1", "1a", "a1x", "a+1", "aé", "a01"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }
}
