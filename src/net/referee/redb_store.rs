//! The store of a referee in a file, which is a redb database.

use std::path::Path;

use redb::{TableDefinition, WriteTransaction};

use super::store::{Put, Table, Tables, Visit};
use crate::library::{OpenDatabase, StoreError, store_error};

const fn definition(table: Table) -> TableDefinition<'static, &'static [u8], &'static [u8]> {
    TableDefinition::new(match table {
        Table::Terms => "terms",
        Table::Entries => "entries",
        Table::Running => "running",
        Table::Ended => "ended",
        Table::Ratings => "ratings",
        Table::Profiles => "profiles",
        Table::Seen => "seen",
        Table::Posted => "posted",
        Table::Events => "events",
        Table::Reports => "reports",
        Table::Missed => "missed",
    })
}

/// A store in a file. Everything that is committed is on the disk before the commit returns.
pub struct RedbStore(OpenDatabase);

impl RedbStore {
    /// Opens the file, or creates it if it does not exist.
    ///
    /// # Errors
    /// When it is damaged, in use, or cannot be read and written.
    pub fn open(path: &Path) -> Result<RedbStore, StoreError> {
        OpenDatabase::of_file(path).map(RedbStore)
    }
}

impl Tables for RedbStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(table) = self.0.table(definition(table))? else { return Ok(None) };
        let found = table.get(key).map_err(store_error)?;
        Ok(found.map(|value| value.value().to_vec()))
    }

    fn scan(&self, table: Table, prefix: &[u8], visit: &mut Visit<'_>) -> Result<(), StoreError> {
        let Some(table) = self.0.table(definition(table))? else { return Ok(()) };
        for entry in table.range(prefix..).map_err(store_error)? {
            let (key, value) = entry.map_err(store_error)?;
            if !key.value().starts_with(prefix) {
                break;
            }
            visit(key.value(), value.value())?;
        }
        Ok(())
    }

    fn write(&mut self, puts: Vec<Put>) -> Result<(), StoreError> {
        self.0.write(|transaction| write(transaction, &puts))
    }
}

fn write(transaction: &WriteTransaction, puts: &[Put]) -> Result<(), StoreError> {
    for table in Table::ALL {
        let of_table = || puts.iter().filter(|put| put.table == table);
        if of_table().next().is_none() {
            continue;
        }
        let mut open = transaction.open_table(definition(table)).map_err(store_error)?;
        for Put { key, value, .. } in of_table() {
            match value {
                Some(value) => {
                    open.insert(key.as_slice(), value.as_slice()).map_err(store_error)?;
                }
                None => _ = open.remove(key.as_slice()).map_err(store_error)?,
            }
        }
    }
    Ok(())
}
