//! The interface of a game to the alpha-beta search.

use super::super::{SearchBudget, Window};
use super::selectivity::Selectivity;
use crate::core::Position;

/// A value beyond every value of a position.
pub const INFINITE: i32 = 1 << 28;

/// Evaluation, move ordering and pruning hooks of a game. Values are from the
/// side to move's view, in the game's own unit, and below [`INFINITE`].
pub trait SearchGame: Send {
    /// The positions of the game.
    type Position: Position;

    /// The static evaluation of any position; the true value of a finished
    /// one.
    fn evaluate(&mut self, position: &Self::Position) -> i32;

    /// The value of a finished position.
    fn terminal_value(&self, position: &Self::Position) -> i32;

    /// Move ordering score of a legal move; higher is searched earlier.
    /// `depth` is the remaining depth, so that effort can be weighed.
    fn move_order_score(
        &mut self,
        position: &mut Self::Position,
        mv: MoveOf<Self>,
        depth: u32,
    ) -> i32;

    /// A nonzero id that is unique among the legal moves.
    fn move_id(&self, mv: MoveOf<Self>) -> u16;

    /// True if this ply costs no depth, such as a forced pass.
    fn costs_no_depth(&self, mv: MoveOf<Self>) -> bool;

    /// Upper bound of the plies to the end of the game, not counting those
    /// that cost no depth; a search that deep is exact.
    fn max_plies_left(&self, position: &Self::Position) -> u32;

    /// The exact value of a position near the end of the game, from a solver
    /// of the game's own, if it has one for it. A bound at or outside the
    /// window.
    fn solve(
        &mut self,
        position: &Self::Position,
        window: Window,
        budget: &mut SearchBudget,
    ) -> Option<i32>;

    /// Replaces the content of `moves` with the legal moves that quiescence
    /// search plays, such as captures. Every line of them must end.
    fn noisy_moves(&mut self, position: &Self::Position, moves: &mut Vec<MoveOf<Self>>) {
        let _ = position;
        moves.clear();
    }

    /// True if this is the value of a mate within `depth` plies, which a
    /// deeper search cannot change.
    fn is_mate_within(&self, value: i32, depth: u32) -> bool {
        let _ = (value, depth);
        false
    }

    /// Converts a mate value to one counted from a position `plies` later;
    /// `-plies` converts it back. Other values stay the same.
    fn adjust_mate_score(&self, value: i32, plies: i32) -> i32 {
        let _ = plies;
        value
    }

    /// Enables the selective search, with forward pruning, reductions,
    /// extensions and quiescence search, which uses all that follows.
    const USE_PRUNING: bool = false;

    /// True if the sides of such a game always play by turns; false if a turn may be more than
    /// one ply.
    const ALTERNATES: bool = true;

    /// True if the selective search neither prunes nor reduces, so that it looks at every
    /// line to its full depth.
    fn is_full_width(&self) -> bool {
        false
    }

    /// Replaces the content of `moves` with the legal moves that a position leaves out of its
    /// [`Position::legal_moves`] since they are unlikely. The selective search looks at them where
    /// all others lose, so that it finds a win only if no move prevents it.
    fn other_moves(&self, position: &Self::Position, moves: &mut Vec<MoveOf<Self>>) {
        let _ = position;
        moves.clear();
    }

    /// True for a level that is weakened by its depth: its moves are searched by
    /// [`MoveLoop::Broad`], since that depth has been chosen with it.
    ///
    /// [`MoveLoop::Broad`]: super::MoveLoop::Broad
    fn is_limited(&self) -> bool {
        false
    }

    /// Parameters of pruning and reductions.
    const SELECTIVITY: Selectivity = Selectivity::PIECES;

    /// Value of a mate at the root; 1 less for each ply until then.
    const MATE: i32 = INFINITE;

    /// The static evaluation of a position of which it is not known whether it
    /// is finished, for which a quicker one than [`SearchGame::evaluate`] may
    /// do.
    fn estimate(&mut self, position: &Self::Position) -> i32 {
        self.evaluate(position)
    }

