//! Work in Web Workers.

use bevy::prelude::*;

use super::{End, Lane, Task, wire};
use crate::app::platform::browser::labour::{self, Ticket};
use crate::games::Game;
use crate::search::Stop;

/// The desks stand in the workers.
#[derive(Clone, Default)]
pub(super) struct Desks;

impl Desks {
    pub(super) fn clear(&self, lane: Lane) {
        labour::dismiss(lane);
    }
}

/// The task ends when this is dropped.
pub(super) struct Hold(#[expect(dead_code, reason = "held to be dropped")] Option<Ticket>);

/// Nobody thinks on the page itself.
pub(super) fn teach(game: &'static dyn Game, learned: &[u8]) {
    labour::teach(game.id(), learned);
}

pub(super) fn begin<T: Task>(_: &Desks, task: T, _: Stop, end: End<T>) -> Hold {
    let bytes = match wire::pack(&task) {
        Ok(bytes) => bytes,
        Err(error) => {
            error!("{}: {error}", T::NAME);
            return Hold(None);
        }
    };
    Hold(labour::begin(T::NAME, T::LANE, bytes, move |note| match wire::unpack(note) {
        Ok(found) => end.note(found),
        Err(error) => error!("{}: {error}", T::NAME),
    }))
}
