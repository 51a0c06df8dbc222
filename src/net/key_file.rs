//! Small files that are made at first use and kept from then on: keys and names.

use std::fs;
use std::io;
use std::path::Path;

use super::{Identity, KeyError};
use crate::library::write_privately;

/// The content of a file, made if there is none: then whole or not at all, and to be read by the
/// user alone who started the program.
///
/// # Errors
/// When it cannot be made, read or written.
pub(super) fn read_or_make(
    path: &Path,
    make: impl FnOnce() -> Result<String, KeyError>,
) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    let content = make().map_err(io::Error::other)?;
    write_privately(path, content.as_bytes())?;
    Ok(content)
}

impl Identity {
    /// The key of a file, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made, read or written, or is no key.
    pub fn of_file(path: &Path) -> io::Result<Identity> {
        let make = || Ok(format!("{}\n", Identity::generate()?.export()));
        Identity::import(&read_or_make(path, make)?).map_err(io::Error::other)
    }
}
