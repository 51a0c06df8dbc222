//! Files of labelled positions, kept between runs of the training, and the split into positions to
//! train on and positions held out.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use thiserror::Error;

/// One game in this number is held out of the training.
const HELD_OUT: u64 = 20;

/// True if a game with this hash is held out of the training, to measure the result.
#[must_use]
pub fn is_held_out(game_hash: u64) -> bool {
    game_hash.is_multiple_of(HELD_OUT)
}

/// A labelled position as a record of fixed size. A file has the magic bytes, then the records.
pub trait Record: Sized {
    /// Magic bytes of the file.
    const MAGIC: &'static str;

    /// Bytes per record.
    const SIZE: usize;

    /// Appends the [`SIZE`](Record::SIZE) bytes of the record.
    fn write(&self, bytes: &mut Vec<u8>);

    /// The record of [`SIZE`](Record::SIZE) bytes; `None` if it is no valid position.
    fn read(bytes: &[u8]) -> Option<Self>;
}

/// Error of reading or writing a dataset.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// The file system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The contents are no records of the wanted kind; with the magic bytes of that kind.
    #[error(
        "this is not a file of positions; expected one that begins with {0} and was written to its end"
    )]
    Invalid(&'static str),
}

/// Reads the records of a file.
///
/// # Errors
/// If the file cannot be read, is of another kind or damaged.
pub fn read<R: Record>(file: &Path) -> Result<Vec<R>, DatasetError> {
    let bytes = fs::read(file)?;
    let records = bytes.strip_prefix(R::MAGIC.as_bytes()).filter(|rest| rest.len() % R::SIZE == 0);
    let records = records.and_then(|rest| rest.chunks_exact(R::SIZE).map(R::read).collect());
    records.ok_or(DatasetError::Invalid(R::MAGIC))
}

/// Writes the records to a file, atomically by renaming a temporary one.
///
/// # Errors
/// If the file cannot be written.
pub fn write<R: Record>(file: &Path, records: &[R]) -> Result<(), DatasetError> {
    let part = file.with_extension("part");
    let mut out = BufWriter::new(File::create(&part)?);
    out.write_all(R::MAGIC.as_bytes())?;
    let mut bytes = Vec::with_capacity(R::SIZE);
    for record in records {
        bytes.clear();
        record.write(&mut bytes);
        out.write_all(&bytes)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(fs::rename(&part, file)?)
}
