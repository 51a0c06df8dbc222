//! A position of any game behind one type.

use std::any::Any;
use std::fmt;

use super::Claim;
use super::playable::{Playable, Refusal};
use super::view::{Board, Overlay, Piece, Row, ScoreLine, Warning};
use crate::core::{Move, Outcome, Point, Position, Side};
use crate::search::Budget;

/// A position of some game. Cheap to clone.
pub struct AnyPosition(Box<dyn Erased>);

/// The object-safe twin of [`Playable`].
trait Erased: Send + Sync {
    fn boxed(&self) -> Box<dyn Erased>;
    fn as_any(&self) -> &dyn Any;
    fn side_to_move(&self) -> Side;
    fn key(&self) -> u64;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> Vec<Move>;
    fn check(&self, mv: Move) -> Result<(), Refusal>;
    fn play(&mut self, mv: Move) -> Result<(), Refusal>;
    fn move_text(&self, mv: Move) -> Result<String, Refusal>;
    fn parse_move(&self, text: &str) -> Result<Move, Refusal>;
    fn text(&self) -> String;
    fn diagram(&self) -> String;
    fn prove(&self, claim: &Claim, budget: &mut Budget) -> Option<Vec<Move>>;
    fn motif(&self, claim: &Claim, line: &[Move]) -> Option<[&'static str; 2]>;
    fn remark(&self, claim: &Claim, line: &[Move]) -> Option<[String; 2]>;
    fn board(&self) -> Board;
    fn piece_at(&self, at: Point) -> Option<Piece>;
    fn piece_names(&self) -> &'static [&'static str];
    fn tally(&self) -> Option<[u32; 2]>;
    fn balance(&self) -> Option<i32>;
    fn is_swapped(&self) -> bool;
    fn name(&self) -> Option<&'static str>;
    fn warnings(&self) -> Vec<Warning>;
    fn offered(&self) -> Vec<(Point, Piece)>;
    fn winning_rows(&self) -> Vec<Row>;
    fn threatened(&self) -> Option<Point>;
    fn overlays(&self) -> &'static [&'static str];
    fn overlay(&self, id: &str) -> Option<Overlay>;
    fn score_sheet(&self) -> Vec<ScoreLine>;
    fn notations(&self) -> &'static [&'static str];
    fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, Refusal>;
    fn perft(&mut self, depth: u32) -> u64;
}

impl<P: Playable> Erased for P {
    fn boxed(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }
    fn key(&self) -> u64 {
        Position::key(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        Position::legal_moves(self, &mut moves);
        moves.into_iter().map(|mv| self.lift(mv)).collect()
    }
    fn check(&self, mv: Move) -> Result<(), Refusal> {
        self.lower(mv).map(|_| ())
    }
    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        let mv = self.lower(mv)?;
        Position::play(self, mv);
        Ok(())
    }
    fn move_text(&self, mv: Move) -> Result<String, Refusal> {
        self.lower(mv).map(|mv| Playable::move_text(self, mv))
    }
    fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        Playable::parse_move(self, text).map(|mv| self.lift(mv))
    }
    fn text(&self) -> String {
        Playable::text(self)
    }
    fn diagram(&self) -> String {
        Playable::diagram(self)
    }
    fn prove(&self, claim: &Claim, budget: &mut Budget) -> Option<Vec<Move>> {
        Playable::prove(self, claim, budget)
    }
    fn motif(&self, claim: &Claim, line: &[Move]) -> Option<[&'static str; 2]> {
        Playable::motif(self, claim, line)
    }
    fn remark(&self, claim: &Claim, line: &[Move]) -> Option<[String; 2]> {
        Playable::remark(self, claim, line)
    }
    fn board(&self) -> Board {
        Playable::board(self)
    }
    fn piece_at(&self, at: Point) -> Option<Piece> {
        Playable::piece_at(self, at)
    }
    fn piece_names(&self) -> &'static [&'static str] {
        Playable::piece_names(self)
    }
    fn tally(&self) -> Option<[u32; 2]> {
        Playable::tally(self)
    }
    fn balance(&self) -> Option<i32> {
        Playable::balance(self)
    }
    fn is_swapped(&self) -> bool {
        Playable::is_swapped(self)
    }
    fn name(&self) -> Option<&'static str> {
        Playable::name(self)
    }
    fn warnings(&self) -> Vec<Warning> {
        Playable::warnings(self)
    }
    fn offered(&self) -> Vec<(Point, Piece)> {
        Playable::offered(self)
    }
    fn winning_rows(&self) -> Vec<Row> {
        Playable::winning_rows(self)
    }
    fn threatened(&self) -> Option<Point> {
        Playable::threatened(self)
    }
    fn overlays(&self) -> &'static [&'static str] {
        Playable::overlays(self)
    }
    fn overlay(&self, id: &str) -> Option<Overlay> {
        Playable::overlay(self, id)
    }
    fn score_sheet(&self) -> Vec<ScoreLine> {
        Playable::score_sheet(self)
    }
    fn notations(&self) -> &'static [&'static str] {
        Playable::notations(self)
    }
    fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, Refusal> {
        self.lower(mv).map(|mv| Playable::move_text_in(self, notation, mv))
    }
    fn perft(&mut self, depth: u32) -> u64 {
        Playable::perft(self, depth)
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        AnyPosition(self.0.boxed())
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyPosition").field(&self.text()).finish()
    }
}

