//! The store in the embedded database redb: in a file or over a custom storage
//! backend.

#[cfg(not(target_arch = "wasm32"))]
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::RangeInclusive;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;
use std::sync::Arc;

use redb::{
    Builder, Database, DatabaseError, Key, ReadOnlyTable, ReadableDatabase, StorageBackend,
    TableDefinition, TableError, Value, WriteTransaction,
};

use super::store::{Change, StoreError, Table};

/// Page cache; small, since summaries are in memory anyway.
const CACHE_BYTES: usize = 32 << 20;

const fn definition(table: Table) -> TableDefinition<'static, u64, &'static [u8]> {
    TableDefinition::new(match table {
        Table::Metadata => "facts",
        Table::Summaries => "summaries",
        Table::Games => "games",
        Table::Positions => "places",
        Table::Logs => "logs",
    })
}

/// Bytes of redb's header.
const HEADER_BYTES: usize = 4096;

/// Bytes of redb's magic number, which is written last when a database is
/// created.
const MAGIC_BYTES: usize = 9;

type Open = dyn Fn() -> Result<Database, StoreError> + Send;

/// An open database, opened again after a failed write, whose cached state cannot be trusted.
pub(crate) struct OpenDatabase {
    /// `None` if it could not be reopened.
    database: Option<Database>,
    open: Box<Open>,
}

impl OpenDatabase {
    /// The database of a file, which is created if it does not exist.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn of_file(path: &Path) -> Result<OpenDatabase, StoreError> {
        let path = path.to_owned();
        OpenDatabase::new(Box::new(move || open_file(&path)))
    }

    fn new(open: Box<Open>) -> Result<OpenDatabase, StoreError> {
        let database = Some(open()?);
        Ok(OpenDatabase { database, open })
    }

    fn database(&self) -> Result<&Database, StoreError> {
        let closed = || StoreError::Backend("it could not be opened again".to_owned());
        self.database.as_ref().ok_or_else(closed)
    }

    /// A table as it is now; `None` if nothing was ever written to it.
    pub(crate) fn table<K: Key + 'static, V: Value + 'static>(
        &self,
        definition: TableDefinition<'_, K, V>,
    ) -> Result<Option<ReadOnlyTable<K, V>>, StoreError> {
        let transaction = self.database()?.begin_read().map_err(store_error)?;
        match transaction.open_table(definition) {
            Ok(table) => Ok(Some(table)),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(store_error(error)),
        }
    }

    /// Commits the changes of one transaction, durably.
    pub(crate) fn write(
        &mut self,
        change: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.database.is_none() {
            self.database = Some((self.open)()?);
        }
        let written = self.commit(change);
        if written.is_err() {
            // Close it first: only one handle may have it open.
            self.database = None;
            self.database = (self.open)().ok();
        }
        written
    }

    fn commit(
        &self,
        change: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let transaction = self.database()?.begin_write().map_err(store_error)?;
        change(&transaction)?;
        transaction.commit().map_err(store_error)
    }
}

/// The library's store in a database.
pub(super) struct RedbStore(OpenDatabase);

/// A storage backend that outlives its database.
#[derive(Clone, Debug)]
struct SharedBackend(Arc<dyn StorageBackend>);

impl StorageBackend for SharedBackend {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }
}

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
            // Tables with other types mean a damaged file.
            error @ (redb::Error::TableTypeMismatch { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TypeDefinitionChanged { .. }) => StoreError::Damaged(error.to_string()),
            error => StoreError::Backend(error.to_string()),
        }
    }
}

/// An error of the database.
pub(crate) fn store_error(error: impl Into<redb::Error>) -> StoreError {
    error.into().into()
}

fn io_error(error: io::Error) -> StoreError {
    StoreError::Backend(error.to_string())
}

/// A builder that checks every page on opening, since reads trust them.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
    builder
}

fn map_open_error(made: Result<Database, DatabaseError>) -> Result<Database, StoreError> {
    made.map_err(|error| match error {
        DatabaseError::UpgradeRequired(version) => {
            StoreError::Backend(format!("the file is of the old format {version}"))
        }
        error => store_error(error),
    })
}

