//! Evaluation and move ordering of Gomoku for the alpha-beta search.

use std::sync::Arc;

use super::bitboard::CELLS;
use super::candidate_moves::CandidateMove;
use super::network::{Accumulators, Network};
use super::pattern_board::PatternBoard;
use super::patterns::LinePattern;
use super::position::{End, Rule};
use super::vcf::Vcf;
use super::weights_file::network_for;
use crate::core::{Position, mix};
use crate::games::{Score, ScoreUnit};
use crate::search::{
    Certainty, Limits, MoveLoop, SearchBudget, SearchGame, Selectivity, StopFlag, Window,
};

/// The value of a win, minus the stones on the board when it is won; in
/// hundredths of a tempo.
pub const WIN: i32 = 1_000_000;

/// Values from here on are won: no board has so many points.
pub const WIN_THRESHOLD: i32 = WIN - 1_000;

/// Scale of the logistic win chance: about three in four at this value.
pub const WIN_CHANCE_SCALE: f64 = 220.0;

/// Largest static evaluation of a position that is not won, either way.
const MAX_VALUE: i32 = 20_000;

/// Parameters of pruning and reductions, in Gomoku and in its variants.
pub const SELECTIVITY: Selectivity = Selectivity {
    move_loop: MoveLoop::Broad,
    reverse_futility_margin: 80,
    futility_margin: 180,
    razoring_margins: &[120, 180, 240],
    pv_reduction: 50,
    late_moves: [14, 1],
    base_reduction: 614,
    reduction_divisor: 160,
    history_divisor: 18,
    cut_node_reduction: 600,
    no_tt_move_reduction: 0,
    order_reduction: 300.0 / 128.0,
    deeper_margins: [120, 360],
    singular_min_depth: 6,
    double_extension_margin: 25,
    plural_reduction: 0,
    history_bonus: 150,
    prior_bonus: 0,
    fail_high_margin: Some([1, 15]),
};

/// Settings of the search of a level: selective or full-width, and the VCF search within it.
#[derive(Clone, Copy, Debug)]
pub struct SearchStyle {
    /// Looks at all lines to the same depth, without pruning and reductions.
    pub full_width: bool,
    /// Node limit of the VCF search at each position of which the static evaluation is asked;
    /// 0 for none.
    pub leaf_vcf_nodes: u64,
}

impl SearchStyle {
    /// Alpha-beta alone.
    pub const FULL_WIDTH: SearchStyle = SearchStyle { full_width: true, leaf_vcf_nodes: 0 };

    /// The network that judges: none for alpha-beta alone, which has weights made by hand.
    pub fn network(self, rule: Rule) -> Option<Arc<Network>> {
        if self.full_width { None } else { network_for(rule) }
    }
}

/// Evaluation and move ordering for the search.
pub struct Evaluator {
    /// The search for wins by fours.
    pub vcf: Vcf,
    /// The board as the network sees it; `None` for the judgement by weights of codes.
    accumulators: Option<Accumulators>,
    style: SearchStyle,
    /// Stops every search.
    pub stop: StopFlag,
}

impl Evaluator {
    /// An evaluation for this way to search, by the network if there is one.
    pub fn new(style: SearchStyle, network: Option<Arc<Network>>, stop: &StopFlag) -> Evaluator {
        let accumulators = network.map(Accumulators::new);
        Evaluator { vcf: Vcf::default(), accumulators, style, stop: stop.clone() }
    }
}

impl SearchGame for Evaluator {
    type Position = PatternBoard;

    const USE_PRUNING: bool = true;

    const SELECTIVITY: Selectivity = SELECTIVITY;

    const MATE: i32 = WIN;

    const HISTORY_INDICES: usize = 1 + 2 * (CELLS + 1);

    fn is_full_width(&self) -> bool {
        self.style.full_width
    }

    fn evaluate(&mut self, board: &PatternBoard) -> i32 {
        if board.position().end().is_some() {
            return self.terminal_value(board);
        }
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let stones = i32::from(board.position().stone_count());
        if board.five_cell(own).is_some() {
            return WIN - stones - 1;
        }
        if board.five_cell(other).is_none() && board.winning_four(own).is_some() {
            return WIN - stones - 3;
        }
        let value = match &mut self.accumulators {
            Some(accumulators) => (accumulators.value(board) * WIN_CHANCE_SCALE as f32) as i32,
            None => board.value(),
        };
        value.clamp(-MAX_VALUE, MAX_VALUE)
    }

    const FINDS_WINS: bool = true;

    fn find_win(&mut self, board: &PatternBoard) -> Option<i32> {
        if self.style.leaf_vcf_nodes == 0 || board.count(board.colour(), LinePattern::Four) < 2 {
            return None;
        }
        let limits = Limits { nodes: Some(self.style.leaf_vcf_nodes), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, self.stop.clone());
        let line = self.vcf.find(board, &mut budget).win()?;
        Some(WIN - i32::from(board.position().stone_count()) - line.len() as i32 - 2)
    }

    fn key_after(&self, board: &PatternBoard, mv: CandidateMove) -> Option<u64> {
        Some(board.position().key_after_stone(mv.cell))
    }

    /// A stone that leaves the other side an unstoppable four, and makes none itself, loses.
    fn known_value(&self, board: &PatternBoard, mv: CandidateMove) -> Option<i32> {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let is_renju = board.position().rule() == Rule::Renju;
        if mv.cell == CandidateMove::PASS
            || mv.forced
            || board.count(other, LinePattern::DoubleFour) == 0
            || board.best_pattern(mv.cell, own) >= LinePattern::Four
            // A stone of White may forbid the four.
            || is_renju && other == 0
        {
            return None;
        }
        let fours = board.set_of(other, LinePattern::DoubleFour);
        let is_lost = fours.cells().any(|cell| board.stays_unstoppable(cell, other, mv.cell));
        // The four, an answer and the five follow.
        is_lost.then(|| i32::from(board.position().stone_count()) + 4 - WIN)
    }

