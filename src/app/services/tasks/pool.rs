//! Tasks on Bevy's compute pool.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::log::error;
use bevy::tasks::AsyncComputeTaskPool;

use super::{Queue, Task, TaskReporter, WorkerState};
use crate::games::Game;
use crate::search::StopFlag;

type SharedState = Arc<Mutex<WorkerState>>;

/// The weights of a game's engine, as their file holds them.
type WaitingWeights = (&'static dyn Game, Vec<u8>);

/// The states of the queues, and the weights that no engine has loaded yet.
#[derive(Clone, Default)]
pub(super) struct QueueStates {
    states: Arc<Mutex<[SharedState; 2]>>,
    weights: Arc<Mutex<Vec<WaitingWeights>>>,
}

impl QueueStates {
    fn get(&self, queue: Queue) -> SharedState {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)[queue as usize].clone()
    }

    /// Replaces the state; a running task finishes with the old one.
    pub(super) fn reset(&self, queue: Queue) {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)[queue as usize] =
            SharedState::default();
    }

    /// Loads the weights that wait for it. Every task does so first, so that none searches
    /// without weights that were there when it was started.
    fn load_waiting_weights(&self) {
        let mut waiting = self.weights.lock().unwrap_or_else(PoisonError::into_inner);
        for (game, weights) in waiting.drain(..) {
            if let Some(Err(reason)) = game.weights().map(|file| file.load(&weights)) {
                error!("{}: {reason}", game.id());
            }
        }
    }
}

/// Nothing: the stop flag alone cancels a task.
pub(super) struct TaskGuard;

pub(super) fn load_weights(queues: &QueueStates, game: &'static dyn Game, weights: &[u8]) {
    let waiting = (game, weights.to_vec());
    queues.weights.lock().unwrap_or_else(PoisonError::into_inner).push(waiting);
    let queues = queues.clone();
    AsyncComputeTaskPool::get().spawn(async move { queues.load_waiting_weights() }).detach();
}

pub(super) fn spawn<T: Task>(
    queues: &QueueStates,
    task: T,
    stop: StopFlag,
    reporter: TaskReporter<T>,
) -> TaskGuard {
    let state = T::QUEUE.map_or_else(SharedState::default, |queue| queues.get(queue));
    let queues = queues.clone();
    let work = async move {
        queues.load_waiting_weights();
        // The previous task of the queue has been cancelled and unlocks soon.
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if !stop.is_raised() {
            task.run(&mut state, &stop, &mut |output| reporter.report(output));
        }
    };
    AsyncComputeTaskPool::get().spawn(work).detach();
    TaskGuard
}
