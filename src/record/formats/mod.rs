//! Import and export of game records in other programs' formats.
//!
//! To add a format, write a module with a reader and perhaps a writer, add it to
//! [`FORMATS`], and name it in the [`Game::record_formats`] of its game. Readers
//! accept any bytes: they return games or an error that names the line or byte,
//! and use memory in proportion to the input. A move that the rules refuse does
//! not cost the game: it and what follows it are kept as text at the last good
//! node, with a warning to [`Source::warn`]. Writers list what they leave out, as
//! [`Written::losses`].

mod builder;
mod cbr;
mod content_error;
mod detect;
mod dhtmlxq;
mod ggf;
mod go_servers;
mod gomocup;
mod gomoku_text;
mod lenient;
mod losses;
mod native;
mod obf;
mod pgn;
mod psq;
mod renlib;
mod result;
mod reversi_text;
mod sgf;
mod text;
mod text_moves;
mod token_walk;
mod wthor;
mod xiangqi_board;
mod xqf;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;

use thiserror::Error;

pub use detect::read_any;
pub use losses::{Content, Loss};
pub use result::result_of;
pub use wthor::{WthorGame, WthorGames, wthor_games};

use losses::Losses;

use super::GameTree;
#[cfg(doc)]
use super::NodeAction;
use crate::core::excerpt;
use crate::games::Game;
use crate::games::registry::GAMES;

/// The input of a reader.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The content of the file.
    pub bytes: &'a [u8],
    /// Returns the content of the sibling file with another extension, such as
    /// `jou`, if there is one.
    pub sibling_file: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// The game to read the file as, whatever it says itself; formats of one
    /// game ignore it.
    pub game: Option<&'static dyn Game>,
    /// Receives a warning about each part of the file that is not read as it
    /// stands there.
    pub warn: &'a dyn Fn(FormatError),
}

impl<'a> Source<'a> {
    /// A source without sibling files, whose warnings nobody receives.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Source<'a> {
        Source { bytes, sibling_file: &|_| None, game: None, warn: &|_| () }
    }

    /// Warns that moves are kept as text, by the error of the first.
    fn warn_of_moves(&self, error: FormatError) {
        (self.warn)(error.with_consequence("it and what follows it are kept as text"));
    }

    /// Warns that the file ends within a game, by the error there.
    fn warn_of_cut(&self, error: FormatError) {
        (self.warn)(error.with_consequence("what is before it is read"));
    }

    /// Warns that a game is left out, by its error.
    fn warn_of_game(&self, error: FormatError) {
        (self.warn)(error.with_consequence("this game is left out"));
    }
}

/// Errors of reading and writing games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// A line of a text file is invalid.
    #[error("line {line}: {reason}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// A byte of a binary file is invalid.
    #[error("byte {byte}: {reason}")]
    Byte {
        /// Offset, from 0.
        byte: usize,
        /// The reason.
        reason: String,
    },
    /// No format has this file name extension.
    #[error("no format has the extension \"{0}\"; those known are {1}")]
    UnknownExtension(String, String),
    /// Further problems of a file that is read all the same.
    #[error("{0} more problems of this kind")]
    MoreWarnings(usize),
    /// The text is in no known format.
    #[error(
        "this is not a game record; expected one that begins like (;GM[1] as in SGF, [Event as \
         in PGN, or with plain moves as f5d6c3"
    )]
    Unrecognised,
    /// The format has no writer.
    #[error("files of {0} can be read but not written")]
    ReadOnly(&'static str),
    /// The format does not support this game.
    #[error("{format} holds {holds}, not {game}")]
    UnsupportedGame {
        /// The format.
        format: &'static str,
        /// The games that it supports.
        holds: String,
        /// The game that was given.
        game: &'static str,
    },
    /// The format holds only one game a file.
    #[error("{format} holds one game a file, but there are {count}; many fit in {others}")]
    TooManyGames {
        /// The format.
        format: &'static str,
        /// Number of games given.
        count: usize,
        /// Formats that hold many games of this kind.
        others: String,
    },
    /// The file would be read as one of another format.
    #[error("with the extension {extension} this would be read as {other}; write it as {better}")]
    Ambiguous {
        /// The extension.
        extension: String,
        /// The other format.
        other: &'static str,
        /// The extension of this format alone.
        better: &'static str,
    },
    /// A game has content that the format cannot represent.
    #[error("game {number}: {reason}")]
    Unrepresentable {
        /// Number of the game, from 1.
        number: usize,
        /// The reason.
        reason: String,
    },
}

impl FormatError {
    /// This error as a warning that says what follows from it.
    fn with_consequence(mut self, consequence: &str) -> FormatError {
        if let FormatError::Line { reason, .. } | FormatError::Byte { reason, .. } = &mut self {
            *reason = format!("{}; {consequence}", reason.trim_end_matches('.'));
        }
        self
    }
}

/// An error at a byte of a binary file, counted from 0.
fn byte_error(byte: usize, reason: impl Display) -> FormatError {
    FormatError::Byte { byte, reason: reason.to_string() }
}

