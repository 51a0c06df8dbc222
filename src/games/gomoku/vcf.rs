//! Victory by continuous fours (VCF): a threat space search in which each move
//! threatens five, so that the answer is forced and the tree narrow enough to
//! be searched to its end: the empty points alone bound the depth.

use super::opening_rule::Stage;
use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;
use super::position::Gomoku;
use super::threat_result::{Settled, ThreatResult};
use crate::core::Position;
use crate::search::SearchBudget;

/// Maximum number of fours searched in one position.
const MAX_MOVES: usize = 32;

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
    let mut wins = Vec::new();
    for cell in cells {
        if board.foul(cell, own).is_some() {
            continue;
        }
        match vcf.four_wins(&mut board, budget, cell) {
            Settled::Won => wins.push(cell),
            Settled::NoWin => {}
            Settled::Unknown => return None,
        }
    }
    Some(wins)
}

/// VCF searcher.
pub struct Vcf {
    /// Keys of positions without a VCF.
    refuted: Vec<u64>,
    pv: Vec<u16>,
}

impl Default for Vcf {
    fn default() -> Self {
        Vcf { refuted: vec![0; TABLE_SIZE], pv: Vec::new() }
    }
}

impl Vcf {
    /// Clears the table of refuted positions.
    pub fn clear(&mut self) {
        self.refuted.fill(0);
    }

    /// The winning sequence of the side to move, the last move making five or
    /// an unstoppable four.
    pub fn find(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
    ) -> ThreatResult<'_> {
        self.pv.clear();
        match self.search(board, budget) {
            Settled::Won => {
                self.pv.reverse();
                ThreatResult::Won(&self.pv)
            }
            Settled::NoWin => ThreatResult::NoWin,
            Settled::Unknown => ThreatResult::Unknown,
        }
    }

    /// A win for the side to move; its sequence goes to `pv`, last move first.
    fn search(&mut self, board: &mut PatternBoard, budget: &mut SearchBudget) -> Settled {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        if let Some(cell) = board.five_cell(own) {
            self.pv.push(cell);
            return Settled::Won;
        }
        if !budget.spend(1) {
            return Settled::Unknown;
        }
        let key = board.key();
        let slot = key as usize % TABLE_SIZE;
        if self.refuted[slot] == key {
            return Settled::NoWin;
        }
        let mut cells = [0; MAX_MOVES];
        let mut count = 0;
        let mut result = Settled::NoWin;
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
                    return Settled::Won;
                }
                for cell in board.cells_making(own, LinePattern::Four) {
                    let Some(slot) = cells.get_mut(count) else {
                        result = Settled::Unknown;
                        break;
                    };
                    *slot = cell;
                    count += 1;
                }
            }
        }
        for &cell in &cells[..count] {
            if board.foul(cell, own).is_some() {
                continue;
            }
            match self.four_wins(board, budget, cell) {
                Settled::Won => {
                    self.pv.push(cell);
                    return Settled::Won;
                }
                Settled::NoWin => {}
                Settled::Unknown if budget.is_spent() => return Settled::Unknown,
                Settled::Unknown => result = Settled::Unknown,
            }
        }
        if result == Settled::NoWin {
            self.refuted[slot] = key;
        }
        result
    }

    /// Plays a four and its forced answer, and searches on.
    fn four_wins(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
        cell: u16,
    ) -> Settled {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let four = CandidateMove { cell, forced: false };
        let undo = board.play(four);
        let mut result = Settled::NoWin;
        if board.five_cell(other).is_none()
            && let Some(answer) = board.five_cell(own)
        {
            let block = CandidateMove { cell: answer, forced: true };
            if board.foul(answer, other).is_some() {
                // Black may not play the blocking point.
                result = Settled::Won;
            } else {
                let undo = board.play(block);
                if board.position().end().is_none() {
                    result = self.search(board, budget);
                }
                board.undo(block, undo);
            }
            if result == Settled::Won {
                self.pv.push(answer);
            }
        }
        board.undo(four, undo);
        result
    }
}
