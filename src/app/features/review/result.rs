//! The short analysis of a game that has just ended: the accuracy of both sides, and the
//! move at which it turned.

use std::time::Duration;

use bevy::prelude::*;

use super::analysis::{AnalyseLine, LineAnalysis};
use crate::app::services::tasks::{TaskHandle, TaskRunner};
use crate::app::session::{ActiveSession, Mode, Session};
use crate::core::Side;
use crate::record::analysis::{PositionAnalysis, accuracy, judge, turning_point};
use crate::record::{GameTree, NodeId};
use crate::search::Limits;

/// Time for all positions together, and bounds of the time for each.
const WHOLE_TIME: Duration = Duration::from_secs(8);
const POSITION_TIMES: [Duration; 2] = [Duration::from_millis(40), Duration::from_millis(150)];

/// Moves of a game of which too little can be said.
const MIN_PLIES: usize = 6;

/// The analysis of the game on the board, once it is over.
#[derive(Resource, Default)]
pub struct ResultAnalysis {
    /// The session on the board, the last node of its game, and whether that is over.
    seen: Option<(u64, NodeId, bool)>,
    job: Option<(TaskHandle<AnalyseLine>, Vec<NodeId>)>,
    found: Option<GameResult>,
}

/// Findings of the analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameResult {
    /// Accuracy of each side in percent, if it had a choice.
    pub accuracy: [Option<f64>; 2],
    /// The node after the move that lost the most, and its loss of win probability, 0 to 1.
    pub turning_point: Option<(NodeId, f64)>,
}

impl ResultAnalysis {
    /// The findings, once the analysis is done.
    pub fn found(&self) -> Option<GameResult> {
        self.found
    }

    /// Part of the positions analysed, 0 to 1, while it runs.
    pub fn progress(&self) -> Option<f32> {
        let (job, nodes) = self.job.as_ref()?;
        Some(job.with_output(LineAnalysis::done) as f32 / nodes.len().max(1) as f32)
    }
}

/// Analyses the game on the board when it has ended there.
pub(super) fn analyse_result(
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    mut result: ResMut<ResultAnalysis>,
) {
    let session = active_session.session_in(Mode::Game);
    let seen = session
        .map(|session| (active_session.serial(), session.current(), session.ending().is_some()));
    if result.seen != seen {
        // An ended game that was opened is analysed on request, in review.
        let serial = |seen: Option<(u64, NodeId, bool)>| seen.map(|(serial, ..)| serial);
        let was_running = result.seen.is_some_and(|(.., is_over)| !is_over);
        let begins = was_running && serial(result.seen) == serial(seen);
        *result = ResultAnalysis { seen, ..default() };
        result.job = session.filter(|_| begins).and_then(|session| begin(session, &task_runner));
    }
    if result.job.as_ref().is_some_and(|(job, _)| job.is_finished())
        && let (Some((job, nodes)), Some(session)) = (result.job.take(), session)
    {
        let winner = session.ending().and_then(|ending| ending.winner());
        result.found = Some(summarise(session.tree(), &nodes, job.output(), winner));
    }
}

fn begin(
    session: &Session,
    task_runner: &TaskRunner,
) -> Option<(TaskHandle<AnalyseLine>, Vec<NodeId>)> {
    session.ending()?;
    let tree = session.tree();
    let nodes = tree.path(session.current());
    let plies = nodes.len() - 1;
    if plies < MIN_PLIES {
        return None;
    }
    let [least, most] = POSITION_TIMES;
    let time = (WHOLE_TIME / plies as u32).clamp(least, most);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let task = AnalyseLine::new(tree.sequence(session.current()), limits);
    Some((task_runner.spawn(task), nodes))
}

fn summarise(
    tree: &GameTree,
    nodes: &[NodeId],
    found: LineAnalysis,
    winner: Option<Side>,
) -> GameResult {
    let of_node = |(place, analysis): (usize, PositionAnalysis)| {
        Some(PositionAnalysis { node: *nodes.get(place)?, ..analysis })
    };
    let analyses: Vec<_> = found.into_analyses().into_iter().filter_map(of_node).collect();
    let judged = judge(tree, nodes, &analyses);
    GameResult {
        accuracy: accuracy(&judged),
        turning_point: turning_point(&judged, winner).map(|worst| (worst.node, worst.loss)),
    }
}
