//! The client of the game library, which runs in a backend off the main thread.
//!
//! Other plugins write a [`LibraryRequest`]; a [`LibraryEvent`] or a notice
//! answers. [`LibraryClient`] holds the list that is shown.

mod backend;
mod boards;
mod game_list;
mod import;
mod serde_helpers;
mod worker;

use std::borrow::Cow;
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use backend::LibraryBackend;
#[cfg(target_arch = "wasm32")]
pub use backend::worker::{ROLE as WORKER_ROLE, serve};
use boards::GameBoards;
pub use game_list::GameList;
pub use import::ImportReport;
pub use worker::{Facets, LibraryWorker, ResponseSender, export_file, file_name};

use crate::app::notice::Notice;
use crate::app::platform::files::{FilesSystems, PickedFile, SaveFile};
use crate::app::platform::{Storage, Waker};
use crate::content::books::Books;
use crate::games::AnyPosition;
use crate::library::{
    Filter, GameId, GameStatistics, MoveStat, PositionKey, SortOrder, StatisticsQuery,
};
use crate::record::{GameTree, MoveSequence, NodeId};

/// A request to the library.
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
pub enum LibraryRequest {
    /// Reads a game; [`LibraryEvent::Game`] answers.
    Get(GameId),
    /// Sets the title of a game.
    Rename(GameId, String),
    /// Replaces the tags of a game.
    SetTags(GameId, Vec<String>),
    /// Marks a game as deleted, which hides it from the lists.
    Delete(GameId),
    /// Restores a deleted game.
    Restore(GameId),
    /// Removes the deleted games for good.
    Purge,
    /// Imports the games of these files or folders; [`LibraryEvent::Imported`]
    /// answers.
    Import(Vec<PickedFile>),
    /// Imports the games of a text whose format is not known; likewise.
    ImportText(String),
    /// Cancels the running import; games already added stay.
    CancelImport,
    /// Reads the log by which a game over a network proves itself;
    /// [`LibraryEvent::Log`] answers.
    Log(GameId),
    /// Saves that log to a file that the user chooses.
    ExportLog(GameId),
    /// Adds a game, or replaces the record of a stored one.
    /// [`LibraryEvent::Stored`] answers.
    Store {
        /// The stored game; `None` for a new one.
        id: Option<GameId>,
        /// The record.
        tree: Box<GameTree>,
        /// Returned with the answer.
        request_id: u64,
    },
    /// Counts the moves played in the position of this node;
    /// [`LibraryEvent::PositionStats`] answers.
    #[serde(with = "serde_helpers::tree_and_node")]
    Explore(Box<GameTree>, NodeId),
    /// Sets the books that name openings.
    SetOpeningBooks(#[serde(with = "serde_helpers::books")] Arc<Books>),
    /// Exports games, in the format with this id, to a file that the user
    /// chooses.
    Export(GameSelection, Cow<'static, str>),
}

/// A selection of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameSelection {
    /// This one.
    One(GameId),
    /// All games that pass a filter, in this order.
    Filtered(Filter, SortOrder),
}

/// The answer to a [`LibraryRequest`].
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
pub enum LibraryEvent {
    /// The requested game.
    Game {
        /// Its id.
        id: GameId,
        /// Its record.
        tree: Box<GameTree>,
    },
    /// The log of a game over a network, as the bytes of its file, with the record beside which it
    /// is kept; `None` if there is none.
    Log {
        /// The game's id.
        id: GameId,
        /// The log and the record.
        log: Option<(Vec<u8>, Box<GameTree>)>,
    },
    /// The record of the request with this `request_id` is stored under this id.
    Stored(GameId, u64),
    /// Statistics of the moves played in the position with this key.
    PositionStats(u64, Vec<MoveStat>),
    /// An import has ended.
    Imported(ImportReport),
    /// A game that was played here was stored.
    PlayedStored {
        /// Its id.
        id: GameId,
        /// Its start time, see [`super::session::Session::started_at`].
        label: String,
    },
}

/// Shows the library filtered to the games in which a position occurred.
#[derive(Message, Clone, Debug)]
pub struct PositionSearch {
    /// The position.
    pub key: PositionKey,
    /// Id of the game it belongs to.
    pub game: &'static str,
}

/// Filters the library to the games of a game against a player.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct PlayerSearch {
    /// The name in the records.
    pub player: String,
    /// Id of the game.
    pub game: String,
    /// The first day, such as 2026-11-21; empty for all games.
    pub from: String,
}

