//! The moves that a search looks at: answers to threats where there are any, otherwise the
//! best by ordering score of the points near a stone.

use super::cell_set::CellSet;
use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;

/// Maximum number of candidate moves, apart from forced answers; more only where the last
/// are equal.
const MAX_CANDIDATES: usize = 28;

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
            let allowed = |cell: &u16| {
                self.position().opening_allows(*cell) && self.foul(*cell, self.colour()).is_none()
            };
            moves.extend(cells.cells().filter(allowed).map(CandidateMove::stone));
            if !moves.is_empty() {
                self.keep_best(moves);
                return;
            }
        }
        // Only forbidden moves are left: pass rather than lose.
        if self.position().may_pass() {
            moves.push(CandidateMove::stone(CandidateMove::PASS));
        }
    }

    /// Keeps the best [`MAX_CANDIDATES`].
    fn keep_best(&self, moves: &mut Vec<CandidateMove>) {
        if moves.len() <= MAX_CANDIDATES {
            return;
        }
        let mut scores = [0; super::bitboard::CELLS];
        let scores = &mut scores[..moves.len()];
        for (score, mv) in scores.iter_mut().zip(moves.iter()) {
            *score = self.move_order_score(mv.cell);
        }
        let at = scores.len() - MAX_CANDIDATES;
        let (_, &mut least, _) = scores.select_nth_unstable(at);
        moves.retain(|mv| self.move_order_score(mv.cell) >= least);
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
