//! Tasks on Bevy's compute pool.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::log::error;
use bevy::tasks::AsyncComputeTaskPool;

use super::{Queue, Task, TaskReporter, WorkerState};
use crate::games::Game;
use crate::search::StopFlag;

type SharedState = Arc<Mutex<WorkerState>>;

/// The states of the queues.
#[derive(Clone, Default)]
pub(super) struct QueueStates(Arc<Mutex<[SharedState; 2]>>);

impl QueueStates {
    fn get(&self, queue: Queue) -> SharedState {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[queue as usize].clone()
    }

    /// Replaces the state; a running task finishes with the old one.
    pub(super) fn reset(&self, queue: Queue) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[queue as usize] =
            SharedState::default();
    }
}

/// Nothing: the stop flag alone cancels a task.
pub(super) struct TaskGuard;

pub(super) fn load_weights(game: &'static dyn Game, weights: &[u8]) {
    let weights = weights.to_vec();
    let load = async move {
        if let Some(Err(reason)) = game.weights().map(|file| file.load(&weights)) {
            error!("{}: {reason}", game.id());
        }
    };
    AsyncComputeTaskPool::get().spawn(load).detach();
}

pub(super) fn spawn<T: Task>(
    queues: &QueueStates,
    task: T,
    stop: StopFlag,
    reporter: TaskReporter<T>,
) -> TaskGuard {
    let state = T::QUEUE.map_or_else(SharedState::default, |queue| queues.get(queue));
    let work = async move {
        // The previous task of the queue has been cancelled and unlocks soon.
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if !stop.is_raised() {
            task.run(&mut state, &stop, &mut |output| reporter.report(output));
        }
    };
    AsyncComputeTaskPool::get().spawn(work).detach();
    TaskGuard
}
