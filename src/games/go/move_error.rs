//! The reasons for which a move of Go is illegal.

use thiserror::Error;

use crate::games::IllegalMoveReason;

/// A reason for which a move of Go is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveError {
    #[error("There is a stone already.")]
    Occupied,
    #[error("The stone would have no liberty.")]
    Suicide,
    #[error("The ko may not be taken back at once.")]
    Ko,
    #[error("An earlier position may not come again.")]
    Superko,
    #[error("That is not a point of this board.")]
    OffBoard,
    #[error("The game is over.")]
    GameOver,
    #[error("Go has no such move.")]
    NoSuchMove,
    #[error("Black puts the handicap stones first.")]
    HandicapFirst,
    #[error("There is no stone to mark.")]
    NoStone,
    #[error("Both have passed: mark dead stones, accept them, or play on.")]
    StoneRemoval,
    #[error("Dead stones are marked after both have passed.")]
    NotStoneRemoval,
    #[error("\"{0}\" is not a move: expected a point like Q16, or pass.")]
    Unreadable(String),
}

impl IllegalMoveReason for MoveError {
    fn message_id(&self) -> &'static str {
        match self {
            MoveError::Occupied => "go-occupied",
            MoveError::Suicide => "go-suicide",
            MoveError::Ko => "go-ko",
            MoveError::Superko => "go-superko",
            MoveError::OffBoard => "go-off-board",
            MoveError::GameOver => "go-over",
            MoveError::HandicapFirst => "go-placing",
            MoveError::NoStone => "go-no-stone",
            MoveError::StoneRemoval => "go-marking",
            MoveError::NotStoneRemoval => "go-not-marking",
            MoveError::NoSuchMove | MoveError::Unreadable(_) => "go-unreadable-move",
        }
    }
}
