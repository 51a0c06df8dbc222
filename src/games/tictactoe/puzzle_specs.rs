//! Puzzle packs of tic-tac-toe and the m,n,k games.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    PuzzleSpec {
        id: "classic",
        options: "()",
        kind: PuzzleKind::Best(4, 7),
        pieces: [0, 36],
        level: 1,
        opening: 2,
        random_move_percent: 60,
        ..PuzzleSpec::BASE
    },
    PuzzleSpec {
        id: "four-in-a-row",
        options: "(files: 5, ranks: 5, row: 4)",
        kind: PuzzleKind::Best(9, 14),
        pieces: [0, 36],
        level: 3,
        opening: 4,
        random_move_percent: 20,
        ..PuzzleSpec::BASE
    },
    PuzzleSpec {
        id: "forced-wins",
        options: "(files: 6, ranks: 6, row: 4)",
        kind: PuzzleKind::WinIn(3),
        pieces: [0, 36],
        level: 3,
        opening: 4,
        random_move_percent: 20,
        ..PuzzleSpec::BASE
    },
    PuzzleSpec {
        id: "three-on-four",
        options: "(files: 4, ranks: 4, row: 3)",
        kind: PuzzleKind::Best(8, 14),
        pieces: [0, 36],
        opening: 2,
        random_move_percent: 50,
        ..PuzzleSpec::BASE
    },
];
