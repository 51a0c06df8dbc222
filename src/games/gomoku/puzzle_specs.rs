//! Puzzle packs of Gomoku and Renju: wins by VCF.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    PuzzleSpec {
        id: "fours",
        options: "()",
        kind: PuzzleKind::Vcf { fouls: false },
        pieces: [0, 225],
        level: 4,
        opening: 6,
        random_move_percent: 4,
    },
    PuzzleSpec {
        id: "renju-fours",
        options: r#"(rule: "renju")"#,
        kind: PuzzleKind::Vcf { fouls: false },
        pieces: [0, 225],
        level: 4,
        opening: 6,
        random_move_percent: 4,
    },
    PuzzleSpec {
        id: "renju-fouls",
        options: r#"(rule: "renju")"#,
        kind: PuzzleKind::Vcf { fouls: true },
        pieces: [0, 225],
        level: 4,
        opening: 6,
        random_move_percent: 4,
    },
];
