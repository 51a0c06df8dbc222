//! Files of the `assets` folder as plain bytes, loaded through Bevy's asset
//! system, so that they may come from a folder, a server or a package.

mod content_packs;
mod pending;
mod reload;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::app::notice::Notice;
use crate::app::state::Screen;
#[cfg(test)]
use crate::content;
use crate::content::backgrounds::{self, Background, LoadedBackgrounds};
use crate::content::books::{self, Books, LoadedBooks};
use crate::content::glossary::{self, Glossary, LoadedGlossaries};
use crate::content::how_to_play::{self, Guide, LoadedGuides};
use crate::content::lessons::{self, Course, Lesson, LessonId, LoadedCourses};
use crate::content::levels::{self, Level, LoadedPacks, Pack, PackId, PuzzleId};
use crate::content::packs::RecordedSounds;
use crate::content::sets::{self, BoardSet, LoadedSets, PieceSet};
use crate::content::theme::{self, LoadedThemes, Theme};
use crate::content::{KAI, SANS, portraits};
use content_packs::Origin;
use pending::PendingAssets;
pub use reload::content_reloaded;

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

/// The state of a file that is loaded only when it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// It is there.
    Loaded,
    /// It has been asked for.
    Pending,
    /// It could not be loaded.
    Missing,
}

/// The assets loaded at startup, and those that were needed since.
#[derive(Resource, Default)]
pub struct LoadedAssets {
    files: AssetFiles,
    /// Files to be loaded.
    requested: Mutex<BTreeSet<String>>,
    /// Files that were asked for and could not be loaded.
    missing: BTreeSet<String>,
    themes: Vec<Theme>,
    piece_sets: Vec<PieceSet>,
    board_sets: Vec<BoardSet>,
    backgrounds: Vec<Background>,
    /// The shipped packs, those of content packs, then the user's.
    packs: Vec<Pack>,
    books: Books,
    guides: Vec<Guide>,
    courses: Vec<Course>,
    sounds: Vec<RecordedSounds>,
    /// The parts of this that are shipped, and those that are of content packs.
    origin: Origin,
    /// Number of times that the shipped content was read again.
    reloads: u32,
    glossaries: Vec<Glossary>,
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

    /// The state of a file. One that was not asked for before is loaded in the frames to come.
    pub fn request(&self, path: &str) -> FileState {
        if self.files.bytes(path).is_some() {
            FileState::Loaded
        } else if self.missing.contains(path) {
            FileState::Missing
        } else {
            let mut requested = self.requested.lock().unwrap_or_else(PoisonError::into_inner);
            requested.insert(path.to_owned());
            FileState::Pending
        }
    }

    /// All files, for background tasks.
    pub fn files(&self) -> AssetFiles {
        self.files.clone()
    }

    /// Assets with only these packs.
    #[cfg(test)]
    pub fn of_packs(packs: Vec<Pack>) -> LoadedAssets {
        LoadedAssets { packs, ..LoadedAssets::default() }.into_shipped()
    }

    /// All valid packs of puzzle levels: the shipped ones in the order of the
    /// index, those of content packs, then the user's.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// The shipped packs.
    pub fn shipped(&self) -> &[Pack] {
        &self.packs[..self.origin.packs]
    }

    /// The shipped packs and those of content packs, without the user's own.
    pub fn packs_of_others(&self) -> &[Pack] {
        &self.packs[..self.origin.packs + self.origin.added_packs]
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
        LoadedAssets { guides, themes, ..LoadedAssets::default() }.into_shipped()
    }

    /// The same assets with these sets, and all pictures of their pieces that can be read.
    #[cfg(test)]
    #[must_use]
    pub fn with_sets(self, sets: LoadedSets, themes: Vec<Theme>) -> LoadedAssets {
        let files = AssetFiles::read(&sets::pictures(&themes, &sets.pieces));
        let (piece_sets, board_sets) = (sets.pieces, sets.boards);
        LoadedAssets { piece_sets, board_sets, themes, files, ..self }.into_shipped()
    }

    /// The same assets with these backgrounds.
    #[cfg(test)]
    #[must_use]
    pub fn with_backgrounds(self, backgrounds: Vec<Background>) -> LoadedAssets {
        LoadedAssets { backgrounds, ..self }.into_shipped()
    }

