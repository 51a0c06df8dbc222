//! Generated puzzles of Reversi: traps in the opening, and endgames with a single best move.

use crate::games::{PuzzleKind, PuzzleSpec};

/// Specifications of the puzzle packs.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    ENDGAMES,
    PuzzleSpec { id: "short-endgames", kind: PuzzleKind::Best(5, 8), ..ENDGAMES },
    PuzzleSpec { id: "long-endgames", kind: PuzzleKind::Best(13, 16), level: 5, ..ENDGAMES },
    PuzzleSpec {
        id: "opening-traps",
        kind: PuzzleKind::WinIn(4),
        min_moves: 2,
        random_positions: true,
        ..ENDGAMES
    },
];

const ENDGAMES: PuzzleSpec = PuzzleSpec {
    id: "endgames",
    kind: PuzzleKind::Best(8, 14),
    pieces: [0, 64],
    level: 4,
    opening: 8,
    random_move_percent: 10,
    ..PuzzleSpec::BASE
};
