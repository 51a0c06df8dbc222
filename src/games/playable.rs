//! The traits of a game's position beyond its rules: notation, and what is
//! optional. How its board looks is [`BoardView`].

use std::fmt;

use super::{BoardView, PuzzleAnalysis, StoneSetup};
use crate::core::{Move, Position, Side};

/// The reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Translation key of the reason.
    pub id: &'static str,
    /// The reason as one English sentence.
    pub text: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for IllegalMove {}

/// A game's own reason for refusing a move; its `Display` is one English
/// sentence.
pub(super) trait IllegalMoveReason: std::error::Error {
    /// Translation key of the reason.
    fn message_id(&self) -> &'static str;
}

impl<R: IllegalMoveReason> From<R> for IllegalMove {
    fn from(reason: R) -> IllegalMove {
        IllegalMove { id: reason.message_id(), text: reason.to_string() }
    }
}

/// The notation of a game: its positions and moves as text, and the conversion
/// of its moves to and from the common [`Move`].
pub trait Notation: Position {
    /// Converts a legal move to the common type.
    fn to_move(&self, mv: Self::Move) -> Move;

    /// Converts a move to the game's own type, if it is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
    #[expect(clippy::wrong_self_convention, reason = "the inverse of `to_move`, in a position")]
    fn from_move(&self, mv: Move) -> Result<Self::Move, IllegalMove>;

    /// A legal move in the notation of the game.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Parses a legal move in the notation of the game.
    ///
    /// # Errors
    /// When the text is malformed or the move illegal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, IllegalMove>;

    /// The position with its history as one line of text, the inverse of
    /// [`Game::position`].
    ///
    /// [`Game::position`]: super::Game::position
    fn text(&self) -> String;

    /// The position without its history, such as a FEN, as text that
    /// [`Game::position`] reads.
    ///
    /// [`Game::position`]: super::Game::position
    fn diagram(&self) -> String {
        self.text()
    }

    /// Names of the alternative move notations, besides that of
    /// [`Notation::move_text`].
    fn notations(&self) -> &'static [&'static str] {
        &[]
    }

    /// A legal move in one of [`Notation::notations`]; for an unknown name
    /// like [`Notation::move_text`].
    fn move_text_in(&self, _notation: &str, mv: Self::Move) -> String {
        self.move_text(mv)
    }
}

/// A position of a game in the [`registry`](super::registry): rules, notation
/// and board, all of which it must have, and what is optional.
pub trait Playable: Notation + BoardView {
    /// The game's own proofs and explanations of puzzles, where it has more
    /// than the rules can prove.
    fn puzzle_analysis(&self) -> Option<&dyn PuzzleAnalysis> {
        None
    }

    /// The position with these stones instead, of the same rules; the history
    /// begins anew. `None` if the game has no such position.
    fn after_setup(&self, _setup: &StoneSetup<'_>) -> Option<Self> {
        None
    }

    /// The position after a placement or a pass of this colour that the rules
    /// refuse, executed as `FF[4]` of SGF demands: a stone replaces what stands
    /// on its point and captures as ever, and the other colour is to move. The
    /// history begins anew. `None` if the game has no such move.
    fn after_forced(&self, _colour: Side, _mv: Move) -> Option<Self> {
        None
    }

    /// Counts move sequences like [`crate::core::perft`]. A game may have a
    /// faster count, which follows its published tables for games that end
    /// earlier.
    fn perft(&mut self, depth: u32) -> u64 {
        crate::core::perft(self, depth)
    }
}
