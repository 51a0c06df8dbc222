//! The store of a referee: games with their entries, ratings, names, reports.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::RatingRecord;
use crate::library::StoreError;
use crate::net::{
    Challenge, ChatLine, Entry, EventNote, Hash, Id, Log, PlayerId, Profile, Speed, Terms, decode,
    encode,
};

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// Its log.
    pub log: Log,
    /// The term of office of its referee.
    pub office: u32,
    /// True if it is in the lobby while it runs.
    pub listed: bool,
    /// True until it is over.
    pub is_running: bool,
}

/// A player's rating in a game at a speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredRating {
    /// Id of the game.
    pub game: String,
    /// The speed.
    pub speed: Speed,
    /// The rating.
    pub record: RatingRecord,
}

/// A line of which a player told the keepers of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The player who told it.
    pub from: PlayerId,
    /// The player of whom it tells.
    pub about: PlayerId,
    /// The line or the reason.
    pub text: String,
    /// Milliseconds since 1970 by the referee's clock.
    pub at: u64,
}

/// Something that is written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A game that begins, or is taken over.
    Begin {
        /// Its terms.
        terms: Terms,
        /// The term of office of its referee.
        office: u32,
        /// True if it is in the lobby.
        listed: bool,
    },
    /// The entry of a game with this number, from 0.
    Entry(Id, u32, Entry),
    /// The game is over, since so many milliseconds after 1970.
    End(Id, u64),
    /// The log of a finished game does not stand on the broker any more.
    Clear(Id),
    /// Another referee has the game, which had so many entries here: nothing of it is kept.
    Leave(Id, u32),
    /// A player's rating in a game at a speed.
    Rating(PlayerId, StoredRating),
    /// A player's name.
    Profile(Profile),
    /// The time of the last request of a player, none of which is taken twice; `None` once it is
    /// so old that it need not be known.
    Seen(PlayerId, Option<u64>),
    /// A challenge is open.
    Post(Challenge),
    /// A challenge is not open any more.
    Unpost(Id),
    /// A tournament as it stands.
    Event(Box<EventNote>),
    /// A tournament is gone.
    NoEvent(Id),
    /// A report.
    Report(Report),
    /// A line of a chat that a player who is not here has not heard.
    Missed(PlayerId, ChatLine),
    /// The player has heard it.
    Heard(PlayerId, ChatLine),
}

/// Where a referee keeps what must not be lost.
pub trait Store: Send {
    /// Writes all of this or nothing. Afterwards it is durable.
    ///
    /// # Errors
    /// When it cannot be written; then nothing is.
    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError>;

    /// The games that run.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn running(&self) -> Result<Vec<StoredGame>, StoreError>;

    /// The finished games whose logs stand on the broker, and the times at which they ended.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn ended(&self) -> Result<Vec<(Id, u64)>, StoreError>;

    /// A game.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn game(&self, id: Id) -> Result<Option<StoredGame>, StoreError>;

    /// The ratings of a player.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn ratings(&self, player: PlayerId) -> Result<Vec<StoredRating>, StoreError>;

    /// The name that a player had in the last game.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError>;

    /// The times of the last requests of players.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn seen(&self) -> Result<Vec<(PlayerId, u64)>, StoreError>;

    /// The ratings of all players.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn all_ratings(&self) -> Result<Vec<(PlayerId, Vec<StoredRating>)>, StoreError>;

    /// The challenges that were open.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn posted(&self) -> Result<Vec<Challenge>, StoreError>;

    /// The tournaments.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn events(&self) -> Result<Vec<EventNote>, StoreError>;

    /// The lines that a player has not heard, the oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn missed(&self, player: PlayerId) -> Result<Vec<ChatLine>, StoreError>;

    /// The reports, the oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn reports(&self) -> Result<Vec<Report>, StoreError>;
}

/// A table from bytes to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// Terms of games, and whether they are listed, by number.
    Terms,
    /// Entries by the number of the game and their own.
    Entries,
    /// Terms of office of running games by number.
    Running,
    /// Times at which games ended by number, while their logs stand on the broker.
    Ended,
    /// Ratings by player, speed and game.
    Ratings,
    /// Names by player.
    Profiles,
    /// Times of last requests by player.
    Seen,
    /// Open challenges by number.
    Posted,
    /// Tournaments by number.
    Events,
    /// Reports by time and hash.
    Reports,
    /// Lines of chats by the player who has not heard them, time and hash.
    Missed,
}

