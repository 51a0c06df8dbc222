//! The store of a referee in a file, which is a redb database.

use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, TableDefinition, TableError};

use super::store::{Put, Table, Tables, Visit};
use crate::library::{StoreError, open_file, store_error};

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
        Table::Reports => "reports",
    })
}

/// A store in a file. What is committed is on the disk before the commit returns.
pub struct RedbStore {
    /// `None` if it could not be reopened.
    database: Option<Database>,
    path: PathBuf,
}

impl RedbStore {
    /// Opens the file, or creates it if it does not exist.
    ///
    /// # Errors
    /// When it is damaged, in use, or cannot be read and written.
    pub fn open(path: &Path) -> Result<RedbStore, StoreError> {
        Ok(RedbStore { database: Some(open_file(path)?), path: path.to_owned() })
    }

    fn database(&self) -> Result<&Database, StoreError> {
        let closed = || StoreError::Backend("it could not be opened again".to_owned());
        self.database.as_ref().ok_or_else(closed)
    }

    fn write_all(&self, puts: &[Put]) -> Result<(), StoreError> {
        // Durable as it is: redb's transactions are unless they are told otherwise.
        let transaction = self.database()?.begin_write().map_err(store_error)?;
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
        transaction.commit().map_err(store_error)
    }
}

impl Tables for RedbStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let transaction = self.database()?.begin_read().map_err(store_error)?;
        let table = match transaction.open_table(definition(table)) {
            Ok(table) => table,
            Err(TableError::TableDoesNotExist(_)) => return Ok(None),
            Err(error) => return Err(store_error(error)),
        };
        let found = table.get(key).map_err(store_error)?;
        Ok(found.map(|value| value.value().to_vec()))
    }

    fn scan(&self, table: Table, prefix: &[u8], visit: &mut Visit<'_>) -> Result<(), StoreError> {
        let transaction = self.database()?.begin_read().map_err(store_error)?;
        let table = match transaction.open_table(definition(table)) {
            Ok(table) => table,
            Err(TableError::TableDoesNotExist(_)) => return Ok(()),
            Err(error) => return Err(store_error(error)),
        };
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
        if self.database.is_none() {
            self.database = Some(open_file(&self.path)?);
        }
        let written = self.write_all(&puts);
        if written.is_err() {
            // Its cached state cannot be trusted. Close it first: only one handle may have it open.
            self.database = None;
            self.database = open_file(&self.path).ok();
        }
        written
    }
}
