//! Errors in the content of a record, before its line or byte is known.

use thiserror::Error;

use super::builder::PlaceError;
use crate::core::excerpt;
use crate::games::{IllegalMove, SetupError};

/// An error in a part of a record; the reader adds the line or byte.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum ContentError {
    /// The starting position or the options are invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A decision is refused.
    #[error(transparent)]
    Decision(#[from] IllegalMove),
    /// A move is illegal.
    #[error("{text}: {refusal}")]
    IllegalMove { text: String, refusal: PlaceError },
    /// A move is illegal where the record has it.
    #[error("{text} cannot be played: {refusal}")]
    Unplayable { text: String, refusal: PlaceError },
    /// A text is not a move of the format.
    #[error("\"{text}\" is not a move like {example}")]
    NoMove { text: String, example: &'static str },
    /// A text is not a move with its score.
    #[error("\"{0}\" is not a score of a move like f5:+2")]
    NoScore(String),
    /// A game is longer than any can be.
    #[error("the game has more moves than a board has points")]
    TooManyMoves,
    /// The starting position of DhtmlXQ has the wrong length.
    #[error("binit has {0} digits; expected 32 pairs")]
    PieceDigits(usize),
    /// The moves of DhtmlXQ end within one.
    #[error("the last move has fewer than four digits")]
    ShortMove,
    /// A branch of DhtmlXQ leaves a line where there is no move.
    #[error("line {line} of the game has no move {step} to branch from")]
    NoBranchPoint { line: u32, step: usize },
    /// A move has a square outside the board.
    #[error("{0} does not stay on the board")]
    OffBoard(String),
    /// GGF of another game.
    #[error("the game is {0}; only Othello is read")]
    NotOthello(String),
    /// The board of GGF lacks its size.
    #[error("BO[{0}] has no size")]
    NoSize(String),
    /// A game of GGF has too many tags.
    #[error("more than {0} tags")]
    TooManyTags(usize),
    /// SGF of another game.
    #[error("GM[{number}] is none of the games read here: {known}")]
    UnknownGameNumber { number: String, known: String },
    /// A board that is not square.
    #[error("the board is {0}, but only square ones are read")]
    NotSquare(String),
    /// A text is not a point of the board, whose last column has this letter.
    #[error("\"{text}\" is not a point: expected two letters a to {last}")]
    NoPoint { text: String, last: char },
    /// A node has too many properties.
    #[error("the properties of a node after the first {0} are left out")]
    TooManyProperties(usize),
    /// A node has too many moves.
    #[error("the moves of a node after the first {0} are left out")]
    TooManyNodeMoves(usize),
    /// A setup that no position of the game can hold.
    #[error("these stones cannot be set up here; the properties are kept but not carried out")]
    ImpossibleSetup,
    /// A move that cannot even be forced.
    #[error("this move cannot be carried out here; it is kept but changes nothing")]
    ImpossibleMove,
}

impl ContentError {
    /// The error of a text that is not a move like the example.
    pub(super) fn no_move(text: &str, example: &'static str) -> ContentError {
        ContentError::NoMove { text: excerpt(text), example }
    }
}
