//! Specifications of generated puzzle packs.

use crate::core::Point;

/// The kind of puzzle to look for in positions of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// A forced win in at most this many moves.
    WinIn(u32),
    /// A win by continuous fours (VCF).
    Fours {
        /// True if a defence must fail because it is a foul.
        fouls: bool,
    },
    /// The capture of a piece within this many moves.
    Capture(u32),
    /// A single best move by the exact score; minimum and maximum number of
    /// empty points.
    Best(u32, u32),
    /// A gain of material within this many moves.
    Gain(u32),
    /// Life and death of a group, in generated positions.
    LifeAndDeath,
}

/// A generated position for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPosition {
    /// The position as text.
    pub position: String,
    /// A stone of the group in question.
    pub point: Point,
    /// The points on which its life or death is decided.
    pub region: Vec<Point>,
    /// Hash that is equal for symmetric positions.
    pub canonical_hash: u64,
}

/// Specification of a generated puzzle pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSpec {
    /// Id of the pack, and the name of its file.
    pub id: &'static str,
    /// Title, in English and Chinese.
    pub title: [&'static str; 2],
    /// Description, in English and Chinese.
    pub description: [&'static str; 2],
    /// First hint, in English and Chinese.
    pub hint: [&'static str; 2],
    /// Options of the game, in RON.
    pub options: &'static str,
    /// Kind of its puzzles.
    pub kind: PuzzleKind,
    /// Minimum and maximum number of pieces on the board.
    pub pieces: [usize; 2],
    /// Playing level of both sides in self-play.
    pub level: u8,
    /// Number of random plies at the start of a game.
    pub opening: u32,
    /// Percentage of later plies that are random legal moves.
    pub random_move_percent: u32,
}
