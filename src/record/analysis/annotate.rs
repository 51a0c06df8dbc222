//! Writing into a tree what was found out about a line of it.

use super::judge::{Judgement, judge};
use super::study::Study;
use crate::record::{GameTree, Glyph, NodeId};

/// Plies of a better line that become a variation, at most.
pub const LONGEST_VARIATION: usize = 12;

/// Writes the studies of a line into the tree, and answers what is to be said
/// about each move: evaluations at the nodes, signs at the moves that lost
/// much, and what was better as a variation beside those. The main line stays
/// the main line.
///
/// A move that somebody has judged already keeps that judgement, and a
/// variation that is there already is not written twice: doing this again
/// changes nothing.
pub fn annotate(tree: &mut GameTree, studies: &[Study]) -> Vec<Judgement> {
    let line: Vec<NodeId> = studies.iter().map(|study| study.node).collect();
    let judgements = judge(tree, &line, studies);
    for study in studies {
        if study.evaluation.is_some() {
            tree.notes_mut(study.node).evaluation = study.evaluation;
        }
    }
    for judgement in &judgements {
        let Some(glyph) = judgement.glyph else { continue };
        let notes = tree.notes_mut(judgement.node);
        if !notes.glyphs.iter().copied().any(Glyph::is_of_move) {
            notes.add_glyph(glyph);
        }
        let Some(parent) = tree.parent(judgement.node) else { continue };
        if let Some(study) = studies.iter().find(|study| study.node == parent) {
            add_variation(tree, study);
        }
    }
    judgements
}

/// Adds the best line of a position after its node.
fn add_variation(tree: &mut GameTree, study: &Study) {
    let Some(best) = study.lines.first() else { return };
    let mut node = study.node;
    for (n, &mv) in best.moves.iter().take(LONGEST_VARIATION).enumerate() {
        let Ok(next) = tree.play(node, mv) else { return };
        node = next;
        if n == 0 && tree.notes(node).evaluation.is_none() {
            tree.notes_mut(node).evaluation = study.evaluation;
        }
    }
}
