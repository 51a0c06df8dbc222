//! Puzzle levels from games of Xiangqi: mates, and material that is won.

use crate::games::{Find, Recipe};

/// Packs that can be made.
pub const RECIPES: &[Recipe] = &[MATES, TACTICS];

const MATES: Recipe = Recipe {
    id: "mates",
    title: ["Mates in one to three", "一至三步杀"],
    about: ["Red or Black to move mates by force.", "轮到的一方走，连续杀王。"],
    hint: ["Look at every check first.", "先看所有能将军的着法。"],
    options: "()",
    find: Find::WinIn(3),
    pieces: [13, 32],
    level: 3,
    opening: 6,
    slips: 4,
};

const TACTICS: Recipe = Recipe {
    id: "tactics",
    title: ["Winning material", "得子"],
    about: ["Win material by a fork, a pin or a discovered attack.", "用捉双、牵制或闪击得子。"],
    hint: ["Which pieces of the other side are not guarded?", "对方哪些棋子没有保护？"],
    options: "()",
    find: Find::Gain(3),
    pieces: [12, 32],
    level: 3,
    opening: 6,
    slips: 4,
};
