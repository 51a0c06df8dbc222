//! The file of a tournament: RON of a bounded size.

use thiserror::Error;

use super::Tournament;
use crate::core::excerpt;

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// Depth to which a file is indented: a game is a line.
const DEPTH: usize = 4;

/// Error of reading or writing the text of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct ReadError {
    /// The line, from 1, if known.
    pub line: Option<usize>,
    /// The problem, and what was expected.
    pub reason: String,
}

impl ReadError {
    fn whole(reason: impl ToString) -> ReadError {
        ReadError { line: None, reason: reason.to_string() }
    }
}

impl Tournament {
    /// Reads the text of a file, and checks it.
    ///
    /// # Errors
    /// When it is no tournament of this version, or one that cannot have been.
    pub fn read(text: &str) -> Result<Tournament, ReadError> {
        check_size(text)?;
        let read: Tournament = ron::from_str(text).map_err(|error| ReadError {
            line: Some(error.span.start.line),
            reason: excerpt(&error.code.to_string()),
        })?;
        read.check().map_err(ReadError::whole)?;
        Ok(read)
    }

    /// Writes the text of a file.
    ///
    /// # Errors
    /// When it would be too large to be read.
    pub fn to_ron(&self) -> Result<String, ReadError> {
        let looks = ron::ser::PrettyConfig::new().depth_limit(DEPTH).indentor("  ".to_owned());
        let text = ron::ser::to_string_pretty(self, looks).map_err(ReadError::whole)?;
        let text = format!("{text}\n");
        check_size(&text)?;
        Ok(text)
    }
}

fn check_size(text: &str) -> Result<(), ReadError> {
    let bytes = text.len();
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(ReadError::whole(format!("it has {bytes} bytes; at most {MAX_BYTES} are read")))
}