    /// True if [`SearchGame::find_win`] is to be asked.
    const FINDS_WINS: bool = false;

    /// The value of a win that the game finds by a search of its own, such as one by checks
    /// alone. It is asked where the static evaluation does not cut a position off, and only
    /// once as long as the table knows the position.
    fn find_win(&mut self, position: &Self::Position) -> Option<i32> {
        let _ = position;
        None
    }

    /// The value of a move for the side that plays it, if it can be told without playing the move;
    /// the other side is to move after it.
    fn known_value(&self, position: &Self::Position, mv: MoveOf<Self>) -> Option<i32> {
        let _ = (position, mv);
        None
    }

    /// The key of the position after a move, if it can be told without playing the move.
    fn key_after(&self, position: &Self::Position, mv: MoveOf<Self>) -> Option<u64> {
        let _ = (position, mv);
        None
    }

    /// Number of values of [`SearchGame::history_index`].
    const HISTORY_INDICES: usize = 1;

    /// A number for the moved piece with its destination; 0 for moves of no
    /// piece.
    fn history_index(&self, position: &Self::Position, mv: MoveOf<Self>) -> usize {
        let _ = (position, mv);
        0
    }

    /// A number for what lasts in a position, such as its pawns, of which every bit is as
    /// good as random.
    fn structure(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// Such numbers for the pieces of each side besides, where the error of the evaluation is
    /// like in positions that share them.
    fn piece_structures(&self, position: &Self::Position) -> Option<[u64; 2]> {
        let _ = position;
        None
    }

    /// Value of what a move captures, and of a promotion.
    fn capture_gain(&self, position: &Self::Position, mv: MoveOf<Self>) -> i32 {
        let _ = (position, mv);
        0
    }

    /// Static exchange evaluation: true if a move gains at least `threshold`
    /// when both sides go on to capture on its destination, each with its least
    /// valuable piece and as long as it pays.
    fn exchange_reaches(
        &self,
        position: &Self::Position,
        mv: MoveOf<Self>,
        threshold: i32,
    ) -> bool {
        let _ = (position, mv, threshold);
        true
    }

    /// True if the moved piece gives check from its destination; checks that
    /// are discovered need not be seen.
    fn gives_check(&self, position: &Self::Position, mv: MoveOf<Self>) -> bool {
        let _ = (position, mv);
        false
    }

    /// True if the move threatens to win by force, short of giving check; see
    /// [`SearchGame::is_threatened`]. Such moves are not pruned.
    fn threatens(&self, position: &Self::Position, mv: MoveOf<Self>) -> bool {
        let _ = (position, mv);
        false
    }

    /// True if quiescence search may not stand pat, since the side to move is
    /// in check: then [`SearchGame::noisy_moves`] are all legal moves.
    fn must_evade(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// True for a quiet move: no capture, promotion or the like.
    fn is_quiet(&self, position: &Self::Position, mv: MoveOf<Self>) -> bool {
        let _ = (position, mv);
        false
    }

    /// True if the side to move must answer a threat at once, such as a check.
    /// Such positions are neither pruned nor reduced.
    fn in_check(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// True if the other side threatens to win by force, short of what
    /// [`SearchGame::in_check`] tells of. The static evaluation does not cut such positions off,
    /// they are searched to depth 1 at least, and moves that lead to one are reduced less.
    fn is_threatened(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Passes the turn, in a position that is not in check. `None` without
    /// effect where zugzwang is likely, as in endgames.
    fn make_null_move(&mut self, position: &mut Self::Position) -> Option<UndoOf<Self>> {
        let _ = position;
        None
    }

    /// Takes back [`SearchGame::make_null_move`].
    fn unmake_null_move(&mut self, position: &mut Self::Position, undo: UndoOf<Self>) {
        let _ = (position, undo);
    }
}

/// The move type of a game.
pub type MoveOf<G> = <<G as SearchGame>::Position as Position>::Move;

/// The undo type of a game.
pub type UndoOf<G> = <<G as SearchGame>::Position as Position>::Undo;
