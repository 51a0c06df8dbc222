//! Folders whose files are written while the program runs: a thread looks at them every now and
//! then, and tells which have changed.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use std::{fs, io, thread};

use crate::app::platform::Waker;

/// Time between two looks at the folders.
const PERIOD: Duration = Duration::from_millis(700);

/// Folders that are watched, by a thread that ends with this.
pub struct FolderWatcher {
    folders: Arc<Mutex<Vec<PathBuf>>>,
    changed: Mutex<Receiver<PathBuf>>,
}

impl FolderWatcher {
    /// Watches these folders, of each at most so many files. `waker` is called after a change.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn start(
        folders: Vec<PathBuf>,
        max_files: usize,
        waker: Waker,
    ) -> io::Result<FolderWatcher> {
        let folders = Arc::new(Mutex::new(folders));
        let (sender, changed) = channel();
        let watched = Arc::downgrade(&folders);
        let look = move || {
            let mut stamps = HashMap::new();
            while let Some(folders) = folders_of(&watched) {
                for folder in folders {
                    let stamp = stamp(&folder, max_files);
                    let before = stamps.insert(folder.clone(), stamp);
                    if before.is_some_and(|before| before != stamp) {
                        if sender.send(folder).is_err() {
                            return;
                        }
                        waker.wake();
                    }
                }
                thread::sleep(PERIOD);
            }
        };
        thread::Builder::new().name("folder-watcher".to_owned()).spawn(look)?;
        Ok(FolderWatcher { folders, changed: Mutex::new(changed) })
    }

    /// Watches these folders instead.
    pub fn set_folders(&self, folders: Vec<PathBuf>) {
        *self.folders.lock().unwrap_or_else(PoisonError::into_inner) = folders;
    }

    /// The folders that have changed since the last call.
    pub fn changed(&self) -> Vec<PathBuf> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

fn folders_of(watched: &Weak<Mutex<Vec<PathBuf>>>) -> Option<Vec<PathBuf>> {
    let folders = watched.upgrade()?;
    let folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
    Some(folders.clone())
}

/// A number that differs when a file of a folder was changed, added or removed.
fn stamp(folder: &Path, max_files: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut open = vec![folder.to_owned()];
    let mut left = max_files;
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).take(left).collect();
        paths.sort();
        left -= paths.len();
        for path in paths {
            let Ok(data) = fs::metadata(&path) else { continue };
            if data.is_dir() {
                open.push(path);
            } else {
                (path, data.len(), data.modified().ok()).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}
