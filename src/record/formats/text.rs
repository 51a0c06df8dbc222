//! Text decoding, and errors with line numbers.

use std::borrow::Cow;
use std::fmt::Display;

use encoding_rs::{Encoding, GB18030, UTF_8};

use super::FormatError;

/// Decodes a text: by its byte order mark, else in the encoding of this label if
/// it is known, else as UTF-8 if it is valid, else as GB18030, a superset of GBK
/// and GB2312. Invalid bytes become U+FFFD.
pub(super) fn decode<'a>(bytes: &'a [u8], label: Option<&str>) -> Cow<'a, str> {
    let named = label.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let guess = if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { GB18030 };
    // A UTF-8 label on text that is not UTF-8 is ignored.
    let named = named.filter(|&named| named != UTF_8 || guess == UTF_8);
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

/// The first characters of a text, for error messages.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(16).collect()
}
