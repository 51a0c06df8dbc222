//! Files picked by the user: opened with a file dialog or dropped on the window,
//! and saved with a file dialog. Where the system has no file dialog, files are
//! saved to a folder that is easily found; in the browser they are downloaded.

#[cfg_attr(target_arch = "wasm32", path = "browser.rs")]
#[cfg_attr(any(target_os = "android", target_os = "ios"), path = "none.rs")]
#[cfg_attr(
    not(any(target_arch = "wasm32", target_os = "android", target_os = "ios")),
    path = "desktop.rs"
)]
mod dialog;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Waker;
#[cfg(target_arch = "wasm32")]
use super::browser::BrowserError;
#[cfg(not(target_arch = "wasm32"))]
use super::storage::Storage;
#[cfg(not(target_arch = "wasm32"))]
use super::{MOBILE, system};
use crate::app::notice::Notice;
use crate::app::state::Screen;

/// Most bytes of a file that is read, limited by memory in the browser.
const MAX_BYTES: u64 = if cfg!(target_arch = "wasm32") { 128 << 20 } else { 1 << 30 };

/// True where [`PickPicture`] opens a dialog.
pub const PICKS_PICTURES: bool =
    !cfg!(any(target_arch = "wasm32", target_os = "android", target_os = "ios"));

/// Error of reading a picked file.
#[derive(Debug, Error)]
pub enum FileReadError {
    /// It is longer than any file that is read.
    #[error("it is longer than {} MiB, the most that is read", MAX_BYTES >> 20)]
    TooLong,
    /// The system cannot read it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The browser cannot read it.
    #[cfg(target_arch = "wasm32")]
    #[error(transparent)]
    Browser(#[from] BrowserError),
}

/// A file or folder picked by the user. Its content is read lazily, since that
/// may take a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickedFile {
    name: String,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Content {
    Path(PathBuf),
    Bytes(#[serde(with = "byte_string")] Arc<[u8]>),
}

mod byte_string {
    //! Serialises bytes as one block rather than as a sequence of numbers.

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

impl PickedFile {
    /// A file or folder on disk.
    pub fn from_path(path: PathBuf) -> PickedFile {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        PickedFile { name, content: Content::Path(path) }
    }

    /// A file in memory.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> PickedFile {
        PickedFile { name: name.to_owned(), content: Content::Bytes(bytes.into()) }
    }

    /// The file name without its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of a file on disk.
    pub fn path(&self) -> Option<&Path> {
        match &self.content {
            Content::Path(path) => Some(path),
            Content::Bytes(_) => None,
        }
    }

    /// The file name extension without the dot; empty if there is none.
    pub fn extension(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// The files of a folder, sorted by name; otherwise the file itself.
    pub fn expand_folder(self) -> Vec<PickedFile> {
        let Content::Path(path) = &self.content else { return vec![self] };
        if !path.is_dir() {
            return vec![self];
        }
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<_> =
            entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        paths.sort();
        paths.into_iter().map(PickedFile::from_path).collect()
    }

    /// Reads the content.
    ///
    /// # Errors
    /// When the file is too long, or the system cannot read it.
    pub fn read(&self) -> Result<Vec<u8>, FileReadError> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes.to_vec()),
            Content::Path(path) => {
                if fs::metadata(path)?.len() > MAX_BYTES {
                    return Err(FileReadError::TooLong);
                }
                Ok(fs::read(path)?)
            }
        }
    }

    /// Reads at most so many bytes from the start of the content.
    ///
    /// # Errors
    /// When the system cannot read the file.
    pub fn read_prefix(&self, most: usize) -> Result<Vec<u8>, FileReadError> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes[..bytes.len().min(most)].to_vec()),
            Content::Path(path) => {
                let mut bytes = Vec::new();
                fs::File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// Reads another file of the same folder on disk.
    pub fn sibling_file(&self, name: &str) -> Option<Vec<u8>> {
        match &self.content {
            Content::Path(path) => fs::read(path.with_file_name(name)).ok(),
            Content::Bytes(_) => None,
        }
    }
}

/// Opens a file dialog for any number of files; [`FilesReceived`] answers.
#[derive(Message, Clone, Copy, Debug)]
pub struct PickFiles;

/// Opens a file dialog for a picture; [`PictureReceived`] answers.
#[derive(Message, Clone, Copy, Debug)]
pub struct PickPicture;

/// The file that the user picked as a picture.
#[derive(Message, Clone, Debug)]
pub struct PictureReceived(pub PickedFile);

/// Opens a file dialog for a program; [`ProgramReceived`] answers.
#[derive(Message, Clone, Copy, Debug)]
pub struct PickProgram;

/// The path of the program that the user picked.
#[derive(Message, Clone, Debug)]
pub struct ProgramReceived(pub PathBuf);

/// Opens a dialog for a folder; [`FolderReceived`] answers.
#[derive(Message, Clone, Copy, Debug)]
pub struct PickFolder;

