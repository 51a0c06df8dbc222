//! What estimates lean towards the side to move.

use super::study::Study;
use crate::core::Side;
use crate::games::Unit;
use crate::record::{Evaluation, GameTree};

/// Moves before and after a position by which its leaning is judged.
const REACH: usize = 8;

/// From fewer of them nothing is concluded.
const LEAST: usize = 6;

/// Takes out of estimated chances what they lean towards the side to move: a
/// player that looks at little finds more for the side whose moves it looks
/// at first, so that every move, the best too, seems to lose something. What
/// the middle one of the moves nearby seems to lose is that leaning, twice;
/// most moves of a game lose nothing.
///
/// The studies are those of a line, in its order.
pub(super) fn straighten(tree: &GameTree, studies: &mut [Study]) {
    let sign = |study: &Study| match tree.position(study.node).side_to_move() {
        Side::First => 1.0,
        Side::Second => -1.0,
    };
    let signs: Vec<f64> = studies.iter().map(sign).collect();
    let estimate = |study: &Study| match study.evaluation {
        Some(Evaluation::Amount { amount, unit: Unit::Chance, exact: false }) => Some(amount),
        _ => None,
    };
    let seems_lost = |n: usize| {
        let (before, after) = (estimate(&studies[n])?, estimate(&studies[n + 1])?);
        (signs[n] != signs[n + 1]).then_some((before - after) * signs[n])
    };
    let losses: Vec<_> = (0..studies.len().saturating_sub(1)).map(seems_lost).collect();
    for (n, study) in studies.iter_mut().enumerate() {
        let near = &losses[n.saturating_sub(REACH)..losses.len().min(n + REACH)];
        let mut near: Vec<f64> = near.iter().flatten().copied().collect();
        if near.len() < LEAST {
            continue;
        }
        near.sort_by(f64::total_cmp);
        let leaning = near[near.len() / 2] / 2.0;
        let lines = study.lines.iter_mut().map(|line| &mut line.evaluation);
        for evaluation in std::iter::once(&mut study.evaluation).chain(lines).flatten() {
            if let Evaluation::Amount { amount, unit: Unit::Chance, exact: false } = evaluation
                && (0.001..0.999).contains(amount)
            {
                let straight = (*amount - signs[n] * leaning).clamp(0.0, 1.0);
                *amount = (straight * 1000.0).round() / 1000.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;
    use crate::record::NodeId;

    /// A line of a game in which estimates lean by this much, with a mistake
    /// of 0.3 at its eleventh move.
    fn studies(tree: &mut GameTree, leaning: f64) -> Vec<Study> {
        let mut node = tree.root();
        let mut line: Vec<NodeId> = vec![node];
        for _ in 0..20 {
            let mv = tree.position(node).legal_moves()[0];
            node = tree.play(node, mv).unwrap();
            line.push(node);
        }
        let study = |(n, node): (usize, NodeId)| {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            let amount = sign * leaning + if n > 10 { 0.3 } else { 0.6 };
            let amount = Evaluation::Amount { amount, unit: Unit::Chance, exact: false };
            Study { node, evaluation: Some(amount), lines: Vec::new(), nodes: 0 }
        };
        line.into_iter().enumerate().map(study).collect()
    }

    #[test]
    fn leaning_is_taken_out_and_mistakes_stay() {
        for leaning in [0.0, 0.04, 0.1] {
            let game = registry::find("gomoku").unwrap();
            let mut tree = GameTree::new(game, crate::games::Options::default()).unwrap();
            let mut studies = studies(&mut tree, leaning);
            straighten(&tree, &mut studies);
            for (n, study) in studies.iter().enumerate() {
                let Some(Evaluation::Amount { amount, .. }) = study.evaluation else { panic!() };
                let expected = if n > 10 { 0.3 } else { 0.6 };
                assert!((amount - expected).abs() < 0.002, "{n}: {amount}");
            }
        }
    }

    #[test]
    fn a_short_line_says_nothing_about_leaning() {
        let game = registry::find("gomoku").unwrap();
        let mut tree = GameTree::new(game, crate::games::Options::default()).unwrap();
        let mut few = studies(&mut tree, 0.1);
        few.truncate(LEAST);
        let before = few.clone();
        straighten(&tree, &mut few);
        assert_eq!(few, before);
    }
}