/// State of the connection to the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibraryState {
    /// It is being opened.
    #[default]
    Opening,
    /// It can be used.
    Open,
    /// Another window of this application has it open.
    InUse,
    /// It cannot be opened, for this reason.
    Unavailable(String),
}

/// Progress of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProgress {
    /// Number of files read, and of all files.
    pub files: [usize; 2],
    /// Number of games read so far.
    pub games: usize,
}

/// The client's view of the library.
#[derive(Resource, Default)]
pub struct LibraryClient {
    state: LibraryState,
    backend: Option<LibraryBackend>,
    progress: Option<ImportProgress>,
    facets: Facets,
    /// Revision of the library for which the facets were requested.
    facets_revision: Option<u64>,
    statistics: Option<(StatisticsQuery, Vec<GameStatistics>)>,
    /// The statistics that were requested last, and the revision of the library then.
    statistics_request: Option<(StatisticsQuery, u64)>,
    list: GameList,
    boards: GameBoards,
}

/// A message to the backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BackendRequest {
    /// A request of another plugin.
    Request(LibraryRequest),
    /// Stores a game that was played here in place of an earlier record of it.
    StorePlayed {
        /// The game.
        tree: Box<GameTree>,
        /// Its start time.
        label: String,
        /// The log that proves it, of a game over a network.
        log: Option<Vec<u8>>,
    },
    /// Requests a page of a list.
    Page(game_list::PageRequest),
    /// Requests the values to filter by.
    Facets,
    /// Requests the moves of the main line of a game.
    Moves(GameId),
    /// Requests a player's results.
    Statistics(StatisticsQuery),
}

/// A message from the backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BackendResponse {
    /// The library can be used.
    Open,
    /// Another window of this application has it open.
    InUse,
    /// It cannot be used, for this reason.
    Unavailable(String),
    /// The answer to a request.
    Event(Box<LibraryEvent>),
    /// A message for the user.
    Notice(Notice),
    /// A page of a list.
    Page(game_list::Page),
    /// The values to filter by.
    Facets(Facets),
    /// The moves of the main line of a game; `None` if it cannot be read.
    Moves(GameId, Option<MoveSequence>),
    /// A player's results.
    Statistics(StatisticsQuery, Vec<GameStatistics>),
    /// The library changed and has this revision now.
    Changed(u64),
    /// Progress of the running import, if any.
    Progress(Option<ImportProgress>),
    /// A file to be saved.
    Save(SaveFile),
}

impl LibraryClient {
    /// The state of the connection.
    pub fn state(&self) -> &LibraryState {
        &self.state
    }

    /// Progress of the running import.
    pub fn progress(&self) -> Option<&ImportProgress> {
        self.progress.as_ref()
    }

    /// The values to filter by. Updated some time after the library has changed.
    pub fn facets(&mut self) -> &Facets {
        if self.facets_revision != Some(self.list.revision()) {
            self.facets_revision = Some(self.list.revision());
            self.send(BackendRequest::Facets);
        }
        &self.facets
    }

    /// A player's results, which are counted in the backend; `None` until they have arrived.
    /// Updated some time after the library has changed.
    pub fn statistics(&mut self, query: &StatisticsQuery) -> Option<&[GameStatistics]> {
        let revision = self.list.revision();
        let requested = self.statistics_request.as_ref();
        if requested.is_none_or(|(known, at)| known != query || *at != revision)
            && self.send(BackendRequest::Statistics(query.clone()))
        {
            self.statistics_request = Some((query.clone(), revision));
        }
        let arrived = self.statistics.as_ref().filter(|(of, _)| of == query);
        arrived.map(|(_, statistics)| statistics.as_slice())
    }

    /// The list with this filter and order. It shows the previous one until the
    /// first page of the new one has arrived.
    pub fn list(&mut self, filter: &Filter, sort: SortOrder) -> &GameList {
        self.list.set_query(filter, sort);
        for page in self.list.page_requests() {
            self.send(BackendRequest::Page(page));
        }
        &self.list
    }

    /// The last position of a game; `None` until it has arrived.
    pub fn board(&mut self, id: GameId) -> Option<&AnyPosition> {
        if self.boards.request(id, self.list.revision()) {
            self.send(BackendRequest::Moves(id));
        }
        self.boards.get(id)
    }

    /// True once the requested list has arrived.
    #[cfg(test)]
    pub fn is_up_to_date(&self) -> bool {
        self.list.is_up_to_date()
    }

    /// Sets the visible rows of the list.
    pub fn set_visible(&mut self, places: std::ops::Range<usize>) {
        self.list.set_visible(places);
    }

