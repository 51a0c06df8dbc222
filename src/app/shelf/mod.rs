//! The library of games in the window: opened at the start, kept away from
//! the thread that draws, and asked by messages.
//!
//! Anyone writes [`Ask`]; what came of it is told by [`Told`] or by a notice,
//! and [`Shelf`] shows the list that the person looks at.

mod bytes;
mod import;
mod keep;
mod list;
mod worker;

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use import::Report;
pub use list::List;
pub use worker::{Facets, Out, Worker, file_name, file_of};

use super::notice::Notice;
use super::platform::files::{FilesSet, Given, Parcel, Save};
use super::platform::librarian::Librarian;
use super::platform::work::wire::{Known, known};
use super::platform::{Storage, Waker};
use super::puzzles::is_levels;
use super::session::SessionSet;
use crate::content::books::Books;
use crate::library::{Filter, GameId, MoveStat, PositionKey, Sort};
use crate::record::{GameTree, NodeId};

/// Something that is asked of the library.
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Read a game; [`Told::Game`] answers.
    Get(GameId),
    /// Call a game by another title.
    Rename(GameId, String),
    /// Give a game these tags in place of those it had.
    SetTags(GameId, Vec<String>),
    /// Take a game out of the lists.
    Delete(GameId),
    /// Bring a deleted game back.
    Restore(GameId),
    /// Take the deleted games out of the file for good.
    Purge,
    /// Add the games of these files or folders. [`Told::Imported`] answers.
    Import(Vec<Parcel>),
    /// Add the games of a text whose format is not known; likewise.
    Paste(String),
    /// End the import that is going on. What is in the library stays there.
    Cancel,
    /// Add a game, or put another record in the place of that of a kept one.
    /// [`Told::Stored`] answers.
    Store {
        /// The kept game; `None` for a new one.
        id: Option<GameId>,
        /// The record.
        tree: Box<GameTree>,
        /// A number by which the answer is known.
        mark: u64,
    },
    /// Count what was played in the position of this node.
    /// [`Told::Explored`] answers.
    #[serde(with = "bytes::place")]
    Explore(Box<GameTree>, NodeId),
    /// Call openings as these books do.
    NameOpenings(#[serde(with = "bytes::books")] Arc<Books>),
    /// Write games in the format with this id to a file that the person
    /// chooses.
    Export(Games, #[serde(deserialize_with = "known")] Known),
}

/// Some games of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Games {
    /// This one.
    One(GameId),
    /// All that a filter lists, in this order.
    Listed(Filter, Sort),
}

/// What came of an [`Ask`].
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
pub enum Told {
    /// The game that was asked for.
    Game {
        /// Its number.
        id: GameId,
        /// Its record.
        tree: Box<GameTree>,
    },
    /// The record with this mark is in the library under this number.
    Stored(GameId, u64),
    /// How often each move was played in the position with this key.
    Explored(u64, Vec<MoveStat>),
    /// An import has ended.
    Imported(Report),
    /// A finished game is in the library.
    Kept {
        /// Its number.
        id: GameId,
        /// When it began, see [`super::session::Session::label_text`].
        label: String,
    },
}

/// Asks for the games in which a position came up: the library is shown with
/// them alone.
#[derive(Message, Clone, Debug)]
pub struct LookFor {
    /// The position.
    pub key: PositionKey,
    /// Id of the game it belongs to.
    pub game: &'static str,
}

/// Whether there is a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is being read.
    #[default]
    Opening,
    /// It can be used.
    Open,
    /// Another window of this program has it open.
    Taken,
    /// It cannot be opened, for this reason.
    Closed(String),
}

/// How far an import has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Files that are done, and all of them.
    pub files: [usize; 2],
    /// Games that were read so far.
    pub games: usize,
}

/// The library as the window knows it.
#[derive(Resource, Default)]
pub struct Shelf {
    state: State,
    librarian: Option<Librarian>,
    progress: Option<Progress>,
    facets: Facets,
    /// The state of the library by which the facets were asked for.
    facets_at: Option<u64>,
    list: List,
}

/// What the librarian is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Errand {
    /// Something that was asked by a message.
    Ask(Ask),
    /// Keep a finished game, in place of an earlier record of it.
    Keep {
        /// The game.
        tree: Box<GameTree>,
        /// When it began.
        label: String,
    },
    /// A page of a list.
    Page(list::Wanted),
    /// What there is to filter by.
    Facets,
}

/// What the librarian says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The library can be used.
    Open,
    /// Another window of this program has it open.
    Taken,
    /// It cannot be used, for this reason.
    Closed(String),
    /// What came of something that was asked.
    Told(Box<Told>),
    /// Something for the person.
    Tell(Notice),
    /// A page of a list.
    Page(list::Page),
    /// What there is to filter by.
    Facets(Facets),
    /// The library changed, and how often it has.
    Changed(u64),
    /// How far an import has come.
    Progress(Option<Progress>),
    /// A file to be saved.
    Save(Save),
}

