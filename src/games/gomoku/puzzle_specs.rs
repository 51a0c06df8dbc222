//! Puzzle packs of Gomoku and Renju: wins by VCF and VCT, and defence against VCF.

use crate::games::{PuzzleKind, PuzzleSpec};

/// The packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    FOURS,
    PuzzleSpec { id: "long-fours", min_moves: 6, level: 5, ..FOURS },
    PuzzleSpec { id: "longest-fours", min_moves: 9, random_positions: true, ..FOURS },
    PuzzleSpec { id: "threats", kind: PuzzleKind::Vct, ..FOURS },
    PuzzleSpec {
        id: "long-threats",
        kind: PuzzleKind::Vct,
        min_moves: 2,
        random_positions: true,
        ..FOURS
    },
    PuzzleSpec { id: "defence", kind: PuzzleKind::StopVcf, min_moves: 1, ..FOURS },
    RENJU_FOURS,
    PuzzleSpec { id: "renju-fouls", kind: PuzzleKind::Vcf { fouls: true }, ..RENJU_FOURS },
    PuzzleSpec { id: "renju-defence", kind: PuzzleKind::StopVcf, min_moves: 1, ..RENJU_FOURS },
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
