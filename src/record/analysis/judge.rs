//! Win probability lost by a move, and the glyph for it.

use super::position_analysis::PositionAnalysis;
use super::win_probability::{empty_fraction, evaluation_of_outcome, win_probability};
use crate::core::Side;
use crate::record::{Evaluation, GameTree, Glyph, NodeId};

/// Least loss of win probability of a dubious move (an inaccuracy): in chess
/// about half a pawn in an even position.
pub const DUBIOUS_LOSS: f64 = 0.08;

/// Least loss of a mistake: more than a pawn in an even position.
pub const MISTAKE_LOSS: f64 = 0.15;

/// Least loss of a blunder: two pawns in an even position.
pub const BLUNDER_LOSS: f64 = 0.25;

/// The judgement of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The node after the move.
    pub node: NodeId,
    /// The side that played it.
    pub side: Side,
    /// Win probability that it lost, 0 to 1.
    pub loss: f64,
    /// The glyph for a loss of at least [`DUBIOUS_LOSS`].
    pub glyph: Option<Glyph>,
    /// True if there was another legal move.
    pub had_choice: bool,
}

pub(super) fn glyph_for_loss(loss: f64) -> Option<Glyph> {
    match loss {
        _ if loss >= BLUNDER_LOSS => Some(Glyph::Blunder),
        _ if loss >= MISTAKE_LOSS => Some(Glyph::Mistake),
        _ if loss >= DUBIOUS_LOSS => Some(Glyph::Dubious),
        _ => None,
    }
}

/// Judges each move of a line of the tree. Evaluations are taken from the
/// analyses, else from the nodes' annotations, else from the rules for finished
/// games. Moves that the rules refuse, and those without an evaluation before or after them are left out. A move
/// that an analysis calls the best loses nothing, whatever was found after it.
///
/// Both positions are read on the probability curve of the one before the move,
/// so that a fuller board alone neither loses nor gains.
#[must_use]
pub fn judge(tree: &GameTree, line: &[NodeId], analyses: &[PositionAnalysis]) -> Vec<Judgement> {
    let analysis = |node| analyses.iter().find(|analysis| analysis.node == node);
    let evaluation_at = |node| -> Option<Evaluation> {
        let known = analysis(node).and_then(|analysis| analysis.evaluation);
        known.or(tree.annotations(node).evaluation).or_else(|| {
            let outcome = tree.position(node).outcome()?;
            Some(evaluation_of_outcome(&outcome, None))
        })
    };
    let of = |&node: &NodeId| {
        let parent = tree.parent(node)?;
        let mv = tree.move_at(node)?;
        let position = tree.position(parent);
        let side = position.side_to_move();
        let had_choice = position.legal_moves().len() > 1;
        let (before, after) = (evaluation_at(parent)?, evaluation_at(node)?);
        let empty = empty_fraction(position);
        let [before, after] = [before, after].map(|evaluation| {
            let first = win_probability(&evaluation, empty);
            if side == Side::First { first } else { 1.0 - first }
        });
        let best =
            analysis(parent).and_then(|analysis| analysis.lines.first()?.moves.first().copied());
        let is_best = best == Some(mv);
        let loss = if is_best || !had_choice { 0.0 } else { (before - after).max(0.0) };
        Some(Judgement { node, side, loss, glyph: glyph_for_loss(loss), had_choice })
    };
    line.iter().filter_map(of).collect()
}

/// The mistakes of a line by the evaluations in the tree's annotations.
#[must_use]
pub fn mistakes(tree: &GameTree, line: &[NodeId]) -> Vec<Judgement> {
    let mut judgements = judge(tree, line, &[]);
    judgements.retain(|judgement| judgement.glyph.is_some());
    judgements
}

/// Where a game turned: the greatest mistake of the side that did not win, or of either
/// side in a draw. `None` if there was no mistake ([`MISTAKE_LOSS`]).
#[must_use]
pub fn turning_point(judgements: &[Judgement], winner: Option<Side>) -> Option<&Judgement> {
    let bad = judgements
        .iter()
        .filter(|judgement| judgement.loss >= MISTAKE_LOSS && Some(judgement.side) != winner);
    bad.max_by(|a, b| a.loss.total_cmp(&b.loss))
}

/// Accuracy of each side in percent, first side first: the mean of
/// 100 · (1 − loss)⁴ over its moves that were not forced. So 100 means that
/// nothing was lost; a move that loses a pawn in an even position of chess
/// counts 56, one that throws away a won game 0. `None` for a side that had
/// only forced moves.
#[must_use]
pub fn accuracy(judgements: &[Judgement]) -> [Option<f64>; 2] {
    Side::BOTH.map(|side| {
        let own =
            judgements.iter().filter(|judgement| judgement.side == side && judgement.had_choice);
        let points: Vec<_> = own.map(|judgement| 100.0 * (1.0 - judgement.loss).powi(4)).collect();
        (!points.is_empty()).then(|| points.iter().sum::<f64>() / points.len() as f64)
    })
}
