//! Content files: an index that lists the files of a folder, their syntax and
//! version, and the errors in them.

use std::fmt::{self, Display};

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::messages::{self, LocalizedText};
use crate::core::excerpt;
use crate::games::{SetupError, registry};

/// Error in a content file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {reason}", line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct FileError {
    /// The file, within the folder of its kind of content.
    pub file: String,
    /// The line, if known.
    pub line: Option<usize>,
    /// The problem, and what was expected.
    pub reason: String,
}

impl FileError {
    /// An error of a file as a whole.
    pub(super) fn whole(file: &str, reason: impl Display) -> FileError {
        FileError { file: file.to_owned(), line: None, reason: reason.to_string() }
    }
}

/// Error in the format of a file, whatever its kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The file is of another version.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
    /// The file is too large.
    #[error("it has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The maximum size.
        limit: usize,
    },
    /// There are no entries.
    #[error("it has no {0}; expected at least one")]
    NoEntry(&'static str),
    /// There are too many entries.
    #[error("it has {count} {entries}; at most {limit} are read")]
    TooManyEntries {
        /// Their number.
        count: usize,
        /// The kind of content, in the plural.
        entries: &'static str,
        /// The maximum number.
        limit: usize,
    },
    /// An entry has too many parts.
    #[error("{owner} has {count} {parts}; expected {limit} at most")]
    TooManyParts {
        /// The part of the file that has them.
        owner: &'static str,
        /// Their number.
        count: usize,
        /// The name of the parts, in the plural.
        parts: &'static str,
        /// The maximum number.
        limit: usize,
    },
    /// The game is not in the registry.
    #[error("there is no game \"{game}\"; the games are: {known}")]
    UnknownGame {
        /// The id that was found.
        game: String,
        /// The ids of the games.
        known: String,
    },
    /// The options are not options of the game.
    #[error(transparent)]
    Options(#[from] SetupError),
    /// An id has other characters than it may have.
    #[error("{name} is \"{found}\"; expected small letters, digits and hyphens")]
    Id {
        /// Name of the field.
        name: &'static str,
        /// The beginning of the id that was found.
        found: String,
    },
    /// A text is empty.
    #[error("{0} is empty")]
    EmptyText(&'static str),
    /// A text is too long.
    #[error("{name} has {bytes} bytes; expected {limit} at most")]
    LongText {
        /// Name of the text.
        name: &'static str,
        /// Its size.
        bytes: usize,
        /// The maximum size.
        limit: usize,
    },
    /// A text lacks a language.
    #[error("{name} has no \"{language}\"")]
    NoTranslation {
        /// Name of the text.
        name: &'static str,
        /// Tag of the language.
        language: &'static str,
    },
    /// A number is out of range.
    #[error("{name} is {found}; expected {least} to {most}")]
    OutOfRange {
        /// Name of the number.
        name: &'static str,
        /// The number that was found.
        found: u32,
        /// The least that it may be.
        least: u32,
        /// The most that it may be.
        most: u32,
    },
    /// Two entries are the same where each must differ.
    #[error("{0}")]
    Repeated(&'static str),
}

impl FormatError {
    /// The error for a game that is not in the registry.
    pub(super) fn unknown_game(game: &str) -> FormatError {
        let known: Vec<_> = registry::GAMES.iter().map(|game| game.id()).collect();
        FormatError::UnknownGame { game: excerpt(game), known: known.join(", ") }
    }
}

/// Error of writing a content file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// A text cannot be written as RON.
    #[error("{0}")]
    Text(String),
    /// It would be larger than what is read.
    #[error("as it is written it has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// Its size as written.
        bytes: usize,
        /// The maximum size.
        limit: usize,
    },
}

/// Most bytes that one byte of a file becomes when it is written again with its
/// indentation and escapes.
const MAX_GROWTH: usize = 16;

/// Writes a file as RON, indented to this depth and no larger than its reader
/// takes.
pub(super) fn write(
    content: &impl Serialize,
    depth: usize,
    limit: usize,
) -> Result<String, WriteError> {
    let looks = ron::ser::PrettyConfig::new().depth_limit(depth).indentor("  ".to_owned());
    let text = ron::ser::to_string_pretty(content, looks);
    let text = format!("{}\n", text.map_err(|error| WriteError::Text(error.to_string()))?);
    let bytes = text.len();
    if bytes <= limit { Ok(text) } else { Err(WriteError::TooLarge { bytes, limit }) }
}

/// Checks that a file of this size, once read, can be written for the same
/// reader.
pub(super) fn check_writable(
    bytes: usize,
    limit: usize,
    write: impl FnOnce() -> Result<String, WriteError>,
) -> Result<(), WriteError> {
    if bytes > limit / MAX_GROWTH { write().map(|_| ()) } else { Ok(()) }
}

/// Checks the version of a file.
pub(super) fn check_version(found: u32) -> Result<(), FormatError> {
    if found == 1 { Ok(()) } else { Err(FormatError::Version(found)) }
}

/// Checks the size of a file in bytes.
pub(super) fn check_size(bytes: usize, limit: usize) -> Result<(), FormatError> {
    if bytes <= limit { Ok(()) } else { Err(FormatError::TooLarge { bytes, limit }) }
}

/// Checks the number of entries of a file; `entry` and `entries` say what they
/// are.
pub(super) fn check_count(
    count: usize,
    entry: &'static str,
    entries: &'static str,
    limit: usize,
) -> Result<(), FormatError> {
    match count {
        0 => Err(FormatError::NoEntry(entry)),
        _ if count > limit => Err(FormatError::TooManyEntries { count, entries, limit }),
        _ => Ok(()),
    }
}

/// Checks that a text is neither empty nor too long.
pub(super) fn check_text(name: &'static str, text: &str, limit: usize) -> Result<(), FormatError> {
    match text.len() {
        0 => Err(FormatError::EmptyText(name)),
        bytes if bytes > limit => Err(FormatError::LongText { name, bytes, limit }),
        _ => Ok(()),
    }
}

/// Checks that a text is there in every language, and neither empty nor too long in any.
pub(super) fn check_localized(
    name: &'static str,
    text: &LocalizedText,
    limit: usize,
) -> Result<(), FormatError> {
    if let Some(language) = messages::missing_language(text) {
        return Err(FormatError::NoTranslation { name, language });
    }
    text.values().try_for_each(|text| check_text(name, text, limit))
}

/// Checks the number of parts of an entry; `owner` says of what.
pub(super) fn check_parts(
    owner: &'static str,
    count: usize,
    parts: &'static str,
    limit: usize,
) -> Result<(), FormatError> {
    if count <= limit {
        Ok(())
    } else {
        Err(FormatError::TooManyParts { owner, count, parts, limit })
    }
}

/// Checks that an id has only the characters that ids may have.
pub(super) fn check_id(id: &str) -> Result<(), FormatError> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.is_empty() || id.len() > 64 || !id.bytes().all(fits) {
        return Err(FormatError::Id { name: "id", found: excerpt(id) });
    }
    Ok(())
}

