//! Files of the `assets` folder as plain bytes, read through Bevy's asset
//! system so that they come from a folder, a server or a package alike.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, LoadState};
use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Screen;
use super::notice::Notice;
use super::openings::Openings;
use super::platform::work::Office;
use crate::content::books;
use crate::content::levels::{self, Pack};
use crate::content::theme::{self, Theme};
use crate::content::{self, KAI, SANS};
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

/// Files of the `assets` folder by their path in it. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Files(Arc<HashMap<String, Vec<u8>>>);

impl Serialize for Files {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Files {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Files, D::Error> {
        HashMap::deserialize(deserializer).map(|files| Files(Arc::new(files)))
    }
}

impl Files {
    /// The bytes of a file, if it could be read.
    #[must_use]
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(Vec::as_slice)
    }

    /// A file that is text, if it could be read.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.bytes(path)?).ok()
    }

    /// These files as they lie on the disk.
    #[cfg(test)]
    pub fn read(paths: &[String]) -> Files {
        let folder = content::assets_folder();
        let read = |path: &String| Some((path.clone(), std::fs::read(folder.join(path)).ok()?));
        Files(Arc::new(paths.iter().filter_map(read).collect()))
    }
}

/// What was read from the `assets` folder at the start.
#[derive(Resource, Default)]
pub struct Library {
    files: Files,
    themes: Vec<Theme>,
    /// The shipped packs, then those of the player.
    packs: Vec<Pack>,
    shipped: usize,
}

impl Library {
    /// The bytes of a file, if it could be read.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.bytes(path)
    }

    /// A file that is text, if it could be read.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.text(path)
    }

    /// Every file, for work that is done elsewhere.
    pub fn files(&self) -> Files {
        self.files.clone()
    }

    /// A library of these packs alone.
    #[cfg(test)]
    pub fn of_packs(packs: Vec<Pack>) -> Library {
        Library { shipped: packs.len(), packs, ..Library::default() }
    }

    /// Every pack of puzzle levels that is in order: those that are shipped,
    /// in the order of the index, and then those of the player.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// The packs that are shipped.
    pub fn shipped(&self) -> &[Pack] {
        &self.packs[..self.shipped]
    }

    /// Puts these packs behind the shipped ones, in place of those that were
    /// there.
    pub fn set_own(&mut self, own: &[Pack]) {
        self.packs.truncate(self.shipped);
        self.packs.extend_from_slice(own);
    }

    /// Every theme that is in order, in the order of the index.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }
}

#[derive(Resource, Default)]
struct Reading {
    waiting: Vec<(String, Handle<Blob>)>,
    asked: std::collections::HashSet<String>,
}

impl Reading {
    fn ask(&mut self, server: &AssetServer, path: String) {
        if self.asked.insert(path.clone()) {
            let handle = server.load(&path);
            self.waiting.push((path, handle));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_asset::<Blob>()
        .init_asset_loader::<BlobLoader>()
        .init_resource::<Library>()
        .init_resource::<Reading>()
        .add_systems(Startup, begin)
        .add_systems(Update, read.run_if(in_state(Screen::Loading)));
}

/// A file of the levels, as the asset server finds it.
fn of_levels(path: &str) -> String {
    format!("levels://{path}")
}

fn begin(server: Res<AssetServer>, mut reading: ResMut<Reading>) {
    for path in [SANS, KAI, theme::INDEX, books::INDEX] {
        reading.ask(&server, path.to_owned());
    }
    for path in GAMES.iter().filter_map(|game| game.knowledge()) {
        reading.ask(&server, path.to_owned());
    }
    reading.ask(&server, of_levels(levels::INDEX));
}

fn read(
    server: Res<AssetServer>,
    office: Res<Office>,
    mut blobs: ResMut<Assets<Blob>>,
    mut reading: ResMut<Reading>,
    mut library: ResMut<Library>,
    mut openings: ResMut<Openings>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    let mut arrived = Vec::new();
    reading.waiting.retain(|(path, handle)| {
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
        if let Some(game) = GAMES.iter().find(|game| game.knowledge() == Some(path.as_str())) {
            office.teach(*game, bytes);
        }
    }
    if !arrived.is_empty() {
        Arc::make_mut(&mut library.files.0).extend(arrived);
    }
    if !reading.waiting.is_empty() {
        return;
    }
    // The index names the themes, and the themes name the pictures.
    let loaded = theme::load(|path| {
        library.text(path).map(str::to_owned).ok_or_else(|| "the file is missing".to_owned())
    });
    for path in &loaded.wanted {
        reading.ask(&server, path.clone());
    }
    for path in content::pictures(&loaded.themes) {
        reading.ask(&server, path);
    }
    let puzzles = levels::load(|path| {
        let text = library.text(&of_levels(path)).map(str::to_owned);
        text.ok_or_else(|| "the file is missing".to_owned())
    });
    for path in &puzzles.wanted {
        reading.ask(&server, of_levels(path));
    }
    let lines = books::load(|path| {
        library.text(path).map(str::to_owned).ok_or_else(|| "the file is missing".to_owned())
    });
    for path in &lines.wanted {
        reading.ask(&server, path.clone());
    }
    if reading.waiting.is_empty() {
        let errors = loaded.errors.iter().map(ToString::to_string);
        let errors = errors.chain(puzzles.errors.iter().map(ToString::to_string));
        for error in errors.chain(lines.errors.iter().map(ToString::to_string)) {
            error!("{error}");
            notices.write(Notice::problem("content-wrong").with("problem", error));
        }
        library.packs = puzzles.packs.into_iter().map(|(_, pack)| pack).collect();
        library.shipped = library.packs.len();
        library.themes = loaded.themes;
        openings.set_shipped(&lines.books);
        next.set(Screen::Home);
    }
}
