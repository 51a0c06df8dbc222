//! Glossaries: the words of each game, each explained in a few sentences with a board.
//!
//! A file of the folder `assets/glossary` is the [`Glossary`] of one game. Its words are
//! found in the texts of lessons, explanations and comments by [`Glossary::find`].
//!
//! ```
//! use tianyuan::content::glossary::read_glossary;
//!
//! let file = r#"(version: 1, game: "go", terms: [(
//!     id: "atari",
//!     name: {"en": "atari", "zh-Hans": "打吃"},
//!     text: {
//!         "en": "A group is in atari if it has a single liberty.",
//!         "zh-Hans": "只剩一口气的棋处于被打吃的状态。",
//!     },
//! )])"#;
//! let go = read_glossary("go.ron", file)?;
//! let text = "The stone is in atari.";
//! let found = go.find("en", text);
//! assert_eq!(&text[found[0].range.clone()], "atari");
//! # Ok::<(), tianyuan::content::FileError>(())
//! ```

use std::fmt::Display;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::file::{self, FileError, FormatError};
use super::lessons::{LessonBoard, StepPath};
use super::messages::LocalizedText;
use crate::core::excerpt;
use crate::games::{Game, Options, registry};

/// The index of all glossaries, within the assets folder.
pub const INDEX: &str = "glossary/index.ron";

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 256 << 10;

/// Maximum number of terms of a glossary.
pub const MAX_TERMS: usize = 200;

/// Maximum size of a term in bytes, in one language.
pub const MAX_NAME: usize = 80;

/// Maximum size of an explanation in bytes, in one language.
pub const MAX_TEXT: usize = 800;

/// Words that separate the forms of a term.
const FORM_SEPARATOR: &str = "; ";

/// The terms of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    version: u32,
    /// Id of the game.
    pub game: String,
    /// The terms in the order in which they are learnt.
    pub terms: Vec<Term>,
}

/// A word of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Id within the glossary.
    pub id: String,
    /// The word by language.
    pub name: LocalizedText,
    /// Other forms by which texts mention it, by language, separated by `"; "`.
    #[serde(default, skip_serializing_if = "LocalizedText::is_empty")]
    pub forms: LocalizedText,
    /// The explanation by language.
    pub text: LocalizedText,
    /// A board that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<LessonBoard>,
}

/// A mention of a term in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// Index of the term in the glossary.
    pub term: usize,
}

/// The valid glossaries, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedGlossaries {
    /// In the order of the index, one for a game at most.
    pub glossaries: Vec<Glossary>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every glossary it names. A bad file is reported; the others still
/// load.
pub fn load<E: Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedGlossaries {
    let loaded = file::load(read, INDEX, "glossary/", read_glossary);
    let mut glossaries: Vec<Glossary> = Vec::new();
    let mut errors = loaded.errors;
    for (file, glossary) in loaded.contents {
        if glossaries.iter().any(|other| other.game == glossary.game) {
            let reason = format!("another file is about {}; each game has one", glossary.game);
            errors.push(FileError::whole(&file, reason));
        } else {
            glossaries.push(glossary);
        }
    }
    LoadedGlossaries { glossaries, errors, listed_files: loaded.listed_files }
}

/// Reads one glossary from the text of its file, and plays its boards.
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_glossary(file: &str, text: &str) -> Result<Glossary, FileError> {
    file::check_size(text.len(), MAX_BYTES).map_err(|error| FileError::whole(file, error))?;
    let glossary: Glossary = file::parse(file, text)?;
    let game = registry::find(&glossary.game)
        .ok_or_else(|| FormatError::unknown_game(&glossary.game))
        .and_then(|game| file::check_version(glossary.version).map(|()| game))
        .and_then(|game| {
            file::check_count(glossary.terms.len(), "term", "terms", MAX_TERMS).map(|()| game)
        })
        .map_err(|error| FileError::whole(file, error))?;
    for (at, term) in glossary.terms.iter().enumerate() {
        let twice = glossary.terms[..at].iter().any(|other| other.id == term.id);
        let result = match twice {
            true => Err("another term has this id; each has its own".to_owned()),
            false => check_term(game, term),
        };
        result.map_err(|reason| {
            let name = format!("id: {:?}", term.id);
            let line = text.lines().position(|line| line.contains(&name)).map(|line| line + 1);
            let reason = format!("term \"{}\": {reason}", excerpt(&term.id));
            FileError { file: file.to_owned(), line, reason }
        })?;
    }
    Ok(glossary)
}

