//! Gomoku and its rule sets (freestyle, Standard, Caro, Renju), and its
//! [`variants`]: rules, opening rules, notation and engine.
//!
//! Black begins. The first unbroken row of five wins; the rule sets differ in
//! whether overlines win and in what is forbidden to Black.

pub mod bitboard;
mod candidate_moves;
pub mod cell_set;
mod engine;
mod evaluation;
mod fifth_stones;
pub mod fouls;
mod four_board;
pub mod judgement;
mod legality;
mod levels;
mod move_error;
mod move_features;
pub mod network;
mod notation;
mod offers;
mod opening_budget;
mod opening_names;
mod opening_play;
mod opening_rule;
mod pattern_board;
pub mod patterns;
pub mod point_codes;
mod position;
mod position_setup;
mod proof_table;
mod puzzle_specs;
mod rows;
mod setup;
mod sgf;
mod stones_error;
mod threat_result;
pub mod variants;
mod vcf;
mod vcf_defence;
mod vct;
mod weights_file;
mod win_generator;

pub use candidate_moves::CandidateMove;
pub use evaluation::{WIN_CHANCE_SCALE, value_of_win_chance};
pub use offers::Offers;
pub use opening_rule::{OpeningRule, Stage};
pub use pattern_board::PatternBoard;
pub use patterns::LinePattern;
pub use position::{End, Gomoku, GomokuMove, Rule};
pub use threat_result::ThreatResult;
pub use vcf::Vcf;
pub use vcf_defence::{VcfDefence, vcf_defence};
pub use vct::Vct;
pub use weights_file::{TrainedWeights, WeightsError};

use super::{
    Algorithm, AlgorithmTrace, AnyPosition, Domain, Engine, EngineInfo, EngineProtocols,
    EngineRequest, EngineWeights, Game, GoalKind, GomocupGame, Grades, MalformedWeights,
    OptionSpec, OptionValue, Options, PositionSetup, PuzzleKind, PuzzleSpec, PuzzleSupport,
    RecordFormats, SetupError, TieBreakCustom, TraceRequest,
};
use crate::core::Move;
use variants::{Variant, VariantEngine, VariantPosition};

const SIZE: OptionSpec =
    OptionSpec { id: "size", domain: Domain::Number { min: 7, max: 20, step: 1, default: 15 } };
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
/// Goals needed to win, in Bubble.
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

/// The registry's entry for Gomoku.
pub struct GomokuGame;

/// The parsed options.
struct GomokuOptions {
    size: u8,
    rule: Rule,
    opening: OpeningRule,
    /// The variant, or `None` for a rule set of Gomoku.
    variant: Option<Variant>,
    goals_to_win: u16,
}

impl GomokuOptions {
    fn from_options(options: &Options) -> Result<GomokuOptions, SetupError> {
        options.check(GomokuGame.options())?;
        let size = match options.get(&SIZE) {
            OptionValue::Number(size) => size as u8,
            OptionValue::Word(_) | OptionValue::Switch(_) => 15,
        };
        let word = |spec| match options.get(spec) {
            OptionValue::Word(word) => word,
            OptionValue::Number(_) | OptionValue::Switch(_) => String::new(),
        };
        let rule = match word(&RULE).as_str() {
            "standard" => Rule::Standard,
            "caro" => Rule::Caro,
            "renju" => Rule::Renju,
            _ => Rule::Freestyle,
        };
        let opening = match word(&OPENING).as_str() {
            "pro" => OpeningRule::Pro,
            "long-pro" => OpeningRule::LongPro,
            "swap1" => OpeningRule::Swap1,
            "swap" => OpeningRule::Swap,
            "swap2" => OpeningRule::Swap2,
            "soosyrv8" => OpeningRule::Soosyrv8,
            "taraguchi10" => OpeningRule::Taraguchi10,
            "rif" => OpeningRule::Rif,
            "yamaguchi" => OpeningRule::Yamaguchi,
            "tarannikov" => OpeningRule::Tarannikov,
            "super-sakata" => OpeningRule::SuperSakata,
            _ => OpeningRule::None,
        };
        let goals_to_win = match options.get(&GOALS) {
            OptionValue::Number(goals_to_win) => goals_to_win as u16,
            OptionValue::Word(_) | OptionValue::Switch(_) => 3,
        };
        let variant = Variant::from_name(&word(&RULE));
        if let Some(variant) = variant.filter(|variant| !variant.supports(opening)) {
            let fitting =
                if variant.supports(OpeningRule::Pro) { "none, pro or long-pro" } else { "none" };
            let name = variant.name();
            return Err(SetupError::Incompatible {
                message_id: "gomoku-no-such-opening",
                text: format!("rule {name} has no such opening; choose opening {fitting}"),
            });
        }
        Ok(GomokuOptions { size, rule, opening, variant, goals_to_win })
    }
}

