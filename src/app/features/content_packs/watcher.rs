//! Folders of packs are read again when their files have changed, so that authors see at
//! once what they write. Where there are no folders to add, no thread is started.

use std::path::PathBuf;

use bevy::prelude::*;

use super::{ContentPacks, PackSource, kept};
use crate::app::platform::{Storage, Waker};
use crate::app::services::folder_watcher::FolderWatcher;
use crate::app::services::tasks::TaskRunner;
use crate::content::packs::MAX_FILES;

/// The folders of packs that are watched.
#[derive(Resource)]
struct Watcher(FolderWatcher);

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
        watcher.0.set_folders(folders);
        return;
    }
    if folders.is_empty() {
        return;
    }
    let waker = waker.map(|waker| waker.clone()).unwrap_or_default();
    match FolderWatcher::start(folders, MAX_FILES, waker) {
        Ok(watcher) => commands.insert_resource(Watcher(watcher)),
        Err(error) => warn!("folders of content packs are not watched: {error}"),
    }
}

/// Reads the packs again whose folders have changed.
fn read_changed(
    watcher: Option<Res<Watcher>>,
    storage: Res<Storage>,
    runner: Res<TaskRunner>,
    mut packs: ResMut<ContentPacks>,
) {
    let Some(watcher) = watcher else { return };
    for folder in watcher.0.changed() {
        let source = PackSource::Folder(folder);
        let again = packs.bypass_change_detection().packs.iter().find(|it| it.source == source);
        if let Some(added) = again.cloned() {
            kept::read_again(&storage, &runner, &mut packs, &added);
        }
    }
}
