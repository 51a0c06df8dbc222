//! Puzzle levels from games of Go: captures on the small board.

use crate::games::{Find, Recipe};

/// Packs that can be made.
pub const RECIPES: &[Recipe] = &[Recipe {
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
}];
