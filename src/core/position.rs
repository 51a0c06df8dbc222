//! The interface of a game's rules to search, and perft.

use std::fmt;

use super::{Outcome, Side};

/// A position of one game with all state that the rules depend on: the board,
/// the side to move, and any history.
///
/// Designed for search: moves are small, nothing is allocated, and a move is
/// undone with the value that [`Position::play`] returned. Contract, tested
/// for every game by `tests/rules/laws.rs`:
///
/// - `legal_moves` is empty exactly when `outcome` is `Some`. A forced pass
///   is therefore a legal move.
/// - `undo` after `play` restores the position and its key.
/// - Positions with the same future have the same key.
pub trait Position: Clone + Send + Sync + 'static {
    /// The compact move type of this game.
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// Undo information of a move.
    type Undo: Copy + Send;

    /// True if [`perft`] counts a finished game as one sequence at all greater
    /// depths, as is usual where games end on a full board. Chess, Xiangqi and
    /// Go count only sequences of the full length.
    const PERFT_COUNTS_FINISHED: bool = true;

    /// True for a move on the board, a pass included: those that [`perft`]
    /// counts. A draw claim or an agreement about a finished board is none.
    #[must_use]
    fn is_board_move(_: Self::Move) -> bool {
        true
    }

    /// The side to move. It does not always change after a ply.
    fn side_to_move(&self) -> Side;

    /// A 64-bit hash of all state that the rules depend on.
    fn key(&self) -> u64;

    /// Replaces the content of `moves` with every legal move, in an order
    /// that depends on the position alone.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// True if the move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Plays a legal move. An illegal one leaves the position unspecified
    /// but does not panic.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Undoes the last move.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The result, once the game is over by the rules.
    fn outcome(&self) -> Option<Outcome>;
}

/// Counts the sequences of `depth` plies on the board
/// ([`Position::is_board_move`]). A finished game counts as one sequence at all
/// greater depths if [`Position::PERFT_COUNTS_FINISHED`] is set, otherwise not
/// at all; a forced pass is a ply.
///
/// ```
/// use tianyuan::core::perft;
/// use tianyuan::games::chess::Chess;
///
/// let mut position = Chess::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")?;
/// // The numbers of the Chess Programming Wiki, position 2.
/// assert_eq!([1, 2, 3].map(|depth| perft(&mut position, depth)), [48, 2039, 97_862]);
/// # Ok::<(), tianyuan::games::SetupError>(())
/// ```
#[must_use]
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    fn count<P: Position>(position: &mut P, depth: u32, buffers: &mut [Vec<P::Move>]) -> u64 {
        let Some((moves, deeper)) = buffers.split_first_mut() else {
            return 1;
        };
        position.legal_moves(moves);
        moves.retain(|&mv| P::is_board_move(mv));
        match (moves.len(), depth) {
            (0, _) => u64::from(P::PERFT_COUNTS_FINISHED),
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
