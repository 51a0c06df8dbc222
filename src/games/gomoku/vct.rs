//! Victory by continuous threats (VCT): a threat space search in which each
//! move makes a four or an open three, so that only the answers that meet the
//! threat are searched. The number of threes is deepened iteratively.

use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;
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

/// VCT searcher.
pub struct Vct {
    /// Keys of positions without a VCT, with the number of threes that was
    /// allowed. A position searched to a smaller depth may be among them, so a
    /// win may be missed, but none is claimed wrongly.
    refuted: Vec<(u64, u8)>,
    /// The answer that last refuted a threat, by ply (killer heuristic).
    refutations: [u16; MAX_DEPTH + 2],
    /// True when the limit of threes cut off a move.
    limited_by_threes: bool,
    pv: Sequence,
}

impl Default for Vct {
    fn default() -> Self {
        Vct {
            refuted: vec![(0, 0); TABLE_SIZE],
            refutations: [CandidateMove::PASS; MAX_DEPTH + 2],
            limited_by_threes: false,
            pv: Sequence::EMPTY,
        }
    }
}

impl Vct {
    /// Clears the table of refuted positions.
    pub fn clear(&mut self) {
        self.refuted.fill((0, 0));
    }

    /// The winning sequence of the side to move by threes and fours, with the
    /// longest defence among those searched. Empty if none was found within the
    /// budget.
    pub fn find(&mut self, board: &mut PatternBoard, budget: &mut SearchBudget) -> &[u16] {
        self.pv = Sequence::EMPTY;
        for threes in 0..=MAX_THREES {
            self.limited_by_threes = false;
            if let Some(line) = self.attack(board, budget, threes, 0) {
                self.pv = line;
                break;
            }
            if budget.is_spent() || !self.limited_by_threes {
                break;
            }
        }
        &self.pv.cells[..self.pv.length]
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
        if ply >= MAX_DEPTH || !budget.spend(1) {
            return None;
        }
        let key = mix(board.key());
        let slot = key as usize % TABLE_SIZE;
        let (refuted_key, refuted_threes) = self.refuted[slot];
        if refuted_key == key && refuted_threes >= threes {
            self.limited_by_threes |= refuted_threes != UNLIMITED_THREES;
            return None;
        }
        let was_limited_by_threes = std::mem::replace(&mut self.limited_by_threes, false);
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
            self.refuted[slot] =
                (key, if self.limited_by_threes { threes } else { UNLIMITED_THREES });
        }
        self.limited_by_threes |= was_limited_by_threes;
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
