//! The pool of Web Workers that run tasks. A worker runs one task at a time
//! and receives no message meanwhile: to cancel a task its worker is
//! terminated.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

use super::{Queue, TaskKind, WorkerState, run_encoded};
use crate::app::platform::browser::{BrowserError, WebWorker, WorkerPort};
use crate::games::registry;

/// Role of the workers of the pool.
pub const ROLE: &str = "tasks";

/// Task name of a message that carries weights.
const WEIGHTS: &str = "";

/// First byte of a message from a worker.
const OUTPUT: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;

/// An unfinished task. Dropping it cancels the task.
pub struct TaskId(u64);

/// Receives the packed outputs of a task; dropped when the task has ended.
type OnOutput = Box<dyn FnMut(&[u8])>;

struct QueuedRequest {
    id: u64,
    /// The message to the worker.
    bytes: Vec<u8>,
    on_output: OnOutput,
}

/// A worker and its requests, of which it runs the first.
struct PoolWorker {
    queue: Option<Queue>,
    worker: WebWorker,
    requests: VecDeque<QueuedRequest>,
}

#[derive(Default)]
struct Pool {
    /// Messages with weights, sent first to every new worker.
    weights: Vec<Vec<u8>>,
    last_id: u64,
    workers: BTreeMap<u64, PoolWorker>,
}

thread_local! {
    /// The pool of the page.
    static POOL: RefCell<Pool> = RefCell::default();
}

impl Pool {
    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Starts a worker with these requests, at least one.
    fn start_worker(&mut self, queue: Option<Queue>, requests: VecDeque<QueuedRequest>) -> bool {
        let id = self.next_id();
        let Some(worker) = WebWorker::start(ROLE, move |message| on_message(id, message)) else {
            return false;
        };
        self.weights.iter().for_each(|weights| worker.send(weights));
        if let Some(first) = requests.front() {
            worker.send(&first.bytes);
        }
        self.workers.insert(id, PoolWorker { queue, worker, requests });
        true
    }
}

/// Bytes prefixed with a name of at most 255 bytes.
fn with_name(name: &str, rest: &[u8]) -> Vec<u8> {
    let mut bytes = vec![name.len() as u8];
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend_from_slice(rest);
    bytes
}

/// The name before these bytes, and the rest.
fn split_name(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = bytes.split_first()?;
    let (name, rest) = rest.split_at_checked(usize::from(*length))?;
    Some((std::str::from_utf8(name).ok()?, rest))
}

/// Sends the weights of a game's engine to all present and future workers.
pub fn load_weights(game: &str, weights: &[u8]) {
    let message = with_name(WEIGHTS, &with_name(game, weights));
    POOL.with_borrow_mut(|pool| {
        pool.workers.values().for_each(|worker| worker.worker.send(&message));
        pool.weights.push(message);
    });
}

/// Runs a task; `None` if the browser refuses to start a worker.
pub fn spawn(
    name: &str,
    queue: Option<Queue>,
    task: Vec<u8>,
    on_output: impl FnMut(&[u8]) + 'static,
) -> Option<TaskId> {
    let bytes = with_name(name, &task);
    POOL.with_borrow_mut(|pool| {
        let id = pool.next_id();
        let request = QueuedRequest { id, bytes, on_output: Box::new(on_output) };
        let worker = pool.workers.values_mut().find(|w| queue.is_some() && w.queue == queue);
        match worker {
            Some(worker) => {
                if worker.requests.is_empty() {
                    worker.worker.send(&request.bytes);
                }
                worker.requests.push_back(request);
                Some(TaskId(id))
            }
            None => pool.start_worker(queue, VecDeque::from([request])).then_some(TaskId(id)),
        }
    })
}

