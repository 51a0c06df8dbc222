//! Reading books: what is bounded, and what must be there.

use std::collections::HashSet;

use serde::{Deserialize, de};

use super::shelf::Shelf;
use super::{
    Book, BookError, Books, Fault, INDEX, Line, MOST_BYTES, MOST_LINES, MOST_MOVES, MOST_NAME,
    MOST_WEIGHT,
};
use crate::content::levels::Words;
use crate::games::registry;

/// The most bytes of a text that is no name.
const MOST_TEXT: usize = 4000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    version: u32,
    books: Vec<String>,
}

/// The books that are in order, and what is wrong with the others.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// All that are in order, ready to be asked.
    pub books: Books,
    /// One for each file that is not in order.
    pub errors: Vec<BookError>,
    /// Every file that the index names, within the assets folder.
    pub wanted: Vec<String>,
}

/// Reads the index and every book it names, each by its path within the
/// assets folder. A bad file is reported; the others still load.
pub fn load(read: impl Fn(&str) -> Result<String, String>) -> Loaded {
    let mut loaded = Loaded::default();
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
    let mut shelves = Vec::new();
    for name in index.books {
        let file = format!("books/{name}");
        let shelf = text(&file).and_then(|text| {
            let book = read_book(&file, &text)?;
            Shelf::new(book).map_err(|fault| fault.within(&file, &text))
        });
        match shelf {
            Ok(shelf) => shelves.push(shelf),
            Err(error) => loaded.errors.push(error),
        }
        loaded.wanted.push(file);
    }
    loaded.books = Books::new(shelves);
    loaded
}

/// Reads one book from the text of its file. Its lines are not played
/// through; see [`check`](super::check).
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_book(file: &str, text: &str) -> Result<Book, BookError> {
    if text.len() > MOST_BYTES {
        let reason = format!("it has {} bytes; at most {MOST_BYTES} are read", text.len());
        return Err(wrong(file, reason));
    }
    let book: Book = parse(file, text)?;
    check_book(&book).map_err(|fault| fault.within(file, text))?;
    Ok(book)
}

pub(super) fn version(found: u32) -> String {
    format!("it is of version {found}, but this program reads version 1")
}

fn wrong(file: &str, reason: String) -> BookError {
    BookError { file: file.to_owned(), line: None, reason }
}

pub(super) fn parse<T: de::DeserializeOwned>(file: &str, text: &str) -> Result<T, BookError> {
    ron::from_str(text).map_err(|error| BookError {
        file: file.to_owned(),
        line: Some(error.span.start.line),
        reason: error.code.to_string(),
    })
}

/// Whether everything that needs no play is in order.
pub(super) fn check_book(book: &Book) -> Result<(), Fault> {
    check_head(book).map_err(|reason| Fault { line: None, reason })?;
    let mut seen = HashSet::new();
    for line in &book.lines {
        check_line(line).map_err(|reason| Fault::of(line, &reason))?;
        if !seen.insert(line.moves.split_whitespace().collect::<Vec<_>>()) {
            return Err(Fault::of(line, "it stands there twice; expected it once"));
        }
    }
    Ok(())
}

fn check_head(book: &Book) -> Result<(), String> {
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
    check_words("the title", &book.title)?;
    check_text("the source", &book.source, MOST_TEXT)?;
    check_text("the licence", &book.licence, MOST_TEXT)?;
    match book.lines.len() {
        0 => Err("it has no line; expected at least one".to_owned()),
        count if count > MOST_LINES => {
            Err(format!("it has {count} lines; at most {MOST_LINES} are read"))
        }
        _ => Ok(()),
    }
}

fn check_line(line: &Line) -> Result<(), String> {
    match line.moves.split_whitespace().count() {
        0 => return Err("it has no move; expected at least one".to_owned()),
        count if count > MOST_MOVES => {
            return Err(format!("it has {count} moves; expected {MOST_MOVES} at most"));
        }
        _ => {}
    }
    if line.weight > MOST_WEIGHT {
        return Err(format!("its weight is {}; expected 0 to {MOST_WEIGHT}", line.weight));
    }
    if !line.name.is_empty() {
        check_words("its name", &line.name)?;
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

fn check_words(what: &str, words: &Words) -> Result<(), String> {
    for language in ["en", "zh-Hans"] {
        if !words.contains_key(language) {
            return Err(format!("{what} has no \"{language}\""));
        }
    }
    words.values().try_for_each(|text| check_text(what, text, MOST_NAME))
}