impl Shelf {
    /// Whether there is a library.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How far the import that is going on has come.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// What there is to filter by. Brought up to date a while after the
    /// library has changed.
    pub fn facets(&mut self) -> &Facets {
        if self.facets_at != Some(self.list.revision()) {
            self.facets_at = Some(self.list.revision());
            self.send(Errand::Facets);
        }
        &self.facets
    }

    /// The list with this filter and order. It shows the one before until the
    /// new one has been found.
    pub fn list(&mut self, filter: &Filter, sort: Sort) -> &List {
        self.list.aim(filter, sort);
        for wanted in self.list.wanted() {
            self.send(Errand::Page(wanted));
        }
        &self.list
    }

    /// Whether the list that was asked for is there.
    #[cfg(test)]
    pub fn is_settled(&self) -> bool {
        self.list.is_settled()
    }

    /// Says which places of the list are in sight.
    pub fn look_at(&mut self, places: std::ops::Range<usize>) {
        self.list.look_at(places);
    }

    /// Asks at once, when no other frame will come. Tells whether there is a
    /// library to ask.
    pub fn ask(&self, ask: Ask) -> bool {
        self.send(Errand::Ask(ask))
    }

    fn send(&self, errand: Errand) -> bool {
        let is_there = matches!(self.state, State::Opening | State::Open);
        self.librarian.as_ref().is_some_and(|librarian| is_there && librarian.send(errand))
    }

    /// Why nothing can be asked of it.
    fn refusal(&self) -> Notice {
        match &self.state {
            State::Taken => Notice::problem("library-taken"),
            State::Closed(reason) => Notice::problem("library-closed").with("reason", reason),
            State::Opening | State::Open => Notice::problem("library-closed").with("reason", ""),
        }
    }

    /// There is no library.
    fn close(&mut self, state: State) -> Notice {
        self.progress = None;
        self.state = state;
        self.refusal()
    }
}

/// The systems that hear what the library says and hand on what it is asked.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShelfSet;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shelf>()
        .add_message::<Ask>()
        .add_message::<Told>()
        .add_message::<LookFor>()
        .add_message::<Given>()
        .add_message::<Save>()
        .add_message::<super::review::Open>()
        .add_systems(Startup, open)
        .add_systems(Update, (hear, take_given, obey).chain().in_set(ShelfSet).after(FilesSet))
        .add_systems(Update, (keep::note, keep::finished).chain().after(ShelfSet).after(SessionSet))
        .add_systems(Update, import::show.after(ShelfSet));
}

fn open(storage: Res<Storage>, waker: Res<Waker>, mut shelf: ResMut<Shelf>) {
    shelf.librarian = Librarian::start(&storage, waker.clone());
    if shelf.librarian.is_none() {
        shelf.state = State::Closed("the system refuses another thread".to_owned());
    }
}

/// Takes in what the librarian has said.
fn hear(
    mut shelf: ResMut<Shelf>,
    waker: Res<Waker>,
    mut told: MessageWriter<Told>,
    mut saves: MessageWriter<Save>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(librarian) = &shelf.librarian else { return };
    let answers = librarian.answers();
    if !answers.is_empty() {
        // Others act on it in the next frame.
        waker.wake();
    }
    for answer in answers {
        match answer {
            Answer::Open => shelf.state = State::Open,
            Answer::Taken => _ = notices.write(shelf.close(State::Taken)),
            Answer::Closed(reason) => _ = notices.write(shelf.close(State::Closed(reason))),
            Answer::Told(what) => {
                told.write(*what);
            }
            Answer::Tell(notice) => {
                notices.write(notice);
            }
            Answer::Page(page) => shelf.list.take(page),
            Answer::Facets(facets) => shelf.facets = facets,
            Answer::Changed(revision) => shelf.list.outdate(revision),
            Answer::Progress(progress) => shelf.progress = progress,
            Answer::Save(save) => {
                saves.write(save);
            }
        }
    }
}

/// Files that were chosen or dropped are to be imported.
fn take_given(mut given: MessageReader<Given>, mut asks: MessageWriter<Ask>) {
    for Given(files) in given.read() {
        let games: Vec<_> = files.iter().filter(|file| !is_levels(file)).cloned().collect();
        if !games.is_empty() {
            asks.write(Ask::Import(games));
        }
    }
}

/// Hands on what was asked.
fn obey(mut asks: MessageReader<Ask>, shelf: ResMut<Shelf>, mut notices: MessageWriter<Notice>) {
    for ask in asks.read() {
        if !shelf.send(Errand::Ask(ask.clone())) {
            notices.write(shelf.refusal());
        }
    }
}
