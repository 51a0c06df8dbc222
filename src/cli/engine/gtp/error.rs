//! Errors that are answered to the controller.

use thiserror::Error;

use super::super::protocol_clock::TimeError;
use crate::cli::lines::LineTooLong;
use crate::games::{IllegalMove, SetupError};
use crate::record::formats::FormatError;

#[derive(Debug, Error)]
pub(super) enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("cannot undo")]
    NothingToUndo,
    #[error("boardsize not an integer")]
    SizeArgument,
    #[error("unacceptable size")]
    Size,
    #[error("komi not a float")]
    KomiArgument,
    #[error("unacceptable komi: expected half points within the bounds of the game")]
    Komi,
    #[error("unknown rules: expected one of {0}")]
    Rules(String),
    #[error("syntax error: expected a name or an object of JSON")]
    RulesObject,
    #[error("syntax error: expected a rule and its value")]
    RuleArguments,
    #[error("unknown rule: expected one of {0}")]
    RuleName(String),
    #[error("unacceptable rules: {0} can only be {1}")]
    RuleValue(String, String),
    #[error("unacceptable rules: they are those of none of {0}")]
    RuleCombination(String),
    #[error("invalid color: expected b or w")]
    Color,
    #[error("syntax error: expected a color and a vertex")]
    PlayArguments,
    #[error("invalid vertex: {0}")]
    Vertex(IllegalMove),
    #[error("illegal move: it is the other side's turn")]
    OtherSide,
    #[error("illegal move: {0}")]
    IllegalMove(IllegalMove),
    #[error("no move was found")]
    NoMove,
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error("invalid status: expected alive, dead or seki")]
    Status,
    #[error("board not empty")]
    NotEmpty,
    #[error("invalid number of stones")]
    HandicapNumber,
    #[error("bad vertex list")]
    HandicapVertices,
    #[error("invalid position: expected one stone on each of its points")]
    PositionVertices,
    #[error("syntax error: {0}")]
    Analysis(&'static str),
    #[error("cannot load file: {0}")]
    File(String),
    #[error(transparent)]
    TooLong(LineTooLong),
    #[error(transparent)]
    Time(#[from] TimeError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("cannot load file: {0}")]
    Format(#[from] FormatError),
}
