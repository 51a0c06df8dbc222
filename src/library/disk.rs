//! The tables in the embedded database redb: in a file, or in bytes that lie
//! wherever the system keeps them.

#[cfg(not(target_arch = "wasm32"))]
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::RangeInclusive;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;
use std::sync::Arc;

use redb::{
    Builder, Database, DatabaseError, ReadableDatabase, StorageBackend, TableDefinition, TableError,
};

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

/// Bytes of the database's own head, which says that it is one.
const HEAD: usize = 4096;

/// Bytes that stand first in every database that was once whole.
const MARK: usize = 9;

type Open = dyn Fn() -> Result<Database, StoreError> + Send;

/// An open database.
pub(super) struct Disk {
    /// `None` when it could not be opened again.
    database: Option<Database>,
    /// Opens it: after a write that failed, what was read or written before
    /// is no longer to be trusted.
    open: Box<Open>,
}

/// Bytes that outlive the database in them.
#[derive(Clone, Debug)]
struct Shared(Arc<dyn StorageBackend>);

impl StorageBackend for Shared {
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

fn system(error: io::Error) -> StoreError {
    StoreError::System(error.to_string())
}

/// Every page is checked, since later reading would trust them.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE).set_check_integrity_on_open(true);
    builder
}

fn opened(made: Result<Database, DatabaseError>) -> Result<Database, StoreError> {
    made.map_err(|error| match error {
        DatabaseError::UpgradeRequired(version) => {
            StoreError::System(format!("the file is of the old format {version}"))
        }
        error => wrong(error),
    })
}

#[cfg(not(target_arch = "wasm32"))]
fn create(path: &Path) -> Result<Database, StoreError> {
    opened(builder().create(path))
}

/// Makes a file without content under another name, so that under its own
/// there is never one that is half made.
#[cfg(not(target_arch = "wasm32"))]
fn begin(path: &Path) -> Result<(), StoreError> {
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

/// Whether a program died while it began this database: nothing but its head
/// was ever written, and that not to its end.
fn is_unborn(bytes: &Shared) -> Result<bool, StoreError> {
    let length = bytes.len().map_err(system)?;
    let mut at = 0;
    let mut part = [0; HEAD];
    while at < length {
        let read = &mut part[..HEAD.min(usize::try_from(length - at).unwrap_or(HEAD))];
        bytes.read(at, read).map_err(system)?;
        let empty = if at == 0 { &read[..MARK.min(read.len())] } else { &*read };
        if empty.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        at += read.len() as u64;
    }
    Ok(true)
}

impl Disk {
    /// Opens the file, or begins a new one where there is none.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn open(path: &Path) -> Result<Disk, StoreError> {
        if !path.exists() {
            begin(path)?;
        }
        let path = path.to_owned();
        Disk::of(Box::new(move || create(&path)))
    }

    /// Opens the database in these bytes, or begins one where there are none.
    pub(super) fn over(bytes: Arc<dyn StorageBackend>) -> Result<Disk, StoreError> {
        let bytes = Shared(bytes);
        if is_unborn(&bytes)? {
            bytes.set_len(0).map_err(system)?;
        }
        Disk::of(Box::new(move || opened(builder().create_with_backend(bytes.clone()))))
    }

    fn of(open: Box<Open>) -> Result<Disk, StoreError> {
        let database = Some(open()?);
        Ok(Disk { database, open })
    }

    fn database(&self) -> Result<&Database, StoreError> {
        let closed = || StoreError::System("it could not be opened again".to_owned());
        self.database.as_ref().ok_or_else(closed)
    }

    pub(super) fn get(&self, table: Table, key: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let transaction = self.database()?.begin_read().map_err(wrong)?;
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
        let transaction = self.database()?.begin_read().map_err(wrong)?;
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

    pub(super) fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        if self.database.is_none() {
            self.database = Some((self.open)()?);
        }
        let written = self.write(changes);
        if written.is_err() {
            // Only one at a time may have it open.
            self.database = None;
            self.database = (self.open)().ok();
        }
        written
    }

    fn write(&self, changes: &[Change]) -> Result<(), StoreError> {
        let transaction = self.database()?.begin_write().map_err(wrong)?;
        for table in [Table::Facts, Table::Summaries, Table::Games, Table::Places] {
            let mut open = transaction.open_table(definition(table)).map_err(wrong)?;
            for change in changes {
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
