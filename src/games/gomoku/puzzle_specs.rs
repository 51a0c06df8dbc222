//! Puzzle packs of Gomoku and Renju: wins by VCF and VCT.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    FOURS,
    PuzzleSpec { id: "long-fours", min_moves: 6, level: 5, ..FOURS },
    PuzzleSpec { id: "threats", kind: PuzzleKind::Vct, ..FOURS },
    RENJU_FOURS,
    PuzzleSpec { id: "renju-fouls", kind: PuzzleKind::Vcf { fouls: true }, ..RENJU_FOURS },
];

const FOURS: PuzzleSpec = PuzzleSpec {
    id: "fours",
    kind: PuzzleKind::Vcf { fouls: false },
    pieces: [0, 225],
    level: 4,
    min_moves: 3,
    ..PuzzleSpec::BASE
};

const RENJU_FOURS: PuzzleSpec =
    PuzzleSpec { id: "renju-fours", options: r#"(rule: "renju")"#, ..FOURS };
