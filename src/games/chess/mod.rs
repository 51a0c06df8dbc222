//! Chess and Chess960: rules, notation and computer player.
//!
//! The rules are the FIDE Laws of Chess (2023), with the draws that they let
//! a player claim as decisions of the game.

mod dead;
mod engine;
mod evaluation;
mod fen;
mod levels;
mod notation;
mod position;
mod recipes;
mod refusal;
mod san;
mod tactics;
mod warnings;

pub use position::{Chess, Ply};

use super::{
    Aim, AnyPosition, Choice, Domain, Engine, Game, OptionSpec, Options, Recipe, SetupError,
};

/// The number of the starting position of chess among those of Chess960.
const STANDARD: i64 = 518;

const START: OptionSpec =
    OptionSpec { id: "start", domain: Domain::Words(&["standard", "chess960"]) };
const NUMBER: OptionSpec = OptionSpec {
    id: "chess960",
    domain: Domain::Number { min: 0, max: 959, step: 1, default: STANDARD },
};

/// Chess as the registry lists it.
pub struct ChessGame;

impl Game for ChessGame {
    fn id(&self) -> &'static str {
        "chess"
    }

    /// White begins.
    fn side_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[START, NUMBER]
    }

    fn matters(&self, id: &str, options: &Options) -> bool {
        id != NUMBER.id || options.get(&START) == Choice::Word("chess960".to_owned())
    }

    /// The number counts only when Chess960 is chosen.
    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        options.check(self.options())?;
        let shuffled = options.get(&START) == Choice::Word("chess960".to_owned());
        let number = match options.get(&NUMBER) {
            Choice::Number(number) if shuffled => number,
            _ => STANDARD,
        };
        Ok(AnyPosition::new(Chess::start(number as u32)))
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        options.check(self.options())?;
        Ok(AnyPosition::new(Chess::read(text)?))
    }

    fn aims(&self) -> &'static [Aim] {
        &[Aim::Mate, Aim::Material, Aim::Win, Aim::Draw, Aim::Only]
    }

    fn recipes(&self) -> &'static [Recipe] {
        recipes::RECIPES
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::ChessEngine::default())
    }
}
