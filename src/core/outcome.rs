//! Results of finished games.

use std::fmt;

use super::{GameOverReason, Side};

/// A score in half points, such as a Go score with komi.
///
/// ```
/// use tianyuan::core::Points;
///
/// let komi = Points::halves(15);
/// assert!(Points::whole(7) < komi);
/// assert_eq!(komi.to_string(), "7.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points {
    halves: i32,
}

impl Points {
    /// A whole number of points.
    #[must_use]
    pub const fn whole(points: i32) -> Points {
        Points { halves: 2 * points }
    }

    /// A number of half points: 3 is one and a half.
    #[must_use]
    pub const fn halves(halves: i32) -> Points {
        Points { halves }
    }

    /// The number of half points.
    #[must_use]
    pub const fn as_halves(self) -> i32 {
        self.halves
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let whole = self.halves.unsigned_abs() / 2;
        match self.halves % 2 {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.5"),
        }
    }
}

/// The result that the rules give a finished position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// The reason for which the game is over.
    pub reason: GameOverReason,
    /// Scores of both sides, in games that count points.
    pub score: Option<[Points; 2]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_are_written_with_a_decimal() {
        assert_eq!(Points::halves(361).to_string(), "180.5");
        assert_eq!(Points::halves(-1).to_string(), "-0.5");
        assert_eq!(Points::whole(44).to_string(), "44");
    }
}
