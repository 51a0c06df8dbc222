//! Go (weiqi, baduk): rules, notation and engine.
//!
//! Black begins. Chains without a liberty are captured; the larger area, or
//! territory with prisoners, wins. Rule sets differ in ko, suicide and scoring;
//! see [`Rules`].

mod benson;
mod board;
mod capture;
mod dead_stones;
mod endgame;
mod endgame_generator;
mod engine;
mod explanation;
mod gtp;
mod ladders;
mod levels;
mod life_and_death;
mod move_error;
pub mod network;
mod network_search;
mod notation;
mod overlay;
mod playout;
mod playout_search;
mod point_set;
mod position;
mod position_setup;
mod puzzle_specs;
mod root_decision;
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
    AnyPosition, Domain, Engine, EngineProtocols, EngineWeights, Game, GeneratedPosition, GoalKind,
    Grades, Message, OptionSpec, OptionValue, Options, PositionSetup, PuzzleKind, PuzzleSpec,
    PuzzleSupport, RecordFormats, SetupError, TieBreakCustom,
};
use crate::core::{Point, Points, Side};

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 5, max: 25, step: 1, default: 19 } };
const RULESET: OptionSpec = OptionSpec { id: "ruleset", domain: Domain::Words(&RULESETS) };
/// In half points; below zero Black has it. From 100 points on it would be read from files as
/// hundredths.
const KOMI: OptionSpec =
    OptionSpec { id: "komi", domain: Domain::Number { min: -199, max: 199, step: 1, default: 15 } };
const HANDICAP: OptionSpec = OptionSpec {
    id: "handicap",
    domain: Domain::Number { min: 0, max: MAX_HANDICAP, step: 1, default: 0 },
};
/// The most handicap stones.
const MAX_HANDICAP: i64 = 9;
/// Fixed handicap on the star points, or free placement by Black.
const PLACEMENT: OptionSpec =
    OptionSpec { id: "placement", domain: Domain::Words(&["fixed", FREE]) };
const FREE: &str = "free";

/// Largest size of a [`SmallGo`] board.
const SMALL_SIZE: u8 = 9;

/// The size of the board under these options.
fn size_of(options: &Options) -> u8 {
    match options.get(&SIZE) {
        OptionValue::Number(size @ 5..=25) => size as u8,
        _ => 19,
    }
}

/// Points that a handicap stone makes up for: a grade of a hundred points on 19 × 19, and more
/// on a smaller board in the ratio of the areas, since each stone counts for more there.
fn stone_value(size: u8) -> u32 {
    let area = u32::from(size) * u32::from(size);
    (100 * 19 * 19 + area / 2) / area
}

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

    // Gennan Inseki against Honinbo Shusaku, 1846, up to the "ear-reddening" move 127.
    fn showcase(&self) -> &'static str {
        "R16 D17 Q3 P17 C4 C14 E4 R5 Q15 O4 Q5 Q4 P4 R4 P3 P5 Q6 R3 O3 P6 Q7 P7 Q8 N4 N3 \
         P8 Q9 M3 M2 L2 M4 L3 R2 S2 S1 N2 O2 Q2 Q1 R1 O5 N5 R2 S7 S8 R1 M5 N6 R2 R7 P2 R8 \
         R10 S10 S11 S9 M6 N7 R11 S3 K6 M1 O1 G3 G5 C9 L17 J17 Q17 O10 L15 P13 P12 Q18 \
         R18 O13 N11 N10 O16 Q12 R13 Q13 H3 H2 J2 J3 H4 K2 F17 M17 M16 N17 M18 N18 N16 \
         R14 Q14 R12 S13 S12 T12 S14 T13 Q10 Q11 P11 P10 O11 R9 P9 R15 L18 K18 L19 K17 \
         P18 K19 M19 D18 C17 F15 C6 G2 J1 F3 J5 K11"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[SIZE, RULESET, KOMI, HANDICAP, PLACEMENT]
    }

    /// Where the handicap stones go matters from two of them on.
    fn is_relevant(&self, id: &str, options: &Options) -> bool {
        id != PLACEMENT.id || matches!(options.get(&HANDICAP), OptionValue::Number(2..))
    }

    fn usual_boards(&self) -> &'static [&'static [(&'static str, i64)]] {
        &[&[(SIZE.id, 9)], &[(SIZE.id, 13)], &[(SIZE.id, 19)]]
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

    fn tie_break_custom(&self) -> TieBreakCustom {
        TieBreakCustom::Sos
    }

    /// Komi makes up for the first move, but not for a handicap.
    fn balances_sides(&self, options: &Options) -> bool {
        let has_komi = matches!(options.get(&KOMI), OptionValue::Number(1..));
        !has_komi || matches!(options.get(&HANDICAP), OptionValue::Number(2..))
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

    fn position_setup(&self) -> &dyn PositionSetup {
        self
    }

    fn engine_protocols(&self) -> EngineProtocols {
        EngineProtocols { gtp: Some(gtp::GTP), ..EngineProtocols::default() }
    }

    fn levels(&self) -> u8 {
        levels::LEVELS
    }

    /// One kyu for each level below the dan.
    fn grades(&self) -> Option<Grades> {
        Some(Grades { kyu: 21 })
    }

    /// From two stones on, with the komi that keeps draws away.
    fn with_handicap(&self, options: &Options, points: u32) -> Option<Options> {
        let size = size_of(options);
        let places = handicap_points(size, usize::MAX).len().min(MAX_HANDICAP as usize);
        let stones = (points / stone_value(size)).min(places as u32);
        let mut chosen = options.clone();
        chosen.set(HANDICAP.id, OptionValue::Number(stones.into()));
        chosen.set(KOMI.id, OptionValue::Number(1));
        (stones >= 2).then_some(chosen)
    }

    fn handicap_value(&self, options: &Options) -> u32 {
        match options.get(&HANDICAP) {
            OptionValue::Number(stones @ 2..=MAX_HANDICAP) => {
                stones as u32 * stone_value(size_of(options))
            }
            _ => 0,
        }
    }

    fn weights(&self) -> Option<&dyn EngineWeights> {
        Some(self)
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::<engine::GoEngine>::default()
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
        match spec.kind {
            PuzzleKind::LifeAndDeath if spec.id == puzzle_specs::CAPTURING_RACES => {
                tsumego_generator::generate_race(seed)
            }
            PuzzleKind::LifeAndDeath => tsumego_generator::generate(seed),
            _ => None,
        }
    }

    fn random_position(&self, _spec: &PuzzleSpec, seed: u64) -> Option<String> {
        endgame_generator::generate(seed)
    }
}