fn check_term(game: &dyn Game, term: &Term) -> Result<(), String> {
    let format = || -> Result<(), FormatError> {
        file::check_id(&term.id)?;
        file::check_localized("name", &term.name, MAX_NAME)?;
        file::check_localized("text", &term.text, MAX_TEXT)?;
        term.forms.values().try_for_each(|text| file::check_text("forms", text, MAX_TEXT))
    };
    format().map_err(|error| error.to_string())?;
    if let Some(board) = &term.board {
        StepPath::of_board(game, &Options::default(), board).map_err(|error| error.to_string())?;
    }
    Ok(())
}

impl Glossary {
    /// The term with this id, and its index.
    #[must_use]
    pub fn term(&self, id: &str) -> Option<(usize, &Term)> {
        self.terms.iter().enumerate().find(|(_, term)| term.id == id)
    }

    /// The mentions of terms in a text of this language, in the order of the text. Longer
    /// words come before shorter ones, and only the first mention of each term is given.
    #[must_use]
    pub fn find(&self, language: &str, text: &str) -> Vec<Mention> {
        let lower = text.to_lowercase();
        // Letters whose small form has another length would shift the places.
        if lower.len() != text.len() {
            return Vec::new();
        }
        let mut words: Vec<(String, usize)> = Vec::new();
        for (index, term) in self.terms.iter().enumerate() {
            let names = [&term.name, &term.forms].into_iter().filter_map(|text| text.get(language));
            let forms = names.flat_map(|text| text.split(FORM_SEPARATOR));
            words.extend(forms.map(|form| (form.to_lowercase(), index)));
        }
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        let mut found: Vec<Mention> = Vec::new();
        for (word, term) in words {
            if found.iter().any(|mention| mention.term == term) {
                continue;
            }
            let places = lower.match_indices(&word).map(|(at, _)| at..at + word.len());
            let free = |range: &Range<usize>| {
                is_whole_word(&lower, range)
                    && found.iter().all(|other| {
                        other.range.end <= range.start || range.end <= other.range.start
                    })
            };
            let first = places.into_iter().find(free);
            found.extend(first.map(|range| Mention { range, term }));
        }
        found.sort_by_key(|mention| mention.range.start);
        found
    }
}

/// True if no Latin letter or digit goes on before or after the range.
fn is_whole_word(text: &str, range: &Range<usize>) -> bool {
    let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    let [first, last] =
        [text[range.clone()].chars().next(), text[range.clone()].chars().next_back()];
    let is_latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    !(is_latin(first) && before.is_some_and(goes_on)
        || is_latin(last) && after.is_some_and(goes_on))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::messages;

    fn glossary() -> Glossary {
        let term = |id: &str, name: &str, forms: &str| Term {
            id: id.to_owned(),
            name: messages::same_in_every_language(name),
            forms: messages::same_in_every_language(forms),
            text: messages::same_in_every_language("A word."),
            board: None,
        };
        Glossary {
            version: 1,
            game: "go".to_owned(),
            terms: vec![
                term("liberty", "liberty", "liberties"),
                term("open-three", "open three", "open threes"),
                term("three", "three", "threes"),
                term("ko", "劫", "打劫"),
            ],
        }
    }

    fn words(text: &str) -> Vec<&str> {
        glossary().find("en", text).into_iter().map(|found| &text[found.range]).collect()
    }

    #[test]
    fn whole_words_are_found_once_and_the_longer_ones_first() {
        assert_eq!(words("Two Liberties. One liberty."), ["Liberties"]);
        assert_eq!(words("An open three is a three."), ["open three", "three"]);
        assert_eq!(words("Threefold, thirty-three"), Vec::<&str>::new());
    }

    #[test]
    fn words_without_spaces_between_them_are_found() {
        assert_eq!(words("黑方打劫"), ["打劫"]);
    }
}
