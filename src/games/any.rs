//! A type-erased position of any game.

use std::any::Any;
use std::fmt;
use std::ops::Deref;

use super::playable::{IllegalMove, Playable};
use super::view::BoardView;
use super::{EndgameTable, EndgameValue, Message, ProofGoal, StoneSetup, proof};
use crate::core::{Move, Outcome, Point, Points, Side};
use crate::search::SearchBudget;

/// A type-erased position. Cheap to clone.
///
/// Its methods are those of [`DynPosition`] and [`BoardView`], which need not
/// be imported to call them.
///
/// ```
/// use tianyuan::games::{Options, registry};
///
/// let reversi = registry::find("reversi").unwrap();
/// let mut position = reversi.start(&Options::default())?;
/// for text in ["f5", "d6"] {
///     let mv = position.parse_move(text)?;
///     position.play(mv)?;
/// }
/// assert_eq!(position.counts(), Some([3, 3]));
/// let again = reversi.position(&Options::default(), &position.text())?;
/// assert_eq!(again.key(), position.key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyPosition(Box<dyn DynPosition>);

/// The object-safe form of [`Playable`], in which moves are the common
/// [`Move`]. Every `Playable` has it.
pub trait DynPosition: BoardView + Send + Sync {
    /// The side to move.
    #[must_use]
    fn side_to_move(&self) -> Side;

    /// A 64-bit hash of all state that the rules depend on.
    #[must_use]
    fn key(&self) -> u64;

    /// The result, once the game is over.
    #[must_use]
    fn outcome(&self) -> Option<Outcome>;

    /// Every legal move; empty exactly when the game is over.
    #[must_use]
    fn legal_moves(&self) -> Vec<Move>;

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// A legal move in the notation of the game.
    ///
    /// # Errors
    /// When the move is illegal.
    fn move_text(&self, mv: Move) -> Result<String, IllegalMove>;

    /// Parses a move in the notation of the game.
    ///
    /// # Errors
    /// When the text is malformed or the move illegal.
    fn parse_move(&self, text: &str) -> Result<Move, IllegalMove>;

    /// Names of the alternative move notations.
    #[must_use]
    fn notations(&self) -> &'static [&'static str];

    /// A legal move in one of the notations; in the usual one for an unknown
    /// name.
    ///
    /// # Errors
    /// When the move is illegal.
    fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, IllegalMove>;

    /// The position as one line of text.
    #[must_use]
    fn text(&self) -> String;

    /// The position as one line of text without its history, such as a FEN.
    #[must_use]
    fn diagram(&self) -> String;

    /// Counts the move sequences of `depth` plies.
    #[must_use]
    fn perft(&self, depth: u32) -> u64;

    /// Every move that proves the goal for the side to move, none if it is
    /// refuted; `None` when the budget ran out or the game cannot prove such
    /// goals.
    #[must_use]
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>>;

    /// The exact value of an endgame for the side to move, with the values that are found on
    /// the way added to the table; `None` when the budget ran out or the game cannot solve it.
    fn endgame_value(
        &self,
        known: &mut EndgameTable,
        budget: &mut SearchBudget,
    ) -> Option<EndgameValue>;

    /// The final score after each move of an endgame that matters, less that of the other side;
    /// see [`PuzzleAnalysis::endgame_scores`](super::PuzzleAnalysis::endgame_scores).
    fn endgame_scores(&self, budget: &mut SearchBudget) -> Option<Vec<(Move, Points)>>;

    /// The name of the motif by which this line of both sides reaches the goal.
    #[must_use]
    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message>;

    /// An explanation of how this line of both sides reaches the goal.
    #[must_use]
    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message>;

    /// The position with these stones instead, of the same rules; the history
    /// begins anew. `None` if the game has no such position.
    #[must_use]
    fn after_setup(&self, setup: &StoneSetup<'_>) -> Option<AnyPosition>;

    /// The position after a placement or a pass of this colour that the rules
    /// refuse; see [`Playable::after_forced`].
    #[must_use]
    fn after_forced(&self, colour: Side, mv: Move) -> Option<AnyPosition>;

    /// A copy, for [`AnyPosition::clone`].
    #[doc(hidden)]
    fn boxed(&self) -> Box<dyn DynPosition>;

    /// The position for [`AnyPosition::downcast`].
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;
}

