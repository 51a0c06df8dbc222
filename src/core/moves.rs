//! The one form of a move that all games can be written in.

use serde::{Deserialize, Serialize};

use super::Point;

/// One ply of any game. Each game searches with a smaller type of its own
/// and translates at its edge.
///
/// A turn of several placements (Connect6) is several plies with the same
/// side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Move {
    /// A stone or disc is put on an empty point.
    Place(Point),
    /// A piece goes from one point to another.
    Travel {
        /// Where the piece stands.
        from: Point,
        /// Where it goes; for castling the square of the rook.
        to: Point,
        /// The kind of piece it becomes, as the game numbers its kinds.
        promotion: Option<u8>,
    },
    /// The turn is given up, by choice or because nothing else is legal.
    Pass,
    /// A choice that puts no stone on the board.
    Decide(Decision),
}

/// A ply that is not a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// Take the other colour.
    Swap,
    /// Keep one's own colour.
    Keep,
    /// Name a number, such as how many fifth moves will be offered.
    Declare(u8),
    /// Put further stones of the opening and leave the choice of colour to
    /// the opponent.
    Add,
    /// Offer a point for the opponent to choose or refuse.
    Offer(Point),
    /// Take the opponent's stone at this point off the board.
    Remove(Point),
    /// Mark the group at this point dead, or alive again.
    MarkDead(Point),
    /// Agree with the dead stones as they are marked.
    AcceptDead,
    /// Disagree and play on.
    ResumePlay,
    /// End the game as a draw that the rules let this side claim.
    ClaimDraw,
}

impl Move {
    /// The point on which the move's piece ends up, if it has one.
    #[must_use]
    pub const fn target(self) -> Option<Point> {
        match self {
            Move::Place(at) | Move::Travel { to: at, .. } => Some(at),
            Move::Decide(Decision::Offer(at) | Decision::Remove(at) | Decision::MarkDead(at)) => {
                Some(at)
            }
            Move::Pass | Move::Decide(_) => None,
        }
    }
}
