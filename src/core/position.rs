//! The rules of a game as search sees them.

use std::fmt;

use super::{Outcome, Side};

/// A position of one game with everything that decides its future: the
/// board, the side to move, and whatever history the rules look back on.
///
/// Shaped for search: moves are small, nothing is allocated, and a move is
/// taken back by what [`Position::play`] returned. Contract, held for each
/// game by one suite of tests:
///
/// - `legal_moves` is empty exactly when `outcome` is `Some`. A forced pass
///   is therefore a legal move of its own.
/// - `undo` after `play` restores the position and its key.
/// - Positions with the same future have the same key.
pub trait Position: Clone + Send + Sync + 'static {
    /// A ply in this game's own compact form.
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// What is needed to take a move back.
    type Undo: Copy + Send;

    /// Whether [`perft`] counts a finished game as one sequence at all
    /// greater depths, as is the custom where games end on a full board.
    /// Chess and its relatives count only sequences of the full length.
    const CARRIES_FINISHED: bool = true;

    /// Whose turn it is. Not always the other side after each ply.
    fn side_to_move(&self) -> Side;

    /// A 64-bit hash of all that decides the game from here.
    fn key(&self) -> u64;

    /// Replaces the content of `moves` with every legal move, in an order
    /// that depends on the position alone.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Whether this move may be played now.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Plays a legal move. An illegal one leaves the position unspecified
    /// but does not panic.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the move that was played last.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The result, once the game is over by the rules.
    fn outcome(&self) -> Option<Outcome>;
}

/// Counts the move sequences of `depth` plies. A finished game counts as one
/// sequence and is carried to all greater depths, unless the game says
/// otherwise by [`Position::CARRIES_FINISHED`]; a forced pass is a ply.
#[must_use]
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    fn count<P: Position>(position: &mut P, depth: u32, buffers: &mut [Vec<P::Move>]) -> u64 {
        let Some((moves, deeper)) = buffers.split_first_mut() else {
            return 1;
        };
        position.legal_moves(moves);
        match (moves.len(), depth) {
            (0, _) => u64::from(P::CARRIES_FINISHED),
            (n, 1) => n as u64,
            _ => {
                let mut total = 0;
                for &mv in moves.iter() {
                    let undo = position.play(mv);
                    total += count(position, depth - 1, deeper);
                    position.undo(mv, undo);
                }
                total
            }
        }
    }
    count(position, depth, &mut vec![Vec::new(); depth as usize])
}
