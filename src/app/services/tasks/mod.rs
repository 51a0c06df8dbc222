//! Background tasks that take longer than a frame: searches, proofs, music.
//!
//! A [`Task`] is plain data, so that it can run on Bevy's compute pool on
//! desktops and phones, and in a Web Worker without shared memory in the
//! browser, where the compute pool is the main thread.

#[cfg_attr(target_arch = "wasm32", path = "web_worker.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "pool.rs")]
mod backend;
pub mod wire;
#[cfg(target_arch = "wasm32")]
pub mod worker_pool;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::app::platform::Waker;
use crate::games::{Engine, Game};
use crate::search::StopFlag;
use wire::WireError;

/// A background task.
pub trait Task: Serialize + DeserializeOwned + Send + 'static {
    /// Its result; also reported while it grows.
    type Output: Clone + Default + Serialize + DeserializeOwned + Send + 'static;

    /// Name of the kind of task in messages to workers.
    const NAME: &'static str;

    /// The queue it runs in; without one it runs independently of others.
    const QUEUE: Option<Queue> = None;

    /// Runs the task. `report` replaces the output by a newer one. The task
    /// should return soon once `stop` is raised.
    fn run(self, state: &mut WorkerState, stop: &StopFlag, report: &mut dyn FnMut(Self::Output));
}

/// A serial queue: its tasks run one after the other and share a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Queue {
    /// Searches during a game.
    Play,
    /// Analysis of the position under review.
    Review,
}

/// State kept between the tasks of a queue.
#[derive(Default)]
pub struct WorkerState {
    /// The engine, for the game with this serial number.
    engine: Option<(u64, Box<dyn Engine>)>,
}

impl WorkerState {
    /// The engine for the game with this serial number, with the transposition
    /// table of its earlier searches in that game.
    pub fn engine(&mut self, serial: u64, game: &'static dyn Game) -> &mut dyn Engine {
        let kept = self.engine.take().filter(|(kept, _)| *kept == serial);
        let (_, engine) = self.engine.insert(kept.unwrap_or_else(|| (serial, game.engine())));
        &mut **engine
    }
}

/// Starts background tasks.
#[derive(Resource, Clone, Default)]
pub struct TaskRunner {
    waker: Waker,
    queues: backend::QueueStates,
}

impl TaskRunner {
    /// A runner that wakes the window when a task has finished.
    pub fn new(waker: Waker) -> TaskRunner {
        TaskRunner { waker, queues: backend::QueueStates::default() }
    }

    /// Starts a task.
    pub fn spawn<T: Task>(&self, task: T) -> TaskHandle<T> {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let stop = StopFlag::new();
        let reporter = TaskReporter::<T> { shared: shared.clone(), waker: self.waker.clone() };
        let guard = backend::spawn(&self.queues, task, stop.clone(), reporter);
        TaskHandle { shared, stop, _guard: guard }
    }

    /// Loads the weights of a game's engine in the background, before every task that is
    /// started later.
    pub fn load_weights(&self, game: &'static dyn Game, weights: &[u8]) {
        backend::load_weights(&self.queues, game, weights);
    }

    /// Resets the state of a queue, such as its engine.
    pub fn reset_queue(&self, queue: Queue) {
        self.queues.reset(queue);
    }
}

struct Shared<F> {
    output: F,
    finished: bool,
}

impl<F: Default> Default for Shared<F> {
    fn default() -> Shared<F> {
        Shared { output: F::default(), finished: false }
    }
}

/// A running or finished task. Dropping the handle cancels the task.
pub struct TaskHandle<T: Task> {
    shared: Arc<Mutex<Shared<T::Output>>>,
    stop: StopFlag,
    _guard: backend::TaskGuard,
}

impl<T: Task> Drop for TaskHandle<T> {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl<T: Task> TaskHandle<T> {
    fn lock(&self) -> MutexGuard<'_, Shared<T::Output>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True once the task has ended, even by a panic.
    pub fn is_finished(&self) -> bool {
        self.lock().finished
    }

    /// The output so far.
    pub fn output(&self) -> T::Output {
        self.lock().output.clone()
    }

    /// Reads the output so far without cloning it.
    pub fn with_output<R>(&self, look: impl FnOnce(&T::Output) -> R) -> R {
        look(&self.lock().output)
    }
}

/// Reports the output of a task. Dropping it marks the task as finished, even
/// after a panic, so that nobody waits for it forever.
struct TaskReporter<T: Task> {
    shared: Arc<Mutex<Shared<T::Output>>>,
    waker: Waker,
}

impl<T: Task> TaskReporter<T> {
    fn report(&self, output: T::Output) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).output = output;
    }
}

impl<T: Task> Drop for TaskReporter<T> {
    fn drop(&mut self) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).finished = true;
        self.waker.wake();
    }
}

/// Callback for the packed outputs of a task.
pub type ReportBytes<'a> = &'a mut dyn FnMut(Vec<u8>);

/// Error of running a task from its packed bytes.
#[derive(Debug, Error)]
pub enum TaskError {
    /// No kind of task has this name.
    #[error("there is no kind of task \"{0}\"")]
    UnknownKind(String),
    /// The task cannot be unpacked, or its output not packed.
    #[error(transparent)]
    Wire(#[from] WireError),
}

/// A type of task that can be run from its packed bytes, as in a Web Worker.
#[derive(Clone, Copy)]
pub struct TaskKind {
    /// [`Task::NAME`].
    pub name: &'static str,
    /// Unpacks and runs a task, and reports its packed outputs.
    pub run: fn(&mut WorkerState, &[u8], ReportBytes<'_>) -> Result<(), TaskError>,
}

impl TaskKind {
    /// The kind of one type of task.
    pub const fn of<T: Task>() -> TaskKind {
        TaskKind { name: T::NAME, run: run_packed::<T> }
    }
}

/// Runs the task of this name, one of these kinds, that these bytes hold.
///
/// # Errors
/// When there is no such kind of task, or the bytes are not one of that kind.
#[cfg_attr(
    not(any(test, target_arch = "wasm32")),
    expect(dead_code, reason = "only Web Workers get tasks as bytes")
)]
pub fn run_encoded(
    kinds: &[TaskKind],
    state: &mut WorkerState,
    name: &str,
    bytes: &[u8],
    report: &mut dyn FnMut(Vec<u8>),
) -> Result<(), TaskError> {
    let kind = kinds.iter().find(|kind| kind.name == name);
    let kind = kind.ok_or_else(|| TaskError::UnknownKind(name.to_owned()))?;
    (kind.run)(state, bytes, report)
}

pub(super) fn plugin(app: &mut App) {
    let waker = app.world().get_resource::<Waker>().cloned().unwrap_or_default();
    app.insert_resource(TaskRunner::new(waker));
}

fn run_packed<T: Task>(
    state: &mut WorkerState,
    bytes: &[u8],
    report: &mut dyn FnMut(Vec<u8>),
) -> Result<(), TaskError> {
    let task: T = wire::unpack(bytes)?;
    let mut result = Ok(());
    // Cancelled workers are terminated from outside.
    task.run(state, &StopFlag::new(), &mut |output| match wire::pack(&output) {
        Ok(bytes) => report(bytes),
        Err(error) => result = Err(error.into()),
    });
    result
}
