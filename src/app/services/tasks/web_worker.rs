//! Tasks in Web Workers.

use bevy::prelude::*;

use super::{Queue, Task, TaskReporter, wire};
use crate::app::services::tasks::worker_pool;
use crate::app::services::tasks::worker_pool::TaskId;
use crate::games::Game;
use crate::search::StopFlag;

/// The states are kept in the workers.
#[derive(Clone, Default)]
pub(super) struct QueueStates;

impl QueueStates {
    pub(super) fn reset(&self, queue: Queue) {
        worker_pool::end_idle_worker(queue);
    }
}

/// Cancels the task when dropped.
pub(super) struct TaskGuard(#[expect(dead_code, reason = "held to be dropped")] Option<TaskId>);

/// Loads weights in the workers; no task runs on the page itself.
pub(super) fn load_weights(_: &QueueStates, game: &'static dyn Game, weights: &[u8]) {
    worker_pool::load_weights(game.id(), weights);
}

pub(super) fn spawn<T: Task>(
    _: &QueueStates,
    task: T,
    _: StopFlag,
    reporter: TaskReporter<T>,
) -> TaskGuard {
    let bytes = match wire::pack(&task) {
        Ok(bytes) => bytes,
        Err(error) => {
            error!("{}: {error}", T::NAME);
            return TaskGuard(None);
        }
    };
    TaskGuard(worker_pool::spawn(T::NAME, T::QUEUE, bytes, move |output| {
        match wire::unpack(output) {
            Ok(output) => reporter.report(output),
            Err(error) => error!("{}: {error}", T::NAME),
        }
    }))
}
