//! Which levels have been solved, kept between starts.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::content::levels::{Level, Pack};

/// File of what has been solved.
const FILE: &str = "puzzles.ron";

/// How a level was solved.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Solved {
    /// With a wrong move or a hint on the way.
    Helped,
    /// At the first attempt.
    Clean,
}

/// Which levels have been solved.
#[derive(Resource, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Progress {
    version: u32,
    /// By game and pack (`chess/mates`), then by level.
    solved: BTreeMap<String, BTreeMap<String, Solved>>,
    /// Levels solved at the first attempt without a break.
    streak: u32,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { version: 1, solved: BTreeMap::new(), streak: 0 }
    }
}

fn name(pack: &Pack) -> String {
    format!("{}/{}", pack.game, pack.id)
}

impl Progress {
    /// How this level was solved, if it was.
    pub fn of(&self, pack: &Pack, level: &Level) -> Option<Solved> {
        self.solved.get(&name(pack))?.get(&level.id).copied()
    }

    /// How many levels of this pack are solved.
    pub fn count(&self, pack: &Pack) -> usize {
        pack.levels.iter().filter(|level| self.of(pack, level).is_some()).count()
    }

    /// The first level of this pack that is not solved, or the first one.
    pub fn next(&self, pack: &Pack) -> usize {
        pack.levels.iter().position(|level| self.of(pack, level).is_none()).unwrap_or(0)
    }

    /// How many levels in a row were solved at the first attempt.
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// Notes a solved level. What was solved at the first attempt once stays
    /// so.
    pub(super) fn note(&mut self, pack: &Pack, level: &Level, clean: bool) {
        let result = if clean { Solved::Clean } else { Solved::Helped };
        let known = self.solved.entry(name(pack)).or_default();
        // Solving one again proves nothing about the row.
        if !known.contains_key(&level.id) {
            self.streak = if clean { self.streak + 1 } else { 0 };
        }
        let best = known.get(&level.id).copied().map_or(result, |old| old.max(result));
        known.insert(level.id.clone(), best);
    }

    fn from_ron(text: &str) -> Result<Progress, String> {
        let read: Progress = ron::from_str(text).map_err(|error| error.to_string())?;
        match read.version {
            1 => Ok(read),
            other => Err(format!("it is of version {other}, but this program reads version 1")),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Progress>().add_systems(Startup, read).add_systems(Last, write);
}

/// Reads the file. A damaged one is set aside and reported.
fn read(storage: Res<Storage>, mut progress: ResMut<Progress>, mut notices: MessageWriter<Notice>) {
    let read = storage.read_as(FILE, "progress-damaged", &mut notices, Progress::from_ron);
    if let Some(read) = read {
        *progress = read;
    }
}

/// Writes the file after every change.
fn write(
    storage: Res<Storage>,
    progress: Res<Progress>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<Progress>>,
) {
    // The first look is at what was just read.
    let Some(known) = &*written else {
        *written = Some(progress.clone());
        return;
    };
    if !progress.is_changed() || *known == *progress {
        return;
    }
    *written = Some(progress.clone());
    let looks = ron::ser::PrettyConfig::new();
    let text = ron::ser::to_string_pretty(&*progress, looks).unwrap_or_default();
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(Notice::problem("storage-write-failed").with("file", FILE));
    }
}
