//! Winning sequences of fours: each move threatens five, so each answer is
//! known, and the tree is narrow enough to be searched very deep (victory by
//! continuous fours, VCF).

use super::field::{Field, Spot};
use super::patterns::Class;
use super::position::{Gomoku, Stage};
use crate::core::Position;
use crate::search::Budget;

/// Fours looked at in one position at most.
const WIDTH: usize = 32;

/// Plies at most; a longer sequence is not looked for.
const DEEPEST: u32 = 60;

/// Entries of the table of positions known to have no such win.
const FAILED: usize = 1 << 14;

/// Every cell with which the side to move wins by fours alone, or at once;
/// `None` when the budget was spent before that was known, or while stones
/// are not simply played.
pub fn winning_fours(position: &Gomoku, budget: &mut Budget) -> Option<Vec<u16>> {
    if position.end().is_some() || position.stage() != Stage::Play {
        return None;
    }
    let mut field = Field::new(&position.in_play());
    let (own, other) = (field.colour(), field.colour() ^ 1);
    if field.five(own).is_some() {
        return Some(field.makers(own, Class::Five).collect());
    }
    let mut cells: Vec<u16> = field.makers(own, Class::Four).collect();
    if let Some(threat) = field.five(other) {
        cells.retain(|&cell| cell == threat);
    }
    let mut fours = Fours::default();
    cells.retain(|&cell| {
        field.foul(cell, own).is_none() && fours.four_wins(&mut field, budget, cell, DEEPEST)
    });
    (!budget.is_spent()).then_some(cells)
}

/// Searches for winning sequences of fours.
pub struct Fours {
    /// Keys of positions in which a search found no win. A position that was
    /// looked at less deeply may stand here too: a win may be missed, none is
    /// claimed wrongly.
    failed: Vec<u64>,
    line: Vec<u16>,
}

impl Default for Fours {
    fn default() -> Self {
        Fours { failed: vec![0; FAILED], line: Vec::with_capacity(DEEPEST as usize) }
    }
}

impl Fours {
    /// Forgets what earlier searches failed at.
    pub fn forget(&mut self) {
        self.failed.fill(0);
    }

    /// The moves of both sides with which the side to move wins by fours
    /// alone, the last one making five or a four that cannot be answered.
    /// Empty if none was found within the budget.
    pub fn win(&mut self, field: &mut Field, budget: &mut Budget) -> &[u16] {
        self.line.clear();
        if self.search(field, budget, DEEPEST) {
            self.line.reverse();
        }
        &self.line
    }

    fn search(&mut self, field: &mut Field, budget: &mut Budget, depth: u32) -> bool {
        let (own, other) = (field.colour(), field.colour() ^ 1);
        if let Some(cell) = field.five(own) {
            self.line.push(cell);
            return true;
        }
        if depth == 0 || !budget.spend(1) {
            return false;
        }
        let key = field.key();
        let slot = key as usize % FAILED;
        if self.failed[slot] == key {
            return false;
        }
        let mut cells = [0; WIDTH];
        let mut count = 0;
        match field.five(other) {
            // The threat must be met by a four.
            Some(cell) => {
                if field.best(cell, own) >= Class::Four {
                    (cells[0], count) = (cell, 1);
                }
            }
            None => {
                if let Some(cell) = field.winning_four(own) {
                    self.line.push(cell);
                    return true;
                }
                for (slot, cell) in cells.iter_mut().zip(field.makers(own, Class::Four)) {
                    *slot = cell;
                    count += 1;
                }
            }
        }
        for &cell in &cells[..count] {
            if field.foul(cell, own).is_none() && self.four_wins(field, budget, cell, depth) {
                self.line.push(cell);
                return true;
            }
        }
        // What was cut short is not known to fail.
        if !budget.is_spent() {
            self.failed[slot] = key;
        }
        false
    }

    /// Plays a four and its only answer, and searches on.
    fn four_wins(&mut self, field: &mut Field, budget: &mut Budget, cell: u16, depth: u32) -> bool {
        let (own, other) = (field.colour(), field.colour() ^ 1);
        let four = Spot { cell, forced: false };
        let undo = field.play(four);
        let mut wins = false;
        if field.five(other).is_none()
            && let Some(answer) = field.five(own)
        {
            let block = Spot { cell: answer, forced: true };
            if field.foul(answer, other).is_some() {
                // Black may not stop it.
                wins = true;
            } else {
                let undo = field.play(block);
                wins = field.rules().end().is_none()
                    && self.search(field, budget, depth.saturating_sub(2));
                field.undo(block, undo);
            }
            if wins {
                self.line.push(answer);
            }
        }
        field.undo(four, undo);
        wins
    }
}
