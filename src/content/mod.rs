//! What is scripted: the files of the `assets` and `levels` folders, what they
//! must look like, and whether they do.

pub mod books;
pub mod levels;
pub mod theme;

use std::path::{Path, PathBuf};

use crate::games::Game;
use crate::games::registry::GAMES;
use theme::Theme;

/// The type family of the interface, within the assets folder.
pub const SANS: &str = "fonts/TianyuanSans.otf";

/// The brush-like family of titles and pieces.
pub const KAI: &str = "fonts/TianyuanKai.ttf";

/// The soft shadow under every round piece.
pub const SHADOW: &str = "pieces/shadow.svg";

/// What is written on the river of a Xiangqi board, left and right.
pub const RIVER: [&str; 2] = ["boards/river-west.svg", "boards/river-east.svg"];

/// The set of pieces in use for a game: of those that it has beside the sets
/// of the themes the first one, if `pictures` are wanted; otherwise that of
/// the theme.
#[must_use]
pub fn piece_set<'a>(game: &dyn Game, theme: &'a str, pictures: bool) -> &'a str {
    game.piece_sets().first().copied().filter(|_| pictures).unwrap_or(theme)
}

/// The picture of a piece: of a set, of a kind, of a side.
#[must_use]
pub fn piece_path(set: &str, piece: &str, side: &str) -> String {
    format!("pieces/{set}/{piece}-{side}.svg")
}

/// The pictures of every piece of every game in these themes.
#[must_use]
pub fn pictures(themes: &[Theme]) -> Vec<String> {
    let mut paths: Vec<String> = [SHADOW].into_iter().chain(RIVER).map(str::to_owned).collect();
    let of_themes: Vec<&str> = themes.iter().map(|theme| theme.pieces.as_str()).collect();
    for game in GAMES {
        let Ok(position) = game.start(&Default::default()) else { continue };
        for set in of_themes.iter().chain(game.piece_sets()) {
            for piece in position.piece_names() {
                paths.extend(game.side_names().map(|side| piece_path(set, piece, side)));
            }
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

/// Every file of the assets folder that the window asks for.
#[must_use]
pub fn files(themes: &[Theme]) -> Vec<String> {
    let mut paths = vec![SANS.to_owned(), KAI.to_owned(), theme::INDEX.to_owned()];
    paths.extend(pictures(themes));
    paths.extend(GAMES.iter().filter_map(|game| game.knowledge()).map(str::to_owned));
    paths
}

/// The folder of the assets: beside the program where it is installed,
/// otherwise in the source tree it was built from, otherwise in the current
/// folder.
#[must_use]
pub fn assets_folder() -> PathBuf {
    folder("assets")
}

/// Reads what the computer player of a game has learned from the assets
/// folder, if there is something to read, for every search from now on.
///
/// # Errors
/// Names the file and says why it is not used; the player then makes do
/// without.
pub fn teach(game: &dyn Game) -> Result<(), String> {
    let Some(file) = game.knowledge() else { return Ok(()) };
    let path = assets_folder().join(file);
    let bytes = std::fs::read(&path).map_err(|error| error.to_string());
    bytes.and_then(|bytes| game.learn(&bytes)).map_err(|why| format!("{}: {why}", path.display()))
}

/// The folder of the puzzle levels, found as the one of the assets is.
#[must_use]
pub fn levels_folder() -> PathBuf {
    folder("levels")
}

fn folder(name: &str) -> PathBuf {
    let beside = std::env::current_exe()
        .ok()
        .and_then(|program| program.parent().map(|folder| folder.join(name)));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let here = PathBuf::from(name);
    beside.into_iter().chain([source]).find(|folder| folder.is_dir()).unwrap_or(here)
}
