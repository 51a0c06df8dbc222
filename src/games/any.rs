//! A type-erased position of any game.

use std::any::Any;
use std::fmt;

use super::ProofGoal;
use super::playable::{IllegalMove, Playable};
use super::view::{Board, Overlay, Piece, ScoreLine, Segment, Warning};
use crate::core::{Move, Outcome, Point, Position, Side};
use crate::search::SearchBudget;

/// A type-erased position. Cheap to clone.
pub struct AnyPosition(Box<dyn DynPosition>);

/// Object-safe version of [`Playable`].
trait DynPosition: Send + Sync {
    fn boxed(&self) -> Box<dyn DynPosition>;
    fn as_any(&self) -> &dyn Any;
    fn side_to_move(&self) -> Side;
    fn key(&self) -> u64;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> Vec<Move>;
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    fn move_text(&self, mv: Move) -> Result<String, IllegalMove>;
    fn parse_move(&self, text: &str) -> Result<Move, IllegalMove>;
    fn text(&self) -> String;
    fn diagram(&self) -> String;
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>>;
    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<[&'static str; 2]>;
    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<[String; 2]>;
    fn board(&self) -> Board;
    fn piece_at(&self, at: Point) -> Option<Piece>;
    fn piece_names(&self) -> &'static [&'static str];
    fn counts(&self) -> Option<[u32; 2]>;
    fn material_balance(&self) -> Option<i32>;
    fn is_swapped(&self) -> bool;
    fn name(&self) -> Option<&'static str>;
    fn warnings(&self) -> Vec<Warning>;
    fn offered(&self) -> Vec<(Point, Piece)>;
    fn winning_rows(&self) -> Vec<Segment>;
    fn checked_king(&self) -> Option<Point>;
    fn overlays(&self) -> &'static [&'static str];
    fn overlay(&self, id: &str) -> Option<Overlay>;
    fn score_breakdown(&self) -> Vec<ScoreLine>;
    fn notations(&self) -> &'static [&'static str];
    fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, IllegalMove>;
    fn perft(&mut self, depth: u32) -> u64;
}

