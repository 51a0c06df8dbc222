//! The games that are kept: thousands in one file, found by what is known of
//! them and by position.
//!
//! Summaries are in memory while a library is open, so that every filter
//! answers at once; games are read when they are asked for. The file is one of
//! redb and changes all at once or not at all, so that a program that dies in
//! the middle leaves what was there before.

mod add;
mod bytes;
mod disk;
mod explore;
mod filter;
mod opening;
mod packed;
mod places;
mod replace;
mod store;
mod summary;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

pub use add::{Added, Import};
pub use explore::MoveStat;
pub use filter::{Filter, Sort};
pub use opening::Namer;
pub use places::PositionKey;
/// Where the bytes of a library may lie, see [`Library::over`].
pub use redb::StorageBackend;
pub use replace::TIME_OF_DAY;
pub use summary::{Date, DateError, Ended, GameId, Summary};

use crate::record::GameTree;
use store::{Change, Store, StoreError, Table};
use summary::Texts;

/// The version of the file that is written.
const VERSION: u64 = 1;

/// Numbers of the facts.
const FACT_VERSION: u64 = 0;
/// The number that the next game gets.
const FACT_NEXT: u64 = 1;
/// [`places::mark`] when the lists of positions were made.
const FACT_MARK: u64 = 2;
/// [`Namer::mark`] of whoever named the openings.
const FACT_NAMES: u64 = 3;

/// Why a library does not do what it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LibraryError {
    /// The file cannot be used.
    #[error("the library {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Another program has the file open.
    #[error("the library {path}: in use by another program")]
    InUse {
        /// The file.
        path: String,
    },
    /// The file was written by a newer program.
    #[error("the library {path} is of version {version}, but this program reads version {VERSION}")]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        version: u64,
    },
    /// What is in the bytes of [`Library::over`] is not what was written.
    #[error("the library is damaged: {0}")]
    Damaged(String),
    /// There is no such game.
    #[error("there is no game {id} in the library, which has games 1 to {last}, some purged")]
    NoGame {
        /// The number that was given.
        id: GameId,
        /// The greatest number that there was.
        last: u32,
    },
    /// A game cannot be read or written.
    #[error("game {id} of the library: {reason}")]
    Game {
        /// Which one.
        id: GameId,
        /// What is wrong with it.
        reason: String,
    },
    /// Every number has been given.
    #[error("the library is full: it has had {} games", u32::MAX - 1)]
    Full,
}

/// Some games of a list.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// How many games the whole list has.
    pub total: usize,
    /// Those that were asked for, in order.
    pub games: Vec<&'a Summary>,
}

/// Kept games. One program at a time has a file open.
pub struct Library {
    store: Store,
    path: PathBuf,
    set_aside: Option<PathBuf>,
    /// In order of their numbers.
    summaries: Vec<Summary>,
    /// Games by their fingerprints.
    known: HashMap<u64, GameId>,
    texts: Texts,
    next: u32,
    /// Who names the openings of new games.
    namer: Arc<dyn Namer>,
    /// The mark of whoever named the openings of all games.
    names: u64,
}