impl AnyPosition {
    /// Hides which game this position belongs to.
    #[must_use]
    pub fn new<P: Playable>(position: P) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position as its own game's type, if it is of that type.
    #[must_use]
    pub fn downcast<P: Playable>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    /// A 64-bit hash of all that decides the game from here.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// The result, once the game is over by the rules.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Every legal move; empty exactly when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves()
    }

    /// Whether this move may be played now.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(&self, mv: Move) -> Result<(), Refusal> {
        self.0.check(mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Says why an illegal move is not played; the position stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.0.play(mv)
    }

    /// A legal move in the notation of the game.
    ///
    /// # Errors
    /// When the move is not legal here.
    pub fn move_text(&self, mv: Move) -> Result<String, Refusal> {
        self.0.move_text(mv)
    }

    /// Reads a move in the notation of the game.
    ///
    /// # Errors
    /// Says what is wrong with the text, or why the move cannot be played.
    pub fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        self.0.parse_move(text)
    }

    /// The position as one line of text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The position as it stands, without how it came about.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.0.diagram()
    }

    /// Every move after which the claim still holds for the side to move;
    /// `None` when that was not found out within the budget, or cannot be.
    #[must_use]
    pub fn prove(&self, claim: &Claim, budget: &mut Budget) -> Option<Vec<Move>> {
        self.0.prove(claim, budget)
    }

    /// The name that players have, in English and Chinese, for the way in
    /// which this line of legal moves of both sides makes a claim good.
    #[must_use]
    pub fn motif(&self, claim: &Claim, line: &[Move]) -> Option<[&'static str; 2]> {
        self.0.motif(claim, line)
    }

    /// What can be said of how this line of legal moves of both sides makes a
    /// claim good, as sentences in English and Chinese.
    #[must_use]
    pub fn remark(&self, claim: &Claim, line: &[Move]) -> Option<[String; 2]> {
        self.0.remark(claim, line)
    }

    /// The board as it is drawn.
    #[must_use]
    pub fn board(&self) -> Board {
        self.0.board()
    }

    /// What stands on this point.
    #[must_use]
    pub fn piece_at(&self, at: Point) -> Option<Piece> {
        self.0.piece_at(at)
    }

    /// File names of the pictures of the piece kinds, in order of kind.
    #[must_use]
    pub fn piece_names(&self) -> &'static [&'static str] {
        self.0.piece_names()
    }

    /// A number that both sides watch during play.
    #[must_use]
    pub fn tally(&self) -> Option<[u32; 2]> {
        self.0.tally()
    }

    /// How much more the pieces of the side to move are worth than the other
    /// side's, in pawns, where pieces have a worth.
    #[must_use]
    pub fn balance(&self) -> Option<i32> {
        self.0.balance()
    }

    /// Whether the one who began the game has the second side's pieces.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.0.is_swapped()
    }

    /// Translation key of the name that players have for this position.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.0.name()
    }

    /// The legal moves of which the rules make something at once. May take a
    /// few milliseconds.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        self.0.warnings()
    }

    /// Pieces that are offered for the opponent to choose from.
    #[must_use]
    pub fn offered(&self) -> Vec<(Point, Piece)> {
        self.0.offered()
    }

    /// The complete rows that won the game.
    #[must_use]
    pub fn winning_rows(&self) -> Vec<Row> {
        self.0.winning_rows()
    }

    /// Where the king of the side to move stands while it is attacked.
    #[must_use]
    pub fn threatened(&self) -> Option<Point> {
        self.0.threatened()
    }

    /// Translation keys of the overlays that can be asked for here.
    #[must_use]
    pub fn overlays(&self) -> &'static [&'static str] {
        self.0.overlays()
    }

    /// One of the overlays; may take half a second.
    #[must_use]
    pub fn overlay(&self, id: &str) -> Option<Overlay> {
        self.0.overlay(id)
    }

    /// How the score comes about, line by line, the sum last; empty while
    /// there is nothing to count.
    #[must_use]
    pub fn score_sheet(&self) -> Vec<ScoreLine> {
        self.0.score_sheet()
    }

    /// Names of the notations of moves beside the usual one.
    #[must_use]
    pub fn notations(&self) -> &'static [&'static str] {
        self.0.notations()
    }

    /// A legal move in one of the notations; in the usual one for any other
    /// name.
    ///
    /// # Errors
    /// When the move is not legal here.
    pub fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, Refusal> {
        self.0.move_text_in(notation, mv)
    }

    /// Counts the move sequences of `depth` plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.boxed().perft(depth)
    }
}
