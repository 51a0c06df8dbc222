//! Computer analysis of a game: the evaluation of every position of a line, the
//! win probability that each move lost, and the better move.
//!
//! [`analyse_line`] runs the engine, [`analyse_line_by`] any other, and [`LineAnalyser`] takes
//! the results of one that is not waited for; [`judge()`] compares evaluations, [`annotate()`] writes them into the tree. [`mistakes`] needs no engine: it
//! reads the evaluations that a tree has already. [`judge_move()`] judges a single move.

mod annotate;
mod judge;
mod move_verdict;
mod position_analysis;
mod tempo_bias;
mod win_probability;

pub use annotate::{MAX_VARIATION_PLIES, annotate, annotate_as};
pub use judge::{
    BLUNDER_LOSS, DUBIOUS_LOSS, Judgement, MISTAKE_LOSS, accuracy, judge, mistakes, turning_point,
};
pub use move_verdict::{MoveVerdict, judge_move};
pub use position_analysis::{
    AnalyseNode, AnalysisParams, CompletedDepths, LineAnalyser, PositionAnalysis, Progress, PvLine,
    analyse_line, analyse_line_by,
};
pub use win_probability::{
    empty_fraction, evaluation_of_outcome, evaluation_of_value, win_probability,
};
