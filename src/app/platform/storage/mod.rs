//! Small text files in the data folder, or in the browser's localStorage.
//! Writes are atomic: after a crash the old or the new text is there whole.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(any(target_arch = "wasm32", test))]
mod key_value;

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

use bevy::prelude::*;
use thiserror::Error;

#[cfg(target_arch = "wasm32")]
use self::browser as backend;
#[cfg(not(target_arch = "wasm32"))]
use self::disk as backend;
use crate::app::notice::Notice;
use crate::core::excerpt;

#[cfg(target_arch = "wasm32")]
pub use browser::request_persistence;

/// Numbers in the names of damaged files.
const DAMAGED_NUMBERS: std::ops::RangeInclusive<u32> = 1..=9999;

/// Error of reading or writing a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StorageError {
    /// Not a plain file name.
    #[error(
        "\"{0}\" is no file name: expected 1 to 64 letters, digits, points, hyphens or \
         underscores, beginning with a letter or digit"
    )]
    InvalidName(String),
    /// The system has no folder for data.
    #[cfg(not(target_arch = "wasm32"))]
    #[error(
        "there is no folder for data; the environment variable {} can name one",
        disk::DATA_FOLDER_VAR
    )]
    NoDataFolder,
    /// The disk or the browser's quota is full.
    #[error("Storage is full: {0} was not written; deleting something frees space")]
    Full(String),
    /// The system refused.
    #[error("{what}: cannot {action}: {reason}")]
    Io {
        /// The file or folder.
        what: String,
        /// The operation that failed.
        action: &'static str,
        /// The system's error message.
        reason: String,
    },
}

impl StorageError {
    fn no_free_name(name: &str) -> StorageError {
        let reason = "every name for a damaged one is taken".to_owned();
        StorageError::Io { what: name.to_owned(), action: "set it aside", reason }
    }

    /// The notice shown to the player when this text was not written.
    pub fn notice(&self, name: &str) -> Notice {
        let id = match self {
            StorageError::Full(_) => "storage-full",
            _ => "storage-write-failed",
        };
        Notice::problem(id).with("file", name)
    }
}

/// Text files of the application by name. A name is a plain file name.
#[derive(Resource, Clone, Debug)]
pub struct Storage {
    store: backend::Store,
}

impl Storage {
    /// The data folder: `TIANYUAN_DATA`, otherwise the system's folder for the
    /// data of this application; in the browser the localStorage of its origin.
    pub fn open() -> Storage {
        Storage { store: backend::Store::open() }
    }

    /// The folder of exported files: `TIANYUAN_EXPORTS`, otherwise `Tianyuan`
    /// in the user's documents. `None` where there is no such folder.
    pub fn exports() -> Option<Storage> {
        backend::Store::exports().map(|store| Storage { store })
    }

    /// The files of this folder.
    #[cfg(test)]
    pub(in crate::app) fn at(folder: Option<PathBuf>) -> Storage {
        Storage { store: backend::Store::at(folder) }
    }

    /// The folder's path for display; empty where there is none.
    pub fn location(&self) -> String {
        self.store.location()
    }

    /// Message id of the sentence that says where data are stored; its argument
    /// `folder` is [`Storage::location`].
    pub fn location_message(&self) -> &'static str {
        self.store.location_message()
    }

    /// The text with this name; `None` if there is none. Invalid UTF-8 becomes
    /// U+FFFD, and overlong files are truncated, so that the parser of a
    /// damaged file finds the damage.
    ///
    /// # Errors
    /// When the text exists but cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<String>, StorageError> {
        self.store.read(valid_name(name)?)
    }

    /// Replaces a text, durably. When it fails, the old text is still there.
    ///
    /// # Errors
    /// When there is no room or the system refuses.
    pub fn write(&self, name: &str, text: &str) -> Result<(), StorageError> {
        self.store.write(valid_name(name)?, text)
    }

    /// Replaces a text as [`Storage::write`] does, so that the user alone can read it who started
    /// the program, where the system knows of users.
    ///
    /// # Errors
    /// As [`Storage::write`].
    pub fn write_privately(&self, name: &str, text: &str) -> Result<(), StorageError> {
        self.store.write_privately(valid_name(name)?, text)
    }

    /// Removes a text. There may be none.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn remove(&self, name: &str) -> Result<(), StorageError> {
        self.store.remove(valid_name(name)?)
    }

    /// The names of all texts, in no order. Empty where they cannot be listed.
    pub fn names(&self) -> Vec<String> {
        self.store.names()
    }

    /// Reads and parses a text. A damaged one is set aside and reported with
    /// the message `damaged` and its arguments `file` and `kept`. `None` if
    /// there is nothing to read.
    pub fn read_parsed<T, E: std::fmt::Display>(
        &self,
        name: &str,
        damaged: &'static str,
        notices: &mut MessageWriter<Notice>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = match self.read(name) {
            Ok(text) => text?,
            Err(error) => {
                warn!("{error}");
                notices.write(Notice::problem("storage-read-failed").with("file", name));
                return None;
            }
        };
        match parse(&text) {
            Ok(read) => Some(read),
            Err(error) => {
                warn!("{name} is damaged: {error}");
                let notice = match self.set_aside(name) {
                    Ok(kept) => Notice::problem(damaged).with("file", name).with("kept", kept),
                    Err(error) => {
                        warn!("{error}");
                        error.notice(name)
                    }
                };
                notices.write(notice);
                None
            }
        }
    }

    /// The path of a file that is not written as a whole, such as a database.
    /// Creates its folder.
    ///
    /// # Errors
    /// When there is no such folder and it cannot be made.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn path_of(&self, name: &str) -> Result<PathBuf, StorageError> {
        self.store.path_of(valid_name(name)?)
    }

    /// Renames a damaged text: `game.ron` becomes `game.damaged-1.ron`, or `-2`
    /// if that exists. Returns the new name.
    ///
    /// # Errors
    /// When there is no such text or it cannot be written.
    pub fn set_aside(&self, name: &str) -> Result<String, StorageError> {
        self.store.set_aside(valid_name(name)?)
    }
}

/// Checks that this is a plain file name.
fn valid_name(name: &str) -> Result<&str, StorageError> {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let valid = (1..=64).contains(&name.len())
        && name.bytes().all(letters)
        && name.as_bytes()[0].is_ascii_alphanumeric()
        && !name.ends_with(".tmp");
    if valid { Ok(name) } else { Err(StorageError::InvalidName(excerpt(name))) }
}

/// The names for damaged copies of a text, in order.
pub fn damaged_names(name: &str) -> impl Iterator<Item = String> {
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) => (stem, format!(".{end}")),
        None => (name, String::new()),
    };
    DAMAGED_NUMBERS.map(move |number| format!("{stem}.damaged-{number}{end}"))
}

/// Warns at startup if data last only as long as the page.
pub(super) fn warn_if_not_persistent(storage: Res<Storage>, mut notices: MessageWriter<Notice>) {
    if storage.location_message() == "data-not-kept" {
        notices.write(Notice::problem("storage-refused"));
    }
}
