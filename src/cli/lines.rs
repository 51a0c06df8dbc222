//! Lines from other programs, of a bounded length.

use std::io::{self, BufRead};

use thiserror::Error;

use crate::engines::{LineError, MAX_LINE, read_line};

/// A line, or the news that there was one that is too long.
pub(super) type BoundedLine = Result<String, LineTooLong>;

/// A line was longer than is read; what follows it can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the line has more than {} kB", MAX_LINE >> 10)]
pub(super) struct LineTooLong;

/// The next line as [`read_line`] reads it, except that a line that is too long is
/// skipped.
///
/// # Errors
/// When reading fails.
pub(super) fn read_or_skip(input: &mut dyn BufRead) -> io::Result<Option<BoundedLine>> {
    match read_line(input) {
        Ok(line) => Ok(line.map(Ok)),
        Err(LineError::Read(error)) => Err(error),
        Err(LineError::TooLong) => {
            input.skip_until(b'\n')?;
            Ok(Some(Err(LineTooLong)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_is_read() {
        let text = format!("{}\nb\n{}", "a".repeat(3 * MAX_LINE), "c".repeat(2 * MAX_LINE));
        let mut input = text.as_bytes();
        assert_eq!(read_or_skip(&mut input).unwrap(), Some(Err(LineTooLong)));
        assert_eq!(read_or_skip(&mut input).unwrap(), Some(Ok("b".to_owned())));
        assert_eq!(read_or_skip(&mut input).unwrap(), Some(Err(LineTooLong)));
        assert_eq!(read_or_skip(&mut input).unwrap(), None);
    }
}
