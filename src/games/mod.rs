//! The games, each in a folder of its own, and the type-erased interface
//! through which the rest of the program uses them.
//!
//! A game has a typed [`Position`](crate::core::Position) with its [`Notation`]
//! and [`BoardView`], together [`Playable`]; an [`Engine`]; and a description
//! ([`Game`]). What not every game has is optional there: [`PuzzleSupport`],
//! [`EngineWeights`]. The [`registry`] is the only list of games; code outside
//! this folder does not depend on any game.
//!
//! # Adding a game
//! 1. Create a folder with its rules: a type that is `Position`, `Notation`,
//!    `BoardView` and `Playable` (which has no method that must be written).
//! 2. Implement [`Game`] and [`Engine`] in it; [`Game::record_formats`] says
//!    which formats of other programs hold its games. An engine that searches by
//!    alpha-beta is an `AlphaBetaEngine` with an `AlphaBetaGame` of the game's
//!    own; see `alpha_beta_engine.rs`.
//!    [`PositionSetup`] says what a position that is set up by hand may be.
//! 3. Add one line to [`registry`], and its translations (name, levels, options,
//!    reasons of illegal moves, results) to `assets/i18n`.
//!
//! A method for all positions is added to `BoardView`, or to `Notation` and
//! [`DynPosition`] if it speaks of the game's own moves.

mod adjudication;
mod alpha_beta_engine;
mod any;
pub mod chess;
mod continuous_checks;
mod endgame_values;
mod engine;
mod engine_protocols;
mod engine_weights;
mod evolved_player;
mod game_over_key;
pub mod go;
mod goal_kind;
pub mod gomoku;
mod grades;
mod material_gain;
mod message;
mod network_evaluation;
mod options;
mod playable;
mod position_draft;
mod proof;
mod puzzles;
mod record_formats;
pub mod registry;
pub mod reversi;
mod symmetry;
mod tactics;
pub mod tictactoe;
mod tie_breaks;
mod view;
mod watched_search;
pub mod xiangqi;

pub use adjudication::{Adjudication, Ruling};
pub use any::{AnyPosition, DynPosition};
use endgame_values::EndgameBoard;
pub use endgame_values::{EndgameTable, EndgameValue};
pub use engine::{Engine, EngineInfo, EngineRequest, Score, ScoreUnit, Strength};
use engine::{outcome_by_search, scores_by_analysis};
pub use engine_protocols::{
    EngineProtocols, GomocupGame, GtpGame, GtpRules, RatedLevel, RepetitionOption, UciCoordinates,
    UciGame,
};
pub use engine_weights::{EngineWeights, MalformedWeights};
pub use game_over_key::game_over_key;
pub use goal_kind::GoalKind;
pub use grades::Grades;
pub use message::{Message, MessageArg, MoveLine, MoveName};
pub use network_evaluation::NetworkEvaluation;
pub use options::{Domain, OptionSpec, OptionValue, Options, SetupError};
use playable::IllegalMoveReason;
pub use playable::{IllegalMove, Notation, Playable};
pub use position_draft::{
    FieldDomain, FieldValue, PositionDraft, PositionSetup, SetupField, SetupProblem,
};
pub use proof::ProofGoal;
pub use puzzles::{
    GeneratedPosition, PuzzleAnalysis, PuzzleKind, PuzzleSpec, PuzzleSupport, StudyCollection,
};
pub use record_formats::{
    PgnGame, PgnVariants, RecordFormats, SgfGame, SgfRuleSet, SgfRules, SgfStones, StoneSetup,
};
pub use tie_breaks::TieBreakCustom;
pub use view::{
    Board, BoardPattern, BoardView, Grid, Judgement, Overlay, Piece, ScoreLine, Segment, Warning,
};
pub use watched_search::{
    Algorithm, AlgorithmTrace, EvolvedPlayer, ToldValue, TraceRequest, ValueScale,
};

/// A game in the registry: options, starting position and engine, and
/// what is optional: puzzles and weights.
pub trait Game: Send + Sync {
    /// Id in lower case, used in commands, files and translation keys.
    fn id(&self) -> &'static str;

