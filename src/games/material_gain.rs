//! Search for moves that win material: full width for a number of moves, then
//! a quiescence search of captures.

use super::Playable;
use crate::core::{Move, Side};
use crate::search::SearchBudget;

/// Every move by which the side to move gains at least `least` pawns within
/// `moves` moves of its own, or wins the game; `None` when the budget ran out
/// or pieces have no value.
///
/// Beyond these moves only captures and evasions of checks are searched. A
/// side that is not in check may stand pat.
pub(super) fn gaining_moves<P: Playable>(
    position: &P,
    least: i32,
    moves: u32,
    budget: &mut SearchBudget,
) -> Option<Vec<Move>> {
    let target = position.material_balance()? + least;
    let mut board = position.clone();
    let mut root = Vec::new();
    board.legal_moves(&mut root);
    if moves == 0 {
        return Some(Vec::new());
    }
    let side = board.side_to_move();
    let mut search =
        GainSearch { side, target, budget, move_lists: Vec::new(), killers: Vec::new() };
    root.retain(|&mv| {
        let undo = board.play(mv);
        let gains = search.gains(&mut board, 2 * moves - 2, 0);
        board.undo(mv, undo);
        gains
    });
    let spent = search.budget.is_spent();
    (!spent).then(|| root.into_iter().map(|mv| position.to_move(mv)).collect())
}

struct GainSearch<'a, P: Playable> {
    side: Side,
    /// Material balance to be reached, from the view of `side`.
    target: i32,
    budget: &'a mut SearchBudget,
    /// Move lists by ply, reused to avoid allocation.
    move_lists: Vec<Vec<P::Move>>,
    /// The last move that caused a cut-off at each ply.
    killers: Vec<Option<P::Move>>,
}

impl<P: Playable> GainSearch<'_, P> {
    fn is_ahead(&self, position: &P) -> bool {
        let balance = position.material_balance().unwrap_or_default();
        let own = position.side_to_move() == self.side;
        (if own { balance } else { -balance }) >= self.target
    }

    /// True if the target is reached; `left` plies of full width come before
    /// the quiescence search.
    fn gains(&mut self, position: &mut P, left: u32, ply: usize) -> bool {
        if !self.budget.spend(1) {
            return false;
        }
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(self.side);
        }
        let own = position.side_to_move() == self.side;
        let all = left > 0 || position.checked_king().is_some();
        if !all && self.is_ahead(position) == own {
            return own;
        }
        if self.move_lists.len() <= ply {
            self.move_lists.push(Vec::new());
            self.killers.push(None);
        }
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        position.legal_moves(&mut moves);
        let mut captures = 0;
        for n in 0..moves.len() {
            let takes = position.to_move(moves[n]).target().is_some_and(|at| {
                position.piece_at(at).is_some_and(|piece| piece.side != position.side_to_move())
            });
            if takes {
                moves.swap(captures, n);
                captures += 1;
            }
        }
        if !all {
            moves.truncate(captures);
        }
        if let Some(killer) = self.killers[ply]
            && let Some(at) = moves.iter().position(|&mv| mv == killer)
        {
            moves.swap(0, at);
        }
        // Standing pat was tried above and failed, as does having no move.
        let mut gains = !own;
        for &mv in &moves {
            let undo = position.play(mv);
            gains = self.gains(position, left.saturating_sub(1), ply + 1);
            position.undo(mv, undo);
            if gains == own {
                self.killers[ply] = Some(mv);
                break;
            }
        }
        self.move_lists[ply] = moves;
        gains
    }
}
