//! The judgement that the position on the board waits for, such as that of the dead
//! stones at the end of a game of Go, found in a background task.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::active::ActiveSession;
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::core::Point;
use crate::games::{AnyPosition, Judgement};
use crate::record::MoveSequence;
use crate::search::StopFlag;

/// Task: find the judgement of a position.
#[derive(Serialize, Deserialize)]
pub struct JudgeRequest {
    sequence: MoveSequence,
}

/// The judgement so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct JudgeReport {
    /// 0 to 1.
    progress: f32,
    /// The points that it is about, once it is found.
    points: Option<Vec<Point>>,
}

impl Task for JudgeRequest {
    type Output = JudgeReport;

    const NAME: &'static str = "judge";

    fn run(self, _: &mut WorkerState, stop: &StopFlag, report: &mut dyn FnMut(JudgeReport)) {
        let position = match self.sequence.position() {
            Ok(position) => position,
            Err(wrong) => return error!("{wrong}"),
        };
        let mut tell = |progress| report(JudgeReport { progress, points: None });
        let points = position.judge(stop, &mut tell);
        report(JudgeReport { progress: 1.0, points: Some(points) });
    }
}

/// The position whose judgement is being found.
#[derive(Resource, Default)]
pub struct PendingJudgement(Option<(AnyPosition, TaskHandle<JudgeRequest>)>);

impl PendingJudgement {
    /// True while a judgement is being found.
    pub fn is_busy(&self) -> bool {
        self.0.is_some()
    }
}

/// Starts the task for the position on the board, and gives it the result. Without tasks
/// the position finds its judgement when it is asked.
pub(super) fn update_judgement(
    mut active_session: ResMut<ActiveSession>,
    task_runner: Option<Res<TaskRunner>>,
    mut pending: ResMut<PendingJudgement>,
) {
    let Some(task_runner) = task_runner else { return };
    if let Some((position, job)) = &pending.0 {
        // The output of a task that has ended is complete, so this is asked first.
        let is_finished = job.is_finished();
        let report = job.output();
        position.await_judgement(Some(report.progress));
        if is_finished {
            // After an error the players mark the stones themselves.
            position.set_judgement(&report.points.unwrap_or_default());
            pending.0 = None;
            active_session.set_changed();
        }
    }
    let Some(session) = active_session.session() else { return };
    if session.position().judgement() == Judgement::Due {
        if let Some((earlier, _)) = pending.0.take() {
            earlier.await_judgement(None);
        }
        let sequence = session.tree().sequence(session.current());
        session.position().await_judgement(Some(0.0));
        let job = task_runner.spawn(JudgeRequest { sequence });
        pending.0 = Some((session.position().clone(), job));
    }
}
