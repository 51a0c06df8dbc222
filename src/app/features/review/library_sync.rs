//! Keeps the library's copy of the record under review up to date: soon after each
//! edit, when the review is left, and when the program ends.

use std::time::Duration;

use bevy::prelude::*;

use super::{OpenFromLibrary, OpenReview, Review};
use crate::app::platform::Lifecycle;
use crate::app::services::library::{LibraryClient, LibraryEvent, LibraryRequest};
use crate::app::session::{ActiveSession, ReviewSession};
use crate::app::state::Screen;
use crate::library::GameId;

/// Delay between the first edit that is not stored and writing, so that typing does not
/// keep the disk busy, and little is lost if the program is killed.
const SAVE_DELAY: Duration = Duration::from_millis(300);

/// State of the library's copy of the record under review.
#[derive(Default)]
pub(super) struct LibraryCopy {
    /// Id in the library, if it is there.
    id: Option<GameId>,
    /// The revision stored last.
    sent: u64,
    /// The time of the first edit that is not stored.
    unsaved_since: Option<Duration>,
    /// True while a new game was sent and its id is not known yet.
    waits: bool,
}

impl LibraryCopy {
    /// The state for a record that was just opened.
    pub(super) fn new(id: Option<GameId>, revision: u64) -> LibraryCopy {
        LibraryCopy { id, sent: revision, unsaved_since: None, waits: false }
    }

    /// Id in the library, if it is there.
    pub(super) fn id(&self) -> Option<GameId> {
        self.id
    }

    /// True if there is an edit that is not stored.
    pub(super) fn has_unsaved_edits(&self) -> bool {
        self.unsaved_since.is_some()
    }

    /// The request that stores the record as it is now, if it is needed.
    fn take(&mut self, record: &ReviewSession) -> Option<LibraryRequest> {
        let revision = record.revision();
        // A second request would store the same record twice.
        if self.sent == revision || self.waits {
            return None;
        }
        self.sent = revision;
        self.unsaved_since = None;
        self.waits = self.id.is_none();
        Some(LibraryRequest::Store {
            id: self.id,
            tree: Box::new(record.session().tree().clone()),
            request_id: revision,
        })
    }
}

/// Opens a game of the library once it has been read, unless the player has changed the
/// screen meanwhile.
pub(super) fn fetch(
    mut fetches: MessageReader<OpenFromLibrary>,
    mut events: MessageReader<LibraryEvent>,
    screen: Res<State<Screen>>,
    mut requests: MessageWriter<LibraryRequest>,
    mut opens: MessageWriter<OpenReview>,
    mut awaited: Local<Option<(OpenFromLibrary, Screen)>>,
) {
    for &request in fetches.read() {
        requests.write(LibraryRequest::Get(request.id));
        *awaited = Some((request, *screen.get()));
    }
    for event in events.read() {
        let LibraryEvent::Game { id, tree } = event else { continue };
        if let Some((request, from)) = *awaited
            && (request.id, from) == (*id, *screen.get())
        {
            *awaited = None;
            let at = request.ply.and_then(|ply| tree.main_line().nth(ply));
            opens.write(OpenReview { tree: (**tree).clone(), at, library_id: Some(*id) });
        }
    }
}

/// Stores the record soon after an edit.
pub(super) fn keep(
    time: Res<Time<Real>>,
    active_session: Res<ActiveSession>,
    mut review: ResMut<Review>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    let Some(record) = active_session.review() else { return };
    let kept = &mut review.bypass_change_detection().library_copy;
    if kept.sent == record.revision() {
        kept.unsaved_since = None;
        return;
    }
    let since = *kept.unsaved_since.get_or_insert(time.elapsed());
    if time.elapsed() - since >= SAVE_DELAY {
        requests.write_batch(kept.take(record));
    }
}

/// Receives the library's id of a new record.
pub(super) fn poll(mut events: MessageReader<LibraryEvent>, mut review: ResMut<Review>) {
    for event in events.read() {
        // Another record may have been stored meanwhile.
        if let LibraryEvent::Stored(id, mark) = event
            && review.library_copy.waits
            && review.library_copy.sent == *mark
        {
            let kept = &mut review.bypass_change_detection().library_copy;
            kept.id = Some(*id);
            kept.waits = false;
            // If the library already had this game, its copy lacks the edits of this
            // record; and there may be later edits.
            kept.sent = 0;
        }
    }
}

/// The request that stores unsaved changes of the record under review, if there are
/// any.
pub(super) fn unsaved(
    active_session: &ActiveSession,
    review: &mut Review,
) -> Option<LibraryRequest> {
    active_session.review().and_then(|record| review.library_copy.take(record))
}

/// Stores the record when the review is left.
pub(super) fn leave(
    active_session: Res<ActiveSession>,
    mut review: ResMut<Review>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    requests.write_batch(unsaved(&active_session, &mut review));
}

/// Stores the record when the program ends or is suspended.
pub(super) fn end(
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    active_session: Res<ActiveSession>,
    mut review: ResMut<Review>,
    library: Option<Res<LibraryClient>>,
) {
    if exits.read().count() == 0 && !Lifecycle::is_suspending(&mut lifecycle) {
        return;
    }
    if let (Some(library), Some(request)) = (library, unsaved(&active_session, &mut review)) {
        library.request(request);
    }
}
