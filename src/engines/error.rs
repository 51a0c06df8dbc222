//! The failures of an engine, each as one sentence.

use std::io;
use std::time::Duration;

use thiserror::Error;

use super::lines::LineError;
use crate::core::excerpt;
use crate::games::{IllegalMove, SetupError};
use crate::record::FileError;
use crate::record::formats::FormatError;

/// A failure of an engine, or of what was asked of it.
#[derive(Debug, Error)]
pub enum EngineError {
    /// Browsers and phones run no other programs.
    #[error("other programs cannot be run on this device")]
    NotOnThisDevice,
    /// The settings name no program.
    #[error("no program is named")]
    NoProgram,
    /// The program cannot be started.
    #[error("it cannot be started: {0}")]
    Start(io::Error),
    /// The program has ended, or closed its input or output.
    #[error("it has ended")]
    Ended,
    /// It did not answer in time.
    #[error("it gave no answer within {:.1} s", .0.as_secs_f64())]
    NoAnswer(Duration),
    /// It does not read what it is sent.
    #[error("it does not read what it is sent")]
    NotReading,
    /// Its output is no text of lines.
    #[error("its output cannot be read: {0}")]
    Output(LineError),
    /// It answers none of the protocols.
    #[error("it speaks none of the protocols UCI, UCCI, GTP, Gomocup and NBoard")]
    UnknownProtocol,
    /// It refused a command.
    #[error("it answered \"{}\" with \"{}\"", excerpt(.command), excerpt(.answer))]
    Refused {
        /// The command.
        command: String,
        /// Its answer.
        answer: String,
    },
    /// Its answer is no move, or an illegal one.
    #[error("it answered \"{}\": {refusal}", excerpt(.answer))]
    IllegalMove {
        /// Its answer.
        answer: String,
        /// The reason.
        refusal: IllegalMove,
    },
    /// It gave no move in a position that has legal ones.
    #[error("it found no move")]
    NoMove,
    /// It was stopped before it had said anything.
    #[error("it was stopped before it had found a move")]
    Stopped,
    /// It does not play this game, or not under these rules.
    #[error("{game} under these rules cannot be played with it by {protocol}")]
    UnsupportedGame {
        /// Id of the game.
        game: &'static str,
        /// Name of the protocol.
        protocol: &'static str,
    },
    /// The protocol cannot tell it such a position.
    #[error("{0} cannot tell it a position that was set up so")]
    UnsupportedPosition(&'static str),
    /// It has no such option.
    #[error("it has no option \"{}\"; its options are: {known}", excerpt(.name))]
    UnknownOption {
        /// The name.
        name: String,
        /// The names of those that it has.
        known: String,
    },
    /// An option cannot have this value.
    #[error("its option {name} cannot be \"{}\": expected {expected}", excerpt(.value))]
    OptionValue {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// A description of the valid ones.
        expected: String,
    },
    /// A name or value would be more than one line.
    #[error("\"{}\" has more than one line", excerpt(.0))]
    ManyLines(String),
    /// The moves that lead to the position cannot be played.
    #[error(transparent)]
    Sequence(#[from] FileError),
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game so far cannot be played again.
    #[error(transparent)]
    Replay(#[from] IllegalMove),
    /// The game so far cannot be written.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// The kind of a failure, as a match counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    /// It could not be started or ended by itself.
    Crash,
    /// It did not answer or read in time.
    Hang,
    /// It wrote what is no answer, or refused a command that it must know.
    Protocol,
    /// It played an illegal move or none.
    IllegalMove,
    /// The request was wrong, not the engine.
    Request,
}

impl EngineError {
    /// The kind of this failure.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        match self {
            EngineError::NotOnThisDevice
            | EngineError::NoProgram
            | EngineError::Start(_)
            | EngineError::Ended => FailureKind::Crash,
            EngineError::NoAnswer(_) | EngineError::NotReading => FailureKind::Hang,
            EngineError::Output(_) | EngineError::UnknownProtocol | EngineError::Refused { .. } => {
                FailureKind::Protocol
            }
            EngineError::IllegalMove { .. } | EngineError::NoMove => FailureKind::IllegalMove,
            EngineError::Stopped
            | EngineError::UnsupportedGame { .. }
            | EngineError::UnsupportedPosition(_)
            | EngineError::UnknownOption { .. }
            | EngineError::OptionValue { .. }
            | EngineError::ManyLines(_)
            | EngineError::Sequence(_)
            | EngineError::Setup(_)
            | EngineError::Replay(_)
            | EngineError::Format(_) => FailureKind::Request,
        }
    }

    /// True if the engine is ended after it, since nothing is known of its state.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.kind() != FailureKind::Request
    }
}
