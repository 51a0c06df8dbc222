//! Scripted content: the files of the `assets` and `levels` folders, their
//! schemas and their validation; and the texts in every language.

pub mod backgrounds;
pub mod books;
mod file;
pub mod glossary;
pub mod how_to_play;
pub mod laboratory;
pub mod lessons;
pub mod levels;
pub mod messages;
pub mod packs;
pub mod portraits;
#[cfg(feature = "printing")]
pub mod printing;
pub mod record_texts;
pub mod sets;
pub mod theme;

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use crate::games::registry::GAMES;
use crate::games::{Game, MalformedWeights};
pub use file::{FileError, FormatError, WriteError};
use sets::PieceSet;
use theme::Theme;

/// Sans font of the interface, within the assets folder.
pub const SANS: &str = "fonts/TianyuanSans.otf";

/// Brush-style font of titles and pieces.
pub const KAI: &str = "fonts/TianyuanKai.ttf";

/// Every file of the assets folder that the app loads.
#[must_use]
pub fn asset_files(themes: &[Theme], piece_sets: &[PieceSet]) -> Vec<String> {
    let indexes = [theme::INDEX, sets::PIECES_INDEX, sets::BOARDS_INDEX];
    let mut paths: Vec<String> =
        [SANS, KAI].into_iter().chain(indexes).map(str::to_owned).collect();
    paths.extend(sets::pictures(themes, piece_sets));
    paths.push(backgrounds::INDEX.to_owned());
    paths.push(laboratory::POSITIONS.to_owned());
    paths.extend(portraits::paths());
    paths.extend(GAMES.iter().filter_map(|game| game.weights()).map(|file| file.path().to_owned()));
    paths
}

/// The assets folder: beside the executable or in `../share/tianyuan` of its folder if
/// installed, otherwise in the source tree it was built from, otherwise in the current
/// folder.
#[must_use]
pub fn assets_folder() -> PathBuf {
    folder("assets")
}

/// The folders of assets and levels if they are those of the source tree: who has that may work
/// on the content while the program runs.
#[must_use]
pub fn source_folders() -> Option<[PathBuf; 2]> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [assets_folder(), levels_folder()];
    folders.iter().all(|folder| folder.starts_with(source)).then_some(folders)
}

/// Error of loading engine weights from the assets folder.
#[derive(Debug, Error)]
pub enum LoadWeightsError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file has no weights for this version of the game.
    #[error("{}: {source}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The problem, and what was expected.
        source: MalformedWeights,
    },
}

/// Loads a game's engine weights from the assets folder, if it has any, for all
/// later searches.
///
/// # Errors
/// Names the file and the reason; the engine then plays without weights.
pub fn load_weights(game: &dyn Game) -> Result<(), LoadWeightsError> {
    let Some(weights) = game.weights() else { return Ok(()) };
    let path = assets_folder().join(weights.path());
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(source) => return Err(LoadWeightsError::Read { path, source }),
    };
    weights.load(&bytes).map_err(|source| LoadWeightsError::Malformed { path, source })
}

/// The folder of the puzzle levels, found like the assets folder.
#[must_use]
pub fn levels_folder() -> PathBuf {
    folder("levels")
}

fn folder(name: &str) -> PathBuf {
    let program = std::env::current_exe().ok();
    let installed = program
        .as_deref()
        .and_then(Path::parent)
        .into_iter()
        .flat_map(|folder| [folder.join(name), folder.join("../share/tianyuan").join(name)]);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let here = PathBuf::from(name);
    installed.chain([source]).find(|folder| folder.is_dir()).unwrap_or(here)
}
