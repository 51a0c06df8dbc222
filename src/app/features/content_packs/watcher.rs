//! Folders of packs are read again when their files have changed, so that authors see at
//! once what they write. Where there are no folders to add, no thread is started.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;

use super::{ContentPacks, PackSource, kept};
use crate::app::platform::{Storage, Waker};
use crate::app::services::tasks::TaskRunner;
use crate::content::packs::MAX_FILES;

/// Time between two looks at the folders.
const PERIOD: Duration = Duration::from_millis(700);

/// The folders that are watched, by a thread that ends with this resource.
#[derive(Resource)]
struct Watcher {
    folders: Arc<Mutex<Vec<PathBuf>>>,
    changed: Mutex<Receiver<PathBuf>>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (watch.run_if(resource_changed::<ContentPacks>), read_changed).chain());
}

/// Watches the folders of the packs; starts a thread for them with the first one.
fn watch(
    mut commands: Commands,
    packs: Res<ContentPacks>,
    watcher: Option<Res<Watcher>>,
    waker: Option<Res<Waker>>,
) {
    let folders: Vec<PathBuf> = packs
        .packs
        .iter()
        .filter_map(|pack| match &pack.source {
            PackSource::Folder(folder) => Some(folder.clone()),
            PackSource::Archive(_) | PackSource::Kept => None,
        })
        .collect();
    if let Some(watcher) = watcher {
        *watcher.folders.lock().unwrap_or_else(PoisonError::into_inner) = folders;
        return;
    }
    if folders.is_empty() {
        return;
    }
    let waker = waker.map(|waker| waker.clone()).unwrap_or_default();
    let folders = Arc::new(Mutex::new(folders));
    let (sender, changed) = channel();
    let watched = Arc::downgrade(&folders);
    let look = move || {
        let mut stamps = HashMap::new();
        while let Some(folders) = folders_of(&watched) {
            for folder in folders {
                let stamp = stamp(&folder);
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
    match thread::Builder::new().name("content-packs".to_owned()).spawn(look) {
        Ok(_) => {
            commands.insert_resource(Watcher { folders, changed: Mutex::new(changed) });
        }
        Err(error) => warn!("folders of content packs are not watched: {error}"),
    }
}

fn folders_of(watched: &Weak<Mutex<Vec<PathBuf>>>) -> Option<Vec<PathBuf>> {
    let folders = watched.upgrade()?;
    let folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
    Some(folders.clone())
}

/// A number that differs when a file of a folder was changed, added or removed.
fn stamp(folder: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut open = vec![folder.to_owned()];
    let mut left = MAX_FILES;
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

/// Reads the packs again whose folders have changed.
fn read_changed(
    watcher: Option<Res<Watcher>>,
    storage: Res<Storage>,
    runner: Res<TaskRunner>,
    mut packs: ResMut<ContentPacks>,
) {
    let Some(watcher) = watcher else { return };
    let changed = watcher.changed.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in changed.try_iter() {
        let source = PackSource::Folder(folder);
        let again = packs.bypass_change_detection().packs.iter().find(|it| it.source == source);
        if let Some(added) = again.cloned() {
            kept::read_again(&storage, &runner, &mut packs, &added);
        }
    }
}
