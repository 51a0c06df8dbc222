//! Stores finished games in the library automatically. One that is taken back
//! and played on replaces its earlier record.

use bevy::prelude::*;

use crate::app::services::library::{LibraryClient, LibraryClientSystems, LibraryEvent};
use crate::app::session::{ActiveSession, Mode, SessionEvent, SessionSystems};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (mark_stored, store_finished)
            .chain()
            .after(LibraryClientSystems::Send)
            .after(SessionSystems),
    );
}

/// Stores a game when it ends, and at startup if it was not stored before.
fn store_finished(
    mut changed: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    client: Res<LibraryClient>,
) {
    let (mut replaced, mut went_on) = (false, false);
    for change in changed.read() {
        match change {
            SessionEvent::Replaced => replaced = true,
            SessionEvent::Game(_) => went_on = true,
            SessionEvent::IllegalMove(_) => {}
        }
    }
    if !(replaced || went_on) || active_session.mode() != Mode::Game {
        return;
    }
    let Some(session) = active_session.game() else { return };
    // A game that was purged since then is not stored again.
    if session.is_in_library() && !went_on {
        return;
    }
    if let Some(tree) = session.finished_record() {
        let label = session.started_at();
        // An unavailable library has been reported; the game stays in its save
        // file.
        client.store_finished(tree, label);
    }
}

/// Records in the game in progress that it is stored.
fn mark_stored(mut events: MessageReader<LibraryEvent>, mut active_session: ResMut<ActiveSession>) {
    for event in events.read() {
        if let LibraryEvent::FinishedStored { id, label } = event {
            active_session.set_library_id(label, *id);
        }
    }
}