impl<P: Playable> DynPosition for P {
    fn side_to_move(&self) -> Side {
        P::side_to_move(self)
    }

    fn key(&self) -> u64 {
        P::key(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        P::outcome(self)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        P::legal_moves(self, &mut moves);
        moves.into_iter().map(|mv| self.to_move(mv)).collect()
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.from_move(mv).map(|_| ())
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mv = self.from_move(mv)?;
        P::play(self, mv);
        Ok(())
    }

    fn move_text(&self, mv: Move) -> Result<String, IllegalMove> {
        self.from_move(mv).map(|mv| P::move_text(self, mv))
    }

    fn parse_move(&self, text: &str) -> Result<Move, IllegalMove> {
        P::parse_move(self, text).map(|mv| self.to_move(mv))
    }

    fn notations(&self) -> &'static [&'static str] {
        P::notations(self)
    }

    fn move_text_in(&self, notation: &str, mv: Move) -> Result<String, IllegalMove> {
        self.from_move(mv).map(|mv| P::move_text_in(self, notation, mv))
    }

    fn text(&self) -> String {
        P::text(self)
    }

    fn diagram(&self) -> String {
        P::diagram(self)
    }

    fn perft(&self, depth: u32) -> u64 {
        P::perft(&mut self.clone(), depth)
    }

    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        match self.puzzle_analysis() {
            Some(analysis) => analysis.prove(goal, budget),
            None => proof::by_rules(self, goal, budget),
        }
    }

    fn endgame_value(
        &self,
        known: &mut EndgameTable,
        budget: &mut SearchBudget,
    ) -> Option<EndgameValue> {
        self.puzzle_analysis()?.endgame_value(known, budget)
    }

    fn endgame_scores(&self, budget: &mut SearchBudget) -> Option<Vec<(Move, Points)>> {
        self.puzzle_analysis()?.endgame_scores(budget)
    }

    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        self.puzzle_analysis()?.motif(goal, line)
    }

    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        self.puzzle_analysis()?.explanation(goal, line)
    }

    fn after_setup(&self, setup: &StoneSetup<'_>) -> Option<AnyPosition> {
        P::after_setup(self, setup).map(AnyPosition::new)
    }

    fn after_forced(&self, colour: Side, mv: Move) -> Option<AnyPosition> {
        P::after_forced(self, colour, mv).map(AnyPosition::new)
    }

    fn boxed(&self) -> Box<dyn DynPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Deref for AnyPosition {
    type Target = dyn DynPosition;

    fn deref(&self) -> &Self::Target {
        &*self.0
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
    /// Returns true if the pieces are plain stones, on which numbers can be read.
    #[must_use]
    pub fn has_plain_stones(&self) -> bool {
        self.board().surface != "paper" && self.piece_names().len() <= 2
    }

    /// The colour that a side has: the other one after a swap.
    #[must_use]
    pub fn colour_of(&self, side: Side) -> Side {
        if self.is_swapped() { side.other() } else { side }
    }

    /// The colour that is to move.
    #[must_use]
    pub fn colour_to_move(&self) -> Side {
        self.colour_of(self.side_to_move())
    }

    /// The points with a piece of this side, rank by rank.
    #[must_use]
    pub fn pieces_of(&self, side: Side) -> Vec<Point> {
        let board = self.board();
        let rank = |rank| (0..board.files).map(move |file| Point::new(file, rank));
        let points = (0..board.ranks).flat_map(rank);
        points.filter(|&at| self.piece_at(at).is_some_and(|piece| piece.side == side)).collect()
    }

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

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.0.play(mv)
    }
}
