//! Stores the games that are played here in the library: when they end, and when they are
//! left before. A game that is played on replaces its earlier record.

use bevy::prelude::*;

use crate::app::platform::Storage;
use crate::app::services::library::{
    LibraryClient, LibraryClientSystems, LibraryEvent, LibraryRequest,
};
use crate::app::session::{
    ActiveSession, Mode, SessionEvent, SessionSystems, UnfinishedEvent, UnfinishedGames,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (mark_stored, store_finished, store_unfinished)
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
            SessionEvent::IllegalMove(_) | SessionEvent::Requested(_) => {}
        }
    }
    if !(replaced || went_on) || active_session.mode() != Mode::Game {
        return;
    }
    let Some(session) = active_session.game().filter(|game| game.ending().is_some()) else {
        return;
    };
    // A game that was purged since then is not stored again.
    if session.is_in_library() && !went_on {
        return;
    }
    if let Some(tree) = session.library_record() {
        // An unavailable library has been reported; the game stays in its save file.
        client.store_played(tree, session.started_at());
    }
}

/// Stores the games that were left, and deletes and restores them as the player does.
fn store_unfinished(mut events: MessageReader<UnfinishedEvent>, client: Res<LibraryClient>) {
    for event in events.read() {
        match event {
            UnfinishedEvent::Left { tree, started_at } => {
                client.store_played((**tree).clone(), started_at.clone())
            }
            UnfinishedEvent::Deleted(id) => client.request(LibraryRequest::Delete(*id)),
            UnfinishedEvent::Restored(id) => client.request(LibraryRequest::Restore(*id)),
        };
    }
}

/// Records in the games that they are stored.
fn mark_stored(
    mut events: MessageReader<LibraryEvent>,
    mut active_session: ResMut<ActiveSession>,
    mut unfinished: ResMut<UnfinishedGames>,
    storage: Res<Storage>,
) {
    for event in events.read() {
        if let LibraryEvent::PlayedStored { id, label } = event {
            active_session.set_library_id(label, *id);
            unfinished.set_library_id(label, *id, &storage);
        }
    }
}