// A browser has no file to make them in.
#[cfg(not(target_arch = "wasm32"))]
impl Table {
    pub(super) const ALL: [Table; 11] = [
        Table::Terms,
        Table::Entries,
        Table::Running,
        Table::Ended,
        Table::Ratings,
        Table::Profiles,
        Table::Seen,
        Table::Posted,
        Table::Events,
        Table::Reports,
        Table::Missed,
    ];
}

/// A value of a table, or that it has none.
pub(super) struct Put {
    pub(super) table: Table,
    pub(super) key: Vec<u8>,
    pub(super) value: Option<Vec<u8>>,
}

/// The visitor of each key and its value.
pub(super) type Visit<'a> = dyn FnMut(&[u8], &[u8]) -> Result<(), StoreError> + 'a;

/// Tables with atomic commits, in a file or in memory.
pub(super) trait Tables: Send {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Visits in order whatever has a key that begins so.
    fn scan(&self, table: Table, prefix: &[u8], visit: &mut Visit<'_>) -> Result<(), StoreError>;

    fn write(&mut self, puts: Vec<Put>) -> Result<(), StoreError>;
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    decode(bytes, usize::MAX).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn read_key<const N: usize>(key: &[u8]) -> Result<[u8; N], StoreError> {
    let wrong = |_| StoreError::Damaged(format!("a key of {} bytes, expected {N}", key.len()));
    key.try_into().map_err(wrong)
}

fn entry_key(game: Id, number: u32) -> Vec<u8> {
    [&game.0[..], &number.to_be_bytes()].concat()
}

/// The key of a value by its time, which no other value has.
fn time_key(at: u64, value: &[u8]) -> Vec<u8> {
    [&at.to_be_bytes()[..], &Hash::of(value).0[..8]].concat()
}

fn put_of(change: &Change) -> Vec<Put> {
    let put = |table, key: &[u8], value| Put { table, key: key.to_vec(), value };
    match change {
        Change::Begin { terms, office, listed } => vec![
            put(Table::Terms, &terms.id.0, Some(encode(&(terms, listed)))),
            put(Table::Running, &terms.id.0, Some(encode(office))),
        ],
        Change::Entry(game, number, entry) => {
            vec![put(Table::Entries, &entry_key(*game, *number), Some(encode(entry)))]
        }
        Change::End(game, at) => {
            vec![put(Table::Running, &game.0, None), put(Table::Ended, &game.0, Some(encode(at)))]
        }
        Change::Clear(game) => vec![put(Table::Ended, &game.0, None)],
        Change::Leave(game, entries) => {
            let of_game = [Table::Terms, Table::Running].map(|table| put(table, &game.0, None));
            let entries = (0..*entries).map(|number| entry_key(*game, number));
            let entries = entries.map(|key| put(Table::Entries, &key, None));
            of_game.into_iter().chain(entries).collect()
        }
        Change::Rating(player, line) => {
            let key = [&player.0[..], &[line.speed as u8], line.game.as_bytes()].concat();
            vec![put(Table::Ratings, &key, Some(encode(line)))]
        }
        Change::Profile(profile) => {
            vec![put(Table::Profiles, &profile.player.0, Some(encode(profile)))]
        }
        Change::Seen(player, at) => {
            vec![put(Table::Seen, &player.0, at.as_ref().map(encode))]
        }
        Change::Post(challenge) => {
            vec![put(Table::Posted, &challenge.id.0, Some(encode(challenge)))]
        }
        Change::Unpost(id) => vec![put(Table::Posted, &id.0, None)],
        Change::Event(note) => vec![put(Table::Events, &note.id.0, Some(encode(note)))],
        Change::NoEvent(id) => vec![put(Table::Events, &id.0, None)],
        Change::Report(report) => {
            let value = encode(report);
            vec![put(Table::Reports, &time_key(report.at, &value), Some(value))]
        }
        Change::Missed(player, line) => {
            let value = encode(line);
            let key = [&player.0[..], &time_key(line.at, &value)].concat();
            vec![put(Table::Missed, &key, Some(value))]
        }
        Change::Heard(player, line) => {
            let key = [&player.0[..], &time_key(line.at, &encode(line))].concat();
            vec![put(Table::Missed, &key, None)]
        }
    }
}

/// The keys of a table that are numbers.
fn ids(tables: &impl Tables, table: Table) -> Result<Vec<Id>, StoreError> {
    let mut ids = Vec::new();
    tables.scan(table, &[], &mut |key, _| {
        ids.push(Id(read_key(key)?));
        Ok(())
    })?;
    Ok(ids)
}

impl<T: Tables> Store for T {
    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.write(changes.iter().flat_map(put_of).collect())
    }

    fn running(&self) -> Result<Vec<StoredGame>, StoreError> {
        let ids = ids(self, Table::Running)?;
        let missing = |id| StoreError::Damaged(format!("game {id} runs and has no terms"));
        ids.into_iter().map(|id| self.game(id)?.ok_or_else(|| missing(id))).collect()
    }

    fn ended(&self) -> Result<Vec<(Id, u64)>, StoreError> {
        let mut ended = Vec::new();
        self.scan(Table::Ended, &[], &mut |key, value| {
            ended.push((Id(read_key(key)?), read(value)?));
            Ok(())
        })?;
        Ok(ended)
    }

    fn game(&self, id: Id) -> Result<Option<StoredGame>, StoreError> {
        let Some(bytes) = self.get(Table::Terms, &id.0)? else { return Ok(None) };
        let (terms, listed) = read(&bytes)?;
        let mut entries = Vec::new();
        self.scan(Table::Entries, &id.0, &mut |_, value| {
            entries.push(read(value)?);
            Ok(())
        })?;
        let office = self.get(Table::Running, &id.0)?.map(|bytes| read(&bytes)).transpose()?;
        Ok(Some(StoredGame {
            log: Log { terms, entries },
            office: office.unwrap_or_default(),
            listed,
            is_running: office.is_some(),
        }))
    }

    fn ratings(&self, player: PlayerId) -> Result<Vec<StoredRating>, StoreError> {
        let mut ratings = Vec::new();
        self.scan(Table::Ratings, &player.0, &mut |_, value| {
            ratings.push(read(value)?);
            Ok(())
        })?;
        Ok(ratings)
    }

    fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError> {
        self.get(Table::Profiles, &player.0)?.map(|bytes| read(&bytes)).transpose()
    }

    fn seen(&self) -> Result<Vec<(PlayerId, u64)>, StoreError> {
        let mut seen = Vec::new();
        self.scan(Table::Seen, &[], &mut |key, value| {
            seen.push((PlayerId(read_key(key)?), read(value)?));
            Ok(())
        })?;
        Ok(seen)
    }

    fn all_ratings(&self) -> Result<Vec<(PlayerId, Vec<StoredRating>)>, StoreError> {
        let mut all: BTreeMap<PlayerId, Vec<StoredRating>> = BTreeMap::new();
        self.scan(Table::Ratings, &[], &mut |key, value| {
            let Some((player, _)) = key.split_at_checked(32) else {
                return Err(StoreError::Damaged(format!("a rating's key of {} bytes", key.len())));
            };
            all.entry(PlayerId(read_key(player)?)).or_default().push(read(value)?);
            Ok(())
        })?;
        Ok(all.into_iter().collect())
    }

    fn posted(&self) -> Result<Vec<Challenge>, StoreError> {
        let mut posted = Vec::new();
        self.scan(Table::Posted, &[], &mut |_, value| {
            // One without content was kept by a version that did not open it again.
            if !value.is_empty() {
                posted.push(read(value)?);
            }
            Ok(())
        })?;
        Ok(posted)
    }

    fn events(&self) -> Result<Vec<EventNote>, StoreError> {
        let mut events = Vec::new();
        self.scan(Table::Events, &[], &mut |_, value| {
            events.push(read(value)?);
            Ok(())
        })?;
        Ok(events)
    }

    fn missed(&self, player: PlayerId) -> Result<Vec<ChatLine>, StoreError> {
        let mut lines = Vec::new();
        self.scan(Table::Missed, &player.0, &mut |_, value| {
            lines.push(read(value)?);
            Ok(())
        })?;
        Ok(lines)
    }

    fn reports(&self) -> Result<Vec<Report>, StoreError> {
        let mut reports = Vec::new();
        self.scan(Table::Reports, &[], &mut |_, value| {
            reports.push(read(value)?);
            Ok(())
        })?;
        Ok(reports)
    }
}

type Values = BTreeMap<(Table, Vec<u8>), Vec<u8>>;

/// A store in memory, for tests and for games among friends that need not outlive the program.
/// Clones share what is kept.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(Arc<Mutex<Values>>);

impl Tables for MemoryStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(values.get(&(table, key.to_vec())).cloned())
    }

    fn scan(&self, table: Table, prefix: &[u8], visit: &mut Visit<'_>) -> Result<(), StoreError> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values
            .range((table, prefix.to_vec())..)
            .take_while(|((of, key), _)| *of == table && key.starts_with(prefix))
            .try_for_each(|((_, key), value)| visit(key, value))
    }

    fn write(&mut self, puts: Vec<Put>) -> Result<(), StoreError> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for Put { table, key, value } in puts {
            match value {
                Some(value) => _ = values.insert((table, key), value),
                None => _ = values.remove(&(table, key)),
            }
        }
        Ok(())
    }
}
