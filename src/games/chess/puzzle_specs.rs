//! Generated puzzle packs of chess: mates, and gains of material.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The puzzle packs.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[MATES, TACTICS];

const MATES: PuzzleSpec = PuzzleSpec {
    id: "mates",
    options: "()",
    kind: PuzzleKind::WinIn(3),
    pieces: [9, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
};

const TACTICS: PuzzleSpec = PuzzleSpec {
    id: "tactics",
    options: "()",
    kind: PuzzleKind::Gain(3),
    pieces: [10, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
};
