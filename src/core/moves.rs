//! The common move type of all games.

use serde::{Deserialize, Serialize};

use super::Point;

/// One ply of any game. Each game searches with a smaller type of its own and
/// converts at its interface.
///
/// A turn of several placements (Connect6) is several plies with the same
/// side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Move {
    /// A stone or disc is placed on an empty point.
    Place(Point),
    /// A piece goes from one point to another.
    FromTo {
        /// Origin of the piece.
        from: Point,
        /// Destination; for castling the square of the rook.
        to: Point,
        /// Piece kind after promotion, in the game's numbering.
        promotion: Option<u8>,
    },
    /// A pass, by choice or because nothing else is legal.
    Pass,
    /// A ply that moves no piece, such as a choice of colour.
    Decide(Decision),
}

/// A ply that moves no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// Swap colours.
    Swap,
    /// Keep the own colour.
    Keep,
    /// Declare a number, such as the number of fifth moves to be offered.
    Declare(u8),
    /// Place further stones of the opening and leave the choice of colour to
    /// the opponent (swap2).
    Add,
    /// Offer a point for the opponent to choose or refuse.
    Offer(Point),
    /// Remove the opponent's stone at this point.
    Remove(Point),
    /// Toggle the dead mark of the group at this point.
    MarkDead(Point),
    /// Accept the dead stones as marked.
    AcceptDead,
    /// Dispute the marks and resume play.
    ResumePlay,
    /// Claim a draw that the rules allow.
    ClaimDraw,
}

impl Move {
    /// The destination of the move, if it has one.
    #[must_use]
    pub const fn target(self) -> Option<Point> {
        match self {
            Move::Place(at) | Move::FromTo { to: at, .. } => Some(at),
            Move::Decide(Decision::Offer(at) | Decision::Remove(at) | Decision::MarkDead(at)) => {
                Some(at)
            }
            Move::Pass | Move::Decide(_) => None,
        }
    }
}
