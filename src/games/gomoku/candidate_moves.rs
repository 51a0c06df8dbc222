//! The moves that a search looks at: answers to threats where there are any, otherwise the
//! best by ordering score of the points near a stone.

use super::bitboard::CELLS;
use super::cell_set::CellSet;
use super::pattern_board::PatternBoard;
use super::patterns::LinePattern;
use super::position::GomokuMove;

/// Maximum number of candidate moves, apart from forced answers.
const MAX_CANDIDATES: usize = 32;

/// A candidate move: a stone, or a pass where only forbidden stones are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateMove {
    /// The cell; [`CandidateMove::PASS`] for a pass.
    pub cell: u16,
    /// True for the only answer to a threat of five.
    pub forced: bool,
}

impl CandidateMove {
    /// The value of `cell` that stands for a pass.
    pub const PASS: u16 = CELLS as u16;

    /// A move that is not forced.
    #[must_use]
    pub const fn stone(cell: u16) -> CandidateMove {
        CandidateMove { cell, forced: false }
    }

    /// The move in terms of the rules.
    #[must_use]
    pub fn rules_move(self) -> GomokuMove {
        if self.cell == CandidateMove::PASS {
            GomokuMove::Pass
        } else {
            GomokuMove::Stone(self.cell)
        }
    }
}

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
        // Only forbidden moves are left: pass rather than lose, where that is allowed.
        if self.position().may_pass() {
            moves.push(CandidateMove::stone(CandidateMove::PASS));
        } else {
            moves.extend(self.empty_cells().cells().next().map(CandidateMove::stone));
        }
    }

    /// Adds the allowed stones on these cells, the best [`MAX_CANDIDATES`] if there are more.
    fn best_moves(&self, cells: CellSet, moves: &mut Vec<CandidateMove>) {
        let mut scored = [0; CELLS];
        let (_, best) = self.scored_moves(cells, &mut scored);
        moves.extend(best.iter().map(|&scored| CandidateMove::stone(scored as u16)));
    }

    /// Replaces the content of `moves` with the points near a stone that are not among the
    /// candidate moves only since there are better ones.
    pub(super) fn other_moves(&self, moves: &mut Vec<CandidateMove>) {
        moves.clear();
        if self.forced_moves(moves) {
            moves.clear();
            return;
        }
        let mut scored = [0; CELLS];
        let (others, _) = self.scored_moves(self.near_cells(), &mut scored);
        moves.extend(others.iter().map(|&scored| CandidateMove::stone(scored as u16)));
    }

    /// The allowed stones on these cells, in two parts, of which the second has the best
    /// [`MAX_CANDIDATES`]: ordering scores, each with its cell in the lower half of the number.
    fn scored_moves<'a>(
        &self,
        cells: CellSet,
        scored: &'a mut [i32; CELLS],
    ) -> (&'a [i32], &'a [i32]) {
        let own = self.colour();
        let position = self.position();
        let mut count = 0;
        for cell in cells.cells() {
            if position.opening_allows(cell) && self.foul(cell, own).is_none() {
                scored[count % CELLS] = self.move_order_score(cell) << u16::BITS | i32::from(cell);
                count += 1;
            }
        }
        let scored = &mut scored[..count];
        let others = count.saturating_sub(MAX_CANDIDATES);
        if others > 0 {
            scored.select_nth_unstable(others);
        }
        scored.split_at(others)
    }

    /// Adds the moves that make five, or answer a threat of five or of an unstoppable four;
    /// false when there is no such threat.
    fn forced_moves(&self, moves: &mut Vec<CandidateMove>) -> bool {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        if let Some(cell) = self.five_cell(own).or_else(|| self.answer_to_five()) {
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

    /// The point on which the other side would make five; where that is forbidden, so that the
    /// game is lost, the best point that is not, if there is one.
    fn answer_to_five(&self) -> Option<u16> {
        let cell = self.five_cell(self.colour() ^ 1)?;
        if self.foul(cell, self.colour()).is_none() {
            return Some(cell);
        }
        let mut scored = [0; CELLS];
        let (_, best) = self.scored_moves(self.empty_cells(), &mut scored);
        Some(best.iter().max().map_or(cell, |&scored| scored as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening_rule::OpeningRule;
    use super::super::position::{Gomoku, Rule};
    use super::*;
    use crate::core::{Position, Random};

    #[test]
    fn a_five_that_must_not_be_answered_is_left_to_the_other_side() {
        let stones = "h7,g5,g6,j8,l4,h8,i4 i7,i5,j6,k5,g9,i6,i9 black";
        let position = Gomoku::read(stones, 15, Rule::Renju, OpeningRule::None).unwrap();
        let mut board = PatternBoard::new(&position);
        let five = board.five_cell(1).unwrap();
        assert!(board.foul(five, 0).is_some());
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let [mv] = moves[..] else { panic!("{moves:?}") };
        assert_ne!(mv.cell, five);
        board.play(mv);
        assert_eq!(board.position().end(), None);
    }

    #[test]
    fn candidates_and_other_moves_are_all_points_near_a_stone_unless_a_threat_is_answered() {
        let (mut with_others, mut forced) = (0, 0);
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let start = Gomoku::new(15, Rule::Renju, OpeningRule::None);
            let mut board = PatternBoard::new(&start);
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            while board.position().end().is_none() && board.position().stone_count() < 40 {
                board.legal_moves(&mut moves);
                board.other_moves(&mut others);
                if board.forced_moves(&mut Vec::new()) {
                    forced += 1;
                    assert_eq!(others, []);
                } else if board.position().stone_count() > 0 {
                    let near = board.near_cells().cells();
                    let mut near: Vec<u16> =
                        near.filter(|&cell| board.foul(cell, board.colour()).is_none()).collect();
                    let mut all: Vec<u16> = moves.iter().chain(&others).map(|mv| mv.cell).collect();
                    all.sort_unstable();
                    near.sort_unstable();
                    assert_eq!(all, near);
                    with_others += usize::from(!others.is_empty());
                    let least = moves.iter().map(|mv| board.move_order_score(mv.cell)).min();
                    let most = others.iter().map(|mv| board.move_order_score(mv.cell)).max();
                    assert!(most <= least);
                }
                board.play(*random.pick(&moves).unwrap());
            }
        }
        assert!(with_others > 100 && forced > 10, "{with_others} {forced}");
    }
}
