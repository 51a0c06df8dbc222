//! Reversi, also known as Othello: rules, notation and engine.
//!
//! - `rules`: the rules on every board size
//! - `any_size`: evaluation and endgame solver on every board size
//! - [`patterns`]: the trained evaluation of 8 by 8
//! - [`solver`]: the search of 8 by 8
//! - `player`: the levels, and the player of 8 by 8 with patterns
//! - `engine`: the player of every board size, which leaves 8 by 8 to the other
//!
//! Black begins. A move places a disc that flips at least one line of the opponent's discs. A side
//! without a legal move passes; the game ends when neither side has one.

pub(crate) mod any_size;
mod engine;
mod move_features;
pub mod patterns;
mod player;
mod position_setup;
mod puzzle_specs;
mod rules;
mod sgf;
pub mod solver;
mod trap_generator;

pub use rules::{
    Discs, LargeReversi, LastFlip, Reversi, Scoring, SmallReversi, Square, bitboard, perft,
};

use std::sync::Arc;

use self::bitboard::{Bitboard, Bitboard256};
use super::{
    AnyPosition, Domain, Engine, EngineWeights, Game, GoalKind, MalformedWeights, OptionSpec,
    OptionValue, Options, PgnGame, PositionSetup, PuzzleKind, PuzzleSpec, PuzzleSupport,
    RecordFormats, SetupError,
};
use crate::core::Side;

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 4, max: 16, step: 2, default: 8 } };
const START: OptionSpec =
    OptionSpec { id: "start", domain: Domain::Words(&["crosswise", "parallel"]) };
const SCORING: OptionSpec =
    OptionSpec { id: "scoring", domain: Domain::Words(&["winner", "plain", "split"]) };

/// Reversi for the registry.
pub struct ReversiGame;

/// The options, parsed.
struct Rules {
    size: u8,
    parallel: bool,
    scoring: Scoring,
}

impl Rules {
    fn read(options: &Options) -> Result<Rules, SetupError> {
        options.check(ReversiGame.options())?;
        let size = match options.get(&SIZE) {
            OptionValue::Number(size) => size as u8,
            OptionValue::Word(_) | OptionValue::Switch(_) => 8,
        };
        let is = |spec, word: &str| options.get(spec) == OptionValue::Word(word.to_owned());
        let scoring = if is(&SCORING, "plain") {
            Scoring::Plain
        } else if is(&SCORING, "split") {
            Scoring::Split
        } else {
            Scoring::Winner
        };
        Ok(Rules { size, parallel: is(&START, "parallel"), scoring })
    }

    /// The start position with four discs in the middle: crosswise, Black has the upper right and
    /// the lower left one; parallel, Black has the lower pair.
    fn start<B: Bitboard>(&self) -> Reversi<B> {
        let (low, high) = (self.size / 2 - 1, self.size / 2);
        let square = |file: u8, rank: u8| B::square(rank * B::STRIDE + file);
        let (black, white) = if self.parallel {
            (square(low, high) | square(high, high), square(low, low) | square(high, low))
        } else {
            (square(high, low) | square(low, high), square(low, low) | square(high, high))
        };
        Reversi::new(black, white, Side::First, self.size, self.scoring)
    }
}

impl Game for ReversiGame {
    fn id(&self) -> &'static str {
        "reversi"
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    // The opening "Rotating Flat, Kling continuation".
    fn showcase(&self) -> &'static str {
        "f5 d6 c5 f4 e3 c6 d3 f6 e6 d7 g4 c4 g5 c3 f7 d2 e7 f2"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[SIZE, START, SCORING]
    }

    fn usual_boards(&self) -> &'static [&'static [(&'static str, i64)]] {
        &[&[(SIZE.id, 6)], &[(SIZE.id, 8)], &[(SIZE.id, 10)], &[(SIZE.id, 12)]]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        let rules = Rules::read(options)?;
        Ok(if rules.size <= 8 {
            AnyPosition::new(rules.start::<u64>())
        } else {
            AnyPosition::new(rules.start::<Bitboard256>())
        })
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        let rules = Rules::read(options)?;
        Ok(if rules.size <= 8 {
            AnyPosition::new(SmallReversi::read(text, rules.size, rules.scoring)?)
        } else {
            AnyPosition::new(LargeReversi::read(text, rules.size, rules.scoring)?)
        })
    }

    fn record_formats(&self) -> RecordFormats {
        RecordFormats {
            own: &["ggf", "wthor", "obf", "reversi-text", "othello-quest"],
            sgf: Some(sgf::SGF),
            pgn: Some(PgnGame {
                names: &["othello", "reversi"],
                game_tag: Some("Othello"),
                format_tag: None,
                side_names: ["Black", "White"],
                variants: None,
            }),
        }
    }

    fn puzzles(&self) -> Option<&dyn PuzzleSupport> {
        Some(self)
    }

    fn weights(&self) -> Option<&dyn EngineWeights> {
        Some(self)
    }

    fn position_setup(&self) -> &dyn PositionSetup {
        self
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::ReversiEngine::default())
    }
}

impl PuzzleSupport for ReversiGame {
    fn goal_kinds(&self) -> &'static [GoalKind] {
        &[GoalKind::Best, GoalKind::Win, GoalKind::Draw, GoalKind::Only]
    }

    fn specs(&self) -> &'static [PuzzleSpec] {
        puzzle_specs::PUZZLE_SPECS
    }

    fn random_position(&self, spec: &PuzzleSpec, seed: u64) -> Option<String> {
        match spec.kind {
            PuzzleKind::WinIn(most) => trap_generator::generate(seed, spec.min_moves, most),
            _ => None,
        }
    }
}

impl EngineWeights for ReversiGame {
    fn path(&self) -> &'static str {
        patterns::WEIGHTS_FILE
    }

    fn load(&self, bytes: &[u8]) -> Result<(), MalformedWeights> {
        let weights = patterns::Weights::read(bytes).map_err(MalformedWeights::new)?;
        patterns::install(Arc::new(weights));
        Ok(())
    }
}
