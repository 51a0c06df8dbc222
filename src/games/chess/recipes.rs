//! Puzzle levels from games of chess: mates.

use crate::games::{Find, Recipe};

/// Packs that can be made.
pub const RECIPES: &[Recipe] = &[Recipe {
    id: "mates",
    title: ["Mates in one to three", "一至三步杀"],
    about: ["White or Black to move mates by force.", "轮到的一方走，连续将杀。"],
    hint: ["Look at every check first.", "先看所有能将军的着法。"],
    options: "()",
    find: Find::WinIn(3),
    pieces: [9, 32],
    level: 3,
    opening: 6,
    slips: 4,
}];