    /// The files that were asked for and have not come.
    #[cfg(test)]
    pub fn asked_for(&self) -> BTreeSet<String> {
        self.requested.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another file in the place of one.
    #[cfg(test)]
    pub fn replace_file(&mut self, path: &str, bytes: &[u8]) {
        Arc::make_mut(&mut self.files.0).insert(path.to_owned(), bytes.to_vec());
    }

    /// The guide that tells how to play this game.
    pub fn guide(&self, game: &str) -> Option<&Guide> {
        self.guides.iter().find(|guide| guide.game == game)
    }

    /// All valid courses of lessons, in the order of the index.
    pub fn courses(&self) -> &[Course] {
        &self.courses
    }

    /// The lesson of this name with its course.
    pub fn lesson(&self, id: &LessonId) -> Option<(&Course, &Lesson)> {
        let course = self.courses.iter().find(|course| id.is_of(course))?;
        Some((course, course.lesson(&id.lesson)?.1))
    }

    /// The words of this game.
    pub fn glossary(&self, game: &str) -> Option<&Glossary> {
        self.glossaries.iter().find(|glossary| glossary.game == game)
    }

    /// Assets with only these courses and glossaries beside what was there.
    #[cfg(test)]
    #[must_use]
    pub fn with_lessons(self, courses: Vec<Course>, glossaries: Vec<Glossary>) -> LoadedAssets {
        LoadedAssets { courses, glossaries, ..self }.into_shipped()
    }

    fn set_content(&mut self, content: Content) {
        self.packs = content.levels.packs.into_iter().map(|(_, pack)| pack).collect();
        self.themes = content.themes.themes;
        self.piece_sets = content.sets.pieces;
        self.board_sets = content.sets.boards;
        self.backgrounds = content.backgrounds.backgrounds;
        self.books = content.books.books;
        self.guides = content.guides.guides;
        self.courses = content.courses.courses;
        self.glossaries = content.glossaries.glossaries;
        self.note_shipped();
    }

    /// Replaces the user's packs.
    pub fn set_user_packs(&mut self, packs: &[Pack]) {
        self.packs.truncate(self.origin.packs + self.origin.added_packs);
        self.packs.extend_from_slice(packs);
    }

    /// The opening books, the shipped ones first.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// All valid themes, in the order of the index.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// All valid backgrounds, in the order of the index.
    pub fn backgrounds(&self) -> &[Background] {
        &self.backgrounds
    }

    /// The background of this id under a theme; `None` for a plain one, which themes for weak
    /// eyes always have.
    pub fn background(&self, id: &str, theme: &Theme) -> Option<&Background> {
        let chosen = self.backgrounds.iter().find(|background| background.id == id);
        chosen.filter(|_| !theme.has_strong_lines())
    }

    /// The piece sets of a game, in the order of the index.
    pub fn piece_sets<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a PieceSet> {
        self.piece_sets.iter().filter(move |set| set.games.iter().any(|id| id == game))
    }

    /// The boards of a game, in the order of the index.
    pub fn board_sets<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a BoardSet> {
        self.board_sets.iter().filter(move |set| set.games.iter().any(|id| id == game))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_asset::<Blob>()
        .init_asset_loader::<BlobLoader>()
        .init_resource::<LoadedAssets>()
        .init_resource::<PendingAssets>()
        .add_systems(Startup, start_loading)
        .add_message::<RequestRedraw>()
        .add_systems(Update, (poll_files, poll_loading.run_if(in_state(Screen::Loading))).chain())
        .add_plugins(reload::plugin);
}

/// The asset path of a levels file.
fn levels_path(path: &str) -> String {
    format!("levels://{path}")
}

fn start_loading(server: Res<AssetServer>, mut pending: ResMut<PendingAssets>) {
    let indexes = [theme::INDEX, sets::PIECES_INDEX, sets::BOARDS_INDEX, backgrounds::INDEX];
    let shared = [sets::SHADOW].into_iter().chain(sets::RIVER);
    for path in [SANS, KAI, books::INDEX, how_to_play::INDEX, lessons::INDEX, glossary::INDEX]
        .into_iter()
        .chain(indexes)
    {
        pending.request(&server, path.to_owned());
    }
    for path in shared {
        pending.request(&server, path.to_owned());
    }
    for path in portraits::paths() {
        pending.request(&server, path);
    }
    pending.request(&server, levels_path(levels::INDEX));
}

/// Asks for the files that are needed and takes those that have arrived. One of the files of
/// the start that cannot be loaded is reported; of others, who asked for them learns it.
fn poll_files(
    server: Res<AssetServer>,
    mut blobs: ResMut<Assets<Blob>>,
    time: Res<Time<Real>>,
    mut pending: ResMut<PendingAssets>,
    mut library: ResMut<LoadedAssets>,
    mut notices: MessageWriter<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let requested = library.bypass_change_detection().requested.get_mut();
    for path in std::mem::take(requested.unwrap_or_else(PoisonError::into_inner)) {
        pending.request(&server, path);
    }
    if pending.is_empty() {
        return;
    }
    let (arrived, missing) = pending.take_arrived(&server, &mut blobs, time.elapsed());
    if !pending.content_is_known {
        for path in &missing {
            notices.write(Notice::problem("asset-missing").with("file", path));
        }
    }
    if !arrived.is_empty() {
        Arc::make_mut(&mut library.files.0).extend(arrived);
    }
    if !missing.is_empty() {
        library.missing.extend(missing);
    }
    redraw.write(RequestRedraw);
}

fn poll_loading(
    server: Res<AssetServer>,
    mut pending: ResMut<PendingAssets>,
    mut library: ResMut<LoadedAssets>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    if !pending.is_empty() {
        return;
    }
    if pending.content_is_known {
        next.set(Screen::Home);
        return;
    }
    let files = &library.files;
    let text = |path: &str| files.text(path).map(str::to_owned).ok_or("the file is missing");
    let content = Content::parse(text);
    for path in content.listed_files() {
        pending.request(&server, path);
    }
    if pending.is_empty() {
        for error in content.errors() {
            error!("{error}");
            notices.write(Notice::problem("content-wrong").with("problem", error));
        }
        // Who needs pictures asks for them before the next frame.
        library.set_content(content);
        pending.content_is_known = true;
    }
}

/// The content of the files that are loaded so far.
struct Content {
    themes: LoadedThemes,
    sets: LoadedSets,
    backgrounds: LoadedBackgrounds,
    levels: LoadedPacks,
    books: LoadedBooks,
    guides: LoadedGuides,
    courses: LoadedCourses,
    glossaries: LoadedGlossaries,
}

impl Content {
    /// The content of the files with these texts.
    fn parse<E: Display>(text: impl Fn(&str) -> Result<String, E> + Copy) -> Content {
        Content {
            themes: theme::load(text),
            sets: sets::load(text),
            backgrounds: backgrounds::load(text),
            levels: levels::load(|path| text(&levels_path(path))),
            books: books::load(text),
            guides: how_to_play::load(text),
            courses: lessons::load(text),
            glossaries: glossary::load(text),
        }
    }

    /// The asset paths of all files that the indexes list.
    fn listed_files(&self) -> impl Iterator<Item = String> {
        let themes = self.themes.listed_files.iter().cloned();
        let sets = self.sets.listed_files.iter().cloned();
        let sets = sets.chain(self.backgrounds.listed_files.iter().cloned());
        let levels = self.levels.listed_files.iter().map(|path| levels_path(path));
        let guides = self.guides.listed_files.iter().cloned();
        let guides = guides.chain(self.courses.listed_files.iter().cloned());
        let guides = guides.chain(self.glossaries.listed_files.iter().cloned());
        let books = self.books.listed_files.iter().cloned();
        themes.chain(sets).chain(levels).chain(books).chain(guides)
    }

    /// The errors found in the files.
    fn errors(&self) -> impl Iterator<Item = String> {
        let themes = self.themes.errors.iter().map(ToString::to_string);
        let sets = self.sets.errors.iter().chain(&self.backgrounds.errors);
        let sets = sets.map(ToString::to_string);
        let levels = self.levels.errors.iter().map(ToString::to_string);
        let guides = self.guides.errors.iter().chain(&self.courses.errors);
        let guides = guides.chain(&self.glossaries.errors).map(ToString::to_string);
        let books = self.books.errors.iter().map(ToString::to_string);
        themes.chain(sets).chain(levels).chain(books).chain(guides)
    }
}