/// Most problems of a file that are told one by one.
const MAX_WARNINGS: usize = 20;

/// A reader of a format.
type Read = fn(Source<'_>) -> Result<Vec<GameTree>, FormatError>;
/// A writer of a format, given only as many games of such kinds as it holds. It
/// counts what it leaves out.
type Write = fn(&[GameTree], &mut Losses) -> Result<Vec<u8>, FormatError>;

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Content of the games that it does not hold.
    pub losses: Vec<Loss>,
}

/// The games that a format supports. Each game names its formats, in
/// [`Game::record_formats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FormatGames {
    /// Every game.
    All,
    /// The games with a number in SGF.
    Sgf,
    /// The games of PGN.
    Pgn,
    /// The game that names this format its own.
    One,
}

/// A format of game records.
#[derive(Debug)]
pub struct Format {
    /// Its name.
    pub id: &'static str,
    /// File name extensions in lower case; the first is the default.
    pub extensions: &'static [&'static str],
    /// The games it supports.
    games: FormatGames,
    /// True if a file can hold many games.
    pub multi_game: bool,
    /// True if it supports variations.
    pub variations: bool,
    /// True if it supports comments.
    pub annotations: bool,
    /// Returns true if the content is certainly of this format, so that no
    /// other format with the same extension is tried when reading fails.
    sniff: fn(&[u8]) -> bool,
    read: Read,
    write: Option<Write>,
}

/// Every format. Where several share an extension, they are tried in this
/// order.
pub const FORMATS: &[&Format] = &[
    &native::NATIVE,
    &sgf::SGF,
    &pgn::PGN,
    &pgn::PGN_ZST,
    &ggf::GGF,
    &wthor::WTHOR,
    &obf::OBF,
    &reversi_text::REVERSI_TEXT,
    &reversi_text::OTHELLO_QUEST,
    &gomocup::GOMOCUP,
    &gomoku_text::GOMOKU_TEXT,
    &psq::PSQ,
    &psq::REC,
    &renlib::RENLIB,
    &xqf::XQF,
    &cbr::CBR,
    &cbr::CBL,
    &go_servers::GIB,
    &go_servers::NGF,
    &pgn::XIANGQI_TEXT,
    &dhtmlxq::DHTMLXQ,
];

/// The tree with its caches dropped.
fn without_caches(mut tree: GameTree) -> GameTree {
    tree.drop_caches();
    tree
}

/// Returns an error if games take less than `min_bytes` of input on average: a
/// tree takes memory however short its game is. The first 16 games are exempt.
fn check_game_count(games: usize, min_bytes: usize, bytes: &[u8]) -> Result<(), FormatError> {
    if games > 16 && games * min_bytes > bytes.len() {
        let line = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
        let reason = format!("{games} games of fewer than {min_bytes} bytes are too many");
        return Err(FormatError::Line { line, reason });
    }
    Ok(())
}

impl Format {
    /// True if the format supports a game.
    #[must_use]
    pub fn supports(&self, game: &dyn Game) -> bool {
        let formats = game.record_formats();
        match self.games {
            FormatGames::All => true,
            FormatGames::Sgf => formats.sgf.is_some(),
            FormatGames::Pgn => formats.pgn.is_some(),
            FormatGames::One => formats.own.contains(&self.id),
        }
    }

