//! Go (weiqi, baduk): rules, notation and computer player.
//!
//! Black begins. A stone takes what it leaves without a liberty; the larger
//! area, or the larger territory with the prisoners, wins. Rule sets differ
//! in ko, suicide and counting; see [`Rules`].

mod board;
mod capture;
mod compose;
mod engine;
mod fate;
mod levels;
mod life;
mod notation;
mod overlay;
mod playout;
mod position;
mod recipes;
mod remark;
mod rules;
mod score;
mod sheet;

pub use board::{Board as Stones, Cell, MOST_CELLS, cells};
pub use life::{dead_stones, unconditionally_alive};
pub use notation::{handicap_points, star_points};
pub use playout::{any_move, play_out};
pub use position::{Breathless, End, Go, Large, Phase, Ply, Setup, Small, State};
pub use rules::{Account, Counting, Ko, NAMES, Rules};
pub use score::{Count, Marks};

use super::{
    Aim, AnyPosition, Choice, Composed, Domain, Engine, Find, Game, OptionSpec, Options, Recipe,
    SetupError,
};
use crate::core::{Point, Side};

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 5, max: 25, step: 1, default: 19 } };
const RULESET: OptionSpec = OptionSpec { id: "ruleset", domain: Domain::Words(&NAMES) };
/// In half points.
const KOMI: OptionSpec =
    OptionSpec { id: "komi", domain: Domain::Number { min: 0, max: 60, step: 1, default: 15 } };
const HANDICAP: OptionSpec =
    OptionSpec { id: "handicap", domain: Domain::Number { min: 0, max: 9, step: 1, default: 0 } };
/// Whether handicap stones stand on the star points from the start, or Black
/// puts them where it likes.
const PLACEMENT: OptionSpec =
    OptionSpec { id: "placement", domain: Domain::Words(&["fixed", FREE]) };
const FREE: &str = "free";

/// The largest board of [`Small`] positions.
const SMALL: u8 = 9;

/// Go as the registry lists it.
pub struct GoGame;

/// The options in this game's own types.
struct Chosen {
    size: u8,
    rules: Rules,
    /// Handicap stones on the board from the start.
    handicap: Vec<Point>,
    /// Handicap stones that Black puts.
    placing: u8,
}

impl Chosen {
    fn read(options: &Options) -> Result<Chosen, SetupError> {
        options.check(GoGame.options())?;
        let number = |spec: &OptionSpec| match (options.get(spec), spec.domain) {
            (Choice::Number(number), _) => number,
            (_, Domain::Number { default, .. }) => default,
            _ => 0,
        };
        let size = number(&SIZE) as u8;
        let stones = number(&HANDICAP);
        let free = options.get(&PLACEMENT) == Choice::Word(FREE.to_owned());
        let (handicap, placing) = match (stones, free) {
            (2.., true) => (Vec::new(), stones as u8),
            _ => (handicap_points(size, stones as usize), 0),
        };
        let name = match options.get(&RULESET) {
            Choice::Word(name) => name,
            Choice::Number(_) | Choice::Switch(_) => NAMES[0].to_owned(),
        };
        let given = handicap.len() as i32 + i32::from(placing);
        let rules = Rules::named(&name, number(&KOMI) as i32, given);
        Ok(Chosen { size, rules, handicap, placing })
    }

    /// The board with Black's handicap; White begins if it stands there.
    fn start<const C: usize>(&self) -> Go<C> {
        let board = Stones::<C>::new(self.size, self.size);
        let stones: Vec<_> =
            self.handicap.iter().filter_map(|&at| Some((board.cell(at)?, Side::First))).collect();
        let side = if stones.is_empty() { Side::First } else { Side::Second };
        let setup = Setup { stones, side, captured: [0; 2], placing: self.placing };
        Go::with_setup(self.size, self.size, self.rules, setup)
            .unwrap_or_else(|_| Go::new(self.size, self.size, self.rules))
    }
}

impl Game for GoGame {
    fn id(&self) -> &'static str {
        "go"
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[SIZE, RULESET, KOMI, HANDICAP, PLACEMENT]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        let chosen = Chosen::read(options)?;
        Ok(if chosen.size <= SMALL {
            AnyPosition::new::<Small>(chosen.start())
        } else {
            AnyPosition::new::<Large>(chosen.start())
        })
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        let chosen = Chosen::read(options)?;
        Ok(if chosen.size <= SMALL {
            AnyPosition::new(Small::read(text, chosen.size, chosen.rules)?)
        } else {
            AnyPosition::new(Large::read(text, chosen.size, chosen.rules)?)
        })
    }

    fn aims(&self) -> &'static [Aim] {
        &[Aim::Capture, Aim::Live, Aim::Kill, Aim::Best, Aim::Only]
    }

    fn recipes(&self) -> &'static [Recipe] {
        recipes::RECIPES
    }

    fn compose(&self, recipe: &Recipe, seed: u64) -> Option<Composed> {
        (recipe.find == Find::LifeAndDeath).then(|| compose::compose(seed)).flatten()
    }

    fn levels(&self) -> u8 {
        levels::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::GoEngine)
    }
}
