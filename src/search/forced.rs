//! Forced wins by the rules alone: every move of the winner is tried and
//! every defence answered, without any judgement of positions. What is found
//! is proved.

use super::Budget;
use crate::core::{Position, Side};

/// The moves after which the side to move wins within `moves` of its own
/// moves, this one included, whatever the other side plays; `None` when the
/// budget was spent before that was known. The budget counts moves played.
pub fn winning_moves<P: Position>(
    position: &mut P,
    moves: u32,
    budget: &mut Budget,
) -> Option<Vec<P::Move>> {
    let mut root = Vec::new();
    position.legal_moves(&mut root);
    if moves == 0 {
        return Some(Vec::new());
    }
    let plies = 2 * moves as usize + 1;
    let mut search = Forced {
        attacker: position.side_to_move(),
        lists: vec![Vec::new(); plies],
        refutations: vec![None; plies],
        budget,
    };
    root.retain(|&mv| {
        let undo = position.play(mv);
        let wins = search.is_won(position, moves - 1, 0);
        position.undo(mv, undo);
        wins
    });
    (!search.budget.is_spent()).then_some(root)
}

struct Forced<'a, P: Position> {
    attacker: Side,
    /// The moves at each depth, kept so that nothing is allocated anew.
    lists: Vec<Vec<P::Move>>,
    /// The defence that held last at each depth: it often holds again.
    refutations: Vec<Option<P::Move>>,
    budget: &'a mut Budget,
}

impl<P: Position> Forced<'_, P> {
    /// Whether the attacker has won or wins within so many moves of its own.
    fn is_won(&mut self, position: &mut P, left: u32, ply: usize) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(self.attacker);
        }
        if left == 0 || ply >= self.lists.len() || !self.budget.spend(1) {
            return false;
        }
        let attacks = position.side_to_move() == self.attacker;
        let mut moves = std::mem::take(&mut self.lists[ply]);
        position.legal_moves(&mut moves);
        if !attacks
            && let Some(refutation) = self.refutations[ply]
            && let Some(at) = moves.iter().position(|&mv| mv == refutation)
        {
            moves.swap(0, at);
        }
        let mut won = !attacks;
        for &mv in &moves {
            let undo = position.play(mv);
            won = self.is_won(position, left - u32::from(attacks), ply + 1);
            position.undo(mv, undo);
            if won == attacks {
                if !attacks {
                    self.refutations[ply] = Some(mv);
                }
                break;
            }
        }
        self.lists[ply] = moves;
        won
    }
}
