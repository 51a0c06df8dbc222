//! The formats in which other programs keep games, and the table of them.
//!
//! To add one: write its file with a reader and perhaps a writer, and add it
//! to [`FORMATS`]. Readers take any bytes: they answer with games or with an
//! error that names the line or byte, and use memory in proportion to the
//! input.

mod builder;
mod cbr;
mod dhtmlxq;
mod fen;
mod ggf;
mod gomoku_text;
mod obf;
mod own;
mod pgn;
mod psq;
mod recognise;
mod renlib;
mod result;
mod reversi_text;
mod sgf;
mod text;
mod wthor;
mod xqf;

use std::collections::BTreeSet;

use thiserror::Error;

pub use recognise::recognise;
pub use result::result_of;
pub use wthor::{WthorGame, WthorGames, wthor_games};

use super::GameTree;

/// What a reader is given.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// The content of the file beside it that has another ending, such as
    /// `jou`, if there is one.
    pub beside: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

impl<'a> Source<'a> {
    /// A file that stands alone, or a text from elsewhere.
    #[must_use]
    pub fn alone(bytes: &'a [u8]) -> Source<'a> {
        Source { bytes, beside: &|_| None }
    }
}

/// Why games are not read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// A line of a text is wrong.
    #[error("line {line}: {reason}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A byte of a binary file is wrong.
    #[error("byte {byte}: {reason}")]
    Byte {
        /// Which byte, from 0.
        byte: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no format for files with this ending.
    #[error("no format has the ending \"{0}\"; those known are {1}")]
    Ending(String, String),
    /// A text of no known ending is of no format.
    #[error(
        "this is no record of a game; expected one that begins like (;GM[1] as in SGF, [Event as \
         in PGN, or with plain moves as f5d6c3"
    )]
    Unknown,
    /// The format is only read.
    #[error("files of {0} can be read but not written")]
    ReadOnly(&'static str),
    /// The format does not hold this game.
    #[error("{format} holds {holds}, not {game}")]
    Game {
        /// The format.
        format: &'static str,
        /// The games that it holds.
        holds: String,
        /// The one that was given.
        game: &'static str,
    },
    /// The format holds one game a file.
    #[error("{format} holds one game a file, but there are {count}; many fit in {others}")]
    Many {
        /// The format.
        format: &'static str,
        /// How many games there are.
        count: usize,
        /// Formats that hold many of this game.
        others: String,
    },
    /// A game has something that the format cannot say.
    #[error("game {number}: {reason}")]
    Content {
        /// Which of the games, from 1.
        number: usize,
        /// What it is.
        reason: String,
    },
}

/// What is wrong with a byte of a binary file, counted from 0.
fn wrong(byte: usize, reason: impl Into<String>) -> FormatError {
    FormatError::Byte { byte, reason: reason.into() }
}

/// Reads games from a file.
type Read = fn(Source<'_>) -> Result<Vec<GameTree>, FormatError>;
/// Writes games; all are ones that the format holds, and as many.
type Write = fn(&[GameTree]) -> Result<Vec<u8>, FormatError>;

/// A format of game records.
#[derive(Debug)]
pub struct Format {
    /// Its name.
    pub id: &'static str,
    /// Endings of its files in lower case; the first is the usual one.
    pub endings: &'static [&'static str],
    /// Ids of the games it holds.
    pub games: &'static [&'static str],
    /// Whether a file holds many games.
    pub many: bool,
    /// Whether it holds variations.
    pub variations: bool,
    /// Whether it holds comments.
    pub annotations: bool,
    /// Whether a file is of this format without doubt, so that no other with
    /// the same ending is to be asked when it cannot be read.
    knows: fn(&[u8]) -> bool,
    read: Read,
    write: Option<Write>,
}

