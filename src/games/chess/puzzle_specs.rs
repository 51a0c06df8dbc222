//! Generated puzzle packs of chess: mates, gains of material, and
//! pawn endings.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The puzzle packs.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    MATES,
    PuzzleSpec { id: "mates-in-two", kind: PuzzleKind::WinIn(2), min_moves: 2, ..MATES },
    PuzzleSpec { id: "mates-in-three", kind: PuzzleKind::WinIn(3), min_moves: 3, ..MATES },
    PuzzleSpec { id: "mates-in-four", kind: PuzzleKind::WinIn(4), min_moves: 4, ..MATES },
    PuzzleSpec {
        id: "mates-in-five",
        kind: PuzzleKind::WinIn(5),
        min_moves: 5,
        pieces: [3, 14],
        ..MATES
    },
    PuzzleSpec { id: "checks", kind: PuzzleKind::Checks(7), min_moves: 3, level: 4, ..MATES },
    TACTICS,
    PuzzleSpec { id: "forks", motifs: &["tactic-fork"], ..TACTICS },
    PuzzleSpec {
        id: "pawn-endings",
        kind: PuzzleKind::Endgame,
        pieces: [3, 3],
        random_positions: true,
        ..MATES
    },
];

const MATES: PuzzleSpec = PuzzleSpec {
    id: "mates",
    options: "()",
    kind: PuzzleKind::WinIn(3),
    pieces: [9, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
    ..PuzzleSpec::BASE
};

const TACTICS: PuzzleSpec = PuzzleSpec {
    id: "tactics",
    options: "()",
    kind: PuzzleKind::Gain(3),
    pieces: [10, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
    ..PuzzleSpec::BASE
};
