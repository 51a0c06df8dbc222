//! Work that takes longer than a frame: searches, proofs, music.
//!
//! Work is data, a [`Task`], so that the same task is done on the compute
//! pool of a desktop or a phone, and in the browser, whose page has a single
//! thread, by a Web Worker that shares no memory with it.

#[cfg_attr(target_arch = "wasm32", path = "browser.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "pool.rs")]
mod hands;
pub mod wire;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Waker;
use crate::app::TRADES;
use crate::games::{Engine, Game};
use crate::search::Stop;

/// Something to be done.
pub trait Task: Serialize + DeserializeOwned + Send + 'static {
    /// What it finds out, on the way and at last.
    type Found: Clone + Default + Serialize + DeserializeOwned + Send + 'static;

    /// By what name it is known.
    const NAME: &'static str;

    /// Where it is done; by itself if nowhere in particular.
    const LANE: Option<Lane> = None;

    /// Does it. `note` takes what is known so far in the place of what was
    /// known before. Whoever asked is no longer interested once `stop` is
    /// raised.
    fn run(self, desk: &mut Desk, stop: &Stop, note: &mut dyn FnMut(Self::Found));
}

/// Tasks of one lane are done one after the other at the same desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Thinking during a game.
    Play,
    /// Thinking about the position that is reviewed.
    Review,
}

/// What stays from one task to the next.
#[derive(Default)]
pub struct Desk {
    /// The player of the game with this number.
    engine: Option<(u64, Box<dyn Engine>)>,
}

impl Desk {
    /// The computer player of the game with this number, who remembers what
    /// it found out in that game before.
    pub fn engine(&mut self, serial: u64, game: &'static dyn Game) -> &mut dyn Engine {
        let kept = self.engine.take().filter(|(kept, _)| *kept == serial);
        let (_, engine) = self.engine.insert(kept.unwrap_or_else(|| (serial, game.engine())));
        &mut **engine
    }
}

/// Where work is given out.
#[derive(Resource, Clone, Default)]
pub struct Office {
    waker: Waker,
    desks: hands::Desks,
}

impl Office {
    /// One that wakes the window when work is done.
    pub fn new(waker: Waker) -> Office {
        Office { waker, desks: hands::Desks::default() }
    }

    /// Has a task done.
    pub fn begin<T: Task>(&self, task: T) -> Job<T> {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let stop = Stop::new();
        let end = End::<T> { shared: shared.clone(), waker: self.waker.clone() };
        let hold = hands::begin(&self.desks, task, stop.clone(), end);
        Job { shared, stop, _hold: hold }
    }

    /// Gives the computer player of a game what it has learned before. It
    /// takes a while, and the player makes do without until then.
    pub fn teach(&self, game: &'static dyn Game, learned: &[u8]) {
        hands::teach(game, learned);
    }

    /// Forgets what is remembered of the games of a lane.
    pub fn clear(&self, lane: Lane) {
        self.desks.clear(lane);
    }
}

struct Shared<F> {
    found: F,
    finished: bool,
}

impl<F: Default> Default for Shared<F> {
    fn default() -> Shared<F> {
        Shared { found: F::default(), finished: false }
    }
}

/// The near end of a task. The task is given up when this is dropped.
pub struct Job<T: Task> {
    shared: Arc<Mutex<Shared<T::Found>>>,
    stop: Stop,
    _hold: hands::Hold,
}

impl<T: Task> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl<T: Task> Job<T> {
    fn lock(&self) -> MutexGuard<'_, Shared<T::Found>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has ended, however it ended.
    pub fn is_finished(&self) -> bool {
        self.lock().finished
    }

    /// What is known so far.
    pub fn found(&self) -> T::Found {
        self.lock().found.clone()
    }

    /// A part of what is known so far.
    pub fn with<R>(&self, look: impl FnOnce(&T::Found) -> R) -> R {
        look(&self.lock().found)
    }
}

/// The far end of a task. Tells that the task has ended, however it ended, so
/// that nobody waits for one that broke.
struct End<T: Task> {
    shared: Arc<Mutex<Shared<T::Found>>>,
    waker: Waker,
}

impl<T: Task> End<T> {
    fn note(&self, found: T::Found) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).found = found;
    }
}

impl<T: Task> Drop for End<T> {
    fn drop(&mut self) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).finished = true;
        self.waker.wake();
    }
}

/// Hears what is known so far.
pub type Tell<'a> = &'a mut dyn FnMut(Vec<u8>);

/// A kind of task that a Web Worker can be asked to do.
#[derive(Clone, Copy)]
pub struct Trade {
    /// The name of the tasks.
    pub name: &'static str,
    /// Does the task that these bytes say and hands on what is known so far.
    pub work: fn(&mut Desk, &[u8], Tell<'_>) -> Result<(), String>,
}

impl Trade {
    /// That of one type of tasks.
    pub const fn of<T: Task>() -> Trade {
        Trade { name: T::NAME, work: work::<T> }
    }
}

/// Does the task of this name that these bytes say.
///
/// # Errors
/// When there is no such task, or the bytes say none.
#[cfg_attr(
    not(any(test, target_arch = "wasm32")),
    expect(dead_code, reason = "threads that share memory are handed the task itself")
)]
pub fn carry_out(
    desk: &mut Desk,
    name: &str,
    bytes: &[u8],
    note: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    let trade = TRADES.iter().find(|trade| trade.name == name);
    let trade = trade.ok_or_else(|| format!("there is no trade \"{name}\""))?;
    (trade.work)(desk, bytes, note)
}

fn work<T: Task>(
    desk: &mut Desk,
    bytes: &[u8],
    note: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    let task: T = wire::unpack(bytes)?;
    let mut wrong = Ok(());
    // A worker that is no longer wanted is ended from outside.
    task.run(desk, &Stop::new(), &mut |found| match wire::pack(&found) {
        Ok(bytes) => note(bytes),
        Err(error) => wrong = Err(error),
    });
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trade_has_a_name_of_its_own() {
        for (index, trade) in TRADES.iter().enumerate() {
            assert!(TRADES[..index].iter().all(|other| other.name != trade.name), "{}", trade.name);
        }
    }

    #[test]
    fn what_is_not_asked_for_properly_is_refused() {
        let mut desk = Desk::default();
        let mut note = |_: Vec<u8>| panic!("nothing was asked for");
        assert!(carry_out(&mut desk, "dance", &[], &mut note).is_err());
        for trade in TRADES {
            assert!(carry_out(&mut desk, trade.name, b"?", &mut note).is_err(), "{}", trade.name);
        }
    }
}