/// The path of the folder that the user picked.
#[derive(Message, Clone, Debug)]
pub struct FolderReceived(pub PathBuf);

/// Files that the user picked or dropped on the window.
#[derive(Message, Clone, Debug)]
pub struct FilesReceived(pub Vec<PickedFile>);

/// The files that the program was started with.
#[derive(Resource, Default)]
pub struct FilesToOpen(pub Vec<PathBuf>);

/// Opens them as if they were dropped on the window, once there is something to open them.
fn open_at_start(mut files: ResMut<FilesToOpen>, mut received: MessageWriter<FilesReceived>) {
    let files = std::mem::take(&mut files.0);
    if !files.is_empty() {
        received.write(FilesReceived(files.into_iter().map(PickedFile::from_path).collect()));
    }
}

/// Saves a file with a file dialog.
#[derive(Message, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveFile {
    /// The proposed file name.
    pub name: String,
    /// Its content.
    #[serde(with = "byte_string")]
    pub bytes: Arc<[u8]>,
}

/// Result of a file dialog.
#[cfg_attr(
    any(target_os = "android", target_os = "ios"),
    expect(dead_code, reason = "there are no file dialogs")
)]
enum DialogResult {
    /// Files to be read.
    Picked(Vec<PickedFile>),
    /// A message for the user.
    Notice(Notice),
    /// No dialog could be opened, to save this file or to pick files.
    #[cfg(not(target_arch = "wasm32"))]
    NoDialog(Option<SaveFile>),
}

/// Purpose for which files are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Open,
    Picture,
    Program,
    /// Not a file, but a folder.
    Folder,
}

/// Channel for the results of file dialogs.
#[derive(Resource)]
struct DialogChannel {
    sender: Sender<DialogResult>,
    results: Mutex<Receiver<DialogResult>>,
    /// Purpose of the dialog opened last.
    purpose: Purpose,
}

/// The systems that open and save files.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FilesSystems;

pub(in crate::app) fn plugin(app: &mut App) {
    let (sender, results) = channel();
    let (results, purpose) = (Mutex::new(results), Purpose::Open);
    app.insert_resource(DialogChannel { sender, results, purpose })
        .add_message::<PickFiles>()
        .add_message::<PickPicture>()
        .add_message::<PictureReceived>()
        .add_message::<PickProgram>()
        .add_message::<ProgramReceived>()
        .add_message::<PickFolder>()
        .add_message::<FolderReceived>()
        .add_message::<FilesReceived>()
        .add_message::<SaveFile>()
        .add_message::<FileDragAndDrop>()
        .add_message::<Notice>()
        .init_resource::<FilesToOpen>()
        .add_systems(OnExit(Screen::Loading), open_at_start)
        .add_systems(
            Update,
            (open_dialogs, poll_dialogs, receive_dropped).chain().in_set(FilesSystems),
        );
    #[cfg(target_arch = "wasm32")]
    app.add_systems(Startup, listen_for_drops);
}

/// Listens for files dropped on the page.
#[cfg(target_arch = "wasm32")]
fn listen_for_drops(channel: Res<DialogChannel>, waker: Res<Waker>) {
    dialog::listen_for_drops(channel.sender.clone(), waker.clone());
}

/// Opens file dialogs on request.
fn open_dialogs(
    mut picks: MessageReader<PickFiles>,
    mut pictures: MessageReader<PickPicture>,
    mut programs: MessageReader<PickProgram>,
    mut folders: MessageReader<PickFolder>,
    mut saves: MessageReader<SaveFile>,
    mut channel: ResMut<DialogChannel>,
    waker: Res<Waker>,
    // Some systems open dialogs from the main thread only.
    _: NonSendMarker,
) {
    let asked = [
        (Purpose::Open, picks.read().count()),
        (Purpose::Picture, pictures.read().count()),
        (Purpose::Program, programs.read().count()),
        (Purpose::Folder, folders.read().count()),
    ];
    if let Some((purpose, _)) = asked.into_iter().rfind(|(_, count)| *count > 0) {
        channel.purpose = purpose;
        dialog::pick(purpose, channel.sender.clone(), waker.clone());
    }
    for save in saves.read() {
        dialog::save(save.clone(), channel.sender.clone(), waker.clone());
    }
}

