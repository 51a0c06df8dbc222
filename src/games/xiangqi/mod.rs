//! Xiangqi (Chinese chess): rules, notation, repetition rulings and engine.
//!
//! Red begins. A side that is mated or stalemated loses; the generals may not
//! face each other on an open file; a side that repeats a position by perpetual
//! check or perpetual chase loses.
//!
//! `position` decides whether a move is legal and the game over, by the moves
//! of the pieces in `board` and the rulings in `repetition`; `move_error`
//! has the reasons of a refusal.

mod attack_tables;
mod bitboard;
mod board;
mod endgame_board;
mod endgames;
mod engine;
mod evaluation;
mod exchange;
mod levels;
mod move_error;
mod network;
mod notation;
mod position;
mod position_setup;
mod puzzle_specs;
mod repetition;
mod repetition_judge;
mod tactics;
mod warnings;
mod wxf;

pub use board::{PieceType, XiangqiBoard, XiangqiMove};
pub use notation::START;
pub use position::{Ending, NATURAL_LIMIT, State, Undo, Xiangqi};
pub use repetition::{HistoryEntry, Reason, RepetitionRules, Verdict};

use super::{
    Adjudication, AnyPosition, Domain, Engine, EngineProtocols, EngineWeights, Game, GoalKind,
    Grades, NetworkEvaluation, OptionSpec, OptionValue, Options, PgnGame, PositionSetup,
    PuzzleSpec, PuzzleSupport, RecordFormats, RepetitionOption, ScoreUnit, SetupError, SgfGame,
    StudyCollection, TieBreakCustom, UciCoordinates, UciGame,
};

const RULES: OptionSpec = OptionSpec { id: "rules", domain: Domain::Words(&["axf", "cxa"]) };

/// The registry's entry for Xiangqi.
pub struct XiangqiGame;

fn rules(options: &Options) -> Result<RepetitionRules, SetupError> {
    options.check(XiangqiGame.options())?;
    let chinese = options.get(&RULES) == OptionValue::Word("cxa".to_owned());
    Ok(if chinese { RepetitionRules::Chinese } else { RepetitionRules::Asian })
}

impl Game for XiangqiGame {
    fn id(&self) -> &'static str {
        "xiangqi"
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["red", "black"]
    }

    // River-crossing chariot against screen horses.
    fn showcase(&self) -> &'static str {
        "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[RULES]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        self.position(options, START)
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        Ok(AnyPosition::new(Xiangqi::read(text, rules(options)?)?))
    }

    fn adjudicate(
        &self,
        options: &Options,
        position: &str,
        moves: &[&str],
    ) -> Result<Option<Adjudication>, SetupError> {
        let start = Xiangqi::read(position, rules(options)?)?;
        repetition_judge::adjudicate(&start, moves).map(Some)
    }

    fn record_formats(&self) -> RecordFormats {
        RecordFormats {
            own: &["xqf", "cbr", "cbl", "dhtmlxq", "xiangqi-text"],
            pgn: Some(PgnGame {
                names: &["chinese", "xiangqi", "象棋"],
                game_tag: Some("Chinese Chess"),
                format_tag: Some("ICCS"),
                side_names: ["Red", "Black"],
                variants: None,
            }),
            // The number is the standard's, which leaves the moves to the programs:
            // coordinates, WXF and Chinese notation are read.
            sgf: Some(SgfGame {
                number: "7",
                programs: &[],
                unit: ScoreUnit::Pawns,
                rules: None,
                stones: None,
            }),
        }
    }

    fn engine_protocols(&self) -> EngineProtocols {
        EngineProtocols {
            uci: Some(UciGame {
                variant: Some("xiangqi"),
                coordinates: UciCoordinates::Points("iccs"),
                is_chess960: None,
                repetition: Some(RepetitionOption {
                    option: RULES.id,
                    values: &[("AsianRule", "axf"), ("ChineseRule", "cxa")],
                }),
                // Fairy-Stockfish rates level 7 above level 8, which beats it.
                ratings: &[],
            }),
            ucci: true,
            ..EngineProtocols::default()
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

    fn tie_break_custom(&self) -> TieBreakCustom {
        TieBreakCustom::OpponentsAndWins
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn level_ratings(&self) -> &'static [u16] {
        &levels::LEVEL_RATINGS
    }

    fn grades(&self) -> Option<Grades> {
        Some(Grades { kyu: 10 })
    }

    fn network_evaluation(&self) -> Option<&dyn NetworkEvaluation> {
        Some(self)
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::XiangqiEngine::default())
    }
}

impl PuzzleSupport for XiangqiGame {
    fn goal_kinds(&self) -> &'static [GoalKind] {
        &[
            GoalKind::Mate,
            GoalKind::Checks,
            GoalKind::Material,
            GoalKind::Win,
            GoalKind::Draw,
            GoalKind::Only,
        ]
    }

    fn specs(&self) -> &'static [PuzzleSpec] {
        puzzle_specs::PUZZLE_SPECS
    }

    fn studies(&self) -> Option<StudyCollection> {
        Some(puzzle_specs::STUDIES)
    }

    fn random_position(&self, _spec: &PuzzleSpec, seed: u64) -> Option<String> {
        endgame_board::random_endgame(&mut crate::core::Random::new(seed))
    }
}

impl Xiangqi {
    /// A legal move in WXF notation, such as C2=5, C+-2 or Pa=5; empty if there
    /// is no piece on its origin.
    #[must_use]
    pub fn wxf(&self, mv: XiangqiMove) -> String {
        wxf::wxf(self, mv)
    }

    /// A legal move in Chinese notation, such as 炮二平五 or 前卒平4; empty if there
    /// is no piece on its origin.
    #[must_use]
    pub fn chinese(&self, mv: XiangqiMove) -> String {
        wxf::chinese(self, mv)
    }
}
