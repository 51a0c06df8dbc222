//! The reasons for which a move of Gomoku and its variants is illegal.

use thiserror::Error;

use crate::games::IllegalMoveReason;

/// A reason for which a move of Gomoku and its variants is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveError {
    #[error("The game is over.")]
    GameOver,
    #[error("The number must be from 1 to 10.")]
    NumberToTen,
    #[error("The number must be from 1 to 8.")]
    NumberToEight,
    #[error("There is nothing to choose now.")]
    NoChoice,
    #[error("Offer an empty point that differs from the others.")]
    SameOffer,
    #[error("No fifth stone is to be offered here.")]
    NoOffer,
    #[error("That is not a point of this board.")]
    OffBoard,
    #[error("Choose a colour before you play.")]
    MustChoose,
    #[error("Say how many fifth stones are to be offered.")]
    MustDeclare,
    #[error("Offer a fifth stone.")]
    MustOffer,
    #[error("Pick one of the stones that are offered.")]
    MustPick,
    #[error("There is a stone already.")]
    Occupied,
    #[error("The first stone goes to the centre.")]
    CentreFirst,
    #[error("A stone of the opening may neither make five nor be a foul.")]
    WouldDecide,
    #[error("This stone must be nearer to the centre.")]
    TooFar,
    #[error("Black's second stone must be farther from the centre.")]
    TooNear,
    #[error("You cannot pass here.")]
    NoPass,
    #[error("Gomoku has no such move.")]
    NoSuchMove,
    #[error("Take one of your opponent's stones off the board first.")]
    MustRemove,
    #[error("A stone that was just taken may not be retaken at once.")]
    Ko,
    #[error("This stone would have no liberty and capture nothing.")]
    Suicide,
    #[error("No stone is to be taken off now.")]
    NoRemoval,
    #[error("Your opponent has no stone on this point.")]
    NotRemovable,
    #[error(
        "\"{0}\" is not a move: expected a point like h8, pass, swap, keep, more, fifths=3 or \
         offer=h8."
    )]
    Unreadable(String),
    #[error("\"{0}\" is not a move: expected a point like h8, or remove=h8.")]
    UnreadableInVariant(String),
}

impl IllegalMoveReason for MoveError {
    fn message_id(&self) -> &'static str {
        match self {
            MoveError::GameOver => "gomoku-over",
            MoveError::NumberToTen => "gomoku-number-to-ten",
            MoveError::NumberToEight => "gomoku-number",
            MoveError::NoChoice => "gomoku-no-choice",
            MoveError::SameOffer => "gomoku-same-offer",
            MoveError::NoOffer => "gomoku-no-offer",
            MoveError::OffBoard => "gomoku-off-board",
            MoveError::MustChoose => "gomoku-must-choose",
            MoveError::MustDeclare => "gomoku-must-declare",
            MoveError::MustOffer => "gomoku-must-offer",
            MoveError::MustPick => "gomoku-must-pick",
            MoveError::Occupied => "gomoku-occupied",
            MoveError::CentreFirst => "gomoku-centre-first",
            MoveError::WouldDecide => "gomoku-lay-quietly",
            MoveError::TooFar => "gomoku-too-far",
            MoveError::TooNear => "gomoku-too-near",
            MoveError::NoPass => "gomoku-no-pass",
            MoveError::MustRemove => "gomoku-must-remove",
            MoveError::Ko => "gomoku-ko",
            MoveError::Suicide => "gomoku-suicide",
            MoveError::NoRemoval => "gomoku-no-removal",
            MoveError::NotRemovable => "gomoku-not-removable",
            MoveError::NoSuchMove
            | MoveError::Unreadable(_)
            | MoveError::UnreadableInVariant(_) => "gomoku-unreadable-move",
        }
    }
}
