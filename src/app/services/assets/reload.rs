//! Shipped content that is read again when its files have changed, where they are those of the
//! source tree: whoever writes a level or a lesson sees at once what is saved. A mistake leaves
//! what was there before in place.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::{Content, LoadedAssets};
use crate::app::notice::Notice;
use crate::app::platform::Waker;
use crate::app::services::folder_watcher::FolderWatcher;
use crate::app::state::Screen;
use crate::content;

/// Most files of a folder that are looked at.
const MAX_FILES: usize = 10_000;

/// Prefix of the paths of files of levels.
const LEVELS: &str = "levels://";

/// The folders of the shipped content that are watched.
#[derive(Resource)]
struct Watcher(FolderWatcher);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Loading), watch).add_systems(Update, read_changed);
}

/// True in the frames after shipped content was read again: what was added to it is to be added
/// anew.
pub fn content_reloaded(library: Res<LoadedAssets>, mut known: Local<u32>) -> bool {
    std::mem::replace(&mut *known, library.reloads) != library.reloads
}

fn watch(mut commands: Commands, waker: Option<Res<Waker>>) {
    let Some(folders) = content::source_folders() else { return };
    let waker = waker.map(|waker| waker.clone()).unwrap_or_default();
    match FolderWatcher::start(folders.to_vec(), MAX_FILES, waker) {
        Ok(watcher) => commands.insert_resource(Watcher(watcher)),
        Err(error) => warn!("the content is not watched: {error}"),
    }
}

fn read_changed(
    watcher: Option<Res<Watcher>>,
    mut library: ResMut<LoadedAssets>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(watcher) = watcher else { return };
    if watcher.0.changed().is_empty() {
        return;
    }
    let Some(folders) = content::source_folders() else { return };
    match library.read_again(&folders) {
        Ok(()) => info!("the content has changed and was read again"),
        Err(problem) => {
            warn!("{problem}");
            notices.write(Notice::problem("content-wrong").with("problem", problem));
        }
    }
}

impl LoadedAssets {
    /// Number of times that the shipped content was read again.
    pub fn reloads(&self) -> u32 {
        self.reloads
    }

    /// Reads the shipped content again from the folders of assets and levels.
    ///
    /// # Errors
    /// The first thing that is wrong. Nothing has changed then.
    pub fn read_again(&mut self, [assets, levels]: &[PathBuf; 2]) -> Result<(), String> {
        let file = |path: &str| match path.strip_prefix(LEVELS) {
            Some(path) => levels.join(path),
            None => assets.join(path),
        };
        let text = |path: &str| std::fs::read_to_string(file(path)).map_err(|it| it.to_string());
        let content = Content::parse(text);
        if let Some(error) = content.errors().next() {
            return Err(error);
        }
        // What others have added goes first, so that only shipped files are left.
        self.set_content_packs(&[]);
        for (path, bytes) in Arc::make_mut(&mut self.files.0) {
            if let Ok(now) = std::fs::read(file(path)) {
                *bytes = now;
            }
        }
        self.set_content(content);
        self.reloads += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Copies the RON files of a folder and those in it.
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let target = to.join(path.file_name().unwrap());
            if path.is_dir() {
                copy(&path, &target);
            } else if path.extension().is_some_and(|it| it == "ron") {
                fs::copy(&path, &target).unwrap();
            }
        }
    }

    #[test]
    fn a_changed_file_is_read_and_a_wrong_one_changes_nothing() {
        let name = format!("tianyuan-reload-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let folders = [folder.join("assets"), folder.join("levels")];
        copy(&content::assets_folder(), &folders[0]);
        copy(&content::levels_folder(), &folders[1]);
        let mut library = LoadedAssets::default();
        library.read_again(&folders).unwrap();
        let (packs, courses) = (library.packs().len(), library.courses().len());
        assert!(packs > 30 && courses > 10, "{packs} packs, {courses} courses");
        let path = folders[1].join("reversi/endgames.ron");
        let old = fs::read_to_string(&path).unwrap();
        fs::write(&path, old.replace("\"Endgames\"", "\"The last moves\"")).unwrap();
        library.read_again(&folders).unwrap();
        let has = |library: &LoadedAssets, title: &str| {
            library.packs().iter().any(|pack| pack.title.get("en").is_some_and(|it| it == title))
        };
        assert!(has(&library, "The last moves") && library.packs().len() == packs);
        assert_eq!((library.shipped().len(), library.reloads), (packs, 2));
        fs::write(&path, "(version: 1,").unwrap();
        let problem = library.read_again(&folders).unwrap_err();
        assert!(problem.contains("endgames.ron"), "{problem}");
        assert!(has(&library, "The last moves") && library.reloads == 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}
