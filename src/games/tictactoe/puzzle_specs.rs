//! Puzzle packs of tic-tac-toe and the m,n,k games.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const RECIPES: &[PuzzleSpec] = &[
    PuzzleSpec {
        id: "classic",
        title: ["Three in a row", "井字棋"],
        description: [
            "On the classic board: win, or save the draw.",
            "在三乘三的棋盘上取胜，或者守和。",
        ],
        hint: [
            "Look for a move with two threats, or stop one.",
            "找一着同时有两个威胁的棋，或者挡住威胁。",
        ],
        options: "()",
        kind: PuzzleKind::Best(4, 7),
        pieces: [0, 36],
        level: 1,
        opening: 2,
        random_move_percent: 60,
    },
    PuzzleSpec {
        id: "four-in-a-row",
        title: ["Four in a row", "四子连线"],
        description: [
            "Four in a row on a board of five by five: the only move that wins or saves the draw.",
            "五乘五棋盘，四子连线：找出取胜或守和的唯一一着。",
        ],
        hint: ["Look for a row that can be completed at both ends.", "找一条两头都能连成的线。"],
        options: "(files: 5, ranks: 5, row: 4)",
        kind: PuzzleKind::Best(9, 14),
        pieces: [0, 36],
        level: 3,
        opening: 4,
        random_move_percent: 20,
    },
    PuzzleSpec {
        id: "forced-wins",
        title: ["Forced wins", "必胜之着"],
        description: [
            "Four in a row on a board of six by six: win by force.",
            "六乘六棋盘，四子连线：找出必胜的一着。",
        ],
        hint: ["Every move must be a threat.", "每一着都要有威胁。"],
        options: "(files: 6, ranks: 6, row: 4)",
        kind: PuzzleKind::WinIn(3),
        pieces: [0, 36],
        level: 3,
        opening: 4,
        random_move_percent: 20,
    },
];
