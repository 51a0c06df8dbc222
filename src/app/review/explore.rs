//! What was played in the position shown by the games of the library.

use bevy::prelude::*;

use crate::app::session::Session;
use crate::library::MoveStat;

/// How often each move was played in one position.
#[derive(Resource, Default)]
pub struct Explored {
    /// The position by its key, and what was played there.
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
}
