//! The engines of others that the player has added, each a program that plays by one of the
//! known protocols. They are kept in a file and started when they are needed.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bevy::prelude::*;

use crate::app::notice::Notice;
use crate::app::platform::{RUNS_PROGRAMS, Storage, Waker};
use crate::core::excerpt;
use crate::engines::{
    EngineClient, EngineError, EngineId, EngineList, EngineSettings, ListedEngine, Transcript,
};
use crate::games::{Game, Options};

/// File of the engines.
const FILE: &str = "engines.ron";

/// Most talks with an engine that are kept.
const MAX_TRANSCRIPTS: usize = 8;

/// The engines that the player has added; none where no programs of others can be run.
#[derive(Resource, Default)]
pub struct ExternalEngines {
    list: EngineList,
    /// The talks with each engine, oldest first.
    transcripts: HashMap<EngineId, VecDeque<Transcript>>,
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
        Some(self.start_with(id, settings, waker))
    }

    /// Starts an engine with settings that may differ from its own.
    pub fn start_with(
        &mut self,
        id: EngineId,
        settings: EngineSettings,
        waker: &Waker,
    ) -> EngineClient {
        let client = start(settings, waker);
        self.keep_transcript(id, client.transcript().clone());
        client
    }

    /// Keeps the talk with an engine among those that can be read; the oldest goes when there
    /// are too many.
    pub fn keep_transcript(&mut self, id: EngineId, transcript: Transcript) {
        let kept = self.transcripts.entry(id).or_default();
        if kept.len() == MAX_TRANSCRIPTS {
            kept.pop_front();
        }
        kept.push_back(transcript);
    }

    /// Transcripts of what was said to an engine and by it, one for each of the latest times that
    /// it was started since this program was, oldest first.
    pub fn transcripts(&self, id: EngineId) -> impl Iterator<Item = &Transcript> {
        self.transcripts.get(&id).into_iter().flatten()
    }
}

/// Opens what was said to an engine and by it, over the page on show.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadTranscript(pub EngineId);

/// Starts a program that need not be in the list.
pub fn start(settings: EngineSettings, waker: &Waker) -> EngineClient {
    let waker = waker.clone();
    EngineClient::start(settings, Arc::new(move || waker.wake()))
}

/// Notice that an engine has failed, which tells why and what can be done about it.
pub fn failure_notice(engine: &str, error: &EngineError) -> Notice {
    use std::io::ErrorKind;
    let notice = match error {
        EngineError::NotOnThisDevice => Notice::problem("engine-not-here"),
        EngineError::NoProgram => Notice::problem("engine-no-program"),
        EngineError::Start(error) => match error.kind() {
            ErrorKind::NotFound => Notice::problem("engine-not-found"),
            ErrorKind::PermissionDenied => Notice::problem("engine-not-allowed"),
            _ => Notice::problem("engine-not-started"),
        },
        EngineError::Ended => Notice::problem("engine-ended"),
        EngineError::NoAnswer(time) => {
            Notice::problem("engine-hangs").with("seconds", time.as_secs_f64().ceil())
        }
        EngineError::Stopped => Notice::problem("engine-stopped"),
        EngineError::NotReading => Notice::problem("engine-not-reading"),
        EngineError::Output(_) => Notice::problem("engine-no-text"),
        EngineError::UnknownProtocol => Notice::problem("engine-unknown-protocol"),
        EngineError::Refused { command, answer } => Notice::problem("engine-refused")
            .with("command", excerpt(command))
            .with("answer", excerpt(answer)),
        EngineError::IllegalMove { answer, .. } => {
            Notice::problem("engine-illegal-move").with("answer", excerpt(answer))
        }
        EngineError::NoMove => Notice::problem("engine-no-move"),
        EngineError::UnsupportedGame { .. } | EngineError::UnsupportedPosition(_) => {
            Notice::problem("engine-cannot-play")
        }
        EngineError::UnknownOption { name, .. } => {
            Notice::problem("engine-unknown-option").with("option", excerpt(name))
        }
        EngineError::OptionValue { name, value, .. } => Notice::problem("engine-option-value")
            .with("option", excerpt(name))
            .with("value", excerpt(value)),
        EngineError::ManyLines(_)
        | EngineError::Sequence(_)
        | EngineError::Setup(_)
        | EngineError::Replay(_)
        | EngineError::Format(_) => Notice::problem("engine-not-told"),
    };
    notice.with("engine", engine)
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<ExternalEngines>().add_systems(Last, save);
    if RUNS_PROGRAMS {
        app.add_systems(PreStartup, load);
    }
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
