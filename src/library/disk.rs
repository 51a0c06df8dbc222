//! The tables in a file of the embedded database redb.

use std::fs;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::Path;

use redb::{Builder, Database, DatabaseError, ReadableDatabase, TableDefinition, TableError};

use super::store::{Change, StoreError, Table};

/// Bytes of the file that are kept in memory; summaries are there anyway.
const CACHE: usize = 32 << 20;

const fn definition(table: Table) -> TableDefinition<'static, u64, &'static [u8]> {
    TableDefinition::new(match table {
        Table::Facts => "facts",
        Table::Summaries => "summaries",
        Table::Games => "games",
        Table::Places => "places",
    })
}

/// An open file.
pub(super) struct Disk(Database);

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> StoreError {
        match error {
            redb::Error::DatabaseAlreadyOpen => StoreError::InUse,
            redb::Error::Corrupted(reason) => StoreError::Damaged(reason),
            redb::Error::Io(error)
                if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) =>
            {
                StoreError::Damaged(error.to_string())
            }
            // Tables of another shape are not what was written.
            error @ (redb::Error::TableTypeMismatch { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TypeDefinitionChanged { .. }) => StoreError::Damaged(error.to_string()),
            error => StoreError::System(error.to_string()),
        }
    }
}

fn wrong(error: impl Into<redb::Error>) -> StoreError {
    error.into().into()
}

fn create(path: &Path) -> Result<Database, StoreError> {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE).set_check_integrity_on_open(true);
    builder.create(path).map_err(|error| match error {
        DatabaseError::UpgradeRequired(version) => {
            StoreError::System(format!("the file is of the old format {version}"))
        }
        error => wrong(error),
    })
}

/// Makes a file without content under another name, so that under its own
/// there is never one that is half made.
fn begin(path: &Path) -> Result<(), StoreError> {
    let system = |error: std::io::Error| StoreError::System(error.to_string());
    let new = path.with_added_extension("new");
    match create(&new) {
        // A program died here, and nothing has ever come into this file.
        Err(StoreError::Damaged(_)) => {
            fs::remove_file(&new).map_err(system)?;
            create(&new)?;
        }
        made => _ = made?,
    }
    fs::rename(&new, path).map_err(system)
}

impl Disk {
    /// Opens the file, or begins a new one where there is none. Every page is
    /// checked, since later reading would trust them.
    pub(super) fn open(path: &Path) -> Result<Disk, StoreError> {
        if !path.exists() {
            begin(path)?;
        }
        create(path).map(Disk)
    }

    pub(super) fn get(&self, table: Table, key: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let transaction = self.0.begin_read().map_err(wrong)?;
        let table = match transaction.open_table(definition(table)) {
            Ok(table) => table,
            Err(TableError::TableDoesNotExist(_)) => return Ok(None),
            Err(error) => return Err(wrong(error)),
        };
        let found = table.get(key).map_err(wrong)?;
        Ok(found.map(|bytes| bytes.value().to_vec()))
    }

    pub(super) fn scan(
        &self,
        table: Table,
        keys: RangeInclusive<u64>,
        each: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), StoreError> {
        let transaction = self.0.begin_read().map_err(wrong)?;
        let table = match transaction.open_table(definition(table)) {
            Ok(table) => table,
            Err(TableError::TableDoesNotExist(_)) => return Ok(()),
            Err(error) => return Err(wrong(error)),
        };
        for entry in table.range(keys).map_err(wrong)? {
            let (key, bytes) = entry.map_err(wrong)?;
            each(key.value(), bytes.value());
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, changes: Vec<Change>) -> Result<(), StoreError> {
        let transaction = self.0.begin_write().map_err(wrong)?;
        for table in [Table::Facts, Table::Summaries, Table::Games, Table::Places] {
            let mut open = transaction.open_table(definition(table)).map_err(wrong)?;
            for change in &changes {
                match change {
                    Change::Put(of, key, bytes) if *of == table => {
                        open.insert(key, bytes.as_slice()).map_err(wrong)?;
                    }
                    Change::Remove(of, key) if *of == table => {
                        open.remove(key).map_err(wrong)?;
                    }
                    Change::Put(..) | Change::Remove(..) => {}
                }
            }
        }
        transaction.commit().map_err(wrong)
    }
}
