//! The game library: a database of games in one file, searched by game
//! information and by position.
//!
//! Summaries are in memory while a library is open, so that filters are fast;
//! games are read on demand. The file is a redb database with atomic commits: a
//! crash leaves the state of the last commit.

mod add;
mod atomic_file;
mod bytes;
mod encoding;
mod explore;
mod filter;
mod logs;
mod opening_names;
mod position_index;
mod redb_store;
mod replace;
mod statistics;
mod store;
mod summary;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

pub use add::{Added, ImportReport};
#[cfg(not(target_arch = "wasm32"))]
pub use atomic_file::write_privately;
pub use atomic_file::{remove_durably, remove_temporary_files, write_atomically};
pub use explore::MoveStat;
pub use filter::{Filter, SortOrder};
pub use opening_names::OpeningNamer;
pub use position_index::PositionKey;
/// Storage of a library that is not a file, see [`Library::with_backend`].
pub use redb::StorageBackend;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use redb_store::{OpenDatabase, store_error};
pub use replace::TIME_OF_DAY;
pub use statistics::{GameStatistics, MeanAccuracy, Results, Score, StatisticsQuery, Tally};
pub use store::StoreError;
pub use summary::{Date, DateError, GameId, GameSummary, ResultKind};

use crate::record::GameTree;
use store::{Change, Store, Table};
use summary::StringInterner;

/// The version of the file format.
const VERSION: u64 = 1;

/// Metadata key of the file format's version.
const META_VERSION: u64 = 0;
/// Metadata key of the next game number.
const META_NEXT_ID: u64 = 1;
/// Metadata key of [`position_index::version`] at the time of indexing.
const META_INDEX_VERSION: u64 = 2;
/// Metadata key of [`OpeningNamer::version`] at the time of naming.
const META_NAMES_VERSION: u64 = 3;

/// Errors of a library.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LibraryError {
    /// The file cannot be used.
    #[error("the library {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The reason.
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
    /// The content of the backend of [`Library::with_backend`] is damaged.
    #[error("the library is damaged: {0}")]
    Damaged(String),
    /// No game has this number.
    #[error("there is no game {id} in the library, which has games 1 to {last}, some purged")]
    NoGame {
        /// The requested number.
        id: GameId,
        /// The greatest number ever used.
        last: u32,
    },
    /// A game cannot be read or written.
    #[error("game {id} of the library: {reason}")]
    Game {
        /// Number of the game.
        id: GameId,
        /// The reason.
        reason: String,
    },
    /// All numbers are used up.
    #[error("the library is full: it has had {} games", u32::MAX - 1)]
    Full,
}

/// A page of a list of games.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// Number of games of the whole list.
    pub total: usize,
    /// The games of the page, in order.
    pub games: Vec<&'a GameSummary>,
}

/// A library of games. Only one process can have a file open.
///
/// ```
/// use tianyuan::library::{Filter, Library};
/// use tianyuan::record::formats::{self, Source};
///
/// let mut library = Library::in_memory()?;
/// let pgn = "[White \"Morphy, Paul\"]\n\n1. e4 e5 2. Nf3 *";
/// for tree in &formats::read("pgn", Source::from_bytes(pgn.as_bytes()))? {
///     library.add(tree)?;
/// }
/// let by = |player: &str| Filter { player: player.to_owned(), ..Filter::default() };
/// assert_eq!(library.find(&by("morphy"), Default::default(), 0..10)?.total, 1);
/// assert_eq!(library.find(&by("anderssen"), Default::default(), 0..10)?.total, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Library {
    store: Store,
    path: PathBuf,
    set_aside: Option<PathBuf>,
    /// Sorted by number.
    summaries: Vec<GameSummary>,
    /// Games by fingerprint.
    by_fingerprint: HashMap<u64, GameId>,
    strings: StringInterner,
    next_id: u32,
    /// Names the openings of new games.
    namer: Arc<dyn OpeningNamer>,
    /// Version of the namer that named the openings of all games; 0 if mixed.
    names_version: u64,
}

