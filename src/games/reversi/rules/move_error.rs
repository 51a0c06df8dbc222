//! The reasons for which a move of Reversi is illegal.

use thiserror::Error;

use crate::games::IllegalMoveReason;

/// A reason for which a move of Reversi is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveError {
    #[error("The game is over.")]
    GameOver,
    #[error("You can move, so you cannot pass.")]
    PassNotAllowed,
    #[error("That is not a square of this board.")]
    OffBoard,
    #[error("There is a disc already.")]
    Occupied,
    #[error("You must pass.")]
    MustPass,
    #[error("You cannot play here: it flips nothing.")]
    FlipsNothing,
    #[error("Reversi has no such move.")]
    NoSuchMove,
    #[error("\"{0}\" is not a move: expected a square like f5, or pass.")]
    Unreadable(String),
}

impl IllegalMoveReason for MoveError {
    fn message_id(&self) -> &'static str {
        match self {
            MoveError::GameOver => "reversi-over",
            MoveError::PassNotAllowed => "reversi-pass-not-allowed",
            MoveError::OffBoard => "reversi-off-board",
            MoveError::Occupied => "reversi-occupied",
            MoveError::MustPass => "reversi-must-pass",
            MoveError::FlipsNothing => "reversi-flips-nothing",
            MoveError::NoSuchMove | MoveError::Unreadable(_) => "reversi-unreadable-move",
        }
    }
}
