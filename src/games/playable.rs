//! What a game must tell about its positions, so that they can be shown,
//! written and played by the rest of the program.

use std::fmt;

use super::view::{Board, Overlay, Piece, Row, ScoreLine, Warning};
use super::{Claim, proof};
use crate::core::{Move, Point, Position};
use crate::search::Budget;

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Translation key of the reason.
    pub id: &'static str,
    /// The reason as one English sentence.
    pub text: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refusal {}

/// What a game's position tells beyond its rules: how it is drawn and
/// written, and how its moves translate to and from the common [`Move`].
pub trait Playable: Position {
    /// The board as it is drawn.
    fn board(&self) -> Board;

    /// What stands on this point; `None` if it is empty or off the board.
    fn piece_at(&self, at: Point) -> Option<Piece>;

    /// File names of the pictures of the piece kinds, in order of kind.
    fn piece_names(&self) -> &'static [&'static str];

    /// A number that both sides watch during play (discs on the board,
    /// prisoners), where the game has one.
    fn tally(&self) -> Option<[u32; 2]>;

    /// How much more the pieces of the side to move are worth than the other
    /// side's, in pawns, where pieces have a worth.
    fn balance(&self) -> Option<i32> {
        None
    }

    /// Whether the players have exchanged sides: the one who began the game
    /// has the second side's pieces.
    fn is_swapped(&self) -> bool {
        false
    }

    /// Translation key of the name that players have for exactly this
    /// position, such as that of an opening.
    fn name(&self) -> Option<&'static str> {
        None
    }

    /// The legal moves of which the rules make something at once, in the
    /// order of `legal_moves`. May take a few milliseconds.
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// Pieces that are offered for the opponent to choose from, where they
    /// would stand.
    fn offered(&self) -> Vec<(Point, Piece)> {
        Vec::new()
    }

    /// The complete rows that won the game.
    fn winning_rows(&self) -> Vec<Row> {
        Vec::new()
    }

    /// Where the king of the side to move stands while it is attacked.
    fn threatened(&self) -> Option<Point> {
        None
    }

    /// Translation keys of the overlays that [`Playable::overlay`] can make
    /// here.
    fn overlays(&self) -> &'static [&'static str] {
        &[]
    }

    /// One of [`Playable::overlays`]; `None` for any other name. May take
    /// half a second, so it is asked for away from the screen's thread.
    fn overlay(&self, _id: &str) -> Option<Overlay> {
        None
    }

    /// How the score comes about, once there is something to count: what is
    /// counted, line by line, the sum last.
    fn score_sheet(&self) -> Vec<ScoreLine> {
        Vec::new()
    }

    /// Names of the notations of moves beside that of
    /// [`Playable::move_text`].
    fn notations(&self) -> &'static [&'static str] {
        &[]
    }

    /// A legal move in one of [`Playable::notations`]; for any other name as
    /// [`Playable::move_text`] writes it.
    fn move_text_in(&self, _notation: &str, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// The common form of a legal move.
    fn lift(&self, mv: Self::Move) -> Move;

    /// The game's own form of a move that is legal here.
    ///
    /// # Errors
    /// Says why a move cannot be played.
    fn lower(&self, mv: Move) -> Result<Self::Move, Refusal>;

    /// A legal move in the notation of the game.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move in the notation of the game; the move must be legal.
    ///
    /// # Errors
    /// Says what is wrong with the text or the move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// The position as one line of text that [`Game::position`] reads back.
    ///
    /// [`Game::position`]: super::Game::position
    fn text(&self) -> String;

    /// The position as it stands, without how it came about, as text that
    /// [`Game::position`] reads back.
    ///
    /// [`Game::position`]: super::Game::position
    fn diagram(&self) -> String {
        self.text()
    }

    /// Every move after which the claim still holds for the side to move,
    /// none if it does not hold; `None` when the budget was spent before that
    /// was known, or when the game has no proof of such claims.
    fn prove(&self, claim: &Claim, budget: &mut Budget) -> Option<Vec<Move>> {
        proof::by_rules(self, claim, budget)
    }

    /// The name that players have, in English and Chinese, for the way in
    /// which this line of legal moves of both sides makes a claim good.
    fn motif(&self, _claim: &Claim, _line: &[Move]) -> Option<[&'static str; 2]> {
        None
    }

    /// What can be said of how this line of legal moves of both sides makes a
    /// claim good, as sentences in English and Chinese; nothing that is not
    /// so in the positions of the line.
    fn remark(&self, _claim: &Claim, _line: &[Move]) -> Option<[String; 2]> {
        None
    }

    /// Counts move sequences like [`crate::core::perft`]. A game may count
    /// faster, and where its published tables leave out games that end
    /// earlier, it does so too.
    fn perft(&mut self, depth: u32) -> u64 {
        crate::core::perft(self, depth)
    }
}
