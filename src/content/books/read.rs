//! Reading books, with bounds and format checks.

use std::collections::HashSet;

use serde::{Deserialize, de};

use super::index::BookIndex;
use super::{
    Book, BookError, BookFileError, Books, INDEX, Line, MAX_BYTES, MAX_LINES, MAX_MOVES, MAX_NAME,
    MAX_WEIGHT,
};
use crate::content::messages::LocalizedText;
use crate::games::registry;

/// Maximum size of a text other than a name, in bytes.
const MAX_TEXT: usize = 4000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    version: u32,
    books: Vec<String>,
}

/// The valid books, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedBooks {
    /// The valid books with their indexes.
    pub books: Books,
    /// One for each invalid file.
    pub errors: Vec<BookFileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every book it names, each by its path within the
/// assets folder. A bad file is reported; the others still load.
pub fn load(read: impl Fn(&str) -> Result<String, String>) -> LoadedBooks {
    let mut loaded = LoadedBooks::default();
    let text = |file: &str| read(file).map_err(|reason| wrong(file, reason));
    let index = match text(INDEX).and_then(|text| parse::<Index>(INDEX, &text)) {
        Ok(index) if index.version == 1 => index,
        Ok(index) => {
            loaded.errors.push(wrong(INDEX, version(index.version)));
            return loaded;
        }
        Err(error) => {
            loaded.errors.push(error);
            return loaded;
        }
    };
    let mut indexes = Vec::new();
    for name in index.books {
        let file = format!("books/{name}");
        let book_index = text(&file).and_then(|text| {
            let book = read_book(&file, &text)?;
            BookIndex::new(book).map_err(|error| error.in_file(&file, &text))
        });
        match book_index {
            Ok(book_index) => indexes.push(book_index),
            Err(error) => loaded.errors.push(error),
        }
        loaded.listed_files.push(file);
    }
    loaded.books = Books::new(indexes);
    loaded
}

/// Reads one book from the text of its file, without playing its lines; see
/// [`check`](super::check).
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_book(file: &str, text: &str) -> Result<Book, BookFileError> {
    if text.len() > MAX_BYTES {
        let reason = format!("it has {} bytes; at most {MAX_BYTES} are read", text.len());
        return Err(wrong(file, reason));
    }
    let book: Book = parse(file, text)?;
    check_book(&book).map_err(|error| error.in_file(file, text))?;
    Ok(book)
}

pub(super) fn version(found: u32) -> String {
    format!("it is of version {found}, but this program reads version 1")
}

fn wrong(file: &str, reason: String) -> BookFileError {
    BookFileError { file: file.to_owned(), line: None, reason }
}

pub(super) fn parse<T: de::DeserializeOwned>(file: &str, text: &str) -> Result<T, BookFileError> {
    ron::from_str(text).map_err(|error| BookFileError {
        file: file.to_owned(),
        line: Some(error.span.start.line),
        reason: error.code.to_string(),
    })
}

/// Checks the format, without playing the lines.
pub(super) fn check_book(book: &Book) -> Result<(), BookError> {
    check_header(book).map_err(|reason| BookError { line: None, reason })?;
    let mut seen = HashSet::new();
    for line in &book.lines {
        check_line(line).map_err(|reason| BookError::of(line, &reason))?;
        if !seen.insert(line.moves.split_whitespace().collect::<Vec<_>>()) {
            return Err(BookError::of(line, "it stands there twice; expected it once"));
        }
    }
    Ok(())
}

fn check_header(book: &Book) -> Result<(), String> {
    if book.version != 1 {
        return Err(version(book.version));
    }
    let known = || {
        let ids: Vec<_> = registry::GAMES.iter().map(|game| game.id()).collect();
        ids.join(", ")
    };
    let game = registry::find(&book.game)
        .ok_or_else(|| format!("there is no game \"{}\"; the games are: {}", book.game, known()))?;
    game.start(&book.options).map_err(|error| error.to_string())?;
    check_localized("the title", &book.title)?;
    check_text("the source", &book.source, MAX_TEXT)?;
    check_text("the licence", &book.licence, MAX_TEXT)?;
    match book.lines.len() {
        0 => Err("it has no line; expected at least one".to_owned()),
        count if count > MAX_LINES => {
            Err(format!("it has {count} lines; at most {MAX_LINES} are read"))
        }
        _ => Ok(()),
    }
}

fn check_line(line: &Line) -> Result<(), String> {
    match line.moves.split_whitespace().count() {
        0 => return Err("it has no move; expected at least one".to_owned()),
        count if count > MAX_MOVES => {
            return Err(format!("it has {count} moves; expected {MAX_MOVES} at most"));
        }
        _ => {}
    }
    if line.weight > MAX_WEIGHT {
        return Err(format!("its weight is {}; expected 0 to {MAX_WEIGHT}", line.weight));
    }
    if !line.name.is_empty() {
        check_localized("its name", &line.name)?;
    }
    Ok(())
}

fn check_text(what: &str, text: &str, most: usize) -> Result<(), String> {
    match text.trim().len() {
        0 => Err(format!("{what} is empty")),
        _ if text.len() > most => {
            Err(format!("{what} has {} bytes; expected {most} at most", text.len()))
        }
        _ => Ok(()),
    }
}

fn check_localized(what: &str, words: &LocalizedText) -> Result<(), String> {
    for language in ["en", "zh-Hans"] {
        if !words.contains_key(language) {
            return Err(format!("{what} has no \"{language}\""));
        }
    }
    words.values().try_for_each(|text| check_text(what, text, MAX_NAME))
}