    /// Translation keys of the two sides, first to move first.
    fn side_names(&self) -> [&'static str; 2];

    /// A text with pictures of pieces instead of their letters in moves, where players write
    /// them so; the same text in other games.
    fn with_figurines(&self, text: &str) -> String {
        text.to_owned()
    }

    /// The moves of a well-known game or opening, separated by spaces, under the
    /// usual options: pictures of the game show the position after them.
    fn showcase(&self) -> &'static str;

    /// The options of a new game.
    fn options(&self) -> &'static [OptionSpec];

    /// True if an option has an effect under the other chosen options;
    /// otherwise it is hidden.
    fn is_relevant(&self, _id: &str, _options: &Options) -> bool {
        true
    }

    /// Boards that players usually choose, in the order in which they are offered: numbers
    /// of options that are set together. The last of several is told beside the size. Empty
    /// where there is only one board.
    fn usual_boards(&self) -> &'static [&'static [(&'static str, i64)]] {
        &[]
    }

    /// A number of an option as players write it under the other chosen
    /// options; `None` where that is the text `option-{id}-value`.
    fn number_text(&self, _id: &str, _number: i64, _options: &Options) -> Option<Message> {
        None
    }

    /// True if a player of many games should have each side about equally often under these
    /// options. False where something else makes up for the first move, such as komi.
    fn balances_sides(&self, _options: &Options) -> bool {
        true
    }

    /// The custom by which its tournaments decide between players of equal points.
    fn tie_break_custom(&self) -> TieBreakCustom {
        TieBreakCustom::Direct
    }

    /// The starting position under these options.
    ///
    /// # Errors
    /// When an option is unknown or its value invalid.
    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError>;

    /// Parses a position as written by [`Notation::text`].
    ///
    /// # Errors
    /// When an option is invalid or the text is no position of this game.
    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError>;

    /// The rules of what a position that is set up by hand may be.
    fn position_setup(&self) -> &dyn PositionSetup;

    /// Adjudicates repetitions in a position after these moves; `None` if the
    /// game has no such rules.
    ///
    /// # Errors
    /// When an option, the position's text or a move is invalid.
    fn adjudicate(
        &self,
        _options: &Options,
        _position: &str,
        _moves: &[&str],
    ) -> Result<Option<Adjudication>, SetupError> {
        Ok(None)
    }

    /// The record formats of other programs in which its games are written.
    fn record_formats(&self) -> RecordFormats {
        RecordFormats::default()
    }

    /// The protocols by which engines of other programs play it.
    fn engine_protocols(&self) -> EngineProtocols {
        EngineProtocols::default()
    }

    /// Number of playing levels, which are numbered from 1 (weakest).
    fn levels(&self) -> u8;

    /// Elo ratings of all levels, the weakest first, where they are measured; empty otherwise.
    fn level_ratings(&self) -> &'static [u16] {
        &[]
    }

    /// The names of its grades; `None` if players do not speak of kyu and dan.
    fn grades(&self) -> Option<Grades> {
        None
    }

    /// These options with a handicap for the first side that makes up for so many points, see
    /// [`LevelPoints`](crate::core::LevelPoints); `None` if the game has none, or if less is
    /// missing than the least handicap gives.
    fn with_handicap(&self, _options: &Options, _points: u32) -> Option<Options> {
        None
    }

    /// Points that the handicap of the first side under these options makes up for.
    fn handicap_value(&self, _options: &Options) -> u32 {
        0
    }

    /// The weights of the engine that are loaded from a file; `None` if it has
    /// none.
    fn weights(&self) -> Option<&dyn EngineWeights> {
        None
    }

    /// Its positions as inputs of a network; `None` if no network evaluates them.
    fn network_evaluation(&self) -> Option<&dyn NetworkEvaluation> {
        None
    }

    /// The puzzles of this game; `None` if none can be generated.
    fn puzzles(&self) -> Option<&dyn PuzzleSupport> {
        None
    }

    /// A new engine.
    fn engine(&self) -> Box<dyn Engine>;
}

impl dyn Game + '_ {
    /// Kinds of puzzle goals of this game, the most common first.
    #[must_use]
    pub fn goal_kinds(&self) -> &'static [GoalKind] {
        self.puzzles().map_or(puzzles::USUAL_GOALS, PuzzleSupport::goal_kinds)
    }

    /// Specifications of the puzzle packs that can be generated.
    #[must_use]
    pub fn puzzle_specs(&self) -> &'static [PuzzleSpec] {
        self.puzzles().map_or(&[], PuzzleSupport::specs)
    }
}

impl std::fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.id()).finish()
    }
}
