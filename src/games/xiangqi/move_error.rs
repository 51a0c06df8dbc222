//! The reasons for which a move of Xiangqi is illegal.

use thiserror::Error;

use crate::games::IllegalMoveReason;

/// A reason for which a move of Xiangqi is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveError {
    #[error("There is no piece to move.")]
    NoPiece,
    #[error("That piece belongs to the other side.")]
    NotYourPiece,
    #[error("Your own piece stands there.")]
    OwnPiece,
    #[error("The piece cannot go there.")]
    CannotReach,
    #[error("Your general would still be in check.")]
    StillInCheck,
    #[error("The generals may not face each other.")]
    GeneralsFace,
    #[error("That would expose your general to capture.")]
    ExposesGeneral,
    #[error("That is not a point of this board.")]
    OffBoard,
    #[error("The game is over.")]
    GameOver,
    #[error("Xiangqi has no such move.")]
    NoSuchMove,
    #[error("\"{0}\" is not a move: expected one like h2e2, C2.5 or 炮二平五.")]
    Unreadable(String),
    #[error("{0} is not possible here.")]
    NotPossible(String),
    #[error("{0} could be more than one move here.")]
    Ambiguous(String),
}

impl IllegalMoveReason for MoveError {
    fn message_id(&self) -> &'static str {
        match self {
            MoveError::NoPiece => "xiangqi-no-piece",
            MoveError::NotYourPiece => "xiangqi-not-your-piece",
            MoveError::OwnPiece => "xiangqi-own-piece",
            MoveError::CannotReach | MoveError::NotPossible(_) => "xiangqi-cannot-reach",
            MoveError::StillInCheck => "xiangqi-still-in-check",
            MoveError::GeneralsFace => "xiangqi-generals-face",
            MoveError::ExposesGeneral => "xiangqi-exposes-general",
            MoveError::OffBoard => "xiangqi-off-board",
            MoveError::GameOver => "xiangqi-over",
            MoveError::Ambiguous(_) => "xiangqi-ambiguous",
            MoveError::NoSuchMove | MoveError::Unreadable(_) => "xiangqi-unreadable-move",
        }
    }
}
