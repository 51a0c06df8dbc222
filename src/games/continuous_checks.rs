//! Mates by continuous checks: every move of the attacker gives check, and every
//! defence is searched.

use std::collections::HashMap;

use super::Playable;
use crate::core::{Move, Side};
use crate::search::{SearchBudget, WinBounds};

/// Maximum number of positions of which a result is kept.
const MAX_KEPT: usize = 1 << 20;

/// Every checking move by which the side to move mates within `moves` checks;
/// `None` when the budget ran out. The budget counts moves played.
pub(super) fn mating_checks<P: Playable>(
    position: &P,
    moves: u32,
    budget: &mut SearchBudget,
) -> Option<Vec<Move>> {
    if moves == 0 || position.outcome().is_some() {
        return Some(Vec::new());
    }
    let attacker = position.side_to_move();
    let mut board = position.clone();
    let mut search =
        CheckSearch { attacker, known: HashMap::new(), move_lists: Vec::new(), budget };
    let mut mates = Vec::new();
    for Check { mv, .. } in search.checks(&mut board)? {
        let undo = board.play(mv);
        let won = search.answers_lose(&mut board, moves - 1);
        board.undo(mv, undo);
        if won {
            mates.push(position.to_move(mv));
        }
    }
    (!search.budget.is_spent()).then_some(mates)
}

/// A move that gives check.
struct Check<M> {
    /// Number of answers.
    answers: usize,
    mv: M,
}

struct CheckSearch<'a, P: Playable> {
    attacker: Side,
    /// By the key of a position in which the attacker is to move.
    known: HashMap<u64, WinBounds>,
    /// Empty lists, reused to avoid allocation.
    move_lists: Vec<Vec<P::Move>>,
    budget: &'a mut SearchBudget,
}

impl<P: Playable> CheckSearch<'_, P> {
    /// The checking moves of the attacker, those with the fewest answers first;
    /// `None` when the budget ran out.
    fn checks(&mut self, position: &mut P) -> Option<Vec<Check<P::Move>>> {
        let mut moves = self.move_lists.pop().unwrap_or_default();
        let mut answers = self.move_lists.pop().unwrap_or_default();
        position.legal_moves(&mut moves);
        let mut checks = Vec::new();
        for &mv in &moves {
            if !self.budget.spend(1) {
                break;
            }
            let undo = position.play(mv);
            if position.checked_king().is_some() {
                position.legal_moves(&mut answers);
                checks.push(Check { answers: answers.len(), mv });
            }
            position.undo(mv, undo);
        }
        self.move_lists.extend([moves, answers]);
        checks.sort_by_key(|check| check.answers);
        (!self.budget.is_spent()).then_some(checks)
    }

    /// True if the attacker, who is to move, mates within `left` checks.
    fn mates(&mut self, position: &mut P, left: u32) -> bool {
        if left == 0 || position.outcome().is_some() {
            return false;
        }
        let key = position.key();
        if let Some(known) = self.known.get(&key).and_then(|known| known.answer(left)) {
            return known;
        }
        let Some(checks) = self.checks(position) else { return false };
        let mut won = false;
        for Check { answers, mv } in checks {
            // The last check has to be mate.
            if left == 1 && answers > 0 {
                break;
            }
            let undo = position.play(mv);
            won = self.answers_lose(position, left - 1);
            position.undo(mv, undo);
            if won {
                break;
            }
        }
        if (won || !self.budget.is_spent()) && self.known.len() < MAX_KEPT {
            let known = self.known.entry(key).or_default();
            *known = known.with(left, won);
        }
        won
    }

    /// True if the defender, who is to move, is mated or loses with every answer.
    fn answers_lose(&mut self, position: &mut P, left: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(self.attacker);
        }
        if left == 0 {
            return false;
        }
        let mut answers = self.move_lists.pop().unwrap_or_default();
        position.legal_moves(&mut answers);
        let mut lost = true;
        for &mv in &answers {
            let undo = position.play(mv);
            lost = self.mates(position, left);
            position.undo(mv, undo);
            if !lost {
                break;
            }
        }
        self.move_lists.push(answers);
        lost
    }
}
