//! The storage of a library: a database, or memory.
//!
//! Both have a few tables from numbers to bytes, with atomic commits.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::redb_store::RedbStore;

/// A table of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// Metadata of the whole library.
    Metadata,
    /// Summaries by game number.
    Summaries,
    /// Encoded games by number.
    Games,
    /// Segments of the position index.
    Positions,
    /// Logs of games over a network by game number.
    Logs,
}

impl Table {
    /// All of them.
    pub(super) const ALL: [Table; 5] =
        [Table::Metadata, Table::Summaries, Table::Games, Table::Positions, Table::Logs];
}

/// A change of a table.
pub(super) enum Change {
    /// Inserts or replaces a value.
    Put(Table, u64, Vec<u8>),
    /// Removes a value, if there is one.
    Remove(Table, u64),
}

/// Errors of a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The content is damaged.
    #[error("damaged: {0}")]
    Damaged(String),
    /// Another program has it open.
    #[error("in use by another program")]
    InUse,
    /// The database or the system failed.
    #[error("{0}")]
    Backend(String),
}

/// The tables of a library.
pub(super) enum Store {
    /// In a database.
    Redb(RedbStore),
    /// In memory.
    Memory(BTreeMap<(Table, u64), Vec<u8>>),
}

impl Store {
    pub(super) fn get(&self, table: Table, key: u64) -> Result<Option<Vec<u8>>, StoreError> {
        match self {
            Store::Redb(redb) => redb.get(table, key),
            Store::Memory(tables) => Ok(tables.get(&(table, key)).cloned()),
        }
    }

    /// Visits every entry of a range of keys, in order.
    pub(super) fn scan(
        &self,
        table: Table,
        keys: RangeInclusive<u64>,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), StoreError> {
        match self {
            Store::Redb(redb) => redb.scan(table, keys, visit),
            Store::Memory(tables) => {
                let range = (table, *keys.start())..=(table, *keys.end());
                tables.range(range).for_each(|((_, key), bytes)| visit(*key, bytes));
                Ok(())
            }
        }
    }

    /// Applies all changes atomically.
    pub(super) fn commit(&mut self, changes: Vec<Change>) -> Result<(), StoreError> {
        match self {
            Store::Redb(redb) => redb.commit(&changes),
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
