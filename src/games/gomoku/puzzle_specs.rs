//! Puzzle packs of Gomoku and Renju: wins by VCF.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    PuzzleSpec {
        id: "fours",
        title: ["Wins by fours", "冲四取胜"],
        description: ["Win with one four after another.", "连续冲四取胜。"],
        hint: ["Every move must make a four.", "每一着都要冲四。"],
        options: "()",
        kind: PuzzleKind::Fours { fouls: false },
        pieces: [0, 225],
        level: 4,
        opening: 6,
        random_move_percent: 4,
    },
    PuzzleSpec {
        id: "renju-fours",
        title: ["Renju: wins by fours", "连珠：冲四取胜"],
        description: [
            "Win with one four after another; Black has to avoid the fouls.",
            "连续冲四取胜；黑棋要避开禁手。",
        ],
        hint: ["Every move must make a four.", "每一着都要冲四。"],
        options: r#"(rule: "renju")"#,
        kind: PuzzleKind::Fours { fouls: false },
        pieces: [0, 225],
        level: 4,
        opening: 6,
        random_move_percent: 4,
    },
    PuzzleSpec {
        id: "renju-fouls",
        title: ["Renju: caught in a foul", "连珠：抓禁手"],
        description: [
            "White wins by fours because Black may not stop the last one.",
            "白棋冲四，使黑棋因禁手而无法防守。",
        ],
        hint: ["Where is Black forbidden to play?", "黑棋在哪里不能落子？"],
        options: r#"(rule: "renju")"#,
        kind: PuzzleKind::Fours { fouls: true },
        pieces: [0, 225],
        level: 4,
        opening: 6,
        random_move_percent: 4,
    },
];
