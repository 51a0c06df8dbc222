//! Chess and Chess960: rules, notation and engine.
//!
//! The rules are the FIDE Laws of Chess (2023); draw claims are moves of the
//! game.

mod dead;
mod endgame_board;
mod endgames;
mod engine;
mod evaluation;
mod exchange;
mod fen;
mod illegal_move;
mod levels;
mod move_error;
mod network;
mod notation;
mod position;
mod position_setup;
mod puzzle_specs;
mod san;
mod squares;
mod tactics;
mod warnings;

pub use position::{Chess, ChessMove};

use super::{
    AnyPosition, Domain, Engine, EngineProtocols, EngineWeights, Game, GoalKind, NetworkEvaluation,
    OptionSpec, OptionValue, Options, PgnGame, PgnVariants, PositionSetup, PuzzleSpec,
    PuzzleSupport, RecordFormats, SetupError, UciCoordinates, UciGame,
};

/// Scharnagl number of the standard starting position.
const STANDARD: i64 = 518;

const START: OptionSpec =
    OptionSpec { id: "start", domain: Domain::Words(&["standard", "chess960"]) };
const NUMBER: OptionSpec = OptionSpec {
    id: "chess960",
    domain: Domain::Number { min: 0, max: 959, step: 1, default: STANDARD },
};

/// True for a game of Chess960, and where rooks castle that stand elsewhere than in chess, whose
/// files are in the FEN then.
fn is_chess960(options: &Options, start: &AnyPosition) -> bool {
    let fen = start.diagram();
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    options.get(&START) == OptionValue::Word("chess960".to_owned())
        || castling.contains(|right: char| !"KQkq-".contains(right))
}

/// The registry entry of chess.
pub struct ChessGame;

impl Game for ChessGame {
    fn id(&self) -> &'static str {
        "chess"
    }

    /// White moves first.
    fn side_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    // Morphy against Duke Karl and Count Isouard, Paris 1858, up to move 12.
    fn with_figurines(&self, text: &str) -> String {
        notation::with_figurines(text)
    }

    fn showcase(&self) -> &'static str {
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 \
         Bxb5+ Nbd7 O-O-O Rd8"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[START, NUMBER]
    }

    fn is_relevant(&self, id: &str, options: &Options) -> bool {
        id != NUMBER.id || options.get(&START) == OptionValue::Word("chess960".to_owned())
    }

    /// The number counts only when Chess960 is chosen.
    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        options.check(self.options())?;
        let shuffled = options.get(&START) == OptionValue::Word("chess960".to_owned());
        let number = match options.get(&NUMBER) {
            OptionValue::Number(number) if shuffled => number,
            _ => STANDARD,
        };
        Ok(AnyPosition::new(Chess::start(number as u32)))
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        options.check(self.options())?;
        Ok(AnyPosition::new(Chess::parse(text)?))
    }

    fn record_formats(&self) -> RecordFormats {
        RecordFormats {
            pgn: Some(PgnGame {
                names: &[],
                game_tag: None,
                format_tag: None,
                side_names: ["White", "Black"],
                variants: Some(PgnVariants {
                    standard: &["", "standard", "chess", "normal", "from position"],
                    words: &["960", "fischer"],
                    name: "Chess960",
                    option: START.id,
                    value: "chess960",
                }),
            }),
            ..RecordFormats::default()
        }
    }

    fn engine_protocols(&self) -> EngineProtocols {
        EngineProtocols {
            uci: Some(UciGame {
                variant: None,
                coordinates: UciCoordinates::Notation("uci"),
                is_chess960: Some(is_chess960),
                repetition: None,
                ratings: &levels::RATINGS,
            }),
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

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn level_ratings(&self) -> &'static [u16] {
        &levels::LEVEL_RATINGS
    }

    fn network_evaluation(&self) -> Option<&dyn NetworkEvaluation> {
        Some(self)
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::ChessEngine::default())
    }
}

impl PuzzleSupport for ChessGame {
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

    fn random_position(&self, spec: &PuzzleSpec, seed: u64) -> Option<String> {
        endgame_board::random_pawn_ending(spec.pieces, &mut crate::core::Random::new(seed))
    }
}
