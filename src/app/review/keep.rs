//! What is written into a record is kept in the library: soon after each
//! edit, when the record is left, and when the program ends.

use std::time::Duration;

use bevy::prelude::*;

use super::{Fetch, Open, Review};
use crate::app::Screen;
use crate::app::platform::Life;
use crate::app::session::{Playing, Session};
use crate::app::shelf::{Ask, Shelf, Told};
use crate::library::GameId;

/// How long after the last edit the record is written, so that typing does
/// not keep the disk busy.
const PAUSE: Duration = Duration::from_millis(800);

/// Which state of the record the library has.
#[derive(Default)]
pub(super) struct Kept {
    /// Where the library has it, if it does.
    id: Option<GameId>,
    /// The revision that was sent there last.
    sent: u64,
    /// The revision that was seen last, and when it was new.
    seen: (u64, Duration),
    /// A new game was sent and its number is not known yet.
    waits: bool,
}

impl Kept {
    /// A record that was just opened.
    pub(super) fn new(id: Option<GameId>, revision: u64) -> Kept {
        Kept { id, sent: revision, seen: (revision, Duration::ZERO), waits: false }
    }

    /// What is to be asked of the library for this revision of the record.
    fn take(&mut self, session: &Session, revision: u64) -> Option<Ask> {
        // A second new game must not be made of the same record.
        if self.sent == revision || self.waits {
            return None;
        }
        self.sent = revision;
        self.waits = self.id.is_none();
        Some(Ask::Store { id: self.id, tree: Box::new(session.tree().clone()), mark: revision })
    }
}

/// Puts a game of the library on the board once it has been read, unless the
/// person has gone elsewhere meanwhile.
pub(super) fn fetch(
    mut fetches: MessageReader<Fetch>,
    mut told: MessageReader<Told>,
    screen: Res<State<Screen>>,
    mut asks: MessageWriter<Ask>,
    mut opens: MessageWriter<Open>,
    mut awaited: Local<Option<(GameId, Screen)>>,
) {
    for &Fetch(id) in fetches.read() {
        asks.write(Ask::Get(id));
        *awaited = Some((id, *screen.get()));
    }
    for told in told.read() {
        let Told::Game { id, tree } = told else { continue };
        if *awaited == Some((*id, *screen.get())) {
            *awaited = None;
            opens.write(Open { tree: (**tree).clone(), at: None, kept: Some(*id) });
        }
    }
}

/// Writes the record when it has rested for a while.
pub(super) fn keep(
    time: Res<Time<Real>>,
    playing: Res<Playing>,
    mut review: ResMut<Review>,
    mut asks: MessageWriter<Ask>,
) {
    let revision = review.revision;
    let kept = &mut review.bypass_change_detection().kept;
    if kept.seen.0 != revision {
        kept.seen = (revision, time.elapsed());
    }
    if time.elapsed() - kept.seen.1 < PAUSE {
        return;
    }
    if let Some(ask) = playing.review().and_then(|session| kept.take(session, revision)) {
        asks.write(ask);
    }
}

/// Hears under which number a new record is in the library.
pub(super) fn hear(mut told: MessageReader<Told>, mut review: ResMut<Review>) {
    for told in told.read() {
        // Another record may have been stored meanwhile.
        if let Told::Stored(id, mark) = told
            && review.kept.waits
            && review.kept.sent == *mark
        {
            let kept = &mut review.bypass_change_detection().kept;
            kept.id = Some(*id);
            kept.waits = false;
            // If the library had the same game already, it has not what was
            // written into this record; and there may be later edits.
            kept.sent = 0;
        }
    }
}

/// What is still to be written of the record on the board.
pub(super) fn unsaved(playing: &Playing, review: &mut Review) -> Option<Ask> {
    let revision = review.revision;
    playing.review().and_then(|session| review.kept.take(session, revision))
}

/// Writes the record when it is left.
pub(super) fn leave(
    playing: Res<Playing>,
    mut review: ResMut<Review>,
    mut asks: MessageWriter<Ask>,
) {
    asks.write_batch(unsaved(&playing, &mut review));
}

/// Writes the record when the program ends or is suspended.
pub(super) fn end(
    mut exits: MessageReader<AppExit>,
    mut lives: MessageReader<Life>,
    playing: Res<Playing>,
    mut review: ResMut<Review>,
    shelf: Option<Res<Shelf>>,
) {
    if exits.read().count() == 0 && !Life::suspends(&mut lives) {
        return;
    }
    if let (Some(shelf), Some(ask)) = (shelf, unsaved(&playing, &mut review)) {
        shelf.ask(ask);
    }
}