/// Reads a file as RON.
pub(super) fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, FileError> {
    ron::from_str(text).map_err(|error| FileError {
        file: file.to_owned(),
        line: Some(error.span.start.line),
        reason: excerpt(&error.code.to_string()),
    })
}

/// The files that an index names, and an index of nothing else.
#[derive(Deserialize)]
#[serde(rename = "Index", deny_unknown_fields)]
struct Listing {
    version: u32,
    /// Names of the files, called packs or books in their indexes.
    #[serde(alias = "packs", alias = "books", deserialize_with = "file_names")]
    files: Vec<String>,
}

/// Most files of an index, far more than there are.
const MAX_FILES: usize = 2000;

/// Names of files, not too many.
fn file_names<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    struct Names;
    impl<'de> Visitor<'de> for Names {
        type Value = Vec<String>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list of file names")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<String>, A::Error> {
            let mut names = Vec::new();
            while let Some(name) = sequence.next_element()? {
                if names.len() == MAX_FILES {
                    return Err(A::Error::custom(format!("more than {MAX_FILES} files")));
                }
                names.push(name);
            }
            Ok(names)
        }
    }
    source.deserialize_seq(Names)
}

/// The files of one kind of content that could be read.
pub(super) struct LoadedFiles<T> {
    /// Each with its file.
    pub contents: Vec<(String, T)>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names.
    pub listed_files: Vec<String>,
}

/// Reads an index, and with `read_file` every file that it names in this folder. A
/// bad file is reported; the others still load.
pub(super) fn load<T, E: Display>(
    read: impl Fn(&str) -> Result<String, E>,
    index: &str,
    folder: &str,
    read_file: impl Fn(&str, &str) -> Result<T, FileError>,
) -> LoadedFiles<T> {
    let mut loaded =
        LoadedFiles { contents: Vec::new(), errors: Vec::new(), listed_files: Vec::new() };
    let text_of = |file: &str| read(file).map_err(|reason| FileError::whole(file, reason));
    let listed = text_of(index).and_then(|text| {
        let listing: Listing = parse(index, &text)?;
        check_version(listing.version).map_err(|error| FileError::whole(index, error))?;
        Ok(listing.files)
    });
    let files = listed.unwrap_or_else(|error| {
        loaded.errors.push(error);
        Vec::new()
    });
    for name in files {
        let file = format!("{folder}{name}");
        match text_of(&file).and_then(|text| read_file(&file, &text)) {
            Ok(content) => loaded.contents.push((file.clone(), content)),
            Err(error) => loaded.errors.push(error),
        }
        loaded.listed_files.push(file);
    }
    loaded
}
