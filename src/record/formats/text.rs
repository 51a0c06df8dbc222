//! Text decoding, and errors with line numbers.

use std::borrow::Cow;
use std::fmt::Display;

use encoding_rs::{Encoding, GB18030, UTF_8};

use super::FormatError;

/// Characters of three or more bytes that make a text UTF-8 whatever it says:
/// no text of that length in another encoding is valid UTF-8 by chance.
const CERTAIN_UTF_8: usize = 4;

/// Decodes a text: by its byte order mark, else as UTF-8 if that is certain,
/// else in the encoding of this label if it is known, else as UTF-8 if it is
/// valid, else as GB18030, a superset of GBK and GB2312. Invalid bytes become
/// U+FFFD.
pub(super) fn decode<'a>(bytes: &'a [u8], label: Option<&str>) -> Cow<'a, str> {
    let named = label.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let valid = std::str::from_utf8(bytes).ok();
    let guess = if valid.is_some() { UTF_8 } else { GB18030 };
    // A UTF-8 label on text that is not UTF-8 is ignored, as is another one on
    // text that is.
    let is_long = |text: &str| text.chars().filter(|&c| c >= '\u{800}').nth(CERTAIN_UTF_8 - 1);
    let named = named.filter(|&named| match named == UTF_8 {
        true => guess == UTF_8,
        false => valid.and_then(is_long).is_none(),
    });
    named.unwrap_or(guess).decode(bytes).0
}

/// The line, from 1, of a byte of a text.
pub(super) fn line_of(text: &str, byte: usize) -> usize {
    1 + text.as_bytes().iter().take(byte).filter(|&&b| b == b'\n').count()
}

/// An error on this line.
pub(super) fn line_error(line: usize, reason: impl Display) -> FormatError {
    FormatError::Line { line, reason: reason.to_string() }
}

/// An error at this byte of a text.
pub(super) fn error_at(text: &str, byte: usize, reason: impl Display) -> FormatError {
    line_error(line_of(text, byte), reason)
}

/// A property of a text: its name and its value, both as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}
