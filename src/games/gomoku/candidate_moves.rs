//! The moves that a search looks at: answers to threats where there are any, otherwise the
//! best by ordering score of the points near a stone.

use super::bitboard::CELLS;
use super::cell_set::CellSet;
use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;

/// Maximum number of candidate moves, apart from forced answers.
const MAX_CANDIDATES: usize = 20;

impl PatternBoard {
    /// Replaces the content of `moves` with the candidate moves of a position that is not
    /// over.
    pub(super) fn candidate_moves(&self, moves: &mut Vec<CandidateMove>) {
        moves.clear();
        if self.forced_moves(moves) {
            return;
        }
        // Points far from any stone are skipped while there are others.
        for cells in [self.near_cells(), self.empty_cells()] {
            self.best_moves(cells, moves);
            if !moves.is_empty() {
                return;
            }
        }
        // Only forbidden moves are left: pass rather than lose.
        if self.position().may_pass() {
            moves.push(CandidateMove::stone(CandidateMove::PASS));
        }
    }

    /// Adds the allowed stones on these cells, the best [`MAX_CANDIDATES`] if there are more.
    fn best_moves(&self, cells: CellSet, moves: &mut Vec<CandidateMove>) {
        let own = self.colour();
        let position = self.position();
        // Ordering scores, each with its cell in the lower half of the number.
        let mut scored = [0; CELLS];
        let mut count = 0;
        for cell in cells.cells() {
            if position.opening_allows(cell) && self.foul(cell, own).is_none() {
                scored[count % CELLS] = self.move_order_score(cell) << u16::BITS | i32::from(cell);
                count += 1;
            }
        }
        let mut best = &mut scored[..count];
        if let Some(worst) = count.checked_sub(MAX_CANDIDATES) {
            best.select_nth_unstable(worst);
            best = &mut best[worst..];
        }
        moves.extend(best.iter().map(|&scored| CandidateMove::stone(scored as u16)));
    }

    /// Adds the moves that make five, or answer a threat of five or of an unstoppable four;
    /// false when there is no such threat.
    fn forced_moves(&self, moves: &mut Vec<CandidateMove>) -> bool {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        if let Some(cell) = self.five_cell(own).or_else(|| self.five_cell(other)) {
            moves.push(CandidateMove { cell, forced: true });
            return true;
        }
        if self.winning_four(other).is_some() {
            // It is answered on its lines or by a four.
            let fours = |colour| self.set_of(colour, LinePattern::Four);
            let answers: CellSet = fours(own).or(fours(other));
            let allowed = |cell: &u16| self.foul(*cell, own).is_none();
            moves.extend(answers.cells().filter(allowed).map(CandidateMove::stone));
        }
        !moves.is_empty()
    }
}
