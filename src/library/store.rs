//! Where the bytes of a library lie: in a database, or in memory where nothing
//! is to be kept.
//!
//! Both are a few tables from numbers to bytes that change all at once or not
//! at all.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::disk::Disk;

/// One of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// What holds for the whole library.
    Facts,
    /// Summaries by number of the game.
    Summaries,
    /// Games by their number.
    Games,
    /// Lists of positions.
    Places,
}

/// One change of a table.
pub(super) enum Change {
    /// Puts these bytes in the place of whatever was there.
    Put(Table, u64, Vec<u8>),
    /// Takes out whatever was there.
    Remove(Table, u64),
}

/// Why a store does not do what it is asked.
#[derive(Debug, Error)]
pub(super) enum StoreError {
    /// The content is not what was written.
    #[error("damaged: {0}")]
    Damaged(String),
    /// Another program has it open.
    #[error("in use by another program")]
    InUse,
    /// The system refuses.
    #[error("{0}")]
    System(String),
}

/// The tables.
pub(super) enum Store {
    /// In a database.
    Disk(Disk),
    /// Until the program ends.
    Memory(BTreeMap<(Table, u64), Vec<u8>>),
}

impl Store {
    pub(super) fn get(&self, table: Table, key: u64) -> Result<Option<Vec<u8>>, StoreError> {
        match self {
            Store::Disk(disk) => disk.get(table, key),
            Store::Memory(tables) => Ok(tables.get(&(table, key)).cloned()),
        }
    }

    /// Shows every entry with a key of the range, in order.
    pub(super) fn scan(
        &self,
        table: Table,
        keys: RangeInclusive<u64>,
        each: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), StoreError> {
        match self {
            Store::Disk(disk) => disk.scan(table, keys, each),
            Store::Memory(tables) => {
                let range = (table, *keys.start())..=(table, *keys.end());
                tables.range(range).for_each(|((_, key), bytes)| each(*key, bytes));
                Ok(())
            }
        }
    }

    /// Makes all the changes, or none of them if it fails or the program
    /// ends in the middle.
    pub(super) fn commit(&mut self, changes: Vec<Change>) -> Result<(), StoreError> {
        match self {
            Store::Disk(disk) => disk.commit(&changes),
            Store::Memory(tables) => {
                for change in changes {
                    match change {
                        Change::Put(table, key, bytes) => _ = tables.insert((table, key), bytes),
                        Change::Remove(table, key) => _ = tables.remove(&(table, key)),
                    }
                }
                Ok(())
            }
        }
    }
}
