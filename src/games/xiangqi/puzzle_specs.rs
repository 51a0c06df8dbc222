//! Puzzle packs of Xiangqi: mates and tactics.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const RECIPES: &[PuzzleSpec] = &[MATES, TACTICS];

const MATES: PuzzleSpec = PuzzleSpec {
    id: "mates",
    title: ["Mates in one to three", "一至三步杀"],
    description: ["Red or Black to move mates by force.", "轮到的一方走，连续杀王。"],
    hint: ["Look at every check first.", "先看所有能将军的着法。"],
    options: "()",
    kind: PuzzleKind::WinIn(3),
    pieces: [13, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
};

const TACTICS: PuzzleSpec = PuzzleSpec {
    id: "tactics",
    title: ["Winning material", "得子"],
    description: [
        "Win material by a fork, a pin or a discovered attack.",
        "用捉双、牵制或闪击得子。",
    ],
    hint: ["Which pieces of the other side are not guarded?", "对方哪些棋子没有保护？"],
    options: "()",
    kind: PuzzleKind::Gain(3),
    pieces: [12, 32],
    level: 3,
    opening: 6,
    random_move_percent: 4,
};