/// Handles the results of file dialogs.
fn poll_dialogs(
    channel: Res<DialogChannel>,
    #[cfg(not(target_arch = "wasm32"))] storage: Res<Storage>,
    mut received: MessageWriter<FilesReceived>,
    mut pictures: MessageWriter<PictureReceived>,
    mut programs: MessageWriter<ProgramReceived>,
    mut folders: MessageWriter<FolderReceived>,
    mut notices: MessageWriter<Notice>,
) {
    let results = channel.results.lock().unwrap_or_else(PoisonError::into_inner);
    for result in results.try_iter() {
        match result {
            DialogResult::Picked(files) => match channel.purpose {
                Purpose::Open => {
                    received.write(FilesReceived(files));
                }
                Purpose::Picture => {
                    pictures.write_batch(files.into_iter().take(1).map(PictureReceived));
                }
                Purpose::Program => {
                    let path = files.first().and_then(PickedFile::path);
                    programs.write_batch(path.map(|path| ProgramReceived(path.to_owned())));
                }
                Purpose::Folder => {
                    let path = files.first().and_then(PickedFile::path);
                    folders.write_batch(path.map(|path| FolderReceived(path.to_owned())));
                }
            },
            DialogResult::Notice(notice) => {
                notices.write(notice);
            }
            #[cfg(not(target_arch = "wasm32"))]
            DialogResult::NoDialog(None) => {
                notices.write(match channel.purpose {
                    Purpose::Program => Notice::problem("program-not-chosen"),
                    Purpose::Folder => Notice::problem("folder-not-chosen"),
                    _ if MOBILE => Notice::problem("files-not-chosen-here"),
                    _ => Notice::problem("files-not-chosen"),
                });
            }
            #[cfg(not(target_arch = "wasm32"))]
            DialogResult::NoDialog(Some(save)) => {
                notices.write(save_without_dialog(&save, &storage));
            }
        }
    }
}

/// Collects the files dropped on the window in one frame.
fn receive_dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut received: MessageWriter<FilesReceived>,
) {
    let files: Vec<_> = drops
        .read()
        .filter_map(|drop| match drop {
            FileDragAndDrop::DroppedFile { path_buf, .. } => {
                Some(PickedFile::from_path(path_buf.clone()))
            }
            _ => None,
        })
        .collect();
    if !files.is_empty() {
        received.write(FilesReceived(files));
    }
}

/// Writes a file and reports success or failure.
#[cfg(not(target_arch = "wasm32"))]
fn write_file(path: &Path, bytes: &[u8]) -> Notice {
    match fs::write(path, bytes) {
        Ok(()) => Notice::done("file-saved").with("file", path.display()),
        Err(error) => {
            warn!("{}: {error}", path.display());
            Notice::problem("storage-write-failed").with("file", path.display())
        }
    }
}

/// Saves a file without a dialog: to the shared downloads if there are such,
/// otherwise to the documents folder or else the data folder. Overwrites
/// nothing.
#[cfg(not(target_arch = "wasm32"))]
fn save_without_dialog(save: &SaveFile, storage: &Storage) -> Notice {
    if let Some(location) = system::save_to_downloads(&save.name, &save.bytes) {
        return Notice::done("file-saved").with("file", location);
    }
    let documents = system::documents_folder().filter(|folder| folder.is_dir());
    save_in(&documents.unwrap_or_else(|| PathBuf::from(storage.location())), save)
}

#[cfg(not(target_arch = "wasm32"))]
fn save_in(folder: &Path, save: &SaveFile) -> Notice {
    let (stem, extension) = save.name.rsplit_once('.').unwrap_or((&save.name, "txt"));
    let free = (1..1000)
        .map(|number| match number {
            1 => folder.join(&save.name),
            _ => folder.join(format!("{stem}-{number}.{extension}")),
        })
        .find(|path| !path.exists());
    match free {
        Some(path) => write_file(&path, &save.bytes),
        None => Notice::problem("storage-write-failed").with("file", &save.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picked_file_knows_its_extension_and_its_content() {
        let file = PickedFile::from_bytes("game.one.SGF", b"(;)".to_vec());
        assert_eq!((file.name(), file.extension()), ("game.one.SGF", "SGF"));
        assert_eq!(file.read().unwrap(), b"(;)");
        assert_eq!(PickedFile::from_bytes("plain", Vec::new()).extension(), "");
        assert!(PickedFile::from_path(PathBuf::from("/no/such/file.pgn")).read().is_err());
    }

    #[test]
    fn a_folder_expands_to_its_files_in_order() {
        let folder = std::env::temp_dir().join(format!("tianyuan-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        for name in ["b.pgn", "a.pgn"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let files = PickedFile::from_path(folder.clone()).expand_folder();
        let names: Vec<_> = files.iter().map(PickedFile::name).collect();
        assert_eq!(names, ["a.pgn", "b.pgn"]);
        assert_eq!(files[0].sibling_file("b.pgn").as_deref(), Some(&b"b.pgn"[..]));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn saving_without_a_dialog_overwrites_nothing() {
        let folder = std::env::temp_dir().join(format!("tianyuan-away-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("game.sgf"), "old").unwrap();
        let save = SaveFile { name: "game.sgf".to_owned(), bytes: b"new".to_vec().into() };
        let notice = save_in(&folder, &save);
        assert_eq!(notice.id, "file-saved");
        assert_eq!(fs::read_to_string(folder.join("game.sgf")).unwrap(), "old");
        assert_eq!(fs::read_to_string(folder.join("game-2.sgf")).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