    fn other_moves(&self, board: &PatternBoard, moves: &mut Vec<CandidateMove>) {
        board.other_moves(moves);
    }

    /// A four of the other side allows a single answer.
    fn in_check(&self, board: &PatternBoard) -> bool {
        board.five_cell(board.colour() ^ 1).is_some()
            && board.five_cell(board.colour()).is_none()
            && board.position().end().is_none()
    }

    /// An unstoppable four of the other side is to be answered on its lines or by fours.
    fn is_threatened(&self, board: &PatternBoard) -> bool {
        board.winning_four(board.colour() ^ 1).is_some()
    }

    /// An open three.
    fn threatens(&self, board: &PatternBoard, mv: CandidateMove) -> bool {
        mv.cell != CandidateMove::PASS
            && board.best_pattern(mv.cell, board.colour()) == LinePattern::OpenThree
    }

    fn must_evade(&self, board: &PatternBoard) -> bool {
        self.in_check(board)
    }

    fn noisy_moves(&mut self, board: &PatternBoard, moves: &mut Vec<CandidateMove>) {
        moves.clear();
        if self.in_check(board) {
            board.legal_moves(moves);
        }
    }

    fn is_quiet(&self, _: &PatternBoard, _: CandidateMove) -> bool {
        true
    }

    fn history_index(&self, board: &PatternBoard, mv: CandidateMove) -> usize {
        1 + board.colour() * (CELLS + 1) + usize::from(mv.cell)
    }

    /// The threats of both sides.
    fn structure(&self, board: &PatternBoard) -> u64 {
        mix(board.threats().index() as u64)
    }

    fn is_mate_within(&self, value: i32, _: u32) -> bool {
        value >= WIN_THRESHOLD
    }

    fn terminal_value(&self, board: &PatternBoard) -> i32 {
        let stones = i32::from(board.position().stone_count());
        let winner = match board.position().end() {
            Some(End::Five(colour)) => colour,
            Some(End::Foul(..)) => 1,
            Some(End::Full | End::Passes) | None => return 0,
        };
        if winner == board.colour() { WIN - stones } else { stones - WIN }
    }

    fn move_order_score(&mut self, board: &mut PatternBoard, mv: CandidateMove, _: u32) -> i32 {
        match &mut self.accumulators {
            Some(accumulators) if mv.cell != CandidateMove::PASS => {
                accumulators.move_order_score(board, mv.cell)
            }
            _ => board.move_order_score(mv.cell),
        }
    }

    fn move_id(&self, mv: CandidateMove) -> u16 {
        mv.cell + 1
    }

    fn costs_no_depth(&self, mv: CandidateMove) -> bool {
        mv.forced
    }

    fn max_plies_left(&self, board: &PatternBoard) -> u32 {
        let size = u32::from(board.position().size());
        // A pass lengthens the game, two end it.
        let plies = 2 * (size * size - u32::from(board.position().stone_count())) + 2;
        // A search that prunes proves nothing, however deep it is.
        if self.style.full_width { plies } else { plies + CELLS as u32 }
    }

    fn solve(&mut self, _: &PatternBoard, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }
}

/// The win chance for a search value. The search prunes to candidate moves, so
/// its result is proved only where every answer was forced.
pub fn win_chance(value: i32, certainty: Certainty) -> Score {
    let chance = 1.0 / (1.0 + (-f64::from(value) / WIN_CHANCE_SCALE).exp());
    Score { amount: chance, unit: ScoreUnit::Chance, certainty, mate: None }
}

/// The value, in hundredths of a tempo, that stands for a [`win_chance`].
#[must_use]
pub fn value_of_win_chance(chance: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    WIN_CHANCE_SCALE * (chance / (1.0 - chance)).ln()
}

#[cfg(test)]
mod tests {
    use super::super::opening_rule::OpeningRule;
    use super::super::position::Gomoku;
    use super::*;
    use crate::core::Random;

    #[test]
    fn a_known_value_is_that_of_the_position_after_the_move() {
        let mut counts = [[0; 2]; 4];
        let rules = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Renju];
        for (rule, counts) in rules.into_iter().zip(&mut counts) {
            let mut random = Random::new(1);
            let mut evaluator = Evaluator::new(SearchStyle::FULL_WIDTH, None, &StopFlag::default());
            for _ in 0..150 {
                let mut board = PatternBoard::new(&Gomoku::new(15, rule, OpeningRule::None));
                let mut moves = Vec::new();
                while board.position().stone_count() < 60 {
                    board.legal_moves(&mut moves);
                    for &mv in &moves {
                        let known = evaluator.known_value(&board, mv);
                        let undo = board.play(mv);
                        let value = -evaluator.evaluate(&board);
                        board.undo(mv, undo);
                        if let Some(known) = known {
                            assert_eq!(known, value, "{mv:?} {:?}", board.position());
                            counts[0] += 1;
                        } else if evaluator.is_threatened(&board) && !mv.forced {
                            // Whatever loses at once is known, but in Renju to White.
                            let is_lost = value <= -WIN_THRESHOLD;
                            assert!(
                                !is_lost || rule == Rule::Renju,
                                "{mv:?} {:?}",
                                board.position()
                            );
                            counts[1] += 1;
                        }
                    }
                    let Some(&mv) = random.pick(&moves) else { break };
                    board.play(mv);
                }
            }
        }
        assert!(counts.as_flattened().iter().all(|&count| count > 20), "{counts:?}");
    }
}
