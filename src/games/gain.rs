//! Winning material, as far as one can see: every move and every answer for a
//! number of moves, and after them all captures until neither side wants to
//! take any more.

use super::Playable;
use crate::core::{Move, Side};
use crate::search::Budget;

/// Every move after which the side to move comes out ahead of where it stands
/// now, by at least `least` pawns, within `moves` moves of its own, or wins
/// the game; `None` when the budget was spent, or pieces have no worth.
///
/// Beyond these moves only captures are looked at, and answers to checks.
/// Each side may leave the rest undone where it is not in check.
pub(super) fn gaining_moves<P: Playable>(
    position: &P,
    least: i32,
    moves: u32,
    budget: &mut Budget,
) -> Option<Vec<Move>> {
    let target = position.balance()? + least;
    let mut board = position.clone();
    let mut root = Vec::new();
    board.legal_moves(&mut root);
    if moves == 0 {
        return Some(Vec::new());
    }
    let side = board.side_to_move();
    let mut look = Look { side, target, budget, lists: Vec::new(), answers: Vec::new() };
    root.retain(|&mv| {
        let undo = board.play(mv);
        let gains = look.gains(&mut board, 2 * moves - 2, 0);
        board.undo(mv, undo);
        gains
    });
    let spent = look.budget.is_spent();
    (!spent).then(|| root.into_iter().map(|mv| position.lift(mv)).collect())
}

struct Look<'a, P: Playable> {
    side: Side,
    /// The balance that is to be reached, seen from `side`.
    target: i32,
    budget: &'a mut Budget,
    /// The moves at each depth, kept so that nothing is allocated anew.
    lists: Vec<Vec<P::Move>>,
    /// The move that settled the last position at each depth.
    answers: Vec<Option<P::Move>>,
}

impl<P: Playable> Look<'_, P> {
    fn is_ahead(&self, position: &P) -> bool {
        let balance = position.balance().unwrap_or_default();
        let own = position.side_to_move() == self.side;
        (if own { balance } else { -balance }) >= self.target
    }

    /// Whether the target is reached, with so many plies before only captures
    /// are looked at.
    fn gains(&mut self, position: &mut P, left: u32, ply: usize) -> bool {
        if !self.budget.spend(1) {
            return false;
        }
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(self.side);
        }
        let own = position.side_to_move() == self.side;
        let all = left > 0 || position.threatened().is_some();
        if !all && self.is_ahead(position) == own {
            return own;
        }
        if self.lists.len() <= ply {
            self.lists.push(Vec::new());
            self.answers.push(None);
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        position.legal_moves(&mut moves);
        let mut front = 0;
        for n in 0..moves.len() {
            let takes = position.lift(moves[n]).target().is_some_and(|at| {
                position.piece_at(at).is_some_and(|piece| piece.side != position.side_to_move())
            });
            if takes {
                moves.swap(front, n);
                front += 1;
            }
        }
        if !all {
            moves.truncate(front);
        }
        if let Some(answer) = self.answers[ply]
            && let Some(at) = moves.iter().position(|&mv| mv == answer)
        {
            moves.swap(0, at);
        }
        // A side that has nothing to take leaves it as it is, which was looked
        // at above and is not what it wants.
        let mut gains = !own;
        for &mv in &moves {
            let undo = position.play(mv);
            gains = self.gains(position, left.saturating_sub(1), ply + 1);
            position.undo(mv, undo);
            if gains == own {
                self.answers[ply] = Some(mv);
                break;
            }
        }
        self.lists[ply] = moves;
        gains
    }
}
