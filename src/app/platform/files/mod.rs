//! Files that a person chooses: those to be read, by a window of the system or
//! dropped on ours, and those to be written. Where the system has no such
//! window, files are written where they are easily found; in the browser they
//! are downloads.

#[cfg_attr(target_arch = "wasm32", path = "browser.rs")]
#[cfg_attr(any(target_os = "android", target_os = "ios"), path = "none.rs")]
#[cfg_attr(
    not(any(target_arch = "wasm32", target_os = "android", target_os = "ios")),
    path = "desktop.rs"
)]
mod dialog;

use std::fs;
use std::io::Read;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use serde::{Deserialize, Serialize};

use super::Waker;
#[cfg(not(target_arch = "wasm32"))]
use super::storage::Storage;
#[cfg(not(target_arch = "wasm32"))]
use super::{MOBILE, system};
use crate::app::notice::Notice;

/// A longer file, in bytes, is no record of games; in the browser there would
/// be no room for it.
const LONGEST: u64 = if cfg!(target_arch = "wasm32") { 128 << 20 } else { 1 << 30 };

/// A file that was given to the program. Its content is read when it is
/// wanted, since that may take a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    name: String,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Content {
    Path(PathBuf),
    Bytes(#[serde(with = "whole")] Arc<[u8]>),
}

mod whole {
    //! Bytes written in one piece rather than as so many numbers.

    use std::fmt;
    use std::sync::Arc;

    use serde::de::{Deserializer, Error, Visitor};
    use serde::ser::Serializer;

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Arc<[u8]>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Arc<[u8]>, E> {
            Ok(bytes.into())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Arc<[u8]>, E> {
            Ok(bytes.into())
        }
    }

    pub(super) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
        from.deserialize_byte_buf(Bytes)
    }
}

impl Parcel {
    /// The file or folder at this path.
    pub fn at(path: PathBuf) -> Parcel {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Parcel { name, content: Content::Path(path) }
    }

    /// A file of this name and content.
    pub fn of(name: &str, bytes: Vec<u8>) -> Parcel {
        Parcel { name: name.to_owned(), content: Content::Bytes(bytes.into()) }
    }

    /// Its name without the folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The ending of its name without the dot; empty if it has none.
    pub fn ending(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// The files that it stands for: those of a folder in the order of their
    /// names, otherwise itself alone.
    pub fn files(self) -> Vec<Parcel> {
        let Content::Path(path) = &self.content else { return vec![self] };
        if !path.is_dir() {
            return vec![self];
        }
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<_> =
            entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        paths.sort();
        paths.into_iter().map(Parcel::at).collect()
    }

    /// Its content.
    ///
    /// # Errors
    /// What the system says, or that the file is too long.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes.to_vec()),
            Content::Path(path) => {
                let length = fs::metadata(path).map_err(|error| error.to_string())?.len();
                if length > LONGEST {
                    return Err(too_long());
                }
                fs::read(path).map_err(|error| error.to_string())
            }
        }
    }

    /// The first bytes of its content, as many as that at most.
    ///
    /// # Errors
    /// What the system says.
    pub fn read_most(&self, most: usize) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes[..bytes.len().min(most)].to_vec()),
            Content::Path(path) => {
                let mut bytes = Vec::new();
                let read = fs::File::open(path)
                    .and_then(|file| file.take(most as u64).read_to_end(&mut bytes));
                read.map(|_| bytes).map_err(|error| error.to_string())
            }
        }
    }

    /// The content of a file beside this one on the disk.
    pub fn beside(&self, name: &str) -> Option<Vec<u8>> {
        match &self.content {
            Content::Path(path) => fs::read(path.with_file_name(name)).ok(),
            Content::Bytes(_) => None,
        }
    }
}

fn too_long() -> String {
    format!("it is longer than {} MiB, the most that is read", LONGEST >> 20)
}

/// Asks the person to choose files, however many.
#[derive(Message, Clone, Copy, Debug)]
pub struct Pick;

/// Files that were chosen or dropped on the window.
#[derive(Message, Clone, Debug)]
pub struct Given(pub Vec<Parcel>);

/// Writes a file where the person wants it.
#[derive(Message, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// The name that is proposed.
    pub name: String,
    /// Its content.
    #[serde(with = "whole")]
    pub bytes: Arc<[u8]>,
}

/// What came of a choice.
#[cfg_attr(
    any(target_os = "android", target_os = "ios"),
    expect(dead_code, reason = "there are no windows for choosing files")
)]
enum Outcome {
    /// Files are to be read.
    Chosen(Vec<Parcel>),
    /// Something is to be told.
    Tell(Notice),
    /// No window for choosing could be opened, for this file or for reading.
    #[cfg(not(target_arch = "wasm32"))]
    NoWindow(Option<Save>),
}

/// Where the windows for choosing answer.
#[derive(Resource)]
struct Desk {
    sender: Sender<Outcome>,
    outcomes: Mutex<Receiver<Outcome>>,
}

/// The systems that take files in and give them out.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FilesSet;

pub(in crate::app) fn plugin(app: &mut App) {
    let (sender, outcomes) = channel();
    app.insert_resource(Desk { sender, outcomes: Mutex::new(outcomes) })
        .add_message::<Pick>()
        .add_message::<Given>()
        .add_message::<Save>()
        .add_message::<FileDragAndDrop>()
        .add_message::<Notice>()
        .add_systems(Update, (choose, settle, take_dropped).chain().in_set(FilesSet));
    #[cfg(target_arch = "wasm32")]
    app.add_systems(Startup, await_drops);
}

