//! Generated puzzles of Reversi: endgames with a single best move.

use crate::games::{PuzzleKind, PuzzleSpec};

/// Specifications of the puzzle packs.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[PuzzleSpec {
    id: "endgames",
    title: ["End games", "官子"],
    description: [
        "Find the only move with the best result. Eight to fourteen squares are empty.",
        "找出结果最好的唯一一着。盘上还有八到十四个空格。",
    ],
    hint: ["Count who will have the last move in each region.", "数一数每个区域由谁下最后一着。"],
    options: "()",
    kind: PuzzleKind::Best(8, 14),
    pieces: [0, 64],
    level: 4,
    opening: 8,
    random_move_percent: 10,
}];
