//! Puzzle packs of Xiangqi: mates and tactics.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[MATES, TACTICS];

const MATES: PuzzleSpec = PuzzleSpec {
    id: "mates",
    options: "()",
    kind: PuzzleKind::WinIn(3),
    pieces: [13, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
};

const TACTICS: PuzzleSpec = PuzzleSpec {
    id: "tactics",
    options: "()",
    kind: PuzzleKind::Gain(3),
    pieces: [12, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
};
