//! Victory by continuous threats (VCT): a threat space search in which each
//! move makes a four or an open three, so that only the answers that meet the
//! threat are searched. The number of threes is deepened iteratively.

use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;
use super::threat_result::ThreatResult;
use crate::core::{Position, mix};
use crate::search::SearchBudget;

/// Maximum number of moves searched in one position.
const MAX_MOVES: usize = 48;

/// Depth limit in plies.
const MAX_DEPTH: usize = 40;

/// Maximum number of threes in one sequence.
const MAX_THREES: u8 = 10;

/// Entries of the table of refuted positions.
const TABLE_SIZE: usize = 1 << 15;

/// Marks a refutation that holds for any number of threes.
const UNLIMITED_THREES: u8 = u8::MAX;

/// A sequence of moves, the first one first.
#[derive(Clone, Copy)]
struct Sequence {
    cells: [u16; MAX_DEPTH + 2],
    length: usize,
}

impl Sequence {
    const EMPTY: Sequence = Sequence { cells: [0; MAX_DEPTH + 2], length: 0 };

    /// The sequence of a move and its continuation.
    fn prepend(cell: u16, rest: &Sequence) -> Sequence {
        let mut line = Sequence { length: rest.length + 1, ..Sequence::EMPTY };
        line.cells[0] = cell;
        line.cells[1..=rest.length].copy_from_slice(&rest.cells[..rest.length]);
        line
    }
}

/// A position in which no VCT was found.
#[derive(Clone, Copy, Default)]
struct Refutation {
    key: u64,
    /// The number of threes that was allowed.
    threes: u8,
    /// True when a limit of depth or width cut off a move, so that a win may
    /// have been missed.
    is_cut_off: bool,
}

/// VCT searcher.
pub struct Vct {
    refuted: Vec<Refutation>,
    /// The answer that last refuted a threat, by ply (killer heuristic).
    refutations: [u16; MAX_DEPTH + 2],
    /// True when the limit of threes cut off a move.
    limited_by_threes: bool,
    /// True when a limit of depth or width cut off a move.
    is_cut_off: bool,
    pv: Sequence,
}

impl Default for Vct {
    fn default() -> Self {
        Vct {
            refuted: vec![Refutation::default(); TABLE_SIZE],
            refutations: [CandidateMove::PASS; MAX_DEPTH + 2],
            limited_by_threes: false,
            is_cut_off: false,
            pv: Sequence::EMPTY,
        }
    }
}

impl Vct {
    /// Clears the table of refuted positions.
    pub fn clear(&mut self) {
        self.refuted.fill(Refutation::default());
    }

