//! Opening books: names of openings, and the moves that are played in them.
//!
//! A file of the folder `assets/books` is a [`Book`]: lines of moves of one
//! game, each with a name in every language and a weight. [`load`] reads all
//! that the index names and makes [`Books`] of them, the one face that the
//! rest of the program asks:
//!
//! - [`Books::name`]: what the opening on the way to a node is called,
//! - [`Books::moves`]: which moves the books have at a node,
//! - [`Books::choose`]: one of them for a computer player,
//! - [`Books::words`]: the words of a name that the library keeps as an id;
//!   `Books` is also the [`Namer`](crate::library::Namer) of a library, which
//!   names its games anew whenever the names change; so it is given the books
//!   without a player's own lines.
//!
//! Positions count, not the order of moves, so transpositions are found, and
//! so are turned and mirrored positions in the games where these are the same.
//! A player's own lines are an [`OwnBook`]; [`Books::with_own`] puts them in
//! front of the others.
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
//! assert_eq!(name.words().unwrap()["en"], "Tiger");
//!
//! let moves = books.moves(&tree, node);
//! assert_eq!(tree.position(node).move_text(moves[0].mv).unwrap(), "f4");
//! let reply = books.choose(&tree, node, 1).unwrap();
//! assert!(moves.iter().any(|known| known.mv == reply));
//! ```

mod corner;
mod lookup;
mod own;
mod read;
mod shelf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::levels::Words;
use crate::games::Options;
pub use lookup::{BookMove, Books, Name};
pub use own::OwnBook;
pub use read::{Loaded, load, read_book};
pub use shelf::check;

/// The list of all books, within the assets folder.
pub const INDEX: &str = "books/index.ron";

/// The most bytes of a file.
pub const MOST_BYTES: usize = 4 << 20;

/// The most lines of a book.
pub const MOST_LINES: usize = 10_000;

/// The most moves of a line.
pub const MOST_MOVES: usize = 120;

/// The most bytes of a name, in one language.
pub const MOST_NAME: usize = 200;

/// The greatest weight of a line.
pub const MOST_WEIGHT: u32 = 1000;

/// The weight of a line that gives none.
const USUAL_WEIGHT: u32 = 10;

/// Which turned and mirrored positions are the same to a book. Of these only
/// those count under which the start of the game stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Symmetry {
    /// None: left and right differ, as in chess.
    #[default]
    None,
    /// Left and right are the same, as in Xiangqi.
    Mirror,
    /// All eight of a square, as in Gomoku.
    Full,
}

/// Which part of the board a book is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Area {
    /// The whole board: a line begins at the start of the game.
    #[default]
    Board,
    /// One corner: a line is what is played in the upper right corner,
    /// whatever happens elsewhere. It holds for every corner, mirrored too,
    /// and whichever side begins. A move `-` is one elsewhere.
    Corner,
}

/// A line of moves from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The moves in the notation of the game, with spaces between them.
    pub moves: String,
    /// What the position after them is called, by language; empty if it has
    /// no name of its own.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub name: Words,
    /// How often the computer goes this way among the lines through a
    /// position, 0 to 1000; 0 means never.
    #[serde(default = "usual_weight")]
    pub weight: u32,
}

const fn usual_weight() -> u32 {
    USUAL_WEIGHT
}

/// A book of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    version: u32,
    /// The game, by its short name.
    pub game: String,
    /// What a game must have chosen for the book to apply. Options that are
    /// not named here may be anything.
    #[serde(default)]
    pub options: Options,
    /// Title by language.
    pub title: Words,
    /// Which turned and mirrored positions are the same.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// Which part of the board it is about.
    #[serde(default)]
    pub area: Area,
    /// Where the lines are from.
    pub source: String,
    /// Under which licence they may be used.
    pub licence: String,
    /// The lines, in any order.
    pub lines: Vec<Line>,
}

impl Book {
    /// The book as a file has it, one line of text for each line of moves.
    ///
    /// # Errors
    /// When some text cannot be written as RON.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        let looks = ron::ser::PrettyConfig::new().depth_limit(2).indentor("  ".to_owned());
        Ok(format!("{}\n", ron::ser::to_string_pretty(self, looks)?))
    }
}

/// What is wrong with a file of books.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {reason}", line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct BookError {
    /// The file, within the assets folder.
    pub file: String,
    /// The line, where one can be named.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub reason: String,
}

/// What is wrong with a book, to be said of the file it stands in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Fault {
    /// The moves of the line, where it is one line that is wrong.
    pub line: Option<String>,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl Fault {
    fn of(line: &Line, reason: &str) -> Fault {
        let shown: String = line.moves.chars().take(80).collect();
        Fault { line: Some(line.moves.clone()), reason: format!("line \"{shown}\": {reason}") }
    }

    /// The fault as an error of the file with this text.
    #[must_use]
    pub fn within(&self, file: &str, text: &str) -> BookError {
        let place = self.line.as_ref().and_then(|moves| {
            let wanted = format!("{moves:?}");
            text.lines().position(|line| line.contains(&wanted))
        });
        let reason = self.reason.clone();
        BookError { file: file.to_owned(), line: place.map(|line| line + 1), reason }
    }
}
