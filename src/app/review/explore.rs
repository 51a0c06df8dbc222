//! What was played in the position shown by the games of the library.

use bevy::prelude::*;

use crate::app::session::{Playing, Session};
use crate::app::shelf::{Ask, Told};
use crate::library::MoveStat;

/// How often each move was played in one position.
#[derive(Resource, Default)]
pub struct Explored {
    /// Whether anybody looks.
    wanted: bool,
    /// The position that was asked about last, by its key.
    asked: Option<u64>,
    /// The position that was answered last, and what was played there.
    found: Option<(u64, Vec<MoveStat>)>,
}

impl Explored {
    /// How often each move was played in the position shown, most frequent
    /// first; empty until that is known.
    pub fn stats(&self, session: &Session) -> &[MoveStat] {
        match &self.found {
            Some((key, stats)) if *key == session.position().key() => stats,
            _ => &[],
        }
    }

    /// Says whether anybody looks.
    pub fn want(&mut self, wanted: bool) {
        self.wanted = wanted;
        if !wanted {
            self.asked = None;
        }
    }
}

/// Asks about the position shown while anybody looks.
pub(super) fn ask(
    playing: Res<Playing>,
    mut explored: ResMut<Explored>,
    mut asks: MessageWriter<Ask>,
) {
    let session = playing.review().filter(|_| explored.wanted);
    let key = session.map(|session| session.position().key());
    if explored.asked == key {
        return;
    }
    explored.asked = key;
    if let Some(session) = session {
        let tree = Box::new(session.tree().clone());
        asks.write(Ask::Explore(tree, session.current()));
    }
}

/// Takes in what the library knows.
pub(super) fn hear(mut told: MessageReader<Told>, mut explored: ResMut<Explored>) {
    for told in told.read() {
        if let Told::Explored(key, stats) = told {
            explored.found = Some((*key, stats.clone()));
        }
    }
}
