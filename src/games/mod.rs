//! Every game the program knows, each in a folder of its own, and the erased
//! face through which the rest of the program meets them.
//!
//! A game brings a typed [`Position`](crate::core::Position), says how it is
//! shown and written ([`Playable`]), and describes itself ([`Game`]). The
//! [`registry`] is the only list of games; outside this folder nothing asks
//! which game it deals with.
//!
//! # Adding a game
//! 1. Make a folder with its rules: a type that is `Position` and `Playable`.
//! 2. Implement [`Game`] and [`Engine`] in it.
//! 3. Add one line to [`registry`], and the words it uses (its name, options,
//!    refusals, endings) to `assets/i18n`.

mod adjudication;
mod aim;
mod any;
pub mod chess;
mod engine;
mod gain;
pub mod go;
pub mod gomoku;
mod options;
mod playable;
mod proof;
mod recipe;
pub mod registry;
pub mod reversi;
mod symmetry;
mod tactics;
pub mod tictactoe;
mod view;
pub mod xiangqi;

pub use adjudication::{Call, Judgement};
pub use aim::Aim;
pub use any::AnyPosition;
pub use engine::{Certainty, Engine, MoveScore, Request, Solved, Strength, Thought, Unit, Value};
use engine::{outcome_by_thinking, scores_by_analysis};
pub use options::{Choice, Domain, OptionSpec, Options, SetupError};
pub use playable::{Playable, Refusal};
pub use proof::Claim;
pub use recipe::{Composed, Find, Recipe};
pub use view::{Board, Grid, Overlay, Pattern, Piece, Row, ScoreLine, Warning};

/// A game as the program lists it: what can be chosen, how it starts, and
/// who plays it.
pub trait Game: Send + Sync {
    /// Short name in lower case, as in commands, files and translation keys.
    fn id(&self) -> &'static str;

    /// Translation keys of the two sides, first to move first.
    fn side_names(&self) -> [&'static str; 2];

    /// Sets of pieces that only this game has, beside those that every theme
    /// has of all games.
    fn piece_sets(&self) -> &'static [&'static str] {
        &[]
    }

    /// What can be chosen before a game begins.
    fn options(&self) -> &'static [OptionSpec];

    /// Whether this option matters together with the others as they are
    /// chosen; one that does not is left out where options are shown.
    fn matters(&self, _id: &str, _options: &Options) -> bool {
        true
    }

    /// The starting position under these options.
    ///
    /// # Errors
    /// When an option is unknown or has a value it cannot have.
    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError>;

    /// A position from its text, as [`AnyPosition::text`] writes it.
    ///
    /// # Errors
    /// When an option is wrong or the text is no position of this game.
    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError>;

    /// How a referee judges a position after these moves, played on through
    /// repetitions; `None` if the game has no rules that judge those.
    ///
    /// # Errors
    /// When an option, the position's text or a move is wrong.
    fn adjudicate(
        &self,
        _options: &Options,
        _position: &str,
        _moves: &[&str],
    ) -> Result<Option<Judgement>, SetupError> {
        Ok(None)
    }

    /// How many playing levels there are; they are numbered from 1, weakest
    /// first.
    fn levels(&self) -> u8;

    /// The file, within the assets folder, of what this game's computer player
    /// has learned; `None` where there is nothing to read. Without the file
    /// the player makes do with less.
    fn knowledge(&self) -> Option<&'static str> {
        None
    }

    /// Takes in the bytes of [`Game::knowledge`], for every search of the
    /// process that begins from now on.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    fn learn(&self, _bytes: &[u8]) -> Result<(), String> {
        Err(format!("{} has nothing to learn from a file", self.id()))
    }

    /// Lets the computer player compare shallow with deep searches in so many
    /// games of its own, and tells, line by line, what the margins of its
    /// selective search should be. The same seed gives the same lines.
    ///
    /// # Errors
    /// When the player does not search in this way, or has too little to go
    /// by.
    fn margins(&self, _games: u32, _seed: u64) -> Result<Vec<String>, String> {
        Err(format!("{} has no selective search with margins; expected reversi", self.id()))
    }

    /// The packs of puzzle levels that can be made from this game's play.
    fn recipes(&self) -> &'static [Recipe] {
        &[]
    }

    /// What puzzles of this game may ask for, the most usual first.
    fn aims(&self) -> &'static [Aim] {
        &[Aim::Win, Aim::Draw, Aim::Only]
    }

    /// A position that is made up for a recipe whose positions are not found
    /// in play; `None` where the seed gives none. The same seed gives the same
    /// position.
    fn compose(&self, _recipe: &Recipe, _seed: u64) -> Option<Composed> {
        None
    }

    /// A new computer player, with no memory of other games.
    fn engine(&self) -> Box<dyn Engine>;
}

impl std::fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.id()).finish()
    }
}
