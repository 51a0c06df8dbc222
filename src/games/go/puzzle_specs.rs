//! Specifications of Go puzzles on 9×9: captures from games, and generated life
//! and death.

use crate::games::{PuzzleKind, PuzzleSpec};

/// Packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[CAPTURES, LIFE_AND_DEATH];

const CAPTURES: PuzzleSpec = PuzzleSpec {
    id: "captures",
    title: ["Captures", "吃子"],
    description: [
        "Take the marked stones: by the right atari, a ladder, a net or a snapback.",
        "吃掉指定的棋子：打吃、征子、枷吃或倒扑。",
    ],
    hint: ["Which liberties do the stones have left?", "这些棋子还剩几口气？"],
    options: "(size: 9)",
    kind: PuzzleKind::Capture(6),
    pieces: [0, 46],
    level: 2,
    opening: 4,
    random_move_percent: 8,
};

const LIFE_AND_DEATH: PuzzleSpec = PuzzleSpec {
    id: "life-and-death",
    title: ["Life and death", "死活"],
    description: [
        "Save the group or kill it, without a ko. The stones around it live.",
        "做活或杀棋，不许打劫。外围的棋子都是活棋。",
    ],
    hint: ["Which point would the other side like best?", "对方最想下在哪里？"],
    options: "(size: 9)",
    kind: PuzzleKind::LifeAndDeath,
    pieces: [0, 81],
    level: 1,
    opening: 0,
    random_move_percent: 0,
};
