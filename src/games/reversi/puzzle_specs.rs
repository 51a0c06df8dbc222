//! Generated puzzles of Reversi: endgames with a single best move.

use crate::games::{PuzzleKind, PuzzleSpec};

/// Specifications of the puzzle packs.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[PuzzleSpec {
    id: "endgames",
    options: "()",
    kind: PuzzleKind::Best(8, 14),
    pieces: [0, 64],
    level: 4,
    opening: 8,
    random_move_percent: 10,
}];
