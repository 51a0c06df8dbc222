//! Tasks that are done by workers. A worker does one task at a time and
//! cannot be spoken to meanwhile: one that is no longer wanted is ended
//! together with its worker.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

use super::worker::{Post, Servant};
use crate::app::platform::work::{self, Desk, Lane};
use crate::games::registry;

/// The role of these workers.
pub const ROLE: &str = "labour";

/// Stands before a lesson, in place of the name of a task.
const LESSON: &str = "";

/// What a worker's message begins with.
const NOTE: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;

/// A task that is not done yet. It is given up when this is dropped.
pub struct Ticket(u64);

/// What is heard of a task; dropped when the task has ended.
type Hear = Box<dyn FnMut(&[u8])>;

struct Errand {
    ticket: u64,
    /// What is sent to the worker.
    bytes: Vec<u8>,
    hear: Hear,
}

/// A worker and what it has to do; it is busy with the first of it.
struct Bench {
    lane: Option<Lane>,
    servant: Servant,
    errands: VecDeque<Errand>,
}

#[derive(Default)]
struct Floor {
    /// What is told to every worker first.
    lessons: Vec<Vec<u8>>,
    last: u64,
    benches: BTreeMap<u64, Bench>,
}

thread_local! {
    /// The workers of the page.
    static FLOOR: RefCell<Floor> = RefCell::default();
}

impl Floor {
    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Sets up a worker with this to do, at least one task.
    fn open(&mut self, lane: Option<Lane>, errands: VecDeque<Errand>) -> bool {
        let number = self.number();
        let Some(servant) = Servant::start(ROLE, move |said| heard(number, said)) else {
            return false;
        };
        self.lessons.iter().for_each(|lesson| servant.send(lesson));
        if let Some(first) = errands.front() {
            servant.send(&first.bytes);
        }
        self.benches.insert(number, Bench { lane, servant, errands });
        true
    }
}

/// Bytes with a name before them. Names are short.
fn named(name: &str, rest: &[u8]) -> Vec<u8> {
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

/// Gives the computer player of this game what it has learned before: every
/// worker that begins from now on, and those that are there.
pub fn teach(game: &str, learned: &[u8]) {
    let lesson = named(LESSON, &named(game, learned));
    FLOOR.with_borrow_mut(|floor| {
        floor.benches.values().for_each(|bench| bench.servant.send(&lesson));
        floor.lessons.push(lesson);
    });
}

/// Has a task done. `None` if the browser gives no worker.
pub fn begin(
    name: &str,
    lane: Option<Lane>,
    task: Vec<u8>,
    hear: impl FnMut(&[u8]) + 'static,
) -> Option<Ticket> {
    let bytes = named(name, &task);
    FLOOR.with_borrow_mut(|floor| {
        let ticket = floor.number();
        let errand = Errand { ticket, bytes, hear: Box::new(hear) };
        let bench = floor.benches.values_mut().find(|b| lane.is_some() && b.lane == lane);
        match bench {
            Some(bench) => {
                if bench.errands.is_empty() {
                    bench.servant.send(&errand.bytes);
                }
                bench.errands.push_back(errand);
                Some(Ticket(ticket))
            }
            None => floor.open(lane, VecDeque::from([errand])).then_some(Ticket(ticket)),
        }
    })
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let ended = FLOOR.with_borrow_mut(|floor| {
            let holds = |bench: &Bench| bench.errands.iter().position(|e| e.ticket == self.0);
            let (number, place) =
                floor.benches.iter().find_map(|(number, b)| Some((*number, holds(b)?)))?;
            if place > 0 {
                return floor.benches.get_mut(&number)?.errands.remove(place).map(|e| (e, None));
            }
            let mut bench = floor.benches.remove(&number)?;
            let errand = bench.errands.pop_front()?;
            // The rest begins anew elsewhere.
            let rest = std::mem::take(&mut bench.errands);
            if !rest.is_empty() {
                floor.open(bench.lane, rest);
            }
            Some((errand, Some(bench)))
        });
        // Dropped when nobody looks at the floor.
        drop(ended);
    }
}

/// Ends the worker of a lane, who forgets everything, unless it is busy.
pub fn dismiss(lane: Lane) {
    let idle = |bench: &mut Bench| bench.lane == Some(lane) && bench.errands.is_empty();
    let ended = FLOOR.with_borrow_mut(|floor| {
        let number = floor.benches.iter_mut().find_map(|(number, b)| idle(b).then_some(*number))?;
        floor.benches.remove(&number)
    });
    drop(ended);
}

/// A worker has said something.
fn heard(number: u64, said: Result<Vec<u8>, String>) {
    let bytes = match said {
        Ok(bytes) => bytes,
        Err(reason) => {
            error!("a worker broke: {reason}");
            let ended = FLOOR.with_borrow_mut(|floor| floor.benches.remove(&number));
            drop(ended);
            return;
        }
    };
    match bytes.split_first() {
        Some((&NOTE, note)) => {
            let errand = FLOOR.with_borrow_mut(|floor| {
                floor.benches.get_mut(&number).and_then(|bench| bench.errands.pop_front())
            });
            let Some(mut errand) = errand else { return };
            (errand.hear)(note);
            FLOOR.with_borrow_mut(|floor| {
                if let Some(bench) = floor.benches.get_mut(&number) {
                    bench.errands.push_front(errand);
                }
            });
        }
        Some((&kind, reason)) => {
            if kind == FAILED {
                error!("a worker failed: {}", String::from_utf8_lossy(reason));
            }
            let ended = FLOOR.with_borrow_mut(|floor| {
                let bench = floor.benches.get_mut(&number)?;
                let errand = bench.errands.pop_front();
                if let Some(next) = bench.errands.front() {
                    bench.servant.send(&next.bytes);
                }
                // One without a lane was there for this task alone.
                let bench = bench.lane.is_none().then(|| floor.benches.remove(&number));
                Some((errand, bench))
            });
            drop(ended);
        }
        None => {}
    }
}

/// Does tasks inside a worker.
pub(super) fn serve(post: Post) -> Box<dyn FnMut(Vec<u8>)> {
    let mut desk = Desk::default();
    Box::new(move |bytes| {
        let say = |kind, what: &[u8]| {
            let mut bytes = vec![kind];
            bytes.extend_from_slice(what);
            post.send(&bytes);
        };
        let Some((name, rest)) = split_name(&bytes) else {
            return say(FAILED, b"it was asked for nothing that has a name");
        };
        if name == LESSON {
            // Nobody waits for it.
            return learn(rest);
        }
        match work::carry_out(&mut desk, name, rest, &mut |note| say(NOTE, &note)) {
            Ok(()) => say(DONE, &[]),
            Err(reason) => say(FAILED, reason.as_bytes()),
        }
    })
}

/// Takes in a lesson. Without it the player of the game makes do with less.
fn learn(lesson: &[u8]) {
    let taught = split_name(lesson).and_then(|(id, bytes)| Some((registry::find(id)?, bytes)));
    let Some((game, bytes)) = taught else { return };
    if let Err(reason) = game.learn(bytes) {
        error!("{}: {reason}", game.id());
    }
}
