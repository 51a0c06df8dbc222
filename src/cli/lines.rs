//! Lines from other programs, of a bounded length.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Most bytes of a line, without its end; a whole game takes a few kilobytes.
const MAX_LINE: usize = 64 << 10;

/// Why there is no further line.
#[derive(Debug, Error)]
pub(super) enum LineError {
    #[error("a line has more than {} kB", MAX_LINE >> 10)]
    TooLong,
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// The next line, with invalid UTF-8 replaced; `None` at the end of the input.
///
/// # Errors
/// When the line is longer than 64 kB, or when reading fails. What follows is
/// not to be read then.
pub(super) fn read_line(mut input: &mut dyn BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    if Read::take(&mut input, MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > MAX_LINE && bytes.last() != Some(&b'\n') {
        return Err(LineError::TooLong);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

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
    fn a_line_of_64_kb_is_read_and_a_longer_one_is_not() {
        let longest = "a".repeat(MAX_LINE);
        let text = format!("{longest}\nb\n{longest}a\n");
        let mut input = text.as_bytes();
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some(longest.as_str()));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("b"));
        assert!(matches!(read_line(&mut input), Err(LineError::TooLong)));
        assert_eq!(read_line(&mut "".as_bytes()).unwrap(), None);
    }

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