    /// Sends a request at once, for when no other frame will follow. Returns
    /// false if the library is unavailable.
    pub fn request(&self, request: LibraryRequest) -> bool {
        self.send(BackendRequest::Request(request))
    }

    /// Stores a game that was played here, in place of an earlier record of it. Returns false if the
    /// library is unavailable.
    pub fn store_played(&self, tree: GameTree, label: String) -> bool {
        self.send(BackendRequest::StorePlayed { tree: Box::new(tree), label, log: None })
    }

    /// Stores a game that was played over a network, with the log that proves it.
    pub fn store_with_log(&self, tree: GameTree, label: String, log: Vec<u8>) -> bool {
        self.send(BackendRequest::StorePlayed { tree: Box::new(tree), label, log: Some(log) })
    }

    fn send(&self, request: BackendRequest) -> bool {
        let is_there = matches!(self.state, LibraryState::Opening | LibraryState::Open);
        self.backend.as_ref().is_some_and(|backend| is_there && backend.send(request))
    }

    /// The notice that explains why the library is unavailable.
    fn unavailable_notice(&self) -> Notice {
        match &self.state {
            LibraryState::InUse => Notice::problem("library-taken"),
            LibraryState::Unavailable(reason) => {
                Notice::problem("library-closed").with("reason", reason)
            }
            LibraryState::Opening | LibraryState::Open => {
                Notice::problem("library-closed").with("reason", "")
            }
        }
    }

    /// Ends the connection.
    fn close(&mut self, state: LibraryState) -> Notice {
        self.progress = None;
        self.state = state;
        self.unavailable_notice()
    }
}

/// The systems that exchange messages with the backend, in this order. What is requested
/// between them is sent in the same frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LibraryClientSystems {
    /// Handles the backend's responses.
    Poll,
    /// Forwards requests to the backend.
    Send,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<LibraryClient>()
        .add_message::<LibraryRequest>()
        .add_message::<LibraryEvent>()
        .add_message::<PositionSearch>()
        .add_message::<PlayerSearch>()
        .add_message::<SaveFile>()
        .add_systems(Startup, start_backend)
        .add_systems(
            Update,
            (
                poll_backend.in_set(LibraryClientSystems::Poll),
                handle_requests.in_set(LibraryClientSystems::Send),
            )
                .chain()
                .after(FilesSystems),
        );
}

fn start_backend(storage: Res<Storage>, waker: Res<Waker>, mut client: ResMut<LibraryClient>) {
    client.backend = LibraryBackend::start(&storage, waker.clone());
    if client.backend.is_none() {
        client.state = LibraryState::Unavailable("the system refuses another thread".to_owned());
    }
}

/// Opens the library in an app of a test that has started before it had one.
#[cfg(test)]
pub(in crate::app) fn open(world: &mut World) {
    world.run_system_cached(start_backend).unwrap();
}

/// Handles the backend's responses.
fn poll_backend(
    mut client: ResMut<LibraryClient>,
    waker: Res<Waker>,
    mut events: MessageWriter<LibraryEvent>,
    mut saves: MessageWriter<SaveFile>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(backend) = &client.backend else { return };
    let responses = backend.poll();
    if !responses.is_empty() {
        // Other systems react in the next frame.
        waker.wake();
    }
    for response in responses {
        match response {
            BackendResponse::Open => client.state = LibraryState::Open,
            BackendResponse::InUse => _ = notices.write(client.close(LibraryState::InUse)),
            BackendResponse::Unavailable(reason) => {
                _ = notices.write(client.close(LibraryState::Unavailable(reason)))
            }
            BackendResponse::Event(what) => {
                events.write(*what);
            }
            BackendResponse::Notice(notice) => {
                notices.write(notice);
            }
            BackendResponse::Page(page) => client.list.insert_page(page),
            BackendResponse::Facets(facets) => client.facets = facets,
            BackendResponse::Moves(id, moves) => client.boards.insert(id, moves),
            BackendResponse::Statistics(query, found) => client.statistics = Some((query, found)),
            BackendResponse::Changed(revision) => client.list.invalidate(revision),
            BackendResponse::Progress(progress) => client.progress = progress,
            BackendResponse::Save(save) => {
                saves.write(save);
            }
        }
    }
    let LibraryClient { boards, list, .. } = &mut *client;
    if boards.replay(list.revision()) {
        waker.wake();
    }
}

/// Forwards requests to the backend.
fn handle_requests(
    mut requests: MessageReader<LibraryRequest>,
    client: ResMut<LibraryClient>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        if !client.send(BackendRequest::Request(request.clone())) {
            notices.write(client.unavailable_notice());
        }
    }
}
