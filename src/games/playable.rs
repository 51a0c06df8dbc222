//! Board, notation and proofs of a game's positions, beyond its rules.

use std::fmt;

use super::view::{Board, Overlay, Piece, ScoreLine, Segment, Warning};
use super::{ProofGoal, proof};
use crate::core::{Move, Point, Position};
use crate::search::SearchBudget;

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

/// Board, notation and proofs of a position, and the conversion of its moves
/// to and from the common [`Move`].
pub trait Playable: Position {
    /// The board as drawn.
    fn board(&self) -> Board;

    /// The piece on this point; `None` if it is empty or off the board.
    fn piece_at(&self, at: Point) -> Option<Piece>;

    /// Image file names of the piece kinds, in order of kind.
    fn piece_names(&self) -> &'static [&'static str];

    /// A count for each side to show during play (discs, prisoners), in games
    /// that have one.
    fn counts(&self) -> Option<[u32; 2]>;

    /// Material balance in pawns, from the side to move's view, in games whose
    /// pieces have values.
    fn material_balance(&self) -> Option<i32> {
        None
    }

    /// True if the players have swapped sides: the one who began the game
    /// plays the second side.
    fn is_swapped(&self) -> bool {
        false
    }

    /// Translation key of the name of exactly this position, such as an
    /// opening.
    fn name(&self) -> Option<&'static str> {
        None
    }

    /// The legal moves that end the game or incur a penalty at once, in the
    /// order of `legal_moves`. May take a few milliseconds.
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// Pieces offered for the opponent to choose from, with their points.
    fn offered(&self) -> Vec<(Point, Piece)> {
        Vec::new()
    }

    /// The complete rows that won the game.
    fn winning_rows(&self) -> Vec<Segment> {
        Vec::new()
    }

    /// The king of the side to move while it is in check.
    fn checked_king(&self) -> Option<Point> {
        None
    }

    /// Translation keys of the available [`Playable::overlay`]s.
    fn overlays(&self) -> &'static [&'static str] {
        &[]
    }

    /// Computes one of [`Playable::overlays`]; `None` for an unknown id. May
    /// take half a second, so it is called off the main thread.
    fn overlay(&self, _id: &str) -> Option<Overlay> {
        None
    }

    /// Breakdown of the score, the total last; empty while there is nothing to
    /// count.
    fn score_breakdown(&self) -> Vec<ScoreLine> {
        Vec::new()
    }

    /// Names of the alternative move notations, besides that of
    /// [`Playable::move_text`].
    fn notations(&self) -> &'static [&'static str] {
        &[]
    }

    /// A legal move in one of [`Playable::notations`]; for an unknown name
    /// like [`Playable::move_text`].
    fn move_text_in(&self, _notation: &str, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// Converts a legal move to the common type.
    fn to_move(&self, mv: Self::Move) -> Move;

    /// Converts a move to the game's own type, if it is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
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

    /// Every move that proves the goal for the side to move, none if it is
    /// refuted; `None` when the budget ran out or the game cannot prove such
    /// goals.
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        proof::by_rules(self, goal, budget)
    }

    /// The name, in English and Chinese, of the motif by which this line of
    /// both sides reaches the goal.
    fn motif(&self, _goal: &ProofGoal, _line: &[Move]) -> Option<[&'static str; 2]> {
        None
    }

    /// An explanation, in English and Chinese, of how this line of both sides
    /// reaches the goal. It must be true in the positions of the line.
    fn explanation(&self, _goal: &ProofGoal, _line: &[Move]) -> Option<[String; 2]> {
        None
    }

    /// Counts move sequences like [`crate::core::perft`]. A game may have a
    /// faster count, which follows its published tables for games that end
    /// earlier.
    fn perft(&mut self, depth: u32) -> u64 {
        crate::core::perft(self, depth)
    }
}
