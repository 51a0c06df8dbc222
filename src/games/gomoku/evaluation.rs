//! Evaluation and move ordering of Gomoku for the alpha-beta search.

use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;
use super::position::End;
use super::vcf::Vcf;
use crate::games::{Score, ScoreUnit};
use crate::search::{Certainty, Limits, SearchBudget, SearchGame, StopFlag, Window};

/// The value of a win, minus the stones on the board when it is won; in
/// hundredths of a tempo.
pub const WIN: i32 = 1_000_000;

/// Values from here on are won: no board has so many points.
pub const WIN_THRESHOLD: i32 = WIN - 1_000;

/// Scale of the logistic win chance: about three in four at this value.
const WIN_CHANCE_SCALE: f64 = 220.0;

/// Value of having the move, beyond the patterns.
const TEMPO: i32 = 20;

/// Evaluation and move ordering for the search.
pub struct Evaluator {
    /// The search for wins by fours.
    pub vcf: Vcf,
    /// Node limit of the VCF search at each leaf; 0 for none.
    leaf_vcf_nodes: u64,
    /// A board for the searches that play on it.
    pub scratch: PatternBoard,
    /// Stops every search.
    pub stop: StopFlag,
}

impl Evaluator {
    /// An evaluation of the positions that follow this one.
    pub fn new(board: &PatternBoard, leaf_vcf_nodes: u64, stop: &StopFlag) -> Evaluator {
        let (vcf, stop) = (Vcf::default(), stop.clone());
        Evaluator { vcf, leaf_vcf_nodes, scratch: board.clone(), stop }
    }
}

impl SearchGame for Evaluator {
    type Position = PatternBoard;

    fn evaluate(&mut self, board: &PatternBoard) -> i32 {
        if board.position().end().is_some() {
            return self.terminal_value(board);
        }
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let stones = i32::from(board.position().stone_count());
        if board.count(own, LinePattern::Five) > 0 {
            return WIN - stones - 1;
        }
        if board.count(other, LinePattern::Five) == 0 && board.winning_four(own).is_some() {
            return WIN - stones - 3;
        }
        if self.leaf_vcf_nodes > 0 && board.count(own, LinePattern::Four) > 3 {
            let limits = Limits { nodes: Some(self.leaf_vcf_nodes), ..Limits::default() };
            let mut budget = SearchBudget::new(limits, self.stop.clone());
            if let Some(line) = self.vcf.find(board, &mut budget).win() {
                return WIN - stones - line.len() as i32 - 2;
            }
        }
        board.value(own) - board.value(other) + TEMPO
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
        board.move_order_score(mv.cell)
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
        2 * (size * size - u32::from(board.position().stone_count())) + 2
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
