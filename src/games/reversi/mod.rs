//! Reversi, also known as Othello: rules, notation and computer player.
//!
//! Black begins. A move puts a disc where it flips at least one line of the
//! opponent's discs; who cannot move passes; the game ends when neither can.

pub mod bits;
pub mod count;
mod endgame;
mod engine;
mod evaluation;
mod levels;
mod notation;
pub mod patterns;
mod persons;
mod position;
mod recipes;
pub mod solver;
mod stability;
mod strong;

pub use position::{Large, Reversi, Scoring, Small, Square};

use std::sync::Arc;

use self::bits::{Bits, Wide};
use super::{
    Aim, AnyPosition, Choice, Domain, Engine, Game, OptionSpec, Options, Recipe, SetupError,
};
use crate::core::Side;

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 4, max: 16, step: 2, default: 8 } };
const START: OptionSpec =
    OptionSpec { id: "start", domain: Domain::Words(&["crosswise", "parallel"]) };
const SCORING: OptionSpec =
    OptionSpec { id: "scoring", domain: Domain::Words(&["winner", "plain", "split"]) };

/// Reversi as the registry lists it.
pub struct ReversiGame;

/// The options in this game's own types.
struct Rules {
    size: u8,
    parallel: bool,
    scoring: Scoring,
}

impl Rules {
    fn read(options: &Options) -> Result<Rules, SetupError> {
        options.check(ReversiGame.options())?;
        let size = match options.get(&SIZE) {
            Choice::Number(size) => size as u8,
            Choice::Word(_) | Choice::Switch(_) => 8,
        };
        let is = |spec, word: &str| options.get(spec) == Choice::Word(word.to_owned());
        let scoring = if is(&SCORING, "plain") {
            Scoring::Plain
        } else if is(&SCORING, "split") {
            Scoring::Split
        } else {
            Scoring::Winner
        };
        Ok(Rules { size, parallel: is(&START, "parallel"), scoring })
    }

    /// The four discs in the middle. Crosswise, Black has the upper right
    /// and the lower left one; parallel, Black has the lower pair.
    fn start<B: Bits>(&self) -> Reversi<B> {
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

    fn options(&self) -> &'static [OptionSpec] {
        &[SIZE, START, SCORING]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        let rules = Rules::read(options)?;
        Ok(if rules.size <= 8 {
            AnyPosition::new(rules.start::<u64>())
        } else {
            AnyPosition::new(rules.start::<Wide>())
        })
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        let rules = Rules::read(options)?;
        Ok(if rules.size <= 8 {
            AnyPosition::new(Small::read(text, rules.size, rules.scoring)?)
        } else {
            AnyPosition::new(Large::read(text, rules.size, rules.scoring)?)
        })
    }

    fn aims(&self) -> &'static [Aim] {
        &[Aim::Best, Aim::Win, Aim::Draw, Aim::Only]
    }

    fn recipes(&self) -> &'static [Recipe] {
        recipes::RECIPES
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn knowledge(&self) -> Option<&'static str> {
        Some(patterns::FILE)
    }

    fn learn(&self, bytes: &[u8]) -> Result<(), String> {
        let weights = patterns::Weights::read(bytes).map_err(|error| error.to_string())?;
        patterns::install(Arc::new(weights));
        Ok(())
    }

    fn margins(&self, games: u32, seed: u64) -> Result<Vec<String>, String> {
        let weights = patterns::installed()
            .ok_or("no weights of patterns were read; expected them in the assets folder")?;
        solver::margins(&weights, games, seed)
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::ReversiEngine::default())
    }
}