impl<P: Playable> DynPosition for P {
    fn boxed(&self) -> Box<dyn DynPosition> {
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
        moves.into_iter().map(|mv| self.to_move(mv)).collect()
    }
    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.from_move(mv).map(|_| ())
    }
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mv = self.from_move(mv)?;
        Position::play(self, mv);
        Ok(())
    }
    fn move_text(&self, mv: Move) -> Result<String, IllegalMove> {
        self.from_move(mv).map(|mv| Playable::move_text(self, mv))
    }
    fn parse_move(&self, text: &str) -> Result<Move, IllegalMove> {
        Playable::parse_move(self, text).map(|mv| self.to_move(mv))
    }
    fn text(&self) -> String {
        Playable::text(self)
    }
    fn diagram(&self) -> String {
        Playable::diagram(self)
    }
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        Playable::prove(self, goal, budget)
    }
    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<[&'static str; 2]> {
        Playable::motif(self, goal, line)
    }
    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<[String; 2]> {
        Playable::explanation(self, goal, line)
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
    fn counts(&self) -> Option<[u32; 2]> {
        Playable::counts(self)
    }
    fn material_balance(&self) -> Option<i32> {
        Playable::material_balance(self)
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
    fn winning_rows(&self) -> Vec<Segment> {
        Playable::winning_rows(self)
    }
    fn checked_king(&self) -> Option<Point> {
        Playable::checked_king(self)
    }
    fn overlays(&self) -> &'static [&'static str] {
        Playable::overlays(self)
    }
    fn overlay(&self, id: &str) -> Option<Overlay> {
        Playable::overlay(self, id)
    }
    fn score_breakdown(&self) -> Vec<ScoreLine> {
        Playable::score_breakdown(self)
    }
    fn notations(&self) -> &'static [&'static str] {
        Playable::notations(self)
    }
    fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, IllegalMove> {
        self.from_move(mv).map(|mv| Playable::move_text_in(self, notation, mv))
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
    /// Erases the type of a position.
    #[must_use]
    pub fn new<P: Playable>(position: P) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position as its game's own type, if it is of that type.
    #[must_use]
    pub fn downcast<P: Playable>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }

    /// The side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    /// A 64-bit hash of all state that the rules depend on.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Every legal move; empty exactly when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves()
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.0.check(mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.0.play(mv)
    }

    /// A legal move in the notation of the game.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn move_text(&self, mv: Move) -> Result<String, IllegalMove> {
        self.0.move_text(mv)
    }

    /// Parses a move in the notation of the game.
    ///
    /// # Errors
    /// When the text is malformed or the move illegal.
    pub fn parse_move(&self, text: &str) -> Result<Move, IllegalMove> {
        self.0.parse_move(text)
    }

    /// The position as one line of text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The position as one line of text without its history, such as a FEN.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.0.diagram()
    }

    /// Every move that proves the goal for the side to move; `None` when the
    /// budget ran out or the game cannot prove such goals.
    #[must_use]
    pub fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        self.0.prove(goal, budget)
    }

    /// The name, in English and Chinese, of the motif by which this line of
    /// both sides reaches the goal.
    #[must_use]
    pub fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<[&'static str; 2]> {
        self.0.motif(goal, line)
    }

    /// An explanation, in English and Chinese, of how this line of both sides
    /// reaches the goal.
    #[must_use]
    pub fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<[String; 2]> {
        self.0.explanation(goal, line)
    }

    /// The board as drawn.
    #[must_use]
    pub fn board(&self) -> Board {
        self.0.board()
    }

    /// The piece on this point.
    #[must_use]
    pub fn piece_at(&self, at: Point) -> Option<Piece> {
        self.0.piece_at(at)
    }

    /// Image file names of the piece kinds, in order of kind.
    #[must_use]
    pub fn piece_names(&self) -> &'static [&'static str] {
        self.0.piece_names()
    }

    /// A count for each side to show during play, such as discs or prisoners.
    #[must_use]
    pub fn counts(&self) -> Option<[u32; 2]> {
        self.0.counts()
    }

    /// Material balance in pawns, from the side to move's view, in games whose
    /// pieces have values.
    #[must_use]
    pub fn material_balance(&self) -> Option<i32> {
        self.0.material_balance()
    }

    /// True if the players have swapped sides.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.0.is_swapped()
    }

    /// Translation key of the name of this position, such as an opening.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.0.name()
    }

    /// The legal moves that end the game or incur a penalty at once. May take
    /// a few milliseconds.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        self.0.warnings()
    }

    /// Pieces offered for the opponent to choose from.
    #[must_use]
    pub fn offered(&self) -> Vec<(Point, Piece)> {
        self.0.offered()
    }

    /// The complete rows that won the game.
    #[must_use]
    pub fn winning_rows(&self) -> Vec<Segment> {
        self.0.winning_rows()
    }

    /// The king of the side to move while it is in check.
    #[must_use]
    pub fn checked_king(&self) -> Option<Point> {
        self.0.checked_king()
    }

    /// Translation keys of the available overlays.
    #[must_use]
    pub fn overlays(&self) -> &'static [&'static str] {
        self.0.overlays()
    }

    /// Computes one of the overlays; may take half a second.
    #[must_use]
    pub fn overlay(&self, id: &str) -> Option<Overlay> {
        self.0.overlay(id)
    }

    /// Breakdown of the score, the total last; empty while there is nothing to
    /// count.
    #[must_use]
    pub fn score_breakdown(&self) -> Vec<ScoreLine> {
        self.0.score_breakdown()
    }

    /// Names of the alternative move notations.
    #[must_use]
    pub fn notations(&self) -> &'static [&'static str] {
        self.0.notations()
    }

    /// A legal move in one of the notations; in the usual one for an unknown
    /// name.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, IllegalMove> {
        self.0.move_text_in(notation, mv)
    }

    /// Counts the move sequences of `depth` plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.boxed().perft(depth)
    }
}