impl Drop for TaskId {
    fn drop(&mut self) {
        let ended = POOL.with_borrow_mut(|pool| {
            let index_in =
                |worker: &PoolWorker| worker.requests.iter().position(|r| r.id == self.0);
            let (id, index) = pool.workers.iter().find_map(|(id, w)| Some((*id, index_in(w)?)))?;
            if index > 0 {
                return pool.workers.get_mut(&id)?.requests.remove(index).map(|r| (r, None));
            }
            let mut worker = pool.workers.remove(&id)?;
            let request = worker.requests.pop_front()?;
            // The remaining requests go to a new worker.
            let rest = std::mem::take(&mut worker.requests);
            if !rest.is_empty() {
                pool.start_worker(worker.queue, rest);
            }
            Some((request, Some(worker)))
        });
        // Dropped only when the pool is no longer borrowed.
        drop(ended);
    }
}

/// Terminates the worker of a queue, and with it its state, unless it is busy.
pub fn end_idle_worker(queue: Queue) {
    let is_idle =
        |worker: &mut PoolWorker| worker.queue == Some(queue) && worker.requests.is_empty();
    let ended = POOL.with_borrow_mut(|pool| {
        let id = pool.workers.iter_mut().find_map(|(id, w)| is_idle(w).then_some(*id))?;
        pool.workers.remove(&id)
    });
    drop(ended);
}

/// Handles a message from a worker, or the reason why it failed.
fn on_message(id: u64, message: Result<Vec<u8>, BrowserError>) {
    let bytes = match message {
        Ok(bytes) => bytes,
        Err(error) => {
            error!("a worker broke: {error}");
            let ended = POOL.with_borrow_mut(|pool| pool.workers.remove(&id));
            drop(ended);
            return;
        }
    };
    match bytes.split_first() {
        Some((&OUTPUT, output)) => {
            let request = POOL.with_borrow_mut(|pool| {
                pool.workers.get_mut(&id).and_then(|worker| worker.requests.pop_front())
            });
            let Some(mut request) = request else { return };
            (request.on_output)(output);
            POOL.with_borrow_mut(|pool| {
                if let Some(worker) = pool.workers.get_mut(&id) {
                    worker.requests.push_front(request);
                }
            });
        }
        Some((&kind, reason)) => {
            if kind == FAILED {
                error!("a worker failed: {}", String::from_utf8_lossy(reason));
            }
            let ended = POOL.with_borrow_mut(|pool| {
                let worker = pool.workers.get_mut(&id)?;
                let request = worker.requests.pop_front();
                if let Some(next) = worker.requests.front() {
                    worker.worker.send(&next.bytes);
                }
                // A worker without a queue was started for this task alone.
                let worker = worker.queue.is_none().then(|| pool.workers.remove(&id));
                Some((request, worker))
            });
            drop(ended);
        }
        None => {}
    }
}

/// Runs tasks inside a worker. Returns the handler of messages from the page.
pub fn serve(port: WorkerPort, kinds: &'static [TaskKind]) -> Box<dyn FnMut(Vec<u8>)> {
    let mut state = WorkerState::default();
    Box::new(move |bytes| {
        let send = |kind, content: &[u8]| {
            let mut bytes = vec![kind];
            bytes.extend_from_slice(content);
            port.send(&bytes);
        };
        let Some((name, rest)) = split_name(&bytes) else {
            return send(FAILED, b"the request has no task name");
        };
        if name == WEIGHTS {
            // The page expects no answer.
            return install_weights(rest);
        }
        match run_encoded(kinds, &mut state, name, rest, &mut |output| send(OUTPUT, &output)) {
            Ok(()) => send(DONE, &[]),
            Err(error) => send(FAILED, error.to_string().as_bytes()),
        }
    })
}

/// Loads weights into a game. Without them its engine plays more weakly.
fn install_weights(message: &[u8]) {
    let parts = split_name(message).and_then(|(id, bytes)| Some((registry::find(id)?, bytes)));
    let Some((game, bytes)) = parts else { return };
    if let Some(Err(reason)) = game.weights().map(|file| file.load(bytes)) {
        error!("{}: {reason}", game.id());
    }
}
