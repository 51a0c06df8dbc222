//! Opening explorer: statistics of the moves that library games played in the position
//! shown.

use bevy::prelude::*;

use crate::app::services::library::{LibraryEvent, LibraryRequest};
use crate::app::session::{ActiveSession, Mode, Session};
use crate::library::MoveStat;

/// Statistics of the moves played in one position.
#[derive(Resource, Default)]
pub struct OpeningExplorer {
    /// True while the explorer is visible.
    wanted: bool,
    /// Key of the position requested last.
    asked: Option<u64>,
    /// Key of the position answered last, and its statistics.
    found: Option<(u64, Vec<MoveStat>)>,
}

impl OpeningExplorer {
    /// Statistics of the moves played in the position shown, most frequent first; empty
    /// until they arrive.
    pub fn stats(&self, session: &Session) -> &[MoveStat] {
        match &self.found {
            Some((key, stats)) if *key == session.position().key() => stats,
            _ => &[],
        }
    }

    /// Tells whether the explorer is visible.
    pub fn want(&mut self, wanted: bool) {
        self.wanted = wanted;
        if !wanted {
            self.asked = None;
        }
    }
}

/// Requests statistics of the position shown while the explorer is visible.
pub(super) fn request_stats(
    active_session: Res<ActiveSession>,
    mut explored: ResMut<OpeningExplorer>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    let session = active_session.session_in(Mode::Review).filter(|_| explored.wanted);
    let key = session.map(|session| session.position().key());
    if explored.asked == key {
        return;
    }
    explored.asked = key;
    if let Some(session) = session {
        let tree = Box::new(session.tree().clone());
        requests.write(LibraryRequest::Explore(tree, session.current()));
    }
}

/// Receives statistics from the library.
pub(super) fn poll(mut events: MessageReader<LibraryEvent>, mut explored: ResMut<OpeningExplorer>) {
    for event in events.read() {
        if let LibraryEvent::PositionStats(key, stats) = event {
            explored.found = Some((*key, stats.clone()));
        }
    }
}
