//! Small texts under the names of files: in the data folder, or in the storage
//! of the browser. Writing is done at once or not at all: whatever happens,
//! the old or the new text is there whole.

#[cfg(target_arch = "wasm32")]
pub(super) mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(any(target_arch = "wasm32", test))]
mod items;

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

use bevy::prelude::*;
use thiserror::Error;

#[cfg(target_arch = "wasm32")]
use self::browser as kind;
#[cfg(not(target_arch = "wasm32"))]
use self::disk as kind;
use crate::app::notice::Notice;

/// Numbers that the name of a damaged text may get.
const KEPT: std::ops::RangeInclusive<u32> = 1..=9999;

/// Why a text was not read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StorageError {
    /// The name is not that of a plain file.
    #[error(
        "\"{0}\" is no file name: expected 1 to 64 letters, digits, points, hyphens or \
         underscores, beginning with a letter or digit"
    )]
    Name(String),
    /// The system has no folder for data.
    #[cfg(not(target_arch = "wasm32"))]
    #[error("there is no folder for data; the environment variable {} can name one", disk::FOLDER)]
    NoFolder,
    /// There is no more room for what was to be written.
    #[error("{0}: there is no more room for it; deleting something would make some")]
    Full(String),
    /// The system refused.
    #[error("{what}: cannot {action}: {reason}")]
    System {
        /// The file or folder.
        what: String,
        /// What was tried.
        action: &'static str,
        /// What the system says.
        reason: String,
    },
}

impl StorageError {
    fn no_name(name: &str) -> StorageError {
        let reason = "every name for a damaged one is taken".to_owned();
        StorageError::System { what: name.to_owned(), action: "set it aside", reason }
    }

    /// What the person is told when this text was not written.
    pub fn notice(&self, name: &str) -> Notice {
        let id = match self {
            StorageError::Full(_) => "storage-full",
            _ => "storage-write-failed",
        };
        Notice::problem(id).with("file", name)
    }
}

/// The texts that this program keeps. A name is a plain file name.
#[derive(Resource, Clone, Debug)]
pub struct Storage {
    store: kind::Store,
}

impl Storage {
    /// The texts of this user: those of the data folder, which is what
    /// `TIANYUAN_DATA` names or otherwise where the system keeps the data of
    /// programs; in the browser those of this address.
    pub fn open() -> Storage {
        Storage { store: kind::Store::open() }
    }

    /// The folder for what people take elsewhere: what `TIANYUAN_EXPORTS`
    /// names, otherwise a folder of the program's name among their documents.
    /// `None` where there are no such folders.
    pub fn exports() -> Option<Storage> {
        kind::Store::exports().map(|store| Storage { store })
    }

    /// The texts of this folder.
    #[cfg(test)]
    pub(in crate::app) fn at(folder: Option<PathBuf>) -> Storage {
        Storage { store: kind::Store::at(folder) }
    }

    /// Where the files lie, for people to read; empty where there is no such
    /// place.
    pub fn place(&self) -> String {
        self.store.place()
    }

    /// The sentence that says where the texts are kept; it names
    /// [`Storage::place`] as `folder`.
    pub fn place_told(&self) -> &'static str {
        self.store.place_told()
    }

    /// The text under this name; `None` if there is none. Bytes that are no
    /// text come as U+FFFD, and what is beyond any length that this program
    /// writes is cut off, so that the reader of a damaged file sees that it
    /// is damaged.
    ///
    /// # Errors
    /// When the text is there but cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<String>, StorageError> {
        self.store.read(good(name)?)
    }

    /// Writes a text in place of what was there. When this returns, the text
    /// is kept; when it fails, what was there still is.
    ///
    /// # Errors
    /// When there is no room or the system refuses.
    pub fn write(&self, name: &str, text: &str) -> Result<(), StorageError> {
        self.store.write(good(name)?, text)
    }

    /// Reads what a text holds, by `parse`. A damaged one is set aside and
    /// reported under the id `damaged`, with the names `file` and `kept`;
    /// nothing else is touched. `None` if there is nothing to read.
    pub fn read_as<T, E: std::fmt::Display>(
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

    /// Where a file lies that is not written as a whole, such as a data base.
    /// Its folder is made.
    ///
    /// # Errors
    /// When there is no such folder and it cannot be made.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn file(&self, name: &str) -> Result<PathBuf, StorageError> {
        self.store.file(good(name)?)
    }

    /// Renames a damaged text so that it is kept but no longer in the way:
    /// `game.ron` becomes `game.damaged-1.ron`, or `-2` if that is taken.
    /// Returns the new name.
    ///
    /// # Errors
    /// When there is no such text or it cannot be written.
    pub fn set_aside(&self, name: &str) -> Result<String, StorageError> {
        self.store.set_aside(good(name)?)
    }
}

/// The name, if it is one of a plain file.
fn good(name: &str) -> Result<&str, StorageError> {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let good = (1..=64).contains(&name.len())
        && name.bytes().all(letters)
        && name.as_bytes()[0].is_ascii_alphanumeric()
        && !name.ends_with(".tmp");
    if good { Ok(name) } else { Err(StorageError::Name(name.chars().take(80).collect())) }
}

/// The names under which a damaged text may be kept, one after another.
pub(super) fn kept_names(name: &str) -> impl Iterator<Item = String> {
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) => (stem, format!(".{end}")),
        None => (name, String::new()),
    };
    KEPT.map(move |number| format!("{stem}.damaged-{number}{end}"))
}

/// Says at the start if nothing will be kept.
pub(super) fn tell(storage: Res<Storage>, mut notices: MessageWriter<Notice>) {
    if storage.place_told() == "data-not-kept" {
        notices.write(Notice::problem("storage-refused"));
    }
}