    /// The games that the format supports, in the order of the registry.
    pub fn games(&self) -> impl Iterator<Item = &'static dyn Game> {
        GAMES.iter().copied().filter(|game| self.supports(*game))
    }

    /// Reads every game of a file; at least one.
    ///
    /// # Errors
    /// The line or byte at which the file is not of this format.
    pub fn read(&self, source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
        // Only the format that reads the file tells its problems.
        let (warnings, more) = (RefCell::new(Vec::new()), Cell::new(0));
        let warn = |warning| {
            if warnings.borrow().len() < MAX_WARNINGS {
                warnings.borrow_mut().push(warning);
            } else {
                more.set(more.get() + 1);
            }
        };
        let mut games = (self.read)(Source { warn: &warn, ..source })?;
        if games.is_empty() {
            return Err(FormatError::Line { line: 1, reason: format!("no game of {}", self.id) });
        }
        games.iter_mut().for_each(GameTree::drop_caches);
        games.shrink_to_fit();
        warnings.take().into_iter().for_each(source.warn);
        if more.get() > 0 {
            (source.warn)(FormatError::MoreWarnings(more.get()));
        }
        Ok(games)
    }

    /// True if the format has a writer.
    #[must_use]
    pub fn can_write(&self) -> bool {
        self.write.is_some()
    }

    /// Writes games as a file.
    ///
    /// # Errors
    /// When the format has no writer, does not support the game or several of
    /// them, or cannot represent something that a game depends on. Comments,
    /// variations and other content that it does not support is left out and
    /// listed.
    pub fn write(&self, games: &[GameTree]) -> Result<Written, FormatError> {
        let write = self.write.ok_or(FormatError::ReadOnly(self.id))?;
        for tree in games {
            if !self.supports(tree.game()) {
                let ids: Vec<_> = self.games().map(Game::id).collect();
                let (holds, game) = (ids.join(", "), tree.game().id());
                return Err(FormatError::UnsupportedGame { format: self.id, holds, game });
            }
        }
        if games.len() != 1 && !self.multi_game {
            let game = games.first().map(GameTree::game);
            let others = FORMATS.iter().filter(|other| other.multi_game && other.can_write());
            let others = others.filter(|other| game.is_some_and(|game| other.supports(game)));
            let others: Vec<_> = others.map(|other| other.id).collect();
            let (format, count) = (self.id, games.len());
            return Err(FormatError::TooManyGames { format, count, others: others.join(", ") });
        }
        for (index, tree) in games.iter().enumerate() {
            if !self.holds_actions() && self.has_other_action(tree) {
                let reason = "stones are set up in its middle, or moves break the rules, which \
                              only RON and SGF can hold";
                let (number, reason) = (index + 1, reason.to_owned());
                return Err(FormatError::Unrepresentable { number, reason });
            }
        }
        let mut losses = Losses::default();
        let bytes = write(games, &mut losses)?;
        Ok(Written { bytes, losses: losses.into_list() })
    }

    /// True if the format can hold a [`NodeAction`] of every kind.
    fn holds_actions(&self) -> bool {
        matches!(self.games, FormatGames::All | FormatGames::Sgf)
    }

    /// True if some node that the format would write is no legal move.
    fn has_other_action(&self, tree: &GameTree) -> bool {
        let is_other = |node| tree.move_at(node).is_none();
        match self.variations {
            true => tree.nodes().skip(1).any(is_other),
            false => tree.main_line().skip(1).any(is_other),
        }
    }
}

/// The formats with this extension, in upper or lower case and without a dot.
///
/// # Errors
/// When there is none; lists the known extensions.
pub fn by_extension(extension: &str) -> Result<Vec<&'static Format>, FormatError> {
    let lower = extension.to_lowercase();
    let found =
        FORMATS.iter().copied().filter(|format| format.extensions.contains(&lower.as_str()));
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        let known: BTreeSet<_> =
            FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
        let known: Vec<_> = known.into_iter().collect();
        return Err(FormatError::UnknownExtension(excerpt(extension), known.join(", ")));
    }
    Ok(found)
}

/// Reads a file with this extension.
///
/// # Errors
/// The error of the extension's first format, if none can read it.
///
/// ```
/// use tianyuan::record::formats::{self, Source};
///
/// let pgn = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 (2... Nc6 {is usual}) 3. d4 *";
/// let games = formats::read("pgn", Source::from_bytes(pgn.as_bytes()))?;
/// let line: Vec<_> = games[0].main_line().filter_map(|node| games[0].move_text(node)).collect();
/// assert_eq!(line, ["e4", "e5", "Nf3", "d6", "d4"]);
///
/// let sgf = formats::read("sgf", Source::from_bytes(b"(;GM[1]SZ[9];B[ee];W[gc])"))?;
/// assert_eq!(sgf[0].nodes().count(), 3);
/// # Ok::<(), formats::FormatError>(())
/// ```
pub fn read(extension: &str, source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let mut first = None;
    for format in by_extension(extension)? {
        match format.read(source) {
            Ok(games) => return Ok(games),
            Err(error) if (format.sniff)(source.bytes) => return Err(error),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or(FormatError::ReadOnly("")))
}

/// Writes games to a file with this extension.
///
/// # Errors
/// When no format of the extension can hold them, or the file would be taken for
/// one of another format with this extension.
///
/// ```
/// use tianyuan::record::formats::{self, Source};
///
/// let games = formats::read("txt", Source::from_bytes(b"f5d6c3d3c4"))?;
/// let sgf = String::from_utf8(formats::write("sgf", &games)?.bytes).unwrap();
/// assert!(sgf.contains(";B[fe];W[df];B[cc]"), "{sgf}");
/// # Ok::<(), formats::FormatError>(())
/// ```
pub fn write(extension: &str, games: &[GameTree]) -> Result<Written, FormatError> {
    let formats = by_extension(extension)?;
    let game = games.first().map(GameTree::game);
    let fits =
        |format: &&&Format| format.can_write() && game.is_some_and(|game| format.supports(game));
    let chosen = formats.iter().find(fits).or(formats.first());
    let Some(format) = chosen else { return Err(FormatError::ReadOnly("")) };
    let written = format.write(games)?;
    let before = formats.iter().take_while(|other| other.id != format.id);
    for other in before {
        if other.read(Source::from_bytes(&written.bytes)).is_ok() || (other.sniff)(&written.bytes) {
            let (extension, other) = (extension.to_owned(), other.id);
            let better = format.extensions[0];
            return Err(FormatError::Ambiguous { extension, other, better });
        }
    }
    Ok(written)
}
