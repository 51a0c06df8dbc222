//! The look of the board of a position: descriptions of boards, pieces, overlays
//! and warnings for drawing.

use serde::{Deserialize, Serialize};

use super::Ruling;
use crate::core::{Move, Point, Side};
use crate::search::StopFlag;

/// The look of a position on the board.
pub trait BoardView {
    /// The board as drawn.
    #[must_use]
    fn board(&self) -> Board;

    /// The piece on this point; `None` if it is empty or off the board.
    #[must_use]
    fn piece_at(&self, at: Point) -> Option<Piece>;

    /// Image file names of the piece kinds, in order of kind.
    #[must_use]
    fn piece_names(&self) -> &'static [&'static str];

    /// The point that the moved piece stands on after this legal move, where
    /// the move has one: not always its target, which for castling is the
    /// rook's square.
    #[must_use]
    fn landing(&self, mv: Move) -> Option<Point> {
        mv.target()
    }

    /// A count for each side to show during play (discs, prisoners), in games
    /// that have one.
    #[must_use]
    fn counts(&self) -> Option<[u32; 2]> {
        None
    }

    /// Translation key of what [`BoardView::counts`] are, with a variable `number`; `None`
    /// where they are pieces on the board.
    #[must_use]
    fn counts_name(&self) -> Option<&'static str> {
        None
    }

    /// True if the players take their stones from bowls.
    #[must_use]
    fn has_bowls(&self) -> bool {
        false
    }

    /// Material balance in pawns, from the side to move's view, in games whose
    /// pieces have values.
    #[must_use]
    fn material_balance(&self) -> Option<i32> {
        None
    }

    /// True if the players have swapped sides: the one who began the game
    /// plays the second side.
    #[must_use]
    fn is_swapped(&self) -> bool {
        false
    }

    /// Translation key of the name of exactly this position, such as an
    /// opening.
    #[must_use]
    fn name(&self) -> Option<&'static str> {
        None
    }

    /// The legal moves that end the game or incur a penalty at once, in the
    /// order of `legal_moves`. May take a few milliseconds.
    #[must_use]
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// True if most empty points cannot be played, so that it helps to show those that
    /// can.
    #[must_use]
    fn has_few_placements(&self) -> bool {
        false
    }

    /// Pieces offered for the opponent to choose from, with their points.
    #[must_use]
    fn offered(&self) -> Vec<(Point, Piece)> {
        Vec::new()
    }

    /// The complete rows that won the game.
    #[must_use]
    fn winning_rows(&self) -> Vec<Segment> {
        Vec::new()
    }

    /// The king of the side to move while it is in check.
    #[must_use]
    fn checked_king(&self) -> Option<Point> {
        None
    }

    /// Translation keys of the available [`BoardView::overlay`]s.
    #[must_use]
    fn overlays(&self) -> &'static [&'static str] {
        &[]
    }

    /// Computes one of [`BoardView::overlays`]; `None` for an unknown id. May
    /// take half a second, so it is called off the main thread.
    #[must_use]
    fn overlay(&self, _id: &str) -> Option<Overlay> {
        None
    }

    /// State of the judgement on which the pieces and the score depend, such as
    /// that of the dead stones at the end of a game of Go.
    #[must_use]
    fn judgement(&self) -> Judgement {
        Judgement::Known
    }

    /// Lets the view do without the judgement until [`BoardView::set_judgement`],
    /// as it is being found elsewhere, so far of it, 0 to 1. With `None` it is
    /// due again. Nothing if it is known.
    fn await_judgement(&self, _progress: Option<f32>) {}

    /// Finds the judgement: the points it is about. `progress` is called now and
    /// then with 0 to 1. May take half a second; less is looked at once `stop`
    /// is raised.
    #[must_use]
    fn judge(&self, _stop: &StopFlag, _progress: &mut dyn FnMut(f32)) -> Vec<Point> {
        Vec::new()
    }

    /// Makes the judgement known to this position and its clones.
    fn set_judgement(&self, _points: &[Point]) {}

    /// Breakdown of the score, the total last; empty while there is nothing to
    /// count.
    #[must_use]
    fn score_breakdown(&self) -> Vec<ScoreLine> {
        Vec::new()
    }
}

/// State of a [`BoardView::judgement`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// Known, or not needed.
    Known,
    /// Found at once, as soon as it is needed.
    Due,
    /// Being found elsewhere: so far of it, 0 to 1.
    Awaited(f32),
}

/// The kind of grid that pieces stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Squares, as in Reversi and chess.
    Squares,
    /// Intersections of lines, as in Go and Xiangqi.
    Intersections,
}

/// A board as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of columns, 1 to 25.
    pub files: u8,
    /// Number of rows, 1 to 25.
    pub ranks: u8,
    /// Squares or intersections.
    pub grid: Grid,
    /// True if rank 1 is drawn at the top edge.
    pub first_rank_on_top: bool,
    /// Star points, in files and ranks from the outer corner of a1's square
    /// (or from a1 itself on intersections).
    pub star_points: Vec<(u8, u8)>,
    /// Name of a board surface in every theme.
    pub surface: &'static str,
    /// Decoration of the grid.
    pub pattern: BoardPattern,
    /// True if the file letters skip i, as in Go.
    pub skips_i: bool,
    /// The number of the first rank: 1, or 0 in Xiangqi.
    pub first_rank_number: u8,
}

impl Board {
    /// The coordinate letter of a file: upper case where i is skipped, as in
    /// Go, otherwise lower case.
    #[must_use]
    pub fn file_name(&self, file: u8) -> char {
        let skipped = u8::from(self.skips_i && file >= 8);
        char::from(if self.skips_i { b'A' } else { b'a' } + file + skipped)
    }

    /// The coordinate number of a rank.
    #[must_use]
    pub fn rank_name(&self, rank: u8) -> String {
        (rank + self.first_rank_number).to_string()
    }

    /// The coordinates of a point, such as `e4`.
    #[must_use]
    pub fn point_name(&self, at: Point) -> String {
        format!("{}{}", self.file_name(at.file), self.rank_name(at.rank))
    }
}

/// Decoration of a board's grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardPattern {
    /// Nothing.
    #[default]
    Plain,
    /// Alternating light and dark squares; a1 is dark.
    Chequered,
    /// The river between ranks 5 and 6, and the palaces' diagonals.
    Xiangqi,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Its side.
    pub side: Side,
    /// Its kind, an index into [`BoardView::piece_names`].
    pub kind: u8,
}

/// A line segment on the board, by its end points.
pub type Segment = [Point; 2];

/// A legal move that ends the game or incurs a penalty at once: a foul, a
/// forbidden repetition, a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The move.
    pub mv: Move,
    /// The ruling for the side that plays it.
    pub ruling: Ruling,
    /// Short label for the board, as players of the game write it.
    pub label: &'static str,
    /// Translation key of a sentence with the consequence and its reason.
    pub message_id: &'static str,
    /// Lines that show the reason: the rows of a foul, or lines from chasing
    /// pieces to chased ones.
    pub rows: Vec<Segment>,
}

/// A value for every point of the board, such as territory ownership.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overlay {
    /// From -1 (wholly the second side's) over 0 (nobody's) to 1 (wholly the
    /// first side's); rank by rank from a1, `files * ranks` numbers.
    pub values: Vec<f32>,
    /// Score lead of the first side in points, if known.
    pub lead: Option<f32>,
}

/// One line of a score breakdown, for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Translation key of the item.
    pub id: &'static str,
    /// The count for each side, first side first; empty where the rules give
    /// a side none, such as komi for the first.
    pub counts: [String; 2],
}
