//! The reasons for which a move of the m,n,k games is illegal.

use thiserror::Error;

use crate::games::IllegalMoveReason;

/// A reason for which a move of the m,n,k games is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveError {
    #[error("The game is over.")]
    GameOver,
    #[error("That is not a square of this board.")]
    OffBoard,
    #[error("There is a mark here already.")]
    Occupied,
    #[error("You cannot pass: put a mark.")]
    NoPass,
    #[error("Tic-tac-toe has no such move.")]
    NoSuchMove,
    #[error("\"{0}\" is not a move: expected a square like b2.")]
    Unreadable(String),
}

impl IllegalMoveReason for MoveError {
    fn message_id(&self) -> &'static str {
        match self {
            MoveError::GameOver => "tictactoe-over",
            MoveError::OffBoard => "tictactoe-off-board",
            MoveError::Occupied => "tictactoe-occupied",
            MoveError::NoPass => "tictactoe-pass",
            MoveError::NoSuchMove | MoveError::Unreadable(_) => "tictactoe-unreadable-move",
        }
    }
}
