//! Files of the `assets` folder as plain bytes, loaded through Bevy's asset
//! system, so that they may come from a folder, a server or a package.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, LoadState};
use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::app::notice::Notice;
use crate::app::state::Screen;
use crate::content::books::{self, Books, LoadedBooks};
use crate::content::how_to_play::{self, Guide, LoadedGuides};
use crate::content::levels::{self, Level, LoadedPacks, Pack, PackId, PuzzleId};
use crate::content::theme::{self, LoadedThemes, Theme};
use crate::content::{self, KAI, SANS, portraits};
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
    guides: Vec<Guide>,
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

    /// Assets with only these guides and themes.
    #[cfg(test)]
    pub fn of_guides(guides: Vec<Guide>, themes: Vec<Theme>) -> LoadedAssets {
        LoadedAssets { guides, themes, ..LoadedAssets::default() }
    }

    /// How to play this game.
    pub fn guide(&self, game: &str) -> Option<&Guide> {
        self.guides.iter().find(|guide| guide.game == game)
    }

    fn set_content(&mut self, content: Content) {
        self.packs = content.levels.packs.into_iter().map(|(_, pack)| pack).collect();
        self.shipped = self.packs.len();
        self.themes = content.themes.themes;
        self.books = content.books.books;
        self.guides = content.guides.guides;
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

    /// The files that have arrived. Those that cannot be loaded are reported.
    fn take_arrived(
        &mut self,
        server: &AssetServer,
        blobs: &mut Assets<Blob>,
        notices: &mut MessageWriter<Notice>,
    ) -> Vec<(String, Vec<u8>)> {
        let mut arrived = Vec::new();
        self.waiting.retain(|(path, handle)| {
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
        arrived
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
    for path in [SANS, KAI, theme::INDEX, books::INDEX, how_to_play::INDEX] {
        pending.request(&server, path.to_owned());
    }
    for path in portraits::paths() {
        pending.request(&server, path);
    }
    for path in GAMES.iter().filter_map(|game| game.weights()).map(|file| file.path()) {
        pending.request(&server, path.to_owned());
    }
    pending.request(&server, levels_path(levels::INDEX));
}

fn poll_loading(
    server: Res<AssetServer>,
    mut blobs: ResMut<Assets<Blob>>,
    mut pending: ResMut<PendingAssets>,
    mut library: ResMut<LoadedAssets>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    let arrived = pending.take_arrived(&server, &mut blobs, &mut notices);
    if !arrived.is_empty() {
        Arc::make_mut(&mut library.files.0).extend(arrived);
    }
    if !pending.waiting.is_empty() {
        return;
    }
    let content = Content::parse(&library.files);
    for path in content.listed_files() {
        pending.request(&server, path);
    }
    if pending.waiting.is_empty() {
        for error in content.errors() {
            error!("{error}");
            notices.write(Notice::problem("content-wrong").with("problem", error));
        }
        library.set_content(content);
        next.set(Screen::Home);
    }
}

/// The content of the files that are loaded so far.
struct Content {
    themes: LoadedThemes,
    levels: LoadedPacks,
    books: LoadedBooks,
    guides: LoadedGuides,
}

impl Content {
    fn parse(files: &AssetFiles) -> Content {
        let text = |path: &str| files.text(path).map(str::to_owned).ok_or("the file is missing");
        Content {
            themes: theme::load(text),
            levels: levels::load(|path| text(&levels_path(path))),
            books: books::load(text),
            guides: how_to_play::load(text),
        }
    }

    /// The asset paths of all files that the indexes list, and of the pictures that the
    /// themes list.
    fn listed_files(&self) -> impl Iterator<Item = String> {
        let themes = self.themes.listed_files.iter().cloned();
        let pictures = content::piece_images(&self.themes.themes).into_iter();
        let levels = self.levels.listed_files.iter().map(|path| levels_path(path));
        let guides = self.guides.listed_files.iter().cloned();
        let books = self.books.listed_files.iter().cloned();
        themes.chain(pictures).chain(levels).chain(books).chain(guides)
    }

    /// The errors found in the files.
    fn errors(&self) -> impl Iterator<Item = String> {
        let themes = self.themes.errors.iter().map(ToString::to_string);
        let levels = self.levels.errors.iter().map(ToString::to_string);
        let guides = self.guides.errors.iter().map(ToString::to_string);
        let books = self.books.errors.iter().map(ToString::to_string);
        themes.chain(levels).chain(books).chain(guides)
    }
}
