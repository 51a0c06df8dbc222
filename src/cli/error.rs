//! The errors of commands.

use std::fmt::Display;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::core::excerpt;
use crate::games::SetupError;

/// Errors of commands.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error("there is no game called \"{found}\"; the games are: {1}", found = excerpt(.0))]
    UnknownGame(String, String),
    #[error("{found} cannot be searched by \"{algorithm}\"; the algorithms are: {known}")]
    Algorithm { found: String, algorithm: String, known: String },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{file}: {reason}")]
    File { file: String, reason: String },
    #[error("{file}, line {line}: {reason}")]
    Line { file: String, line: usize, reason: String },
    #[error(
        "\"{found}\" is not a player: expected a level 1 to {1}, or \"random\"",
        found = excerpt(.0)
    )]
    Player(String, u8),
    #[error("{0}")]
    Failed(String),
    /// The reader has closed the output (broken pipe).
    #[error("the output is closed")]
    Closed,
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

/// An error about a file.
pub(super) fn file_error(path: &Path, reason: &dyn Display) -> CliError {
    CliError::File { file: path.display().to_string(), reason: reason.to_string() }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::Closed,
            _ => CliError::Output(error),
        }
    }
}
