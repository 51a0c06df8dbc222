//! Gomoku, five in a row, with its stricter kin Standard, Caro and Renju, and
//! its [`relatives`]: rules, openings, notation and computer player.
//!
//! Black begins. Whoever first has five stones in an unbroken row wins; the
//! rules differ in what longer rows count and in what Black may not do.

mod allowed;
mod decisions;
mod engine;
mod field;
pub mod fouls;
mod fours;
mod levels;
pub mod lines;
mod names;
mod notation;
mod offers;
mod opening;
mod patterns;
mod position;
mod recipes;
pub mod relatives;
mod rows;
mod setup;
mod threats;

pub use field::{Field, Spot};
pub use offers::Offers;
pub use opening::Opening;
pub use patterns::Class;
pub use position::{End, Gomoku, Ply, Rule, Stage};

use super::{
    Aim, AnyPosition, Choice, Domain, Engine, Game, OptionSpec, Options, Recipe, Refusal, Request,
    SetupError, Thought,
};
use relatives::{Kin, Relative, RelativeEngine};

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 7, max: 19, step: 1, default: 15 } };
const RULE: OptionSpec = OptionSpec {
    id: "rule",
    domain: Domain::Words(&[
        "freestyle",
        "standard",
        "caro",
        "renju",
        "connect6",
        "pente",
        "keryo",
        "ninuki",
        "liberty",
        "bubble",
    ]),
};
/// Goals that win, in the relative that has goals.
const GOALS: OptionSpec =
    OptionSpec { id: "goals", domain: Domain::Number { min: 1, max: 9, step: 1, default: 3 } };
const OPENING: OptionSpec = OptionSpec {
    id: "opening",
    domain: Domain::Words(&[
        "none",
        "pro",
        "long-pro",
        "swap1",
        "swap",
        "swap2",
        "soosyrv8",
        "taraguchi10",
        "rif",
        "yamaguchi",
        "tarannikov",
        "super-sakata",
    ]),
};

/// Gomoku as the registry lists it.
pub struct GomokuGame;

/// The options in this game's own types.
struct Setup {
    size: u8,
    rule: Rule,
    opening: Opening,
    /// A relative that is played instead of a rule of Gomoku.
    kin: Option<Kin>,
    goals: u16,
}

impl Setup {
    fn read(options: &Options) -> Result<Setup, SetupError> {
        options.check(GomokuGame.options())?;
        let size = match options.get(&SIZE) {
            Choice::Number(size) => size as u8,
            Choice::Word(_) | Choice::Switch(_) => 15,
        };
        let word = |spec| match options.get(spec) {
            Choice::Word(word) => word,
            Choice::Number(_) | Choice::Switch(_) => String::new(),
        };
        let rule = match word(&RULE).as_str() {
            "standard" => Rule::Standard,
            "caro" => Rule::Caro,
            "renju" => Rule::Renju,
            _ => Rule::Freestyle,
        };
        let opening = match word(&OPENING).as_str() {
            "pro" => Opening::Pro,
            "long-pro" => Opening::LongPro,
            "swap1" => Opening::SwapOne,
            "swap" => Opening::Swap,
            "swap2" => Opening::SwapTwo,
            "soosyrv8" => Opening::SoosyrvEight,
            "taraguchi10" => Opening::TaraguchiTen,
            "rif" => Opening::Rif,
            "yamaguchi" => Opening::Yamaguchi,
            "tarannikov" => Opening::Tarannikov,
            "super-sakata" => Opening::SuperSakata,
            _ => Opening::None,
        };
        let goals = match options.get(&GOALS) {
            Choice::Number(goals) => goals as u16,
            Choice::Word(_) | Choice::Switch(_) => 3,
        };
        let kin = Kin::named(&word(&RULE));
        if let Some(kin) = kin.filter(|kin| !kin.fits(opening)) {
            let fitting = if kin.fits(Opening::Pro) { "none, pro or long-pro" } else { "none" };
            return Err(SetupError::Clash(Refusal {
                id: "gomoku-no-such-opening",
                text: format!("rule {} has no such opening; choose opening {fitting}", kin.name()),
            }));
        }
        Ok(Setup { size, rule, opening, kin, goals })
    }
}

impl Game for GomokuGame {
    fn id(&self) -> &'static str {
        "gomoku"
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[RULE, SIZE, OPENING, GOALS]
    }

    fn matters(&self, id: &str, options: &Options) -> bool {
        id != GOALS.id || options.get(&RULE) == Choice::Word(Kin::Bubble.name().to_owned())
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        let Setup { size, rule, opening, kin, goals } = Setup::read(options)?;
        Ok(match kin {
            Some(kin) => AnyPosition::new(Relative::new(size, kin, opening, goals)),
            None => AnyPosition::new(Gomoku::new(size, rule, opening)),
        })
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        let Setup { size, rule, opening, kin, goals } = Setup::read(options)?;
        Ok(match kin {
            Some(kin) => AnyPosition::new(Relative::read(text, size, kin, opening, goals)?),
            None => AnyPosition::new(Gomoku::read(text, size, rule, opening)?),
        })
    }

    fn aims(&self) -> &'static [Aim] {
        &[Aim::Fours, Aim::Win, Aim::Only]
    }

    fn recipes(&self) -> &'static [Recipe] {
        recipes::RECIPES
    }

    fn levels(&self) -> u8 {
        levels::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Engines::default())
    }
}

/// The computer players of Gomoku and of its relatives.
#[derive(Default)]
struct Engines {
    gomoku: engine::GomokuEngine,
    relatives: RelativeEngine,
}

impl Engine for Engines {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if position.downcast::<Relative>().is_some() {
            self.relatives.think(position, request, report)
        } else {
            self.gomoku.think(position, request, report)
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        if position.downcast::<Relative>().is_some() {
            self.relatives.analyse(position, request, lines, report)
        } else {
            self.gomoku.analyse(position, request, lines, report)
        }
    }
}
