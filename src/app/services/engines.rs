//! The engines of others that the player has added, each a program that plays by one of the
//! known protocols. They are kept in a file and started when they are needed.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use crate::app::notice::Notice;
use crate::app::platform::{Storage, Waker};
use crate::engines::{
    EngineClient, EngineError, EngineId, EngineList, EngineSettings, FailureKind, ListedEngine,
    Transcript,
};
use crate::games::{Game, Options};

/// File of the engines.
const FILE: &str = "engines.ron";

/// The engines that the player has added.
#[derive(Resource, Default)]
pub struct ExternalEngines {
    list: EngineList,
    /// The talk with each engine that was started last.
    transcripts: HashMap<EngineId, Transcript>,
    /// The list as it was written last.
    saved: EngineList,
}

impl ExternalEngines {
    /// The engines.
    pub fn list(&self) -> &EngineList {
        &self.list
    }

    /// The engines, to be changed; the change is saved in the same frame.
    pub fn list_mut(&mut self) -> &mut EngineList {
        &mut self.list
    }

    /// The engines that are offered for a game.
    pub fn of_game<'a>(
        &'a self,
        game: &'a dyn Game,
        options: &'a Options,
    ) -> impl Iterator<Item = &'a ListedEngine> {
        self.list.iter().filter(move |engine| engine.plays(game, options))
    }

    /// The name of an engine; `None` if it was removed.
    pub fn name(&self, id: EngineId) -> Option<&str> {
        self.list.get(id).map(ListedEngine::name)
    }

    /// Starts an engine, which runs until the client is dropped; `None` if it was removed.
    pub fn start(&mut self, id: EngineId, waker: &Waker) -> Option<EngineClient> {
        let settings = self.list.get(id)?.settings.clone();
        let client = start(settings, waker);
        self.transcripts.insert(id, client.transcript().clone());
        Some(client)
    }

    /// What was last said to an engine and by it, since this program was started.
    pub fn transcript(&self, id: EngineId) -> Option<&Transcript> {
        self.transcripts.get(&id)
    }
}

/// Starts a program that need not be in the list.
pub fn start(settings: EngineSettings, waker: &Waker) -> EngineClient {
    let waker = waker.clone();
    EngineClient::start(settings, Arc::new(move || waker.wake()))
}

/// What is said when an engine has failed.
pub fn failure_notice(engine: &str, error: &EngineError) -> Notice {
    let id = match error.kind() {
        FailureKind::Crash if matches!(error, EngineError::Ended) => "engine-ended",
        FailureKind::Crash => "engine-not-started",
        FailureKind::Hang => "engine-hangs",
        FailureKind::Protocol => "engine-not-understood",
        FailureKind::IllegalMove => "engine-illegal-move",
        FailureKind::Request => "engine-refuses",
    };
    Notice::problem(id).with("engine", engine)
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<ExternalEngines>().add_systems(PreStartup, load).add_systems(Last, save);
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut engines: ResMut<ExternalEngines>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_parsed(FILE, "engines-damaged", &mut notices, EngineList::from_ron);
    if let Some(read) = read {
        engines.saved = read.clone();
        engines.list = read;
    }
}

/// Saves the file after a change.
fn save(
    storage: Res<Storage>,
    mut engines: ResMut<ExternalEngines>,
    mut notices: MessageWriter<Notice>,
) {
    if engines.is_changed() && engines.list != engines.saved {
        // A failed write is reported once and retried with the next change.
        engines.saved = engines.list.clone();
        if let Err(error) = storage.write(FILE, &engines.list.to_ron()) {
            warn!("{error}");
            notices.write(error.notice(FILE));
        }
    }
}
