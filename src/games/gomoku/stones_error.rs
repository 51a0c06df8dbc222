//! Contradictions within a position that is set up.

use thiserror::Error;

use crate::games::SetupError;

/// A contradiction between the stones and the state of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum StonesError {
    #[error("a point is named twice or is off the board")]
    Point,
    #[error("the opening is not at that stage with so many stones")]
    OpeningStage,
    #[error("there is no black stone where the foul should be")]
    NoStoneOfFoul,
    #[error("that black stone is not a foul")]
    NoFoul,
    #[error("there is no black stone that is a foul there")]
    NoNinukiFoul,
    #[error("a count must be below {0}")]
    CountAboveWin(u16),
    #[error("a count must be at most {0}")]
    CountAbovePoints(u16),
    #[error("the turn cannot be at that stage with these stones")]
    TurnStage,
    #[error("a ko is an empty point, where groups are captured")]
    Ko,
    #[error("a row of five would have vanished")]
    VanishedRow,
}

impl From<StonesError> for SetupError {
    fn from(error: StonesError) -> SetupError {
        SetupError::Position(error.to_string())
    }
}