/// The page itself is where files are dropped.
#[cfg(target_arch = "wasm32")]
fn await_drops(desk: Res<Desk>, waker: Res<Waker>) {
    dialog::await_drops(desk.sender.clone(), waker.clone());
}

/// Opens the system's windows for choosing.
fn choose(
    mut picks: MessageReader<Pick>,
    mut saves: MessageReader<Save>,
    desk: Res<Desk>,
    waker: Res<Waker>,
    // Some systems open windows from the main thread alone.
    _: NonSendMarker,
) {
    if picks.read().count() > 0 {
        dialog::pick(desk.sender.clone(), waker.clone());
    }
    for save in saves.read() {
        dialog::save(save.clone(), desk.sender.clone(), waker.clone());
    }
}

/// Hands on what the windows for choosing answered.
fn settle(
    desk: Res<Desk>,
    #[cfg(not(target_arch = "wasm32"))] storage: Res<Storage>,
    mut given: MessageWriter<Given>,
    mut notices: MessageWriter<Notice>,
) {
    let outcomes = desk.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
    for outcome in outcomes.try_iter() {
        match outcome {
            Outcome::Chosen(files) => {
                given.write(Given(files));
            }
            Outcome::Tell(notice) => {
                notices.write(notice);
            }
            #[cfg(not(target_arch = "wasm32"))]
            Outcome::NoWindow(None) => {
                let id = if MOBILE { "files-not-chosen-here" } else { "files-not-chosen" };
                notices.write(Notice::problem(id));
            }
            #[cfg(not(target_arch = "wasm32"))]
            Outcome::NoWindow(Some(save)) => {
                notices.write(put_away(&save, &storage));
            }
        }
    }
}

/// Files that are dropped on the window, those of one frame together.
fn take_dropped(mut drops: MessageReader<FileDragAndDrop>, mut given: MessageWriter<Given>) {
    let files: Vec<_> = drops
        .read()
        .filter_map(|drop| match drop {
            FileDragAndDrop::DroppedFile { path_buf, .. } => Some(Parcel::at(path_buf.clone())),
            _ => None,
        })
        .collect();
    if !files.is_empty() {
        given.write(Given(files));
    }
}

/// Writes a file, and tells what came of it.
#[cfg(not(target_arch = "wasm32"))]
fn write(path: &Path, bytes: &[u8]) -> Notice {
    match fs::write(path, bytes) {
        Ok(()) => Notice::done("file-saved").with("file", path.display()),
        Err(error) => {
            warn!("{}: {error}", path.display());
            Notice::problem("storage-write-failed").with("file", path.display())
        }
    }
}

/// Writes a file without asking where: among the downloads where those belong
/// to all programs, otherwise among the person's documents, or else in the
/// data folder. Nothing is overwritten.
#[cfg(not(target_arch = "wasm32"))]
fn put_away(save: &Save, storage: &Storage) -> Notice {
    if let Some(place) = system::download(&save.name, &save.bytes) {
        return Notice::done("file-saved").with("file", place);
    }
    let documents = system::documents().filter(|folder| folder.is_dir());
    put_in(&documents.unwrap_or_else(|| PathBuf::from(storage.place())), save)
}

#[cfg(not(target_arch = "wasm32"))]
fn put_in(folder: &Path, save: &Save) -> Notice {
    let (stem, ending) = save.name.rsplit_once('.').unwrap_or((&save.name, "txt"));
    let free = (1..1000)
        .map(|number| match number {
            1 => folder.join(&save.name),
            _ => folder.join(format!("{stem}-{number}.{ending}")),
        })
        .find(|path| !path.exists());
    match free {
        Some(path) => write(&path, &save.bytes),
        None => Notice::problem("storage-write-failed").with("file", &save.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_knows_its_ending_and_its_content() {
        let parcel = Parcel::of("game.one.SGF", b"(;)".to_vec());
        assert_eq!((parcel.name(), parcel.ending()), ("game.one.SGF", "SGF"));
        assert_eq!(parcel.read().unwrap(), b"(;)");
        assert_eq!(Parcel::of("plain", Vec::new()).ending(), "");
        assert!(Parcel::at(PathBuf::from("/no/such/file.pgn")).read().is_err());
    }

    #[test]
    fn a_folder_stands_for_its_files_in_order() {
        let folder = std::env::temp_dir().join(format!("tianyuan-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        for name in ["b.pgn", "a.pgn"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let files = Parcel::at(folder.clone()).files();
        let names: Vec<_> = files.iter().map(Parcel::name).collect();
        assert_eq!(names, ["a.pgn", "b.pgn"]);
        assert_eq!(files[0].beside("b.pgn").as_deref(), Some(&b"b.pgn"[..]));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_that_is_put_away_overwrites_nothing() {
        let folder = std::env::temp_dir().join(format!("tianyuan-away-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("game.sgf"), "old").unwrap();
        let save = Save { name: "game.sgf".to_owned(), bytes: b"new".to_vec().into() };
        let notice = put_in(&folder, &save);
        assert_eq!(notice.id, "file-saved");
        assert_eq!(fs::read_to_string(folder.join("game.sgf")).unwrap(), "old");
        assert_eq!(fs::read_to_string(folder.join("game-2.sgf")).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
