//! Correction of the tempo bias: estimates that favour the side to move.

use super::position_analysis::PositionAnalysis;
use crate::core::Side;
use crate::games::ScoreUnit;
use crate::record::{Evaluation, GameTree};

/// Moves before and after a position from which its bias is estimated.
const WINDOW: usize = 8;

/// Fewest samples that give an estimate.
const MIN_SAMPLES: usize = 6;

/// Removes the tempo bias from estimated win rates. A shallow search finds more
/// for the side to move, so that every move, even the best, seems to lose
/// something. Most moves of a game lose nothing, so the median loss of the
/// moves nearby is twice the bias.
///
/// The analyses are those of a line, in its order.
pub(super) fn correct(tree: &GameTree, analyses: &mut [PositionAnalysis]) {
    let sign = |analysis: &PositionAnalysis| match tree.position(analysis.node).side_to_move() {
        Side::First => 1.0,
        Side::Second => -1.0,
    };
    let signs: Vec<f64> = analyses.iter().map(sign).collect();
    let estimate = |analysis: &PositionAnalysis| match analysis.evaluation {
        Some(Evaluation::Amount { amount, unit: ScoreUnit::Chance, exact: false }) => Some(amount),
        _ => None,
    };
    let apparent_loss = |n: usize| {
        let (before, after) = (estimate(&analyses[n])?, estimate(&analyses[n + 1])?);
        (signs[n] != signs[n + 1]).then_some((before - after) * signs[n])
    };
    let losses: Vec<_> = (0..analyses.len().saturating_sub(1)).map(apparent_loss).collect();
    for (n, analysis) in analyses.iter_mut().enumerate() {
        let nearby = &losses[n.saturating_sub(WINDOW)..losses.len().min(n + WINDOW)];
        let mut nearby: Vec<f64> = nearby.iter().flatten().copied().collect();
        if nearby.len() < MIN_SAMPLES {
            continue;
        }
        nearby.sort_by(f64::total_cmp);
        let bias = nearby[nearby.len() / 2] / 2.0;
        let lines = analysis.lines.iter_mut().map(|line| &mut line.evaluation);
        for evaluation in std::iter::once(&mut analysis.evaluation).chain(lines).flatten() {
            if let Evaluation::Amount { amount, unit: ScoreUnit::Chance, exact: false } = evaluation
                && (0.001..0.999).contains(amount)
            {
                let corrected = (*amount - signs[n] * bias).clamp(0.0, 1.0);
                *amount = (corrected * 1000.0).round() / 1000.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;
    use crate::record::NodeId;

    /// A line whose estimates have this bias, with a mistake of 0.3 at its
    /// eleventh move.
    fn analyses(tree: &mut GameTree, bias: f64) -> Vec<PositionAnalysis> {
        let mut node = tree.root();
        let mut line: Vec<NodeId> = vec![node];
        for _ in 0..20 {
            let mv = tree.position(node).legal_moves()[0];
            node = tree.play(node, mv).unwrap();
            line.push(node);
        }
        let analysis = |(n, node): (usize, NodeId)| {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            let amount = sign * bias + if n > 10 { 0.3 } else { 0.6 };
            let amount = Evaluation::Amount { amount, unit: ScoreUnit::Chance, exact: false };
            PositionAnalysis { node, evaluation: Some(amount), lines: Vec::new(), nodes: 0 }
        };
        line.into_iter().enumerate().map(analysis).collect()
    }

    #[test]
    fn the_bias_is_removed_and_mistakes_stay() {
        for bias in [0.0, 0.04, 0.1] {
            let game = registry::find("gomoku").unwrap();
            let mut tree = GameTree::new(game, crate::games::Options::default()).unwrap();
            let mut analyses = analyses(&mut tree, bias);
            correct(&tree, &mut analyses);
            for (n, analysis) in analyses.iter().enumerate() {
                let Some(Evaluation::Amount { amount, .. }) = analysis.evaluation else { panic!() };
                let expected = if n > 10 { 0.3 } else { 0.6 };
                assert!((amount - expected).abs() < 0.002, "{n}: {amount}");
            }
        }
    }

    #[test]
    fn a_short_line_is_not_corrected() {
        let game = registry::find("gomoku").unwrap();
        let mut tree = GameTree::new(game, crate::games::Options::default()).unwrap();
        let mut few = analyses(&mut tree, 0.1);
        few.truncate(MIN_SAMPLES);
        let before = few.clone();
        correct(&tree, &mut few);
        assert_eq!(few, before);
    }
}