/// Every format. Where several share an ending, the first that can read a
/// file reads it.
pub const FORMATS: &[&Format] = &[
    &own::OWN,
    &sgf::SGF,
    &pgn::PGN,
    &ggf::GGF,
    &wthor::WTHOR,
    &obf::OBF,
    &reversi_text::REVERSI_TEXT,
    &reversi_text::OTHELLO_QUEST,
    &gomoku_text::GOMOKU_TEXT,
    &psq::PSQ,
    &renlib::RENLIB,
    &xqf::XQF,
    &cbr::CBR,
    &dhtmlxq::DHTMLXQ,
];

/// A game that is read and laid aside.
fn settled(mut tree: GameTree) -> GameTree {
    tree.settle();
    tree
}

/// Refuses a text of so many games that it could hold them only if they were
/// shorter than `least` bytes on average: a game takes memory however short
/// it is. A few games may be as short as they like.
fn check_count(games: usize, least: usize, bytes: &[u8]) -> Result<(), FormatError> {
    if games > 16 && games * least > bytes.len() {
        let line = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
        let reason = format!("{games} games of fewer than {least} bytes are too many");
        return Err(FormatError::Line { line, reason });
    }
    Ok(())
}

impl Format {
    /// Reads every game of a file; at least one.
    ///
    /// # Errors
    /// Names the line or byte at which the file is not of this format.
    pub fn read(&self, source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
        let mut games = (self.read)(source)?;
        if games.is_empty() {
            return Err(FormatError::Line { line: 1, reason: format!("no game of {}", self.id) });
        }
        games.iter_mut().for_each(GameTree::settle);
        games.shrink_to_fit();
        Ok(games)
    }

    /// Whether games can be written in it.
    #[must_use]
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Writes games as a file.
    ///
    /// # Errors
    /// When the format is only read, does not hold such games or so many, or
    /// cannot say something that a game depends on. What it has no place for
    /// otherwise (comments, variations) is left out.
    pub fn write(&self, games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
        let write = self.write.ok_or(FormatError::ReadOnly(self.id))?;
        for game in games {
            let game = game.game().id();
            if !self.games.contains(&game) {
                let holds = self.games.join(", ");
                return Err(FormatError::Game { format: self.id, holds, game });
            }
        }
        if games.len() != 1 && !self.many {
            let game = games.first().map_or("", |game| game.game().id());
            let others = FORMATS.iter().filter(|other| other.many && other.is_written());
            let others: Vec<_> =
                others.filter(|other| other.games.contains(&game)).map(|other| other.id).collect();
            let (format, count) = (self.id, games.len());
            return Err(FormatError::Many { format, count, others: others.join(", ") });
        }
        write(games)
    }
}

/// The formats whose files have this ending, in any case and without a dot.
///
/// # Errors
/// When there is none; names those that there are.
pub fn by_ending(ending: &str) -> Result<Vec<&'static Format>, FormatError> {
    let lower = ending.to_lowercase();
    let found = FORMATS.iter().copied().filter(|format| format.endings.contains(&lower.as_str()));
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        let known: BTreeSet<_> =
            FORMATS.iter().flat_map(|format| format.endings).copied().collect();
        let known: Vec<_> = known.into_iter().collect();
        let shown = ending.chars().take(20).collect();
        return Err(FormatError::Ending(shown, known.join(", ")));
    }
    Ok(found)
}

/// Reads a file with this ending.
///
/// # Errors
/// What the first format of the ending says, if none can read it.
pub fn read(ending: &str, source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let mut first = None;
    for format in by_ending(ending)? {
        match format.read(source) {
            Ok(games) => return Ok(games),
            Err(error) if (format.knows)(source.bytes) => return Err(error),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or(FormatError::ReadOnly("")))
}

/// Writes games to a file with this ending.
///
/// # Errors
/// When no format of the ending can hold them; says why.
pub fn write(ending: &str, games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let formats = by_ending(ending)?;
    let id = games.first().map_or("", |game| game.game().id());
    let fits = |format: &&&Format| format.is_written() && format.games.contains(&id);
    let chosen = formats.iter().find(fits).or(formats.first());
    chosen.map_or(Err(FormatError::ReadOnly("")), |format| format.write(games))
}
