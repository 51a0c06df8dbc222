//! Checks of the format of a book, without playing its lines.

use std::collections::HashSet;

use super::{Book, BookError, Line, MAX_LINES, MAX_MOVES, MAX_NAME, MAX_WEIGHT};
use crate::content::file::{self, FormatError};
use crate::content::messages::{self, LocalizedText};
use crate::games::registry;

/// Maximum size of a text other than a name, in bytes.
const MAX_TEXT: usize = 4000;

/// Checks the format, without playing the lines.
pub(super) fn check_book(book: &Book) -> Result<(), BookError> {
    check_header(book).map_err(|error| BookError { line: None, reason: error.to_string() })?;
    let mut seen = HashSet::new();
    for line in &book.lines {
        check_line(line).map_err(|error| BookError::of(line, &error.to_string()))?;
        if !seen.insert(line.moves.split_whitespace().collect::<Vec<_>>()) {
            return Err(BookError::of(line, "it stands there twice; expected it once"));
        }
    }
    Ok(())
}

fn check_header(book: &Book) -> Result<(), FormatError> {
    file::check_version(book.version)?;
    let game = registry::find(&book.game).ok_or_else(|| FormatError::unknown_game(&book.game))?;
    game.start(&book.options)?;
    check_localized("the title", &book.title)?;
    check_text("the source", &book.source, MAX_TEXT)?;
    check_text("the licence", &book.licence, MAX_TEXT)?;
    file::check_count(book.lines.len(), "line", "lines", MAX_LINES)
}

fn check_line(line: &Line) -> Result<(), FormatError> {
    match line.moves.split_whitespace().count() {
        0 => return Err(FormatError::NoEntry("move")),
        count if count > MAX_MOVES => {
            let (owner, parts) = ("it", "moves");
            return Err(FormatError::TooManyParts { owner, count, parts, limit: MAX_MOVES });
        }
        _ => {}
    }
    if line.weight > MAX_WEIGHT {
        let (name, found) = ("its weight", line.weight);
        return Err(FormatError::OutOfRange { name, found, least: 0, most: MAX_WEIGHT });
    }
    if !line.name.is_empty() {
        check_localized("its name", &line.name)?;
    }
    Ok(())
}

/// Checks that a text is not too long, and not only of spaces.
fn check_text(name: &'static str, text: &str, limit: usize) -> Result<(), FormatError> {
    if text.trim().is_empty() {
        return Err(FormatError::EmptyText(name));
    }
    file::check_text(name, text, limit)
}

fn check_localized(name: &'static str, text: &LocalizedText) -> Result<(), FormatError> {
    if let Some(language) = messages::missing_language(text) {
        return Err(FormatError::NoTranslation { name, language });
    }
    text.values().try_for_each(|text| check_text(name, text, MAX_NAME))
}
