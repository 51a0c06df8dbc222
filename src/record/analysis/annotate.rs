//! Writes the analysis of a line into the tree.

use super::judge::{Judgement, judge};
use super::position_analysis::PositionAnalysis;
use crate::record::{GameTree, Glyph, NodeId};

/// Plies of a better line that are added as a variation, at most.
pub const MAX_VARIATION_PLIES: usize = 12;

/// Writes the analyses of a line into the tree and returns the judgement of
/// each move: evaluations at the nodes, glyphs at the mistakes, and the better
/// line as a variation beside those. The main line stays the main line.
///
/// A move that has an assessment already keeps it, and a variation that is
/// there already is not added twice: the operation is idempotent.
pub fn annotate(tree: &mut GameTree, analyses: &[PositionAnalysis]) -> Vec<Judgement> {
    annotate_as(tree, analyses, None)
}

/// As [`annotate()`], and names the one who has analysed in a comment on each better line that
/// is added.
pub fn annotate_as(
    tree: &mut GameTree,
    analyses: &[PositionAnalysis],
    author: Option<&str>,
) -> Vec<Judgement> {
    let line: Vec<NodeId> = analyses.iter().map(|analysis| analysis.node).collect();
    let judgements = judge(tree, &line, analyses);
    for analysis in analyses {
        if analysis.evaluation.is_some() {
            tree.annotations_mut(analysis.node).evaluation = analysis.evaluation;
        }
    }
    for judgement in &judgements {
        let Some(glyph) = judgement.glyph else { continue };
        let annotations = tree.annotations_mut(judgement.node);
        if !annotations.glyphs.iter().copied().any(Glyph::is_move_assessment) {
            annotations.add_glyph(glyph);
        }
        let Some(parent) = tree.parent(judgement.node) else { continue };
        if let Some(analysis) = analyses.iter().find(|analysis| analysis.node == parent) {
            add_variation(tree, analysis, author);
        }
    }
    judgements
}

/// Adds the best line of a position as a variation, with its author where it is new.
fn add_variation(tree: &mut GameTree, analysis: &PositionAnalysis, author: Option<&str>) {
    let Some(best) = analysis.lines.first() else { return };
    let mut node = analysis.node;
    for (n, &mv) in best.moves.iter().take(MAX_VARIATION_PLIES).enumerate() {
        let is_new = tree.child_for_move(node, mv).is_none();
        let Ok(next) = tree.play(node, mv) else { return };
        node = next;
        if n > 0 {
            continue;
        }
        let annotations = tree.annotations_mut(node);
        annotations.evaluation = annotations.evaluation.or(analysis.evaluation);
        if let (Some(author), true) = (author, is_new) {
            annotations.comment = author.to_owned();
        }
    }
}
