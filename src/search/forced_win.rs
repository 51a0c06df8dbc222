//! Forced wins by exhaustive search: every move of the attacker and every
//! defence, without evaluation. A win that is found is proved, and so is that
//! there is none.

use std::collections::HashMap;

use super::SearchBudget;
use crate::core::{Position, Side};

/// Own moves left from which a result is worth keeping.
const TABLE_FROM: u32 = 2;

/// Maximum number of kept results.
const MAX_KEPT: usize = 1 << 20;

/// Moves of the side to move that force a win within `moves` of its own moves,
/// this one included; `None` when the budget ran out. The budget counts moves
/// played.
pub fn winning_moves<P: Position>(
    position: &mut P,
    moves: u32,
    budget: &mut SearchBudget,
) -> Option<Vec<P::Move>> {
    let mut root = Vec::new();
    position.legal_moves(&mut root);
    if moves == 0 {
        return Some(Vec::new());
    }
    let mut search = ForcedWinSearch {
        attacker: position.side_to_move(),
        move_lists: Vec::new(),
        refutations: Vec::new(),
        known: HashMap::new(),
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

struct ForcedWinSearch<'a, P: Position> {
    attacker: Side,
    /// Move lists by ply, reused to avoid allocation.
    move_lists: Vec<Vec<P::Move>>,
    /// The last refutation at each ply, tried first (killer heuristic).
    refutations: Vec<Option<P::Move>>,
    /// By the key of a position in which the attacker is to move.
    known: HashMap<u64, WinBounds>,
    budget: &'a mut SearchBudget,
}

/// Bounds of the number of own moves within which a position is won.
#[derive(Clone, Copy)]
pub struct WinBounds {
    /// It is not won within so many.
    not_within: u32,
    /// It is won within so many.
    within: u32,
}

impl WinBounds {
    /// True or false where it is known that the position is won or not won within so many
    /// own moves.
    #[must_use]
    pub fn answer(self, moves: u32) -> Option<bool> {
        match moves {
            _ if moves >= self.within => Some(true),
            _ if moves <= self.not_within => Some(false),
            _ => None,
        }
    }

    /// The bounds with the result for so many own moves.
    #[must_use]
    pub fn with(self, moves: u32, won: bool) -> WinBounds {
        match won {
            true => WinBounds { within: self.within.min(moves), ..self },
            false => WinBounds { not_within: self.not_within.max(moves), ..self },
        }
    }
}

impl Default for WinBounds {
    /// Bounds of a position of which nothing is known.
    fn default() -> WinBounds {
        WinBounds { not_within: 0, within: u32::MAX }
    }
}

impl<P: Position> ForcedWinSearch<'_, P> {
    /// True if the attacker has won or wins within `left` of its own moves.
    fn is_won(&mut self, position: &mut P, left: u32, ply: usize) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(self.attacker);
        }
        if left == 0 || !self.budget.spend(1) {
            return false;
        }
        // A turn of the defender may be of several plies.
        if self.move_lists.len() <= ply {
            self.move_lists.resize_with(ply + 1, Vec::new);
            self.refutations.resize(ply + 1, None);
        }
        let attacks = position.side_to_move() == self.attacker;
        let key = (attacks && left >= TABLE_FROM).then(|| position.key());
        if let Some(won) = key.and_then(|key| self.known.get(&key)?.answer(left)) {
            return won;
        }
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
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
        self.move_lists[ply] = moves;
        if let Some(key) = key
            && (won || !self.budget.is_spent())
            && self.known.len() < MAX_KEPT
        {
            let bounds = self.known.entry(key).or_default();
            *bounds = bounds.with(left, won);
        }
        won
    }
}
