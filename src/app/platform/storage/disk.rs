//! Text files in a folder, replaced atomically.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{StorageError, damaged_names};
use crate::app::platform::system;
use crate::library::{remove_durably, remove_temporary_files, write_atomically, write_privately};

/// Environment variable that overrides the data folder.
pub(super) const DATA_FOLDER_VAR: &str = "TIANYUAN_DATA";

/// Environment variable that overrides the folder of exported files.
const EXPORT_FOLDER_VAR: &str = "TIANYUAN_EXPORTS";

/// Most bytes of a file, written or read; far more than the application writes.
const MAX_BYTES: u64 = 16 << 20;

/// Refuses a file that is too large.
fn check_size(bytes: usize) -> io::Result<()> {
    if bytes as u64 <= MAX_BYTES { Ok(()) } else { Err(io::ErrorKind::FileTooLarge.into()) }
}

/// The files of a folder.
#[derive(Clone, Debug)]
pub(super) struct Store {
    folder: Option<PathBuf>,
}

fn env_path(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

impl Store {
    /// The data folder: `TIANYUAN_DATA`, otherwise the system's. It is created
    /// when the first file is written.
    pub(super) fn open() -> Store {
        Store::at(env_path(DATA_FOLDER_VAR).or_else(system::data_folder))
    }

    /// The folder of exported files: `TIANYUAN_EXPORTS`, otherwise the system's.
    pub(super) fn exports() -> Option<Store> {
        Some(Store::at(Some(env_path(EXPORT_FOLDER_VAR).or_else(system::exports_folder)?)))
    }

    pub(super) fn at(folder: Option<PathBuf>) -> Store {
        if let Some(folder) = &folder {
            remove_temporary_files(folder);
        }
        Store { folder }
    }

    pub(super) fn location(&self) -> String {
        self.folder.as_ref().map_or(String::new(), |folder| folder.display().to_string())
    }

    pub(super) fn location_message(&self) -> &'static str {
        "data-folder"
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<String>, StorageError> {
        let path = self.folder()?.join(name);
        let mut bytes = Vec::new();
        let read =
            File::open(&path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        match read.and_then(|_| check_size(bytes.len())) {
            Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io_error(&path, "read the file")(error)),
        }
    }

    /// Replaces a file durably.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), StorageError> {
        self.replace(name, text, write_atomically)
    }

    /// Replaces a file durably that the user alone can read.
    pub(super) fn write_privately(&self, name: &str, text: &str) -> Result<(), StorageError> {
        self.replace(name, text, write_privately)
    }

    fn replace(
        &self,
        name: &str,
        text: &str,
        write: fn(&Path, &[u8]) -> io::Result<()>,
    ) -> Result<(), StorageError> {
        let folder = self.folder()?;
        let path = folder.join(name);
        check_size(text.len()).map_err(io_error(&path, "write the file"))?;
        fs::create_dir_all(folder).map_err(io_error(folder, "make the folder"))?;
        write(&path, text.as_bytes()).map_err(io_error(&path, "write the file"))
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), StorageError> {
        let path = self.folder()?.join(name);
        remove_durably(&path).map_err(io_error(&path, "remove the file"))
    }

    pub(super) fn names(&self) -> Vec<String> {
        let entries = self.folder.iter().flat_map(fs::read_dir).flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }

    /// The path of a file in the folder; creates the folder.
    pub(super) fn path_of(&self, name: &str) -> Result<PathBuf, StorageError> {
        let folder = self.folder()?;
        fs::create_dir_all(folder).map_err(io_error(folder, "make the folder"))?;
        Ok(folder.join(name))
    }

    pub(super) fn set_aside(&self, name: &str) -> Result<String, StorageError> {
        let folder = self.folder()?;
        let path = folder.join(name);
        for kept in damaged_names(name) {
            let target = folder.join(&kept);
            // Creating the file first makes sure that nothing is overwritten.
            match OpenOptions::new().write(true).create_new(true).open(&target) {
                Ok(_) => {
                    if let Err(error) = fs::rename(&path, &target) {
                        let _ = fs::remove_file(&target);
                        return Err(io_error(&path, "rename the file")(error));
                    }
                    return Ok(kept);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(io_error(&target, "make the file")(error)),
            }
        }
        Err(StorageError::no_free_name(name))
    }

    fn folder(&self) -> Result<&Path, StorageError> {
        self.folder.as_deref().ok_or(StorageError::NoDataFolder)
    }
}

fn io_error(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> StorageError {
    let what = path.display().to_string();
    move |error| match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StorageError::Full(what),
        _ => StorageError::Io { what, action, reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::super::Storage;
    use super::*;

    /// A folder for one test, removed at its end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str) -> Scratch {
            let name = format!("tianyuan-storage-{test}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&folder);
            Scratch(folder)
        }

        fn storage(&self) -> Storage {
            Storage::at(Some(self.0.clone()))
        }

        fn names(&self) -> Vec<String> {
            let mut names: Vec<_> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_written_is_read_and_a_missing_folder_is_made() {
        let scratch = Scratch::new("write");
        let storage = Storage::at(Some(scratch.0.join("deep/er")));
        assert_eq!(storage.read("game.ron").unwrap(), None);
        storage.write("game.ron", "天元").unwrap();
        storage.write("game.ron", "天").unwrap();
        assert_eq!(storage.read("game.ron").unwrap().as_deref(), Some("天"));
    }

    #[test]
    fn a_removed_text_is_gone_and_the_others_are_listed() {
        let scratch = Scratch::new("remove");
        let storage = scratch.storage();
        assert_eq!(storage.names(), [""; 0]);
        storage.remove("game.ron").unwrap();
        storage.write("game.ron", "x").unwrap();
        storage.write("other.ron", "y").unwrap();
        storage.remove("game.ron").unwrap();
        assert_eq!(storage.read("game.ron").unwrap(), None);
        assert_eq!(storage.names(), ["other.ron"]);
        assert!(storage.remove("../other.ron").is_err());
    }

    #[test]
    fn names_that_are_no_plain_file_names_are_refused() {
        let scratch = Scratch::new("names");
        let storage = scratch.storage();
        let long = "a".repeat(65);
        for name in
            ["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", ".x", "a:b", "天", "x.tmp", &long]
        {
            for result in [storage.read(name).map(|_| ()), storage.write(name, "")] {
                assert!(matches!(result, Err(StorageError::InvalidName(_))), "{name}");
            }
        }
        assert!(!scratch.0.exists());
    }

    #[test]
    fn damaged_files_are_set_aside_without_overwriting_each_other() {
        let scratch = Scratch::new("aside");
        let storage = scratch.storage();
        for number in 1..=3 {
            storage.write("game.ron", &format!("broken {number}")).unwrap();
            assert_eq!(
                storage.set_aside("game.ron").unwrap(),
                format!("game.damaged-{number}.ron")
            );
        }
        assert_eq!(storage.read("game.ron").unwrap(), None);
        assert_eq!(storage.read("game.damaged-1.ron").unwrap().as_deref(), Some("broken 1"));
        storage.write("plain", "").unwrap();
        assert_eq!(storage.set_aside("plain").unwrap(), "plain.damaged-1");
    }

    #[test]
    fn setting_aside_a_missing_file_fails_and_leaves_nothing() {
        let scratch = Scratch::new("aside-missing");
        let storage = scratch.storage();
        storage.write("other.ron", "x").unwrap();
        assert!(storage.set_aside("game.ron").is_err());
        assert_eq!(scratch.names(), ["other.ron"]);
    }

    #[test]
    fn a_crash_while_writing_leaves_the_old_file_and_its_trace_is_swept() {
        let scratch = Scratch::new("crash");
        scratch.storage().write("game.ron", "old").unwrap();
        fs::write(scratch.0.join("game.ron.4711.tmp"), "ne").unwrap();
        let storage = scratch.storage();
        assert_eq!(storage.read("game.ron").unwrap().as_deref(), Some("old"));
        assert_eq!(scratch.names(), ["game.ron"]);
        storage.write("game.ron", "new").unwrap();
        assert_eq!(scratch.names(), ["game.ron"]);
    }

    #[test]
    fn a_reader_never_sees_half_a_file() {
        let scratch = Scratch::new("half");
        let storage = scratch.storage();
        let texts = ["a".repeat(100_000), "b".repeat(50_000)];
        storage.write("game.ron", &texts[0]).unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for turn in 0..40 {
                    storage.write("game.ron", &texts[turn % 2]).unwrap();
                }
            });
            while !writer.is_finished() {
                let text = storage.read("game.ron").unwrap().unwrap();
                assert!(texts.contains(&text), "{} bytes", text.len());
            }
        });
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
        let scratch = Scratch::new("blocked");
        fs::write(&scratch.0, "a file in the way").unwrap();
        let error = scratch.storage().write("game.ron", "x").unwrap_err().to_string();
        assert!(error.contains("tianyuan-storage-blocked"), "{error}");
        assert!(error.contains("cannot make the folder"), "{error}");
        assert!(scratch.storage().read("game.ron").is_err());
        fs::remove_file(&scratch.0).unwrap();
    }

    #[test]
    fn a_failed_write_leaves_what_was_there() {
        let scratch = Scratch::new("failed");
        // A folder of that name cannot be replaced by a file.
        fs::create_dir_all(scratch.0.join("game.ron/inside")).unwrap();
        assert!(scratch.storage().write("game.ron", "x").is_err());
        assert_eq!(scratch.names(), ["game.ron"]);
        assert!(scratch.0.join("game.ron/inside").is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_folder_refuses_with_a_reason_and_keeps_its_files() {
        use std::os::unix::fs::PermissionsExt;
        let scratch = Scratch::new("read-only");
        let storage = scratch.storage();
        storage.write("game.ron", "old").unwrap();
        fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o555)).unwrap();
        // Root may write everywhere.
        if fs::write(scratch.0.join("probe"), "").is_err() {
            assert!(storage.write("game.ron", "new").is_err());
            assert!(storage.set_aside("game.ron").is_err());
            assert_eq!(storage.read("game.ron").unwrap().as_deref(), Some("old"));
        }
        fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn without_a_folder_everything_says_how_to_get_one() {
        let storage = Storage::at(None);
        let error = storage.write("game.ron", "x").unwrap_err().to_string();
        assert!(error.contains(DATA_FOLDER_VAR), "{error}");
        assert!(matches!(storage.read("game.ron"), Err(StorageError::NoDataFolder)));
    }

    #[test]
    fn bytes_that_are_no_text_are_still_read() {
        let scratch = Scratch::new("bytes");
        let storage = scratch.storage();
        storage.write("game.ron", "").unwrap();
        fs::write(scratch.0.join("game.ron"), [b'(', 0xFF, 0, b')']).unwrap();
        assert_eq!(storage.read("game.ron").unwrap().as_deref(), Some("(\u{FFFD}\0)"));
    }
}