impl Library {
    /// Opens the library in this file, or begins one where there is none. A
    /// damaged file is kept under another name, see [`Library::set_aside`],
    /// and a new library begun.
    ///
    /// # Errors
    /// When another program has the file open, it was written by a newer
    /// program, or the system refuses.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let open = |set_aside| {
            let failed = |error| LoadError::Store(path.to_owned(), error);
            let store = Store::Disk(disk::Disk::open(path).map_err(failed)?);
            Library::load(store, path.to_owned(), set_aside)
        };
        match open(None) {
            Err(LoadError::Store(_, StoreError::Damaged(_))) => {
                let aside = aside(path);
                std::fs::rename(path, &aside).map_err(|error| LibraryError::File {
                    path: path.display().to_string(),
                    reason: format!("it is damaged and cannot be set aside: {error}"),
                })?;
                Ok(open(Some(aside))?)
            }
            other => Ok(other?),
        }
    }

    /// There are no files in the browser: [`Library::over`] opens what there
    /// is.
    ///
    /// # Errors
    /// Always.
    #[cfg(target_arch = "wasm32")]
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let reason = "a browser has no such files".to_owned();
        Err(LibraryError::File { path: path.display().to_string(), reason })
    }

    /// Opens the library in these bytes, or begins one where there are none.
    /// `name` is what it is called in errors. The bytes stay as they are when
    /// they are damaged.
    ///
    /// # Errors
    /// [`LibraryError::Damaged`], or when they were written by a newer program
    /// or cannot be read or written.
    pub fn over(bytes: Arc<dyn StorageBackend>, name: &str) -> Result<Library, LibraryError> {
        let path = PathBuf::from(name);
        let failed = |error| LoadError::Store(path.clone(), error);
        let loaded = disk::Disk::over(bytes)
            .map_err(failed)
            .and_then(|disk| Library::load(Store::Disk(disk), path.clone(), None));
        match loaded {
            Err(LoadError::Store(_, StoreError::Damaged(reason))) => {
                Err(LibraryError::Damaged(reason))
            }
            other => Ok(other?),
        }
    }

    /// A library that lasts as long as the program.
    ///
    /// # Errors
    /// None so far; the same as of one in a file.
    pub fn in_memory() -> Result<Library, LibraryError> {
        Ok(Library::load(Store::Memory(BTreeMap::new()), PathBuf::new(), None)?)
    }

    fn load(store: Store, path: PathBuf, set_aside: Option<PathBuf>) -> Result<Library, LoadError> {
        let failed = |error| LoadError::Store(path.clone(), error);
        let fact = |key| {
            let bytes = store.get(Table::Facts, key).map_err(failed)?;
            let number = |bytes: Vec<u8>| <[u8; 8]>::try_from(bytes).ok().map(u64::from_le_bytes);
            match bytes {
                None => Ok(None),
                Some(bytes) => number(bytes)
                    .map(Some)
                    .ok_or_else(|| failed(StoreError::Damaged(format!("fact {key} is no number")))),
            }
        };
        match fact(FACT_VERSION)? {
            Some(version) if version > VERSION => {
                let path = path.display().to_string();
                return Err(LoadError::Library(LibraryError::Newer { path, version }));
            }
            _ => {}
        }
        let (next, mark) = (fact(FACT_NEXT)?, fact(FACT_MARK)?);
        let names = fact(FACT_NAMES)?.unwrap_or_default();
        let mut texts = Texts::default();
        let mut summaries = Vec::new();
        let mut wrong = None;
        let mut read = |key: u64, bytes: &[u8]| {
            let id = u32::try_from(key).ok().map(GameId);
            match id.and_then(|id| Summary::from_bytes(id, bytes, &mut texts)) {
                Some(summary) => summaries.push(summary),
                None => wrong = Some(key),
            }
        };
        store.scan(Table::Summaries, 0..=u64::MAX, &mut read).map_err(failed)?;
        if let Some(key) = wrong {
            return Err(failed(StoreError::Damaged(format!("the summary of game {key}"))));
        }
        let after = summaries.last().map_or(1, |summary| summary.id.0.saturating_add(1));
        let next = next.and_then(|next| u32::try_from(next).ok()).unwrap_or(1).max(after);
        let known = summaries.iter().map(|summary| (summary.fingerprint, summary.id)).collect();
        let namer = Arc::new(opening::OwnNames);
        let mut library =
            Library { store, path, set_aside, summaries, known, texts, next, namer, names };
        if mark != Some(places::mark()) {
            library.find_places()?;
        }
        Ok(library)
    }

    /// Makes the lists of positions anew, as after a change of the keys.
    fn find_places(&mut self) -> Result<(), LibraryError> {
        let mut old = Vec::new();
        let mut collect = |key, _: &[u8]| old.push(Change::Remove(Table::Places, key));
        let scanned = self.store.scan(Table::Places, 0..=u64::MAX, &mut collect);
        scanned.map_err(|error| self.failed(&error))?;
        let mut changes = old;
        for games in self.summaries.chunks(add::BATCH) {
            let mut places = Vec::new();
            for summary in games {
                // One that cannot be read is not found by position.
                let Ok(tree) = self.get(summary.id) else { continue };
                let id = summary.id;
                summary::find_places(&tree, id, &mut places);
            }
            places::pieces(places, games[0].id.0, &mut changes);
        }
        changes.push(fact(FACT_VERSION, VERSION));
        changes.push(fact(FACT_MARK, places::mark()));
        self.store.commit(changes).map_err(|error| self.failed(&error))
    }

    /// Where the file was put if it was damaged when the library was opened.
    #[must_use]
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// How many games there are, the deleted ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.summaries.len()
    }

    /// Whether there is no game, not even a deleted one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.summaries.is_empty()
    }

    fn failed(&self, error: &StoreError) -> LibraryError {
        LibraryError::File { path: self.path.display().to_string(), reason: error.to_string() }
    }

    /// The game with this number, even if it is deleted.
    ///
    /// # Errors
    /// When there is none or it cannot be read.
    pub fn get(&self, id: GameId) -> Result<GameTree, LibraryError> {
        self.place(id)?;
        let bytes = self.store.get(Table::Games, id.0.into()).map_err(|e| self.failed(&e))?;
        let reason = "its moves are missing".to_owned();
        let bytes = bytes.ok_or(LibraryError::Game { id, reason })?;
        packed::unpack(&bytes).map_err(|reason| LibraryError::Game { id, reason })
    }

    /// What is known of the game with this number, even if it is deleted.
    #[must_use]
    pub fn summary(&self, id: GameId) -> Option<&Summary> {
        self.place(id).ok().map(|place| &self.summaries[place])
    }

    /// What is known of every game, the deleted ones included, in the order of
    /// their numbers.
    #[must_use]
    pub fn summaries(&self) -> &[Summary] {
        &self.summaries
    }

    fn place(&self, id: GameId) -> Result<usize, LibraryError> {
        let place = self.summaries.binary_search_by_key(&id, |summary| summary.id);
        place.map_err(|_| LibraryError::NoGame { id, last: self.next - 1 })
    }

    /// The games that the filter admits: those at these places of the sorted
    /// list.
    ///
    /// # Errors
    /// When the lists of positions cannot be read.
    pub fn find(
        &self,
        filter: &Filter,
        sort: Sort,
        places: Range<usize>,
    ) -> Result<Page<'_>, LibraryError> {
        let player = filter.player.to_lowercase();
        let mut games: Vec<&Summary> = match filter.position {
            None => self.summaries.iter().collect(),
            Some(key) => {
                let found = places::search(&self.store, key).map_err(|e| self.failed(&e))?;
                found.into_iter().filter_map(|id| self.summary(GameId(id))).collect()
            }
        };
        games.retain(|summary| filter.admits(summary, &player));
        let total = games.len();
        let compare = |a: &&Summary, b: &&Summary| sort.compare(a, b);
        // Only what is shown needs its order.
        if places.end < total {
            games.select_nth_unstable_by(places.end, compare);
            games.truncate(places.end);
        }
        games.sort_unstable_by(compare);
        games.drain(..places.start.min(games.len()));
        Ok(Page { total, games })
    }

    /// Calls a game by another title; an empty one takes it away.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn rename(&mut self, id: GameId, title: &str) -> Result<(), LibraryError> {
        let title = self.texts.share(title.trim());
        self.change(id, |summary| summary.title = title)
    }

    /// Gives a game these tags in place of those it had. Empty ones are left
    /// out, and of equal ones all but one.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn set_tags(&mut self, id: GameId, tags: &[&str]) -> Result<(), LibraryError> {
        let tags = tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty());
        let mut tags: Vec<_> = tags.map(|tag| self.texts.share(tag)).collect();
        tags.sort_unstable();
        tags.dedup();
        self.change(id, |summary| summary.tags = tags)
    }

    /// Takes a game out of the lists. It stays in the file until
    /// [`Library::purge`].
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn delete(&mut self, id: GameId) -> Result<(), LibraryError> {
        self.change(id, |summary| summary.deleted = true)
    }

    /// Undoes [`Library::delete`].
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn restore(&mut self, id: GameId) -> Result<(), LibraryError> {
        self.change(id, |summary| summary.deleted = false)
    }

    fn change(&mut self, id: GameId, edit: impl FnOnce(&mut Summary)) -> Result<(), LibraryError> {
        let place = self.place(id)?;
        let mut summary = self.summaries[place].clone();
        edit(&mut summary);
        let change = Change::Put(Table::Summaries, id.0.into(), summary.to_bytes());
        self.store.commit(vec![change]).map_err(|error| self.failed(&error))?;
        self.summaries[place] = summary;
        Ok(())
    }

    /// Takes the deleted games out of the file for good, and says how many
    /// there were. The file uses the room for other games.
    ///
    /// # Errors
    /// When the file cannot be written; then all of them stay.
    pub fn purge(&mut self) -> Result<usize, LibraryError> {
        let mut changes = Vec::new();
        for summary in self.summaries.iter().filter(|summary| summary.deleted) {
            changes.push(Change::Remove(Table::Games, summary.id.0.into()));
            changes.push(Change::Remove(Table::Summaries, summary.id.0.into()));
        }
        let gone = changes.len() / 2;
        if gone > 0 {
            self.store.commit(changes).map_err(|error| self.failed(&error))?;
            self.summaries.retain(|summary| !summary.deleted);
            let left = self.summaries.iter().map(|summary| (summary.fingerprint, summary.id));
            self.known = left.collect();
        }
        Ok(gone)
    }
}