/// The number of the rules in the protocol of Gomocup, which has no opening rules but by a
/// command of its own and none of the variants.
fn gomocup_rule(options: &Options) -> Option<u32> {
    let chosen = GomokuOptions::from_options(options).ok()?;
    if chosen.variant.is_some() || chosen.opening != OpeningRule::None {
        return None;
    }
    Some(match chosen.rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
    })
}

/// The beginning of a game, or the position of this text, where turns may be passed or not.
fn position(
    options: &Options,
    text: Option<&str>,
    passes: bool,
) -> Result<AnyPosition, SetupError> {
    let GomokuOptions { size, rule, opening, variant, goals_to_win } =
        GomokuOptions::from_options(options)?;
    if let Some(variant) = variant {
        return Ok(AnyPosition::new(match text {
            Some(text) => VariantPosition::read(text, size, variant, opening, goals_to_win)?,
            None => VariantPosition::new(size, variant, opening, goals_to_win),
        }));
    }
    let position = match text {
        Some(text) => Gomoku::read(text, size, rule, opening)?,
        None => Gomoku::new(size, rule, opening),
    };
    Ok(AnyPosition::new(if passes { position } else { position.without_passes() }))
}

impl Game for GomokuGame {
    fn id(&self) -> &'static str {
        "gomoku"
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    // A line of the opening Hogetsu (浦月).
    fn showcase(&self) -> &'static str {
        "h8 i9 i7 g9 j7 g8 j9 g7 g10 j8 k7 l7 k6 k8"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[RULE, SIZE, OPENING, GOALS]
    }

    fn is_relevant(&self, id: &str, options: &Options) -> bool {
        id != GOALS.id || options.get(&RULE) == OptionValue::Word(Variant::Bubble.name().to_owned())
    }

    fn usual_boards(&self) -> &'static [&'static [(&'static str, i64)]] {
        &[&[(SIZE.id, 13)], &[(SIZE.id, 15)], &[(SIZE.id, 19)]]
    }

    fn tie_break_custom(&self) -> TieBreakCustom {
        TieBreakCustom::Buchholz
    }

    /// Where the opening lets the players choose their sides, who was to be first says little.
    fn balances_sides(&self, options: &Options) -> bool {
        let opening = options.get(&OPENING);
        ["none", "pro", "long-pro"]
            .iter()
            .any(|word| opening == OptionValue::Word((*word).to_owned()))
    }

    fn weights(&self) -> Option<&dyn EngineWeights> {
        Some(self)
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        position(options, None, true)
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        position(options, Some(text), true)
    }

    fn record_formats(&self) -> RecordFormats {
        RecordFormats {
            own: &["gomocup", "gomoku-text", "psq", "rec", "renlib"],
            sgf: Some(sgf::SGF),
            ..RecordFormats::default()
        }
    }

    fn engine_protocols(&self) -> EngineProtocols {
        EngineProtocols {
            gomocup: Some(GomocupGame {
                rule: RULE.id,
                // 2 is what some boards send for Renju.
                rules: &[
                    (0, "freestyle"),
                    (1, "standard"),
                    (2, "renju"),
                    (4, "renju"),
                    (8, "caro"),
                ],
                rule_of: gomocup_rule,
                position: |options, text| position(options, text, false),
                swap2: (OPENING.id, "swap2"),
            }),
            ..EngineProtocols::default()
        }
    }

    fn puzzles(&self) -> Option<&dyn PuzzleSupport> {
        Some(self)
    }

    fn position_setup(&self) -> &dyn PositionSetup {
        self
    }

    fn levels(&self) -> u8 {
        levels::LEVELS
    }

    fn grades(&self) -> Option<Grades> {
        Some(Grades { kyu: 10 })
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(GomokuFamilyEngine::default())
    }
}

