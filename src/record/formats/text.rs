//! Text decoding, and errors with line numbers.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::Display;

use encoding_rs::{Encoding, GB18030, UTF_8, WINDOWS_1252};

use super::FormatError;

/// Characters of three or more bytes that make a text UTF-8 whatever it says:
/// no text of that length in another encoding is valid UTF-8 by chance.
const CERTAIN_UTF_8: usize = 4;

/// Decodes a text: by its byte order mark, else as UTF-8 if that is certain,
/// else in the encoding of this label if it is known, else as UTF-8 if it is
/// valid, else as GB18030, a superset of GBK and GB2312, or as Windows-1252, a
/// superset of Latin-1, whichever it looks like. Invalid bytes become U+FFFD.
pub(super) fn decode<'a>(bytes: &'a [u8], label: Option<&str>) -> Cow<'a, str> {
    let named = label.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let valid = std::str::from_utf8(bytes).ok();
    let guess = match valid {
        Some(_) => UTF_8,
        None if looks_like_latin(bytes) => WINDOWS_1252,
        None => GB18030,
    };
    // A UTF-8 label on text that is not UTF-8 is ignored, as is another one on
    // text that is.
    let is_long = |text: &str| text.chars().filter(|&c| c >= '\u{800}').nth(CERTAIN_UTF_8 - 1);
    let named = named.filter(|&named| match named == UTF_8 {
        true => guess == UTF_8,
        false => valid.and_then(is_long).is_none(),
    });
    named.unwrap_or(guess).decode(bytes).0
}

/// True if most bytes beyond ASCII stand alone, as letters with accents do;
/// Chinese characters have two of them.
fn looks_like_latin(bytes: &[u8]) -> bool {
    let runs = bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii());
    let beyond = runs.filter(|run| !run[0].is_ascii());
    let (alone, all) =
        beyond.fold((0, 0), |(alone, all), run| (alone + usize::from(run.len() == 1), all + 1));
    2 * alone > all
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

/// A text whose errors name their lines. Each line is counted from the one that
/// was told before, since a file may have very many errors.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// The byte that was told last, and its line.
    told: Cell<(usize, usize)>,
}

impl<'a> Lines<'a> {
    /// The lines of a text.
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        Lines { text, told: Cell::new((0, 1)) }
    }

    /// An error at this byte of the text.
    pub(super) fn error(&self, byte: usize, reason: impl Display) -> FormatError {
        let bytes = self.text.as_bytes();
        let byte = byte.min(bytes.len());
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        let (told, line) = self.told.get();
        let line = match byte < told {
            true => line - count(&bytes[byte..told]),
            false => line + count(&bytes[told..byte]),
        };
        self.told.set((byte, line));
        line_error(line, reason)
    }
}

/// A property of a text: its name and its value, both as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}
