//! Learning from mistakes: the player looks for a better move wherever the record marks one
//! as bad.

use bevy::prelude::*;

use super::analysis::AnalysePosition;
use super::navigation::is_bad_move;
use super::{Review, go_to};
use crate::app::services::tasks::{TaskHandle, TaskRunner};
use crate::app::session::{ActiveSession, GameEvent, ReviewSession, Session, SessionEvent};
use crate::core::Side;
use crate::record::analysis::{
    DUBIOUS_LOSS, empty_fraction, evaluation_of_outcome, evaluation_of_value, win_probability,
};
use crate::record::{Evaluation, GameTree, NodeId};

/// Reaction of the player to the mistake in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnState {
    /// Nothing yet.
    Asked,
    /// Played a move that the computer looks at.
    Judged,
    /// Played a move that is bad too, and was taken back.
    Wrong,
    /// Played a good move.
    Found(NodeId),
    /// Asked for the better move.
    Shown(NodeId),
}

/// The mistakes of a side, one after the other.
pub struct LearnFromMistakes {
    mistakes: Vec<NodeId>,
    at: usize,
    state: LearnState,
    /// Nodes of the record before the player tried a move.
    node_count: usize,
    /// The move that is looked at.
    judged: Option<(NodeId, TaskHandle<AnalysePosition>)>,
}

impl LearnFromMistakes {
    /// The mistakes of a side in the current line; `None` if there are none.
    fn of(session: &Session, side: Side) -> Option<LearnFromMistakes> {
        let tree = session.tree();
        let is_of_side = |&node: &NodeId| {
            let parent = tree.parent(node);
            parent.is_some_and(|parent| tree.position(parent).side_to_move() == side)
        };
        let line = session.line().into_iter();
        let mistakes: Vec<_> =
            line.filter(is_of_side).filter(|&node| is_bad_move(session, node)).collect();
        (!mistakes.is_empty()).then_some(LearnFromMistakes {
            mistakes,
            at: 0,
            state: LearnState::Asked,
            node_count: 0,
            judged: None,
        })
    }

    /// The bad move in question.
    pub fn mistake(&self) -> NodeId {
        self.mistakes[self.at]
    }

    /// Number of the mistake, from 1, and of all.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.mistakes.len())
    }

    /// Reaction of the player to it.
    pub fn state(&self) -> LearnState {
        self.state
    }

    /// Shows the position before the mistake and asks for a move.
    fn ask(&mut self, record: &mut ReviewSession, events: &mut MessageWriter<SessionEvent>) {
        self.state = LearnState::Asked;
        self.judged = None;
        if let Some(before) = record.session().tree().parent(self.mistake()) {
            go_to(record, before, events);
        }
        self.node_count = record.session().tree().nodes().count();
    }
}

/// Begins with the mistakes of a side.
pub(super) fn begin(
    review: &mut Review,
    record: &mut ReviewSession,
    side: Side,
    events: &mut MessageWriter<SessionEvent>,
) {
    review.learn = LearnFromMistakes::of(record.session(), side);
    if let Some(learn) = &mut review.learn {
        learn.ask(record, events);
    }
}

/// Goes on to the next mistake, or ends after the last one.
pub(super) fn next(
    review: &mut Review,
    record: &mut ReviewSession,
    events: &mut MessageWriter<SessionEvent>,
) {
    let Some(learn) = &mut review.learn else { return };
    learn.at += 1;
    // Those that were deleted meanwhile.
    let tree = record.session().tree();
    while learn.mistakes.get(learn.at).is_some_and(|&node| !tree.contains(node)) {
        learn.at += 1;
    }
    if learn.at < learn.mistakes.len() {
        learn.ask(record, events);
    } else {
        review.learn = None;
    }
}

/// Shows the better move of the record.
pub(super) fn show_better(
    review: &mut Review,
    record: &mut ReviewSession,
    events: &mut MessageWriter<SessionEvent>,
) {
    let Some(learn) = &mut review.learn else { return };
    let better = better_move(record.session().tree(), learn.mistake());
    learn.judged = None;
    learn.state = LearnState::Shown(better.unwrap_or(learn.mistake()));
    go_to(record, better.unwrap_or(learn.mistake()), events);
}

/// The sibling of a bad move that loses least.
fn better_move(tree: &GameTree, mistake: NodeId) -> Option<NodeId> {
    let before = tree.parent(mistake)?;
    let known = tree.children(before).filter(|&node| node != mistake).filter_map(|node| {
        let evaluation = tree.annotations(node).evaluation?;
        Some((node, loss(tree, before, evaluation)?))
    });
    known.min_by(|a, b| a.1.total_cmp(&b.1)).map(|found| found.0)
}

/// The win probability that a move lost, by the evaluations before and after it.
fn loss(tree: &GameTree, before: NodeId, after: Evaluation) -> Option<f64> {
    let position = tree.position(before);
    let empty = empty_fraction(position);
    let known = tree.annotations(before).evaluation?;
    let lost = win_probability(&known, empty) - win_probability(&after, empty);
    Some(if position.side_to_move() == Side::First { lost } else { -lost })
}

/// Judges the move that the player tried.
pub(super) fn judge(
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    task_runner: Res<TaskRunner>,
    mut events: MessageWriter<SessionEvent>,
) {
    let serial = active_session.serial();
    let Some(learn) = review.bypass_change_detection().learn.as_mut() else { return };
    let Some(session) = active_session.review().map(ReviewSession::session) else { return };
    let (tree, tried) = (session.tree(), session.current());
    let before = match tree.contains(learn.mistake()) {
        true => tree.parent(learn.mistake()),
        false => None,
    };
    let waits = matches!(learn.state, LearnState::Asked | LearnState::Wrong);
    let evaluation = match &learn.judged {
        // The player went elsewhere meanwhile.
        Some((node, _)) if *node != tried => {
            learn.judged = None;
            learn.state = LearnState::Asked;
            return;
        }
        Some((_, task)) if !task.is_finished() => return,
        Some((_, task)) => {
            let side = session.position().side_to_move();
            let found = task.output().first().and_then(|info| info.score);
            found.map(|value| evaluation_of_value(&value, side))
        }
        None if !waits || before.is_none() || tree.parent(tried) != before => return,
        None if tried == learn.mistake() => None,
        None => {
            let outcome = session.position().outcome();
            let known = tree.annotations(tried).evaluation;
            let known = outcome.map(|outcome| evaluation_of_outcome(&outcome, None)).or(known);
            if known.is_none() {
                let task = AnalysePosition::briefly(serial, tree.sequence(tried));
                learn.judged = Some((tried, task_runner.spawn(task)));
                learn.state = LearnState::Judged;
                review.set_changed();
                return;
            }
            known
        }
    };
    let loss = before.zip(evaluation).and_then(|(before, after)| loss(tree, before, after));
    learn.judged = None;
    if tried != learn.mistake() && loss.is_some_and(|loss| loss < DUBIOUS_LOSS) {
        learn.state = LearnState::Found(tried);
    } else {
        learn.state = LearnState::Wrong;
        let is_new = tree.nodes().count() > learn.node_count;
        let Some(record) = active_session.review_mut() else { return };
        if is_new {
            record.undo();
            events.write(SessionEvent::Game(GameEvent::TookBack(1)));
        } else if let Some(before) = before {
            go_to(record, before, &mut events);
        }
    }
    review.set_changed();
}
