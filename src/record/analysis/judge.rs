//! What a move lost of the chance to win, and the sign it gets for that.

use super::chance::{by_rules, chance, room};
use super::study::Study;
use crate::core::Side;
use crate::record::{Evaluation, GameTree, Glyph, NodeId};

/// From this loss of winning chance on, a move is dubious: in chess about
/// half a pawn of an even game.
pub const DUBIOUS: f64 = 0.08;

/// From this loss on it is a mistake: more than a pawn of an even game.
pub const MISTAKE: f64 = 0.15;

/// From this loss on it is a blunder: two pawns of an even game.
pub const BLUNDER: f64 = 0.25;

/// What is to be said about one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The node that the move led to.
    pub node: NodeId,
    /// Who played it.
    pub side: Side,
    /// How much of the chance to win it lost, 0 to 1.
    pub loss: f64,
    /// The sign for that, from [`DUBIOUS`] on.
    pub glyph: Option<Glyph>,
    /// Whether there was another move to play.
    pub had_choice: bool,
}

fn glyph(loss: f64) -> Option<Glyph> {
    match loss {
        _ if loss >= BLUNDER => Some(Glyph::Blunder),
        _ if loss >= MISTAKE => Some(Glyph::Mistake),
        _ if loss >= DUBIOUS => Some(Glyph::Dubious),
        _ => None,
    }
}

/// What each move of a line of the tree lost. Positions that were studied
/// are worth what the studies say, others what is written at their nodes or
/// what the rules say of a finished game. Moves before or after which the
/// worth is not known are left out. A move that a study calls the best lost
/// nothing, whatever was found after it.
///
/// Both positions are read on the curve of the one before the move, so that
/// nothing is lost or won because the board grew fuller.
#[must_use]
pub fn judge(tree: &GameTree, line: &[NodeId], studies: &[Study]) -> Vec<Judgement> {
    let study = |node| studies.iter().find(|study| study.node == node);
    let worth = |node| -> Option<Evaluation> {
        let known = study(node).and_then(|study| study.evaluation);
        known.or(tree.notes(node).evaluation).or_else(|| {
            let outcome = tree.position(node).outcome()?;
            Some(by_rules(&outcome, None))
        })
    };
    let of = |&node: &NodeId| {
        let parent = tree.parent(node)?;
        let position = tree.position(parent);
        let side = position.side_to_move();
        let had_choice = position.legal_moves().len() > 1;
        let (before, after) = (worth(parent)?, worth(node)?);
        let room = room(position);
        let [before, after] = [before, after].map(|evaluation| {
            let first = chance(&evaluation, room);
            if side == Side::First { first } else { 1.0 - first }
        });
        let best = study(parent).and_then(|study| study.lines.first()?.moves.first().copied());
        let is_best = best.is_some() && best == tree.move_at(node);
        let loss = if is_best || !had_choice { 0.0 } else { (before - after).max(0.0) };
        Some(Judgement { node, side, loss, glyph: glyph(loss), had_choice })
    };
    line.iter().filter_map(of).collect()
}

/// The moves of a line that lost much, by the evaluations that are written in
/// the tree.
#[must_use]
pub fn mistakes(tree: &GameTree, line: &[NodeId]) -> Vec<Judgement> {
    let mut found = judge(tree, line, &[]);
    found.retain(|judgement| judgement.glyph.is_some());
    found
}

/// How well each side played, in percent, first side first: the mean of
/// 100 · (1 − loss)⁴ over its moves that had another to choose. So 100 means
/// that nothing was lost, a pawn lost in an even game of chess leaves 56 of
/// that move, and a won game thrown away leaves nothing. `None` for a side
/// that had nothing to choose.
#[must_use]
pub fn accuracy(judgements: &[Judgement]) -> [Option<f64>; 2] {
    Side::BOTH.map(|side| {
        let own = judgements.iter().filter(|judged| judged.side == side && judged.had_choice);
        let points: Vec<_> = own.map(|judged| 100.0 * (1.0 - judged.loss).powi(4)).collect();
        (!points.is_empty()).then(|| points.iter().sum::<f64>() / points.len() as f64)
    })
}
