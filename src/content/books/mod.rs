//! Opening books: names of openings, and their moves.
//!
//! A file of the folder `assets/books` is a [`Book`]: lines of moves of one
//! game, each with a localized name and a weight. [`load`] reads all books of
//! the index into [`Books`], the interface for the rest of the program:
//!
//! - [`Books::name`]: name of the opening on the path to a node,
//! - [`Books::moves`]: book moves at a node,
//! - [`Books::choose`]: a weighted choice for the engine,
//! - [`Books::localized_name`]: the texts of a name that the library keeps as
//!   an id.
//!
//! `Books` is also the [`OpeningNamer`](crate::library::OpeningNamer) of a
//! library, which renames its games when the names change; it is therefore
//! given the books without the user's own lines.
//!
//! Lookup is by position, so transpositions are found, and symmetric positions
//! where the game allows. A user's own lines are a [`UserBook`];
//! [`Books::with_user_book`] puts them in front of the others.
//!
//! ```
//! use tianyuan::content::{assets_folder, books};
//! use tianyuan::games::registry;
//! use tianyuan::record::GameTree;
//!
//! let folder = assets_folder();
//! let loaded = books::load(|path| {
//!     std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
//! });
//! assert_eq!(loaded.errors, []);
//! let books = loaded.books;
//!
//! let reversi = registry::find("reversi").unwrap();
//! let mut tree = GameTree::new(reversi, Default::default()).unwrap();
//! let mut node = tree.root();
//! for text in ["f5", "d6", "c3", "d3", "c4"] {
//!     let mv = tree.position(node).parse_move(text).unwrap();
//!     node = tree.play(node, mv).unwrap();
//! }
//! let name = books.name(&tree, node).unwrap();
//! assert_eq!(name.localized().unwrap()["en"], "Tiger");
//!
//! let moves = books.moves(&tree, node);
//! assert_eq!(tree.position(node).move_text(moves[0].mv).unwrap(), "f4");
//! let reply = books.choose(&tree, node, 1).unwrap();
//! assert!(moves.iter().any(|known| known.mv == reply));
//! ```

mod corner;
mod entries;
mod format;
mod index;
mod lookup;
mod read;
mod user_book;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{self, FileError, WriteError};
use super::messages::LocalizedText;
use crate::core::excerpt;
use crate::games::Options;
pub use index::check;
pub use lookup::{BookMove, Books, OpeningName};
pub use read::{LoadedBooks, load, read_book};
pub use user_book::UserBook;

/// The index of all books, within the assets folder.
pub const INDEX: &str = "books/index.ron";

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// Maximum number of lines of a book.
pub const MAX_LINES: usize = 10_000;

/// Maximum number of moves of a line.
pub const MAX_MOVES: usize = 120;

/// Maximum size of a name in bytes, in one language.
pub const MAX_NAME: usize = 200;

/// Maximum weight of a line.
pub const MAX_WEIGHT: u32 = 1000;

/// Default weight of a line.
const DEFAULT_WEIGHT: u32 = 10;

/// Symmetries of a book. Only those count that keep the game's start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Symmetry {
    /// None: left and right differ, as in chess.
    #[default]
    None,
    /// Left and right are the same, as in Xiangqi.
    Mirror,
    /// All eight of the square, as in Gomoku.
    Full,
}

/// Part of the board that a book covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Area {
    /// The whole board: lines begin at the start of the game.
    #[default]
    Board,
    /// One corner: lines are played in the upper right corner, whatever happens
    /// elsewhere. They apply to every corner, reflected too, and to either
    /// side. The move `-` is a move elsewhere (tenuki).
    Corner,
}

/// A line of moves from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Moves in the game's notation, separated by spaces.
    pub moves: String,
    /// Name of the position after them, by language; empty if it has none of
    /// its own.
    #[serde(default, skip_serializing_if = "LocalizedText::is_empty")]
    pub name: LocalizedText,
    /// Relative frequency among the lines through a position, 0 to 1000; 0
    /// means never.
    #[serde(default = "default_weight")]
    pub weight: u32,
}

const fn default_weight() -> u32 {
    DEFAULT_WEIGHT
}

/// A book of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    version: u32,
    /// Id of the game.
    pub game: String,
    /// Options that a game must have for the book to apply; others may be
    /// anything.
    #[serde(default)]
    pub options: Options,
    /// Title by language.
    pub title: LocalizedText,
    /// Symmetries under which positions are the same.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// Part of the board that it covers.
    #[serde(default)]
    pub area: Area,
    /// Source of the lines.
    pub source: String,
    /// Licence of the lines.
    pub licence: String,
    /// The lines, in any order.
    pub lines: Vec<Line>,
}

impl Book {
    /// The book in RON, one line of text for each line of moves.
    ///
    /// # Errors
    /// When a text cannot be written as RON, or when [`read_book`] would refuse
    /// so many bytes.
    pub fn to_ron(&self) -> Result<String, WriteError> {
        file::write(self, 2, MAX_BYTES)
    }
}

/// Error in a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct BookError {
    /// Moves of the invalid line, if it is one line.
    pub line: Option<String>,
    /// The problem, and what was expected.
    pub reason: String,
}

impl BookError {
    fn of(line: &Line, reason: &str) -> BookError {
        let shown = excerpt(&line.moves);
        BookError { line: Some(line.moves.clone()), reason: format!("line \"{shown}\": {reason}") }
    }

    /// The error located in the file with this text.
    #[must_use]
    pub fn in_file(&self, file: &str, text: &str) -> FileError {
        let place = self.line.as_ref().and_then(|moves| {
            let wanted = format!("{moves:?}");
            text.lines().position(|line| line.contains(&wanted))
        });
        let reason = self.reason.clone();
        FileError { file: file.to_owned(), line: place.map(|line| line + 1), reason }
    }
}