#[cfg(not(target_arch = "wasm32"))]
fn create(path: &Path) -> Result<Database, StoreError> {
    map_open_error(builder().create(path))
}

/// Creates an empty database under a temporary name and renames it, so that
/// there is never a half-created file.
#[cfg(not(target_arch = "wasm32"))]
fn create_atomically(path: &Path) -> Result<(), StoreError> {
    let new = path.with_added_extension("new");
    match create(&new) {
        // A crash while the file was created; it has no content.
        Err(StoreError::Damaged(_)) => {
            fs::remove_file(&new).map_err(io_error)?;
            create(&new)?;
        }
        made => _ = made?,
    }
    fs::rename(&new, path).map_err(io_error)
}

/// Opens the database of a file, or creates it if it does not exist.
#[cfg(not(target_arch = "wasm32"))]
fn open_file(path: &Path) -> Result<Database, StoreError> {
    if !path.exists() {
        create_atomically(path)?;
    } else if fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == 0) {
        // Never made by `create_atomically`: its content is lost.
        return Err(StoreError::Damaged("the file is empty".to_owned()));
    }
    create(path)
}

/// True if a crash interrupted the creation of this database: apart from a part
/// of the header it is all zeros.
fn is_half_created(bytes: &SharedBackend) -> Result<bool, StoreError> {
    let length = bytes.len().map_err(io_error)?;
    let mut at = 0;
    let mut part = [0; HEADER_BYTES];
    while at < length {
        let read =
            &mut part[..HEADER_BYTES.min(usize::try_from(length - at).unwrap_or(HEADER_BYTES))];
        bytes.read(at, read).map_err(io_error)?;
        let empty = if at == 0 { &read[..MAGIC_BYTES.min(read.len())] } else { &*read };
        if empty.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        at += read.len() as u64;
    }
    Ok(true)
}

impl RedbStore {
    /// Opens the file, or creates it if it does not exist.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn open(path: &Path) -> Result<RedbStore, StoreError> {
        OpenDatabase::of_file(path).map(RedbStore)
    }

    /// Opens the database in this backend, or creates one if it is empty.
    pub(super) fn with_backend(bytes: Arc<dyn StorageBackend>) -> Result<RedbStore, StoreError> {
        let bytes = SharedBackend(bytes);
        if is_half_created(&bytes)? {
            bytes.set_len(0).map_err(io_error)?;
        }
        OpenDatabase::new(Box::new(move || {
            map_open_error(builder().create_with_backend(bytes.clone()))
        }))
        .map(RedbStore)
    }

    pub(super) fn get(&self, table: Table, key: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(table) = self.0.table(definition(table))? else { return Ok(None) };
        let found = table.get(key).map_err(store_error)?;
        Ok(found.map(|bytes| bytes.value().to_vec()))
    }

    pub(super) fn scan(
        &self,
        table: Table,
        keys: RangeInclusive<u64>,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), StoreError> {
        let Some(table) = self.0.table(definition(table))? else { return Ok(()) };
        for entry in table.range(keys).map_err(store_error)? {
            let (key, bytes) = entry.map_err(store_error)?;
            visit(key.value(), bytes.value());
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.0.write(|transaction| write(transaction, changes))
    }
}

fn write(transaction: &WriteTransaction, changes: &[Change]) -> Result<(), StoreError> {
    for table in Table::ALL {
        let is_changed = |change: &Change| {
            let (Change::Put(of, ..) | Change::Remove(of, _)) = change;
            *of == table
        };
        if !changes.iter().any(is_changed) {
            continue;
        }
        let mut open = transaction.open_table(definition(table)).map_err(store_error)?;
        for change in changes {
            match change {
                Change::Put(of, key, bytes) if *of == table => {
                    open.insert(key, bytes.as_slice()).map_err(store_error)?;
                }
                Change::Remove(of, key) if *of == table => {
                    open.remove(key).map_err(store_error)?;
                }
                Change::Put(..) | Change::Remove(..) => {}
            }
        }
    }
    Ok(())
}
