//! Puzzle packs of Xiangqi: mates, tactics and endgames.

use crate::games::{PuzzleKind, PuzzleSpec, StudyCollection};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    MATES,
    PuzzleSpec { id: "mates-in-two", kind: PuzzleKind::WinIn(2), min_moves: 2, ..MATES },
    PuzzleSpec { id: "mates-in-three", kind: PuzzleKind::WinIn(3), min_moves: 3, ..MATES },
    PuzzleSpec { id: "checks", kind: PuzzleKind::Checks(8), min_moves: 3, level: 4, ..MATES },
    TACTICS,
    PuzzleSpec { id: "forks", motifs: &["tactic-fork"], ..TACTICS },
    PuzzleSpec { id: "pins", motifs: &["tactic-pin", "tactic-skewer"], ..TACTICS },
    PuzzleSpec {
        id: "discoveries",
        motifs: &["tactic-discovered-check", "tactic-discovered-attack"],
        ..TACTICS
    },
    PuzzleSpec {
        id: "endgames",
        kind: PuzzleKind::Endgame,
        pieces: [3, 6],
        random_positions: true,
        ..MATES
    },
];

const MATES: PuzzleSpec = PuzzleSpec {
    id: "mates",
    options: "()",
    kind: PuzzleKind::WinIn(3),
    pieces: [13, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
    ..PuzzleSpec::BASE
};

const TACTICS: PuzzleSpec = PuzzleSpec {
    id: "tactics",
    options: "()",
    kind: PuzzleKind::Gain(3),
    pieces: [12, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
    ..PuzzleSpec::BASE
};

/// The studies of the classical collection Shiqing Yaqu.
pub const STUDIES: StudyCollection = StudyCollection {
    id: "studies",
    source: "适情雅趣, 1570; position after xiangqi-tools by Careone Kuiba",
    licence: "BSD-3-Clause",
};
