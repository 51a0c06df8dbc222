//! Asking a computer player about every position of a line.

use std::ops::ControlFlow;

use super::chance::{by_rules, chance, evaluation, room};
use super::leaning::straighten;
use serde::{Deserialize, Serialize};

use crate::core::{Move, Side};
use crate::games::{AnyPosition, Engine, Request, Strength, Thought, Unit, Value};
use crate::record::{Evaluation, GameTree, NodeId};
use crate::search::{Limits, Stop};

/// How deeply each position is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Bounds on the effort for one position.
    pub limits: Limits,
    /// How many best moves are looked for.
    pub lines: usize,
}

/// A good move of a position, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The play expected from both sides, beginning with the move; never
    /// empty.
    pub moves: Vec<Move>,
    /// What it is worth, if the player has a measure.
    pub evaluation: Option<Evaluation>,
    /// Plies looked ahead.
    pub depth: u32,
}

/// What was found out about the position of one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Study {
    /// The node after whose move the position stands.
    pub node: NodeId,
    /// What the position is worth. Of an estimate this is the mean of the
    /// last two depths of the search: who has the last move in a quiet
    /// position looks better by a tempo. Chances are rid of what they lean
    /// towards the side to move along the line.
    pub evaluation: Option<Evaluation>,
    /// The best moves, best first; none where the game is over.
    pub lines: Vec<Line>,
    /// Positions looked at.
    pub nodes: u64,
}

/// How far [`analyse_line`] has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What was just found out, as far as it can be told before the rest of
    /// the line is known.
    pub study: &'a Study,
    /// Positions that are done.
    pub done: usize,
    /// Positions of the whole line.
    pub total: usize,
}

/// Asks a computer player about every position of a line of nodes, each the
/// parent of the next, and answers in the order of the line.
///
/// It goes from the last position to the first, so that what the player
/// remembers of later positions helps with earlier ones: a win that was found
/// later is known before it. Finished positions are worth what the rules say.
/// `progress` hears of each position, in the order in which they are done;
/// when it breaks off or the flag is raised, the answer has those that are
/// done.
pub fn analyse_line(
    engine: &mut dyn Engine,
    tree: &GameTree,
    line: &[NodeId],
    depth: &Depth,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Vec<Study> {
    let total = line.len();
    let mut studies: Vec<Study> = Vec::with_capacity(total);
    let mut unit = None;
    let is_over = |node: NodeId| tree.position(node).outcome().is_some();
    // The unit in which a finished game is counted shows in the others.
    let (over, open): (Vec<NodeId>, Vec<NodeId>) = line.iter().rev().partition(|&&n| is_over(n));
    for node in open.into_iter().chain(over) {
        let position = tree.position(node);
        let study = match position.outcome() {
            Some(outcome) => {
                let evaluation = Some(by_rules(&outcome, unit));
                Study { node, evaluation, lines: Vec::new(), nodes: 0 }
            }
            None => {
                let mut study = ask(engine, node, position, depth, stop);
                if stop.is_raised() {
                    break;
                }
                let later = studies.last().filter(|later| tree.parent(later.node) == Some(node));
                if let Some((later, mv)) = later.and_then(|l| Some((l, tree.move_at(l.node)?))) {
                    let turns = tree.position(later.node).side_to_move() != position.side_to_move();
                    learn(&mut study, position, (mv, turns), later, depth.lines);
                }
                study
            }
        };
        if let Some(Evaluation::Amount { unit: counted, .. }) = study.evaluation {
            unit = unit.or(Some(counted));
        }
        studies.push(study);
        let Some(study) = studies.last() else { break };
        if progress(Progress { study, done: studies.len(), total }).is_break() {
            break;
        }
    }
    let place = |study: &Study| line.iter().position(|&node| node == study.node);
    studies.sort_by_key(place);
    straighten(tree, &mut studies);
    studies
}

/// Asks about one position.
fn ask(
    engine: &mut dyn Engine,
    node: NodeId,
    position: &AnyPosition,
    depth: &Depth,
    stop: &Stop,
) -> Study {
    let side = position.side_to_move();
    let request =
        Request { strength: Strength::Full, limits: depth.limits, seed: 0, stop: stop.clone() };
    // The depths that were completed, with what they said.
    let mut told: [Option<(u32, Value)>; 2] = [None; 2];
    let thoughts = engine.analyse(position, &request, depth.lines, &mut |thoughts| {
        if let Some((first, value)) = thoughts.first().and_then(|t| Some((t, t.value?))) {
            told = [told[1], Some((first.depth, value))];
        }
    });
    let best = thoughts.first();
    let value = match (told, best) {
        ([Some((before, earlier)), Some((last, later))], Some(best))
            if before + 1 == last
                && best.depth == last
                && [earlier, later].iter().all(is_estimate)
                && best.value.as_ref().is_some_and(is_estimate) =>
        {
            Some(Value { amount: (earlier.amount + later.amount) / 2.0, ..later })
        }
        _ => best.and_then(|best| best.value),
    };
    let line = |thought: &Thought| Line {
        moves: thought.line.clone(),
        evaluation: thought.value.map(|value| evaluation(&value, side)),
        depth: thought.depth,
    };
    Study {
        node,
        evaluation: value.map(|value| evaluation(&value, side)),
        lines: thoughts.iter().map(line).filter(|line| !line.moves.is_empty()).collect(),
        nodes: best.map_or(0, |best| best.nodes),
    }
}

fn is_estimate(value: &Value) -> bool {
    !value.exact && value.mate.is_none()
}

/// What the next position of the line tells about this one: a move that is
/// the only one, or surely better than what was found here, is the best and
/// worth what follows. `turns` tells whether it gave the turn to the other
/// side.
fn learn(
    study: &mut Study,
    position: &AnyPosition,
    (mv, turns): (Move, bool),
    later: &Study,
    most: usize,
) {
    let side = position.side_to_move();
    let sign = if side == Side::First { 1 } else { -1 };
    let room = room(position);
    let seen = |evaluation: &Evaluation| {
        let first = chance(evaluation, room);
        if side == Side::First { first } else { 1.0 - first }
    };
    let Some(known) = later.evaluation else { return };
    let is_only = position.legal_moves().len() == 1;
    let better = match known {
        Evaluation::Mate(moves) if moves * sign > 0 => {
            let moves = moves + if turns { sign } else { 0 };
            let wins_as_soon = |own: Evaluation| match own {
                Evaluation::Mate(n) => n * sign > 0 && n * sign <= moves * sign,
                Evaluation::Amount { exact, .. } => exact && seen(&own) >= 1.0,
            };
            (!study.evaluation.is_some_and(wins_as_soon)).then_some(Evaluation::Mate(moves))
        }
        _ if is_only => Some(known),
        Evaluation::Amount { amount, unit, exact: true } => {
            let is_better = study.evaluation.is_none_or(|own| seen(&known) > seen(&own));
            // Something else may be better still, but than a sure win.
            let exact = unit == Unit::Chance && seen(&known) >= 1.0;
            is_better.then_some(Evaluation::Amount { amount, unit, exact })
        }
        _ => None,
    };
    let Some(better) = better else { return };
    study.evaluation = Some(better);
    let next = later.lines.first();
    let moves = std::iter::once(mv).chain(next.iter().flat_map(|line| line.moves.iter().copied()));
    let line = Line {
        moves: moves.collect(),
        evaluation: Some(better),
        depth: next.map_or(1, |line| line.depth + 1),
    };
    study.lines.retain(|known| known.moves.first() != Some(&mv));
    study.lines.insert(0, line);
    study.lines.truncate(most.max(1));
}