    /// The winning sequence of the side to move by threes and fours, with the
    /// longest defence among those searched.
    pub fn find(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
    ) -> ThreatResult<'_> {
        for threes in 0..=MAX_THREES {
            (self.limited_by_threes, self.is_cut_off) = (false, false);
            if let Some(line) = self.attack(board, budget, threes, 0) {
                self.pv = line;
                return ThreatResult::Won(&self.pv.cells[..self.pv.length]);
            }
            if budget.is_spent() {
                return ThreatResult::Unknown;
            }
            if !self.limited_by_threes {
                break;
            }
        }
        if self.limited_by_threes || self.is_cut_off {
            ThreatResult::Unknown
        } else {
            ThreatResult::NoWin
        }
    }

    /// Attacker's node: a win for the side to move with at most `threes`
    /// threes.
    fn attack(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
        threes: u8,
        ply: usize,
    ) -> Option<Sequence> {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        if let Some(cell) = board.five_cell(own) {
            return Some(Sequence::prepend(cell, &Sequence::EMPTY));
        }
        if ply >= MAX_DEPTH {
            self.is_cut_off = true;
            return None;
        }
        if !budget.spend(1) {
            return None;
        }
        let key = mix(board.key());
        let slot = key as usize % TABLE_SIZE;
        let refuted = self.refuted[slot];
        if refuted.key == key && refuted.threes >= threes {
            self.limited_by_threes |= refuted.threes != UNLIMITED_THREES;
            self.is_cut_off |= refuted.is_cut_off;
            return None;
        }
        let was_limited_by_threes = std::mem::replace(&mut self.limited_by_threes, false);
        let was_cut_off = std::mem::replace(&mut self.is_cut_off, false);
        let mut cells = [0; MAX_MOVES];
        let mut count = 0;
        if let Some(cell) = board.five_cell(other) {
            // An earlier threat may still stand after this.
            (cells[0], count) = (cell, 1);
        } else {
            if let Some(cell) = board.winning_four(own) {
                return Some(Sequence::prepend(cell, &Sequence::EMPTY));
            }
            let opponent_has_no_four = board.winning_four(other).is_none();
            for weakest in [LinePattern::Four, LinePattern::OpenThree] {
                if weakest == LinePattern::OpenThree && (!opponent_has_no_four || threes == 0) {
                    self.limited_by_threes |= opponent_has_no_four;
                    break;
                }
                for cell in board.cells_making(own, weakest) {
                    let is_new = weakest == LinePattern::Four
                        || board.best_pattern(cell, own) == LinePattern::OpenThree;
                    if is_new && count < MAX_MOVES {
                        cells[count] = cell;
                        count += 1;
                    } else if is_new {
                        self.is_cut_off = true;
                    }
                }
            }
        }
        for &cell in &cells[..count] {
            if board.foul(cell, own).is_some() {
                continue;
            }
            let is_four = board.best_pattern(cell, own) >= LinePattern::Four
                || board.five_cell(other).is_some();
            let threes_left = threes - u8::from(!is_four);
            let threat = CandidateMove { cell, forced: false };
            let undo = board.play(threat);
            let won = self.defend(board, budget, threes_left, ply + 1);
            board.undo(threat, undo);
            if let Some(rest) = won {
                return Some(Sequence::prepend(cell, &rest));
            }
        }
        // An interrupted search refutes nothing.
        if !budget.is_spent() {
            self.refuted[slot] = Refutation {
                key,
                threes: if self.limited_by_threes { threes } else { UNLIMITED_THREES },
                is_cut_off: self.is_cut_off,
            };
        }
        self.limited_by_threes |= was_limited_by_threes;
        self.is_cut_off |= was_cut_off;
        None
    }

    /// Defender's node: the continuation, if no answer of the side to move
    /// meets the threat.
    fn defend(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
        threes: u8,
        ply: usize,
    ) -> Option<Sequence> {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        if board.position().end().is_some() || board.five_cell(own).is_some() {
            return None;
        }
        let mut cells = [0; MAX_MOVES];
        let mut count = 0;
        if let Some(cell) = board.five_cell(other) {
            (cells[0], count) = (cell, 1);
        } else {
            board.winning_four(other)?;
            for colour in [own, other] {
                for cell in board.cells_making(colour, LinePattern::Four) {
                    if cells[..count].contains(&cell) {
                        continue;
                    }
                    if count == MAX_MOVES {
                        self.is_cut_off = true;
                        return None;
                    }
                    cells[count] = cell;
                    count += 1;
                }
            }
            let refutation = self.refutations[ply];
            if let Some(at) = cells[..count].iter().position(|&cell| cell == refutation) {
                cells.swap(0, at);
            }
        }
        let mut longest = Sequence::EMPTY;
        for &cell in &cells[..count] {
            // A forbidden move is no defence.
            if board.foul(cell, own).is_some() {
                continue;
            }
            let stone = CandidateMove { cell, forced: false };
            let undo = board.play(stone);
            let over = board.position().end().is_some();
            let won = if over { None } else { self.attack(board, budget, threes, ply + 1) };
            board.undo(stone, undo);
            let Some(rest) = won else {
                self.refutations[ply] = cell;
                return None;
            };
            if rest.length >= longest.length {
                longest = Sequence::prepend(cell, &rest);
            }
        }
        Some(longest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening_rule::OpeningRule;
    use super::super::position::{Gomoku, Rule};
    use super::*;
    use crate::search::{Limits, StopFlag};

    fn find(text: &str, nodes: u64) -> Option<bool> {
        let position = Gomoku::read(text, 15, Rule::Freestyle, OpeningRule::None).unwrap();
        let mut board = PatternBoard::new(&position);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        match Vct::default().find(&mut board, &mut budget) {
            ThreatResult::Won(_) => Some(true),
            ThreatResult::NoWin => Some(false),
            ThreatResult::Unknown => None,
        }
    }

    #[test]
    fn a_win_is_won_a_refuted_one_is_none_and_the_rest_is_unknown() {
        let won = "f7,h7,i9,e11,g11 g5,e7,e8,e10 white";
        assert_eq!(find(won, 400_000), Some(true));
        assert_eq!(find(won, 3), None);
        // A lone stone makes no threat.
        assert_eq!(find("h8 a1 black", 400_000), Some(false));
    }
}
