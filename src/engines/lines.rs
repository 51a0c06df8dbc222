//! Lines that other programs write, of a bounded length.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Most bytes of a line, without its end; a whole game takes a few kilobytes.
pub const MAX_LINE: usize = 64 << 10;

/// Why there is no further line.
#[derive(Debug, Error)]
pub enum LineError {
    /// A line has no end for too long.
    #[error("a line has more than {} kB", MAX_LINE >> 10)]
    TooLong,
    /// Reading fails.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// The next line, with invalid UTF-8 replaced; `None` at the end of the input.
///
/// # Errors
/// When the line is longer than 64 kB, or when reading fails. What follows is
/// not to be read then.
pub fn read_line(mut input: &mut dyn BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    if Read::take(&mut input, MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > MAX_LINE && bytes.last() != Some(&b'\n') {
        return Err(LineError::TooLong);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// The next line as [`read_line`] reads it, with control characters replaced.
///
/// # Errors
/// As [`read_line`].
pub(super) fn read_printable_line(input: &mut dyn BufRead) -> Result<Option<String>, LineError> {
    let line = read_line(input)?;
    Ok(line.map(|text| match text.contains(char::is_control) {
        true => text.replace(char::is_control, " ").trim().to_owned(),
        false => text,
    }))
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
    fn control_characters_are_replaced_in_what_is_printed() {
        let longest = "a".repeat(MAX_LINE);
        let text = format!("{longest}\n\tb\u{1b}c\r\n{longest}a\n");
        let mut input = text.as_bytes();
        assert_eq!(read_printable_line(&mut input).unwrap().as_deref(), Some(longest.as_str()));
        assert_eq!(read_printable_line(&mut input).unwrap().as_deref(), Some("b c"));
        assert!(matches!(read_printable_line(&mut input), Err(LineError::TooLong)));
        assert_eq!(read_printable_line(&mut "".as_bytes()).unwrap(), None);
    }
}
