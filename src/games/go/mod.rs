//! Go (weiqi, baduk): rules, notation and engine.
//!
//! Black begins. Chains without a liberty are captured; the larger area, or
//! territory with prisoners, wins. Rule sets differ in ko, suicide and scoring;
//! see [`Rules`].

mod benson;
mod board;
mod capture;
mod dead_stones;
mod engine;
mod explanation;
mod levels;
mod life_and_death;
mod move_error;
mod notation;
mod overlay;
mod playout;
mod position;
mod puzzle_specs;
mod rules;
mod score;
mod score_breakdown;
mod sgf;
mod tsumego_generator;

pub use benson::unconditionally_alive;
pub use board::{GoBoard, Intersection, MAX_CELLS, cell_count};
pub use dead_stones::dead_stones;
pub use notation::{handicap_points, star_points};
pub use playout::{play_out, random_move};
pub use position::{EndReason, Go, GoMove, LargeGo, NoLibertyError, Phase, Setup, SmallGo, State};
pub use rules::{BreakdownStyle, KoRule, RULESETS, Rules, ScoringRule};
pub use score::{BoardScore, CellSet};

use super::{
    AnyPosition, Domain, Engine, Game, GeneratedPosition, GoalKind, Message, OptionSpec,
    OptionValue, Options, PuzzleKind, PuzzleSpec, PuzzleSupport, RecordFormats, SetupError,
};
use crate::core::{Point, Points, Side};

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 5, max: 25, step: 1, default: 19 } };
const RULESET: OptionSpec = OptionSpec { id: "ruleset", domain: Domain::Words(&RULESETS) };
/// In half points.
const KOMI: OptionSpec =
    OptionSpec { id: "komi", domain: Domain::Number { min: 0, max: 60, step: 1, default: 15 } };
const HANDICAP: OptionSpec =
    OptionSpec { id: "handicap", domain: Domain::Number { min: 0, max: 9, step: 1, default: 0 } };
/// Fixed handicap on the star points, or free placement by Black.
const PLACEMENT: OptionSpec =
    OptionSpec { id: "placement", domain: Domain::Words(&["fixed", FREE]) };
const FREE: &str = "free";

/// Largest size of a [`SmallGo`] board.
const SMALL_SIZE: u8 = 9;

/// Go for the registry.
pub struct GoGame;

/// The options of a game in this module's types.
struct GoConfig {
    size: u8,
    rules: Rules,
    /// Fixed handicap stones.
    handicap: Vec<Point>,
    /// Number of free handicap stones.
    free_handicap: u8,
}

impl GoConfig {
    fn from_options(options: &Options) -> Result<GoConfig, SetupError> {
        options.check(GoGame.options())?;
        let number = |spec: &OptionSpec| match (options.get(spec), spec.domain) {
            (OptionValue::Number(number), _) => number,
            (_, Domain::Number { default, .. }) => default,
            _ => 0,
        };
        let size = number(&SIZE) as u8;
        let stones = number(&HANDICAP);
        let free = options.get(&PLACEMENT) == OptionValue::Word(FREE.to_owned());
        let (handicap, free_handicap) = match (stones, free) {
            (2.., true) => (Vec::new(), stones as u8),
            _ => (handicap_points(size, stones as usize), 0),
        };
        let name = match options.get(&RULESET) {
            OptionValue::Word(name) => name,
            OptionValue::Number(_) | OptionValue::Switch(_) => RULESETS[0].to_owned(),
        };
        let given = handicap.len() as i32 + i32::from(free_handicap);
        let rules = Rules::from_name(&name, number(&KOMI) as i32, given);
        Ok(GoConfig { size, rules, handicap, free_handicap })
    }

    /// The start position; White moves first after a fixed handicap.
    fn start<const C: usize>(&self) -> Go<C> {
        let board = GoBoard::<C>::new(self.size, self.size);
        let stones: Vec<_> =
            self.handicap.iter().filter_map(|&at| Some((board.cell(at)?, Side::First))).collect();
        let side = if stones.is_empty() { Side::First } else { Side::Second };
        let setup = Setup {
            stones,
            side_to_move: side,
            captured: [0; 2],
            free_handicap: self.free_handicap,
        };
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

    /// Komi in points, and under Chinese rules also in stones of two points.
    fn number_text(&self, id: &str, number: i64, options: &Options) -> Option<Message> {
        let halves = i32::try_from(number).ok().filter(|_| id == KOMI.id)?;
        let points = Points::halves(halves).to_string();
        let is_chinese = options.get(&RULESET) == OptionValue::Word("chinese".to_owned());
        Some(if is_chinese {
            let stones = score_breakdown::quarters(halves);
            Message::new("option-komi-chinese").with("points", points).with("stones", stones)
        } else {
            Message::new("option-komi-value").with("points", points)
        })
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        let chosen = GoConfig::from_options(options)?;
        Ok(if chosen.size <= SMALL_SIZE {
            AnyPosition::new::<SmallGo>(chosen.start())
        } else {
            AnyPosition::new::<LargeGo>(chosen.start())
        })
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        let chosen = GoConfig::from_options(options)?;
        Ok(if chosen.size <= SMALL_SIZE {
            AnyPosition::new(SmallGo::read(text, chosen.size, chosen.rules)?)
        } else {
            AnyPosition::new(LargeGo::read(text, chosen.size, chosen.rules)?)
        })
    }

    fn record_formats(&self) -> RecordFormats {
        RecordFormats { own: &["gib", "ngf"], sgf: Some(sgf::SGF), ..RecordFormats::default() }
    }

    fn puzzles(&self) -> Option<&dyn PuzzleSupport> {
        Some(self)
    }

    fn levels(&self) -> u8 {
        levels::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::GoEngine)
    }
}

impl PuzzleSupport for GoGame {
    fn goal_kinds(&self) -> &'static [GoalKind] {
        &[GoalKind::Capture, GoalKind::Live, GoalKind::Kill, GoalKind::Best, GoalKind::Only]
    }

    fn specs(&self) -> &'static [PuzzleSpec] {
        puzzle_specs::PUZZLE_SPECS
    }

    fn generate_position(&self, spec: &PuzzleSpec, seed: u64) -> Option<GeneratedPosition> {
        (spec.kind == PuzzleKind::LifeAndDeath).then(|| tsumego_generator::generate(seed)).flatten()
    }
}