impl Library {
    /// Opens the library in this file, or creates it if it does not exist. A
    /// damaged file is renamed, see [`Library::set_aside`], and a new library
    /// created.
    ///
    /// # Errors
    /// When another program has the file open, it was written by a newer
    /// program, or it cannot be read or written.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let open = |set_aside| {
            let failed = |error| LoadError::Store(path.to_owned(), error);
            let store = Store::Redb(redb_store::RedbStore::open(path).map_err(failed)?);
            Library::load(store, path.to_owned(), set_aside)
        };
        match open(None) {
            Err(LoadError::Store(_, StoreError::Damaged(_))) => {
                let aside = damaged_path(path);
                std::fs::rename(path, &aside).map_err(|error| LibraryError::File {
                    path: path.display().to_string(),
                    reason: format!("it is damaged and cannot be set aside: {error}"),
                })?;
                Ok(open(Some(aside))?)
            }
            other => Ok(other?),
        }
    }

    /// Fails: a browser has no such files; see [`Library::with_backend`].
    ///
    /// # Errors
    /// Always.
    #[cfg(target_arch = "wasm32")]
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let reason = "a browser has no such files".to_owned();
        Err(LibraryError::File { path: path.display().to_string(), reason })
    }

    /// Opens the library in a storage backend, or creates one if the backend is
    /// empty. `name` stands for it in errors. Damaged content is not changed.
    ///
    /// # Errors
    /// [`LibraryError::Damaged`], or when the content was written by a newer
    /// program or cannot be read or written.
    pub fn with_backend(
        bytes: Arc<dyn StorageBackend>,
        name: &str,
    ) -> Result<Library, LibraryError> {
        let path = PathBuf::from(name);
        let failed = |error| LoadError::Store(path.clone(), error);
        let loaded = redb_store::RedbStore::with_backend(bytes)
            .map_err(failed)
            .and_then(|disk| Library::load(Store::Redb(disk), path.clone(), None));
        match loaded {
            Err(LoadError::Store(_, StoreError::Damaged(reason))) => {
                Err(LibraryError::Damaged(reason))
            }
            other => Ok(other?),
        }
    }

    /// Creates a library in memory.
    ///
    /// # Errors
    /// None at present; the signature is that of [`Library::open`].
    pub fn in_memory() -> Result<Library, LibraryError> {
        Ok(Library::load(Store::Memory(BTreeMap::new()), PathBuf::new(), None)?)
    }

    fn load(store: Store, path: PathBuf, set_aside: Option<PathBuf>) -> Result<Library, LoadError> {
        let failed = |error| LoadError::Store(path.clone(), error);
        let metadata = |key| {
            let bytes = store.get(Table::Metadata, key).map_err(failed)?;
            let number = |bytes: Vec<u8>| <[u8; 8]>::try_from(bytes).ok().map(u64::from_le_bytes);
            match bytes {
                None => Ok(None),
                Some(bytes) => number(bytes).map(Some).ok_or_else(|| {
                    failed(StoreError::Damaged(format!("fact {key} is not a number")))
                }),
            }
        };
        match metadata(META_VERSION)? {
            Some(version) if version > VERSION => {
                let path = path.display().to_string();
                return Err(LoadError::Library(LibraryError::Newer { path, version }));
            }
            _ => {}
        }
        let (next_id, index_version) = (metadata(META_NEXT_ID)?, metadata(META_INDEX_VERSION)?);
        let names_version = metadata(META_NAMES_VERSION)?.unwrap_or_default();
        let mut strings = StringInterner::default();
        let mut summaries = Vec::new();
        let mut invalid = None;
        let mut read = |key: u64, bytes: &[u8]| {
            let id = u32::try_from(key).ok().map(GameId);
            match id.and_then(|id| GameSummary::from_bytes(id, bytes, &mut strings)) {
                Some(summary) => summaries.push(summary),
                None => invalid = Some(key),
            }
        };
        store.scan(Table::Summaries, 0..=u64::MAX, &mut read).map_err(failed)?;
        if let Some(key) = invalid {
            return Err(failed(StoreError::Damaged(format!("the summary of game {key}"))));
        }
        let after = summaries.last().map_or(1, |summary| summary.id.0.saturating_add(1));
        let next_id = next_id.and_then(|id| u32::try_from(id).ok()).unwrap_or(1).max(after);
        let by_fingerprint =
            summaries.iter().map(|summary| (summary.fingerprint, summary.id)).collect();
        let namer = Arc::new(opening_names::BuiltInNames);
        let mut library = Library {
            store,
            path,
            set_aside,
            summaries,
            by_fingerprint,
            strings,
            next_id,
            namer,
            names_version,
        };
        if index_version != Some(position_index::version()) {
            library.rebuild_position_index()?;
        }
        Ok(library)
    }

    /// Rebuilds the position index, as after a change of the keys.
    fn rebuild_position_index(&mut self) -> Result<(), LibraryError> {
        let mut old = Vec::new();
        let mut collect = |key, _: &[u8]| old.push(Change::Remove(Table::Positions, key));
        let scanned = self.store.scan(Table::Positions, 0..=u64::MAX, &mut collect);
        scanned.map_err(|error| self.failed(&error))?;
        let mut changes = old;
        for games in self.summaries.chunks(add::BATCH_GAMES) {
            let mut positions = Vec::new();
            for summary in games {
                // An unreadable game is not indexed.
                let Ok(tree) = self.get(summary.id) else { continue };
                let id = summary.id;
                summary::index_positions(&tree, id, &mut positions);
            }
            position_index::segments(positions, games[0].id.0, &mut changes);
        }
        changes.push(put_metadata(META_VERSION, VERSION));
        changes.push(put_metadata(META_INDEX_VERSION, position_index::version()));
        self.store.commit(changes).map_err(|error| self.failed(&error))
    }

    /// The new path of a damaged file that was found on opening.
    #[must_use]
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// The number of games, deleted ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.summaries.len()
    }

    /// True if there are no games, not even deleted ones.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.summaries.is_empty()
    }

    fn failed(&self, error: &StoreError) -> LibraryError {
        LibraryError::File { path: self.path.display().to_string(), reason: error.to_string() }
    }

    /// Reads a game, even if it is deleted.
    ///
    /// # Errors
    /// When there is none or it cannot be read.
    pub fn get(&self, id: GameId) -> Result<GameTree, LibraryError> {
        self.index_of(id)?;
        let bytes = self.store.get(Table::Games, id.0.into()).map_err(|e| self.failed(&e))?;
        let reason = "its moves are missing".to_owned();
        let bytes = bytes.ok_or(LibraryError::Game { id, reason })?;
        encoding::decode(&bytes)
            .map_err(|error| LibraryError::Game { id, reason: error.to_string() })
    }

    /// The summary of a game, even if it is deleted.
    #[must_use]
    pub fn summary(&self, id: GameId) -> Option<&GameSummary> {
        self.index_of(id).ok().map(|index| &self.summaries[index])
    }

    /// The summaries of all games, deleted ones included, sorted by number.
    #[must_use]
    pub fn summaries(&self) -> &[GameSummary] {
        &self.summaries
    }

    fn index_of(&self, id: GameId) -> Result<usize, LibraryError> {
        let index = self.summaries.binary_search_by_key(&id, |summary| summary.id);
        index.map_err(|_| LibraryError::NoGame { id, last: self.next_id - 1 })
    }

    /// A range of the sorted list of games that match the filter.
    ///
    /// # Errors
    /// When the position index cannot be read.
    pub fn find(
        &self,
        filter: &Filter,
        sort: SortOrder,
        range: Range<usize>,
    ) -> Result<Page<'_>, LibraryError> {
        let player = filter.player.to_lowercase();
        let mut games: Vec<&GameSummary> = match filter.position {
            None => self.summaries.iter().collect(),
            Some(key) => {
                let found =
                    position_index::search(&self.store, key).map_err(|e| self.failed(&e))?;
                found.into_iter().filter_map(|id| self.summary(GameId(id))).collect()
            }
        };
        games.retain(|summary| filter.matches(summary, &player));
        let total = games.len();
        let compare = |a: &&GameSummary, b: &&GameSummary| sort.compare(a, b);
        // Only the requested part needs to be sorted.
        if range.end < total {
            games.select_nth_unstable_by(range.end, compare);
            games.truncate(range.end);
        }
        games.sort_unstable_by(compare);
        games.drain(..range.start.min(games.len()));
        Ok(Page { total, games })
    }

    /// Sets the title of a game; an empty one removes it.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn rename(&mut self, id: GameId, title: &str) -> Result<(), LibraryError> {
        let title = self.strings.intern(title.trim());
        self.update_summary(id, |summary| summary.title = title)
    }

    /// Replaces the tags of a game. Empty and duplicate tags are dropped.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn set_tags(&mut self, id: GameId, tags: &[&str]) -> Result<(), LibraryError> {
        let tags = tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty());
        let mut tags: Vec<_> = tags.map(|tag| self.strings.intern(tag)).collect();
        tags.sort_unstable();
        tags.dedup();
        self.update_summary(id, |summary| summary.tags = tags)
    }

    /// Marks a game as deleted. It stays in the file until [`Library::purge`].
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn delete(&mut self, id: GameId) -> Result<(), LibraryError> {
        self.update_summary(id, |summary| summary.deleted = true)
    }

    /// Undoes [`Library::delete`].
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn restore(&mut self, id: GameId) -> Result<(), LibraryError> {
        self.update_summary(id, |summary| summary.deleted = false)
    }

    fn update_summary(
        &mut self,
        id: GameId,
        edit: impl FnOnce(&mut GameSummary),
    ) -> Result<(), LibraryError> {
        let index = self.index_of(id)?;
        let mut summary = self.summaries[index].clone();
        edit(&mut summary);
        let change = Change::Put(Table::Summaries, id.0.into(), summary.to_bytes());
        self.store.commit(vec![change]).map_err(|error| self.failed(&error))?;
        self.summaries[index] = summary;
        Ok(())
    }

    /// Removes the deleted games for good and returns their number. Their space
    /// in the file is reused.
    ///
    /// # Errors
    /// When the file cannot be written; then no game is removed.
    pub fn purge(&mut self) -> Result<usize, LibraryError> {
        let mut changes = Vec::new();
        for summary in self.summaries.iter().filter(|summary| summary.deleted) {
            changes.push(Change::Remove(Table::Games, summary.id.0.into()));
            changes.push(Change::Remove(Table::Logs, summary.id.0.into()));
            changes.push(Change::Remove(Table::Summaries, summary.id.0.into()));
        }
        let gone = changes.len() / 3;
        if gone > 0 {
            self.store.commit(changes).map_err(|error| self.failed(&error))?;
            self.summaries.retain(|summary| !summary.deleted);
            let left = self.summaries.iter().map(|summary| (summary.fingerprint, summary.id));
            self.by_fingerprint = left.collect();
        }
        Ok(gone)
    }
}

/// An unused sibling path for a damaged file, such as `games.damaged-1.redb`.
#[cfg(not(target_arch = "wasm32"))]
fn damaged_path(path: &Path) -> PathBuf {
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

fn put_metadata(key: u64, number: u64) -> Change {
    Change::Put(Table::Metadata, key, number.to_le_bytes().to_vec())
}

/// Errors of loading a library.
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
