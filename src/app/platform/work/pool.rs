//! Work on the compute pool.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::log::error;
use bevy::tasks::AsyncComputeTaskPool;

use super::{Desk, End, Lane, Task};
use crate::games::Game;
use crate::search::Stop;

type Shared = Arc<Mutex<Desk>>;

/// The desks of the lanes.
#[derive(Clone, Default)]
pub(super) struct Desks(Arc<Mutex<[Shared; 2]>>);

impl Desks {
    fn of(&self, lane: Lane) -> Shared {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[lane as usize].clone()
    }

    /// Whoever still works at the old desk takes it along.
    pub(super) fn clear(&self, lane: Lane) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[lane as usize] = Shared::default();
    }
}

/// The flag that ends a task is enough.
pub(super) struct Hold;

pub(super) fn teach(game: &'static dyn Game, learned: &[u8]) {
    let learned = learned.to_vec();
    let work = async move {
        if let Err(reason) = game.learn(&learned) {
            error!("{}: {reason}", game.id());
        }
    };
    AsyncComputeTaskPool::get().spawn(work).detach();
}

pub(super) fn begin<T: Task>(desks: &Desks, task: T, stop: Stop, end: End<T>) -> Hold {
    let desk = T::LANE.map_or_else(Shared::default, |lane| desks.of(lane));
    let work = async move {
        // The task before this one was asked to stop and lets go soon.
        let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
        if !stop.is_raised() {
            task.run(&mut desk, &stop, &mut |found| end.note(found));
        }
    };
    AsyncComputeTaskPool::get().spawn(work).detach();
    Hold
}
