//! The games, each in a folder of its own, and the type-erased interface
//! through which the rest of the program uses them.
//!
//! A game has a typed [`Position`](crate::core::Position) with its board and
//! notation ([`Playable`]), an [`Engine`], and a description ([`Game`]). The
//! [`registry`] is the only list of games; code outside this folder does not
//! depend on any game.
//!
//! # Adding a game
//! 1. Create a folder with its rules: a type that is `Position` and
//!    `Playable`.
//! 2. Implement [`Game`] and [`Engine`] in it.
//! 3. Add one line to [`registry`], and its translations (name, options,
//!    reasons of illegal moves, results) to `assets/i18n`.

mod adjudication;
mod any;
pub mod chess;
mod engine;
mod game_over_key;
pub mod go;
mod goal_kind;
pub mod gomoku;
mod material_gain;
mod options;
mod playable;
mod proof;
mod puzzle_spec;
pub mod registry;
pub mod reversi;
mod symmetry;
mod tactics;
pub mod tictactoe;
mod view;
pub mod xiangqi;

pub use adjudication::{Adjudication, Ruling};
pub use any::AnyPosition;
pub use engine::{
    Certainty, Engine, EngineInfo, EngineRequest, MoveScore, Score, ScoreUnit, SolveResult,
    Strength,
};
use engine::{outcome_by_search, scores_by_analysis};
pub use game_over_key::game_over_key;
pub use goal_kind::GoalKind;
pub use options::{Domain, OptionSpec, OptionValue, Options, SetupError};
pub use playable::{IllegalMove, Playable};
pub use proof::ProofGoal;
pub use puzzle_spec::{GeneratedPosition, PuzzleKind, PuzzleSpec};
pub use view::{Board, BoardPattern, Grid, Overlay, Piece, ScoreLine, Segment, Warning};

/// A game in the registry: options, starting position, engine and puzzles.
pub trait Game: Send + Sync {
    /// Id in lower case, used in commands, files and translation keys.
    fn id(&self) -> &'static str;

    /// Translation keys of the two sides, first to move first.
    fn side_names(&self) -> [&'static str; 2];

    /// Piece sets of this game only, in addition to those of the themes.
    fn piece_sets(&self) -> &'static [&'static str] {
        &[]
    }

    /// The options of a new game.
    fn options(&self) -> &'static [OptionSpec];

    /// True if an option has an effect under the other chosen options;
    /// otherwise it is hidden.
    fn is_relevant(&self, _id: &str, _options: &Options) -> bool {
        true
    }

    /// The starting position under these options.
    ///
    /// # Errors
    /// When an option is unknown or its value invalid.
    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError>;

    /// Parses a position as written by [`AnyPosition::text`].
    ///
    /// # Errors
    /// When an option is invalid or the text is no position of this game.
    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError>;

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

    /// Number of playing levels, which are numbered from 1 (weakest).
    fn levels(&self) -> u8;

    /// Path of the engine's weights file within the assets folder; `None` if
    /// there is none. Without the file the engine plays weaker.
    fn weights_file(&self) -> Option<&'static str> {
        None
    }

    /// Loads the bytes of [`Game::weights_file`] for all later searches of the
    /// process.
    ///
    /// # Errors
    /// When the bytes are malformed.
    fn load_weights(&self, _bytes: &[u8]) -> Result<(), String> {
        Err(format!("{} has nothing to learn from a file", self.id()))
    }

    /// Fits the multi-ProbCut margins by comparing shallow with deep searches
    /// in games of self-play, and returns a report, line by line. The same
    /// seed gives the same report.
    ///
    /// # Errors
    /// When the engine does not use ProbCut, or there are too few samples.
    fn tune_probcut(&self, _games: u32, _seed: u64) -> Result<Vec<String>, String> {
        Err(format!("{} has no selective search with margins; expected reversi", self.id()))
    }

    /// Specifications of the puzzle packs that can be generated.
    fn puzzle_specs(&self) -> &'static [PuzzleSpec] {
        &[]
    }

    /// Kinds of puzzle goals of this game, the most common first.
    fn goal_kinds(&self) -> &'static [GoalKind] {
        &[GoalKind::Win, GoalKind::Draw, GoalKind::Only]
    }

    /// Generates a position for a puzzle specification whose positions do not
    /// come from self-play; `None` where the seed yields none. Deterministic
    /// for the same seed.
    fn generate_position(&self, _recipe: &PuzzleSpec, _seed: u64) -> Option<GeneratedPosition> {
        None
    }

    /// A new engine.
    fn engine(&self) -> Box<dyn Engine>;
}

impl std::fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.id()).finish()
    }
}