impl EngineWeights for GomokuGame {
    fn path(&self) -> &'static str {
        weights_file::WEIGHTS_FILE
    }

    fn load(&self, bytes: &[u8]) -> Result<(), MalformedWeights> {
        TrainedWeights::read(bytes).map_err(MalformedWeights::new)?.install();
        Ok(())
    }
}

impl PuzzleSupport for GomokuGame {
    fn goal_kinds(&self) -> &'static [GoalKind] {
        &[GoalKind::Vcf, GoalKind::Vct, GoalKind::StopVcf, GoalKind::Win, GoalKind::Only]
    }

    fn may_pass_solve(&self) -> bool {
        false
    }

    fn specs(&self) -> &'static [PuzzleSpec] {
        puzzle_specs::PUZZLE_SPECS
    }

    fn random_position(&self, spec: &PuzzleSpec, seed: u64) -> Option<String> {
        match spec.kind {
            PuzzleKind::Vct => win_generator::generate_threats(seed),
            _ => win_generator::generate_fours(seed, spec.min_moves),
        }
    }
}

/// Dispatches to the engine of Gomoku or of its variants.
#[derive(Default)]
struct GomokuFamilyEngine {
    gomoku: engine::GomokuEngine,
    variants: VariantEngine,
}

impl Engine for GomokuFamilyEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        if position.downcast::<VariantPosition>().is_some() {
            self.variants.search(position, request, report)
        } else {
            self.gomoku.search(position, request, report)
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if position.downcast::<VariantPosition>().is_some() {
            self.variants.analyse(position, request, lines, report)
        } else {
            self.gomoku.analyse(position, request, lines, report)
        }
    }

    fn analyse_moves(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        moves: &[Move],
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if position.downcast::<VariantPosition>().is_some() {
            self.variants.analyse_moves(position, request, moves, lines, report)
        } else {
            self.gomoku.analyse_moves(position, request, moves, lines, report)
        }
    }

    fn algorithms(&self, position: &AnyPosition) -> Vec<Algorithm> {
        let gomoku = self.gomoku.algorithms(position);
        if gomoku.is_empty() { self.variants.algorithms(position) } else { gomoku }
    }

    fn trace(&mut self, position: &AnyPosition, request: &TraceRequest) -> Option<AlgorithmTrace> {
        let gomoku = self.gomoku.trace(position, request);
        gomoku.or_else(|| self.variants.trace(position, request))
    }

    fn default_table_size(&self) -> Option<usize> {
        self.gomoku.default_table_size()
    }

    fn set_table_size(&mut self, mebibytes: usize) {
        self.gomoku.set_table_size(mebibytes);
        self.variants.set_table_size(mebibytes);
    }

    fn keep_table(&mut self) {
        self.gomoku.keep_table();
        self.variants.keep_table();
    }

    fn set_threads(&mut self, threads: usize) {
        self.gomoku.set_threads(threads);
        self.variants.set_threads(threads);
    }

    fn prepare(&mut self) {
        self.gomoku.prepare();
    }

    fn report_bounds(&mut self) {
        self.gomoku.report_bounds();
        self.variants.report_bounds();
    }
}
