//! Victory by continuous fours (VCF): a threat space search in which each move
//! threatens five, so that the answer is forced and the tree narrow enough to
//! be searched very deep.

use super::opening_rule::Stage;
use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;
use super::position::Gomoku;
use crate::core::Position;
use crate::search::SearchBudget;

/// Maximum number of fours searched in one position.
const MAX_MOVES: usize = 32;

/// Depth limit in plies.
const MAX_DEPTH: u32 = 60;

/// Entries of the table of refuted positions.
const TABLE_SIZE: usize = 1 << 14;

/// Every cell with which the side to move wins by VCF or at once; `None` when
/// the budget ran out before that was settled, or while the opening is not
/// over.
pub fn vcf_winning_moves(position: &Gomoku, budget: &mut SearchBudget) -> Option<Vec<u16>> {
    if position.end().is_some() || position.stage() != Stage::Play {
        return None;
    }
    let mut board = PatternBoard::new(&position.in_play());
    let (own, other) = (board.colour(), board.colour() ^ 1);
    if board.five_cell(own).is_some() {
        return Some(board.cells_making(own, LinePattern::Five).collect());
    }
    let mut cells: Vec<u16> = board.cells_making(own, LinePattern::Four).collect();
    if let Some(threat) = board.five_cell(other) {
        cells.retain(|&cell| cell == threat);
    }
    let mut vcf = Vcf::default();
    cells.retain(|&cell| {
        board.foul(cell, own).is_none() && vcf.four_wins(&mut board, budget, cell, MAX_DEPTH)
    });
    (!budget.is_spent()).then_some(cells)
}

/// VCF searcher.
pub struct Vcf {
    /// Keys of positions without a VCF. A position searched to a smaller depth
    /// may be among them, so a win may be missed, but none is claimed wrongly.
    refuted: Vec<u64>,
    pv: Vec<u16>,
}

impl Default for Vcf {
    fn default() -> Self {
        Vcf { refuted: vec![0; TABLE_SIZE], pv: Vec::with_capacity(MAX_DEPTH as usize) }
    }
}

impl Vcf {
    /// Clears the table of refuted positions.
    pub fn clear(&mut self) {
        self.refuted.fill(0);
    }

    /// The winning sequence of the side to move, both sides' moves, the last
    /// one making five or an unstoppable four. Empty if none was found within
    /// the budget.
    pub fn find(&mut self, board: &mut PatternBoard, budget: &mut SearchBudget) -> &[u16] {
        self.pv.clear();
        if self.search(board, budget, MAX_DEPTH) {
            self.pv.reverse();
        }
        &self.pv
    }

    fn search(&mut self, board: &mut PatternBoard, budget: &mut SearchBudget, depth: u32) -> bool {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        if let Some(cell) = board.five_cell(own) {
            self.pv.push(cell);
            return true;
        }
        if depth == 0 || !budget.spend(1) {
            return false;
        }
        let key = board.key();
        let slot = key as usize % TABLE_SIZE;
        if self.refuted[slot] == key {
            return false;
        }
        let mut cells = [0; MAX_MOVES];
        let mut count = 0;
        match board.five_cell(other) {
            // The enemy's threat must be blocked with a four.
            Some(cell) => {
                if board.best_pattern(cell, own) >= LinePattern::Four {
                    (cells[0], count) = (cell, 1);
                }
            }
            None => {
                if let Some(cell) = board.winning_four(own) {
                    self.pv.push(cell);
                    return true;
                }
                for (slot, cell) in cells.iter_mut().zip(board.cells_making(own, LinePattern::Four))
                {
                    *slot = cell;
                    count += 1;
                }
            }
        }
        for &cell in &cells[..count] {
            if board.foul(cell, own).is_none() && self.four_wins(board, budget, cell, depth) {
                self.pv.push(cell);
                return true;
            }
        }
        // An interrupted search refutes nothing.
        if !budget.is_spent() {
            self.refuted[slot] = key;
        }
        false
    }

    /// Plays a four and its forced answer, and searches on.
    fn four_wins(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
        cell: u16,
        depth: u32,
    ) -> bool {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let four = CandidateMove { cell, forced: false };
        let undo = board.play(four);
        let mut wins = false;
        if board.five_cell(other).is_none()
            && let Some(answer) = board.five_cell(own)
        {
            let block = CandidateMove { cell: answer, forced: true };
            if board.foul(answer, other).is_some() {
                // Black may not play the blocking point.
                wins = true;
            } else {
                let undo = board.play(block);
                wins = board.position().end().is_none()
                    && self.search(board, budget, depth.saturating_sub(2));
                board.undo(block, undo);
            }
            if wins {
                self.pv.push(answer);
            }
        }
        board.undo(four, undo);
        wins
    }
}
