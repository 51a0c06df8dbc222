//! What a game tells the alpha-beta search about its positions.

use super::super::Budget;
use crate::core::Position;

/// A value beyond every value of a position.
pub const INFINITE: i32 = 1 << 28;

/// What a game knows about its positions. Values are seen from the side to
/// move; the unit is the game's own, and no value reaches [`INFINITE`].
pub trait Model {
    /// The positions of the game.
    type Position: Position;

    /// An estimate of any position; the true value of a finished one.
    fn evaluate(&mut self, position: &Self::Position) -> i32;

    /// The value of a finished position.
    fn terminal(&self, position: &Self::Position) -> i32;

    /// How early a legal move should be tried; higher is earlier. `depth`
    /// plies will be searched, so that effort can be weighed.
    fn promise(&mut self, position: &mut Self::Position, mv: MoveOf<Self>, depth: u32) -> i32;

    /// A number, not 0, that tells this move from the other legal ones.
    fn number(&self, mv: MoveOf<Self>) -> u16;

    /// Whether this ply costs no depth, such as a forced pass.
    fn is_free(&self, mv: MoveOf<Self>) -> bool;

    /// After how many plies, free ones not counted, the game has surely
    /// ended; a search that deep is exact.
    fn remaining(&self, position: &Self::Position) -> u32;

    /// The exact value of a position near its end within a window, if this
    /// is one that the game solves in a way of its own. At or outside the
    /// window the answer is a bound.
    fn solve(
        &mut self,
        position: &Self::Position,
        window: (i32, i32),
        budget: &mut Budget,
    ) -> Option<i32>;

    /// Replaces the content of `moves` with the legal moves that change so
    /// much that a position cannot be judged before they are tried, such as
    /// captures. They are searched beyond the depth asked for; the side to
    /// move may also leave them. Every line of them must come to an end.
    fn noisy_moves(&mut self, position: &Self::Position, moves: &mut Vec<MoveOf<Self>>) {
        let _ = position;
        moves.clear();
    }

    /// Whether looking further than `depth` plies cannot change this value,
    /// such as that of a mate within them.
    fn settles(&self, value: i32, depth: u32) -> bool {
        let _ = (value, depth);
        false
    }

    /// A value counted from a position `plies` further on, where values tell
    /// how far away the end is. Undone by the same number with the other
    /// sign.
    fn shifted(&self, value: i32, plies: i32) -> i32 {
        let _ = plies;
        value
    }

    /// Whether the search may look less far where it seems hopeless to look
    /// further, guided by the hooks below.
    const SELECTIVE: bool = false;

    /// Whether a legal move changes so little that it may be put off: neither
    /// a capture nor what is like one.
    fn is_quiet(&self, position: &Self::Position, mv: MoveOf<Self>) -> bool {
        let _ = (position, mv);
        false
    }

    /// Whether the side to move must answer something at once, such as a
    /// check. There the search looks as far as it was asked to.
    fn is_urgent(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Gives the turn to the other side without a move, in a position that is
    /// not urgent. `None`, and nothing is done, where a move may well be worse
    /// than none, as in end games.
    fn skip_turn(&mut self, position: &mut Self::Position) -> Option<UndoOf<Self>> {
        let _ = position;
        None
    }

    /// Takes back what [`Model::skip_turn`] did.
    fn unskip_turn(&mut self, position: &mut Self::Position, undo: UndoOf<Self>) {
        let _ = (position, undo);
    }
}

/// The move type of a model's game.
pub type MoveOf<M> = <<M as Model>::Position as Position>::Move;

/// What a model's game needs to take a move back.
pub type UndoOf<M> = <<M as Model>::Position as Position>::Undo;
