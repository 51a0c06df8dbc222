//! Puzzle levels of Go on the small board: captures from games, and life and
//! death of groups that are made up.

use crate::games::{Find, Recipe};

/// Packs that can be made.
pub const RECIPES: &[Recipe] = &[CAPTURES, LIFE_AND_DEATH];

const CAPTURES: Recipe = Recipe {
    id: "captures",
    title: ["Captures", "吃子"],
    about: [
        "Take the marked stones: by the right atari, a ladder, a net or a snapback.",
        "吃掉指定的棋子：打吃、征子、枷吃或倒扑。",
    ],
    hint: ["Which liberties do the stones have left?", "这些棋子还剩几口气？"],
    options: "(size: 9)",
    find: Find::Capture(6),
    pieces: [0, 46],
    level: 2,
    opening: 4,
    slips: 8,
};

const LIFE_AND_DEATH: Recipe = Recipe {
    id: "life-and-death",
    title: ["Life and death", "死活"],
    about: [
        "Save the group or kill it, without a ko. The stones around it live.",
        "做活或杀棋，不许打劫。外围的棋子都是活棋。",
    ],
    hint: ["Which point would the other side like best?", "对方最想下在哪里？"],
    options: "(size: 9)",
    find: Find::LifeAndDeath,
    pieces: [0, 81],
    level: 1,
    opening: 0,
    slips: 0,
};
