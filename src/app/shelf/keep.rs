//! Finished games are kept without asking. One that is taken back and played
//! on takes the place of its earlier record.

use bevy::prelude::*;

use super::{Errand, Shelf, Told};
use crate::app::session::{Changed, Playing};

/// Sends a game that is over to the library: when it ends, and at the start if
/// the library did not come to take it.
pub(super) fn finished(
    mut changed: MessageReader<Changed>,
    playing: Res<Playing>,
    shelf: Res<Shelf>,
) {
    let (mut replaced, mut went_on) = (false, false);
    for change in changed.read() {
        match change {
            Changed::Replaced => replaced = true,
            Changed::By(_) => went_on = true,
            Changed::Refused(_) => {}
        }
    }
    if !(replaced || went_on) || !playing.is_game() {
        return;
    }
    let Some(session) = playing.game() else { return };
    // One that was purged since then does not come back by itself.
    if session.is_kept() && !went_on {
        return;
    }
    if let Some(tree) = session.finished() {
        let label = session.label_text();
        // A library that cannot be opened has told so; the game waits in the
        // file of the running one.
        shelf.send(Errand::Keep { tree: Box::new(tree), label });
    }
}

/// Notes in the game in progress that the library has it.
pub(super) fn note(mut told: MessageReader<Told>, mut playing: ResMut<Playing>) {
    for told in told.read() {
        if let Told::Kept { id, label } = told {
            playing.note_kept(label, *id);
        }
    }
}
