//! Files of the `assets` folder as plain bytes, loaded through Bevy's asset
//! system, so that they may come from a folder, a server or a package.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, LoadState};
use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::app::notice::Notice;
use crate::app::services::tasks::TaskRunner;
use crate::app::state::Screen;
use crate::content::books::{self, Books};
use crate::content::levels::{self, Level, Pack, PackId, PuzzleId};
use crate::content::theme::{self, Theme};
use crate::content::{self, KAI, SANS};
use crate::games::Game;
use crate::games::registry::GAMES;

/// The bytes of a file.
#[derive(Asset, TypePath)]
struct Blob(Vec<u8>);

#[derive(Default, TypePath)]
struct BlobLoader;

impl AssetLoader for BlobLoader {
    type Asset = Blob;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<Blob, std::io::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(Blob(bytes))
    }

    fn extensions(&self) -> &[&str] {
        &["otf", "ttf", "svg", "ron", "bin"]
    }
}

/// Files of the `assets` folder by path. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct AssetFiles(Arc<HashMap<String, Vec<u8>>>);

impl Serialize for AssetFiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AssetFiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AssetFiles, D::Error> {
        HashMap::deserialize(deserializer).map(|files| AssetFiles(Arc::new(files)))
    }
}

impl AssetFiles {
    /// The bytes of a file, if it was loaded.
    #[must_use]
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(Vec::as_slice)
    }

    /// The text of a file, if it was loaded and is UTF-8.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.bytes(path)?).ok()
    }

    /// Reads files from the disk.
    #[cfg(test)]
    pub fn read(paths: &[String]) -> AssetFiles {
        let folder = content::assets_folder();
        let read = |path: &String| Some((path.clone(), std::fs::read(folder.join(path)).ok()?));
        AssetFiles(Arc::new(paths.iter().filter_map(read).collect()))
    }
}

/// The assets loaded at startup.
#[derive(Resource, Default)]
pub struct LoadedAssets {
    files: AssetFiles,
    themes: Vec<Theme>,
    /// The shipped packs, then the user's.
    packs: Vec<Pack>,
    /// Number of shipped packs.
    shipped: usize,
    books: Books,
}

impl LoadedAssets {
    /// The bytes of a file, if it was loaded.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.bytes(path)
    }

    /// The text of a file, if it was loaded and is UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.text(path)
    }

    /// All files, for background tasks.
    pub fn files(&self) -> AssetFiles {
        self.files.clone()
    }

    /// Assets with only these packs.
    #[cfg(test)]
    pub fn of_packs(packs: Vec<Pack>) -> LoadedAssets {
        LoadedAssets { shipped: packs.len(), packs, ..LoadedAssets::default() }
    }

    /// All valid packs of puzzle levels: the shipped ones in the order of the
    /// index, then the user's.
    #[cfg(test)]
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// The shipped packs.
    pub fn shipped(&self) -> &[Pack] {
        &self.packs[..self.shipped]
    }

    /// The pack of this name.
    pub fn pack(&self, id: &PackId) -> Option<&Pack> {
        levels::find_pack(&self.packs, id)
    }

    /// The level of this name with its pack.
    pub fn level(&self, id: &PuzzleId) -> Option<(&Pack, &Level)> {
        levels::find_level(&self.packs, id)
    }

    /// True for the name of a shipped pack.
    pub fn is_shipped(&self, id: &PackId) -> bool {
        levels::find_pack(self.shipped(), id).is_some()
    }

    /// Replaces the user's packs.
    pub fn set_user_packs(&mut self, packs: &[Pack]) {
        self.packs.truncate(self.shipped);
        self.packs.extend_from_slice(packs);
    }

    /// The shipped opening books.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// All valid themes, in the order of the index.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }
}

#[derive(Resource, Default)]
struct PendingAssets {
    waiting: Vec<(String, Handle<Blob>)>,
    requested: std::collections::HashSet<String>,
}

impl PendingAssets {
    fn request(&mut self, server: &AssetServer, path: String) {
        if self.requested.insert(path.clone()) {
            let handle = server.load(&path);
            self.waiting.push((path, handle));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_asset::<Blob>()
        .init_asset_loader::<BlobLoader>()
        .init_resource::<LoadedAssets>()
        .init_resource::<PendingAssets>()
        .add_systems(Startup, start_loading)
        .add_systems(Update, poll_loading.run_if(in_state(Screen::Loading)));
}

/// The asset path of a levels file.
fn levels_path(path: &str) -> String {
    format!("levels://{path}")
}

fn start_loading(server: Res<AssetServer>, mut pending: ResMut<PendingAssets>) {
    for path in [SANS, KAI, theme::INDEX, books::INDEX] {
        pending.request(&server, path.to_owned());
    }
    for path in GAMES.iter().filter_map(|game| game.weights()).map(|file| file.path()) {
        pending.request(&server, path.to_owned());
    }
    pending.request(&server, levels_path(levels::INDEX));
}

fn poll_loading(
    server: Res<AssetServer>,
    runner: Res<TaskRunner>,
    mut blobs: ResMut<Assets<Blob>>,
    mut pending: ResMut<PendingAssets>,
    mut library: ResMut<LoadedAssets>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    let mut arrived = Vec::new();
    pending.waiting.retain(|(path, handle)| {
        if let Some(Blob(bytes)) = blobs.remove(handle) {
            arrived.push((path.clone(), bytes));
            return false;
        }
        match server.load_state(handle) {
            LoadState::Failed(error) => {
                error!("{path}: {error}");
                notices.write(Notice::problem("asset-missing").with("file", path));
                false
            }
            _ => true,
        }
    });
    for (path, bytes) in &arrived {
        let is_weights = |game: &&&dyn Game| game.weights().is_some_and(|file| file.path() == path);
        if let Some(game) = GAMES.iter().find(is_weights) {
            runner.load_weights(*game, bytes);
        }
    }
    if !arrived.is_empty() {
        Arc::make_mut(&mut library.files.0).extend(arrived);
    }
    if !pending.waiting.is_empty() {
        return;
    }
    // The index lists the themes, and the themes list the pictures.
    let themes_loaded = theme::load(|path| {
        library.text(path).map(str::to_owned).ok_or_else(|| "the file is missing".to_owned())
    });
    for path in &themes_loaded.listed_files {
        pending.request(&server, path.clone());
    }
    for path in content::piece_images(&themes_loaded.themes) {
        pending.request(&server, path);
    }
    let puzzles = levels::load(|path| {
        let text = library.text(&levels_path(path)).map(str::to_owned);
        text.ok_or_else(|| "the file is missing".to_owned())
    });
    for path in &puzzles.listed_files {
        pending.request(&server, levels_path(path));
    }
    let opening_books = books::load(|path| {
        library.text(path).map(str::to_owned).ok_or_else(|| "the file is missing".to_owned())
    });
    for path in &opening_books.listed_files {
        pending.request(&server, path.clone());
    }
    if pending.waiting.is_empty() {
        let errors = themes_loaded.errors.iter().map(ToString::to_string);
        let errors = errors.chain(puzzles.errors.iter().map(ToString::to_string));
        for error in errors.chain(opening_books.errors.iter().map(ToString::to_string)) {
            error!("{error}");
            notices.write(Notice::problem("content-wrong").with("problem", error));
        }
        library.packs = puzzles.packs.into_iter().map(|(_, pack)| pack).collect();
        library.shipped = library.packs.len();
        library.themes = themes_loaded.themes;
        library.books = opening_books.books;
        next.set(Screen::Home);
    }
}