/// A name beside this one that no file has: `games.damaged-1.redb`.
#[cfg(not(target_arch = "wasm32"))]
fn aside(path: &Path) -> PathBuf {
    let mut ending = std::ffi::OsString::new();
    if let Some(extension) = path.extension() {
        ending.push(".");
        ending.push(extension);
    }
    let name = |number: u32| {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".damaged-{number}"));
        name.push(&ending);
        path.with_file_name(name)
    };
    (1..u32::MAX).map(name).find(|name| !name.exists()).unwrap_or_else(|| name(u32::MAX))
}

fn fact(key: u64, number: u64) -> Change {
    Change::Put(Table::Facts, key, number.to_le_bytes().to_vec())
}

/// Why a library is not loaded.
enum LoadError {
    Store(PathBuf, StoreError),
    Library(LibraryError),
}

impl From<LibraryError> for LoadError {
    fn from(error: LibraryError) -> LoadError {
        LoadError::Library(error)
    }
}

impl From<LoadError> for LibraryError {
    fn from(error: LoadError) -> LibraryError {
        match error {
            LoadError::Library(error) => error,
            LoadError::Store(path, error) => {
                let path = path.display().to_string();
                match error {
                    StoreError::InUse => LibraryError::InUse { path },
                    error => LibraryError::File { path, reason: error.to_string() },
                }
            }
        }
    }
}
