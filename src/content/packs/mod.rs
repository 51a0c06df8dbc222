//! Content packs: levels, lessons, opening books, looks and sounds that anyone can make and
//! add to the game. A pack is a folder, or a zip file of one, that has a manifest and the
//! same files as the `assets` and `levels` folders, without their indexes:
//!
//! ```text
//! manifest.ron          who made it, under which licence, and what it is
//! levels/*.ron          packs of puzzle levels
//! lessons/*.ron         courses of lessons
//! books/*.ron           opening books
//! themes/*.ron          themes
//! pieces/*.ron          piece sets, each with a folder of pictures: pieces/SET/*.svg
//! boards/*.ron          boards
//! backgrounds/*.ron     backgrounds, each with two pictures: backgrounds/ID-light.svg, -dark.svg
//! sounds/*.ron          sets of sounds, each with a folder of recordings: sounds/SET/*.wav
//! ```
//!
//! Every id in a pack is that of the pack or begins with it and a hyphen, so that packs do
//! not get in the way of each other.

mod archive;
mod read;
mod sounds;
mod template;

use serde::{Deserialize, Serialize};

use super::backgrounds::Background;
use super::books::Book;
use super::lessons::Course;
use super::levels::Pack;
use super::messages::LocalizedText;
use super::sets::{BoardSet, PieceSet};
use super::theme::Theme;
pub use archive::{ArchiveError, PackFiles};
pub use read::read;
pub use sounds::{RecordedSounds, SOUND_NAMES, recording_path};
pub use template::template;

/// The manifest, within the folder of the pack.
pub const MANIFEST: &str = "manifest.ron";

/// Maximum size of a zip file in bytes.
pub const MAX_ARCHIVE_BYTES: usize = 8 << 20;

/// Maximum size of the files of a pack together, in bytes.
pub const MAX_UNPACKED_BYTES: usize = 32 << 20;

/// Maximum number of files of a pack.
pub const MAX_FILES: usize = 2000;

/// Maximum size of a text of the manifest in bytes, in one language.
const MAX_TEXT: usize = 1000;

/// Maximum number of bytes of the id of a pack.
const MAX_ID_BYTES: usize = 32;

/// Metadata of a content pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    version: u32,
    /// Id of the pack, and beginning of all ids in it.
    pub id: String,
    /// Title by language.
    pub title: LocalizedText,
    /// Description of its content, by language.
    pub description: LocalizedText,
    /// Who made it.
    pub author: String,
    /// Licence of its content, such as `CC-BY-4.0`.
    pub licence: String,
}

impl Manifest {
    /// True for an id that something in this pack may have.
    #[must_use]
    pub fn owns(&self, id: &str) -> bool {
        let rest = id.strip_prefix(&self.id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

/// A pack whose every file was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContentPack {
    /// Metadata of the pack.
    pub manifest: Manifest,
    /// Packs of levels.
    pub levels: Vec<Pack>,
    /// Courses of lessons.
    pub courses: Vec<Course>,
    /// Opening books.
    pub books: Vec<Book>,
    /// Themes.
    pub themes: Vec<Theme>,
    /// Piece sets.
    pub piece_sets: Vec<PieceSet>,
    /// Boards.
    pub board_sets: Vec<BoardSet>,
    /// Backgrounds.
    pub backgrounds: Vec<Background>,
    /// Sets of sounds.
    pub sounds: Vec<RecordedSounds>,
    /// Its pictures and recordings, by path.
    pub media: PackFiles,
}

/// A kind of content, in the order in which a pack is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// Puzzle levels.
    Levels,
    /// Lessons.
    Lessons,
    /// Lines of opening books.
    BookLines,
    /// Themes.
    Themes,
    /// Piece sets.
    PieceSets,
    /// Boards.
    BoardSets,
    /// Backgrounds.
    Backgrounds,
    /// Sets of sounds.
    Sounds,
}

impl ContentKind {
    /// The name of what is counted, in the plural.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ContentKind::Levels => "levels",
            ContentKind::Lessons => "lessons",
            ContentKind::BookLines => "lines of opening books",
            ContentKind::Themes => "themes",
            ContentKind::PieceSets => "piece sets",
            ContentKind::BoardSets => "boards",
            ContentKind::Backgrounds => "backgrounds",
            ContentKind::Sounds => "sets of sounds",
        }
    }
}

impl ContentPack {
    /// Number of items of each kind of content that it has.
    #[must_use]
    pub fn counts(&self) -> Vec<(ContentKind, usize)> {
        let all = [
            (ContentKind::Levels, self.levels.iter().map(|pack| pack.levels.len()).sum()),
            (ContentKind::Lessons, self.courses.iter().map(|course| course.lessons.len()).sum()),
            (ContentKind::BookLines, self.books.iter().map(|book| book.lines.len()).sum()),
            (ContentKind::Themes, self.themes.len()),
            (ContentKind::PieceSets, self.piece_sets.len()),
            (ContentKind::BoardSets, self.board_sets.len()),
            (ContentKind::Backgrounds, self.backgrounds.len()),
            (ContentKind::Sounds, self.sounds.len()),
        ];
        all.into_iter().filter(|&(_, count)| count > 0).collect()
    }
}
