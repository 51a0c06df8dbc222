//! What a game shows of a position: its board and pieces, and what may be
//! drawn over them or written beside them.

use serde::{Deserialize, Serialize};

use super::Call;
use crate::core::{Move, Point, Side};

/// Whether pieces stand on squares or on the crossings of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Pieces stand inside squares, as in Reversi and chess.
    Squares,
    /// Pieces stand where lines cross, as in Go and Xiangqi.
    Intersections,
}

/// The board of a position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of columns, 1 to 25.
    pub files: u8,
    /// Number of rows, 1 to 25.
    pub ranks: u8,
    /// Squares or intersections.
    pub grid: Grid,
    /// Whether rank 1 is drawn at the top edge.
    pub first_rank_on_top: bool,
    /// Places marked on the bare board: star points as fractions of the
    /// board, counted in files and ranks from the outer corner of a1's
    /// square (or from a1 itself on intersections).
    pub dots: Vec<(u8, u8)>,
    /// What the board is made of; names a surface in every theme.
    pub surface: &'static str,
    /// What sets this board apart from a plain grid.
    pub pattern: Pattern,
    /// Whether the letters of the files leave out i, as in Go.
    pub skips_i: bool,
    /// The number of the first rank: 1, or 0 in Xiangqi.
    pub first_number: u8,
}

impl Board {
    /// The letter of a file as it is written beside the board: large where i
    /// is left out, as Go has them, and small elsewhere.
    #[must_use]
    pub fn file_name(&self, file: u8) -> char {
        let skipped = u8::from(self.skips_i && file >= 8);
        char::from(if self.skips_i { b'A' } else { b'a' } + file + skipped)
    }

    /// The number of a rank as it is written beside the board.
    #[must_use]
    pub fn rank_name(&self, rank: u8) -> String {
        (rank + self.first_number).to_string()
    }

    /// A point as it is read off the board's edges.
    #[must_use]
    pub fn point_name(&self, at: Point) -> String {
        format!("{}{}", self.file_name(at.file), self.rank_name(at.rank))
    }
}

/// What is drawn on a board beside its grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// Nothing.
    #[default]
    Plain,
    /// Light and dark squares in turn; a1 is dark.
    Chequered,
    /// The river between ranks 5 and 6, and the palaces' diagonals.
    Xiangqi,
}

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Which piece, as its game lists them by [`super::Playable::piece_names`].
    pub kind: u8,
}

/// A straight line over the board from one point to another, ends included.
pub type Row = [Point; 2];

/// A legal move of which the rules make something at once: a foul, a
/// forbidden repetition, a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The move.
    pub mv: Move,
    /// What the rules make of it for the side that plays it.
    pub call: Call,
    /// Short name of the reason, as players of the game write it.
    pub label: &'static str,
    /// Translation key of one sentence that says what would happen and why.
    pub reason: &'static str,
    /// What to draw so that the eye sees the reason: the rows of a foul, the
    /// lines from chasing pieces to chased ones.
    pub rows: Vec<Row>,
}

/// A value for every point of the board, drawn over it on asking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overlay {
    /// From -1 (wholly the second side's) over 0 (nobody's) to 1 (wholly the
    /// first side's); rank by rank from a1, `files * ranks` numbers.
    pub values: Vec<f32>,
    /// By how many points the first side leads, where that is known.
    pub lead: Option<f32>,
}

/// One line of the account of a score, for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Translation key of what is counted.
    pub id: &'static str,
    /// The count for each side, first side first; empty where a side has
    /// none by the rules, such as komi for the first.
    pub counts: [String; 2],
}
