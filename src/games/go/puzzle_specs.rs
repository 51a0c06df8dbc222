//! Specifications of Go puzzles on 9×9: captures from games, and generated life
//! and death, capturing races and late endgames.

use crate::games::{PuzzleKind, PuzzleSpec};

/// Packs that can be generated.
pub const PUZZLE_SPECS: &[PuzzleSpec] = &[
    CAPTURES,
    PuzzleSpec { id: "ladders", motifs: &["go-ladder", "go-right-atari"], ..CAPTURES },
    PuzzleSpec { id: "nets", motifs: &["go-net"], ..CAPTURES },
    LIFE_AND_DEATH,
    PuzzleSpec { id: CAPTURING_RACES, ..LIFE_AND_DEATH },
    ENDGAMES,
];

/// The pack of capturing races.
pub const CAPTURING_RACES: &str = "capturing-races";

const CAPTURES: PuzzleSpec = PuzzleSpec {
    id: "captures",
    options: "(size: 9)",
    kind: PuzzleKind::Capture(6),
    pieces: [0, 46],
    level: 2,
    opening: 4,
    random_move_percent: 8,
    ..PuzzleSpec::BASE
};

const LIFE_AND_DEATH: PuzzleSpec = PuzzleSpec {
    id: "life-and-death",
    options: "(size: 9)",
    kind: PuzzleKind::LifeAndDeath,
    pieces: [0, 81],
    level: 1,
    opening: 0,
    random_move_percent: 0,
    ..PuzzleSpec::BASE
};

const ENDGAMES: PuzzleSpec = PuzzleSpec {
    id: "endgames",
    options: "(size: 9, komi: 0)",
    kind: PuzzleKind::Best(0, 81),
    pieces: [0, 81],
    random_positions: true,
    ..PuzzleSpec::BASE
};
