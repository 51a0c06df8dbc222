//! Sets of pieces and boards that players choose for each game in place of those of the
//! theme. A set is a file that its index lists; pieces have a folder of pictures besides.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{self, FileError, FormatError};
use super::messages;
use super::theme::{Colour, MIN_CONTRAST, Surface, Theme};
use crate::games::{Board, BoardPattern, Game, registry};

/// The index of all piece sets, within the assets folder.
pub const PIECES_INDEX: &str = "pieces/index.ron";

/// The index of all board sets.
pub const BOARDS_INDEX: &str = "boards/index.ron";

/// Soft shadow under every round piece.
pub const SHADOW: &str = "pieces/shadow.svg";

/// The writing on the river of a Xiangqi board, left and right.
pub const RIVER: [&str; 2] = ["boards/river-west.svg", "boards/river-east.svg"];

/// Minimum contrast of the lines of a board with its surface. Lines are thinner than what
/// WCAG 2.1 calls graphical objects, and players look at the pieces rather than at them.
const MIN_LINE_CONTRAST: f64 = 2.0;

/// Minimum contrast of the light squares of a chequered board with the dark ones.
const MIN_SQUARE_CONTRAST: f64 = 1.5;

/// Pieces of one or several games. Their pictures are in the folder of its id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSet {
    version: u32,
    /// Id in settings, and name of the folder of its pictures.
    pub id: String,
    /// Title by language.
    pub title: BTreeMap<String, String>,
    /// Ids of the games that it has every piece of.
    pub games: Vec<String>,
}

/// A board of one or several games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSet {
    version: u32,
    /// Id in settings.
    pub id: String,
    /// Title by language.
    pub title: BTreeMap<String, String>,
    /// Ids of the games that are played on it.
    pub games: Vec<String>,
    /// Its materials by day.
    pub light: BoardMaterials,
    /// Its materials in dark themes.
    pub dark: BoardMaterials,
}

/// The materials of a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardMaterials {
    /// The surface, with the colour of its lines.
    pub surface: Surface,
    /// The dark squares, on chequered boards.
    pub dark_squares: Surface,
    /// The frame.
    pub frame: Surface,
    /// Coordinates on the frame.
    pub frame_ink: Colour,
}

/// Error in what a set says.
#[derive(Clone, Debug, PartialEq, Error)]
enum SetError {
    /// It is not in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The lines have no colour.
    #[error("the surface has no colour of its lines; expected line: \"#RRGGBB\"")]
    NoLine,
    /// Two colours that must be told apart are too much alike.
    #[error("{one} on {other} have a contrast of {contrast:.1}; expected at least {least}")]
    Contrast {
        /// Name of the one colour.
        one: &'static str,
        /// Name of the other.
        other: &'static str,
        /// Their contrast.
        contrast: f64,
        /// The minimum.
        least: f64,
    },
    /// The strength of a material is out of range.
    #[error("a material has a strength of {0}; expected 0 to 1")]
    Strength(f32),
}

/// The valid sets, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedSets {
    /// Piece sets in the order of their index.
    pub pieces: Vec<PieceSet>,
    /// Board sets in the order of their index.
    pub boards: Vec<BoardSet>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the indexes name, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the indexes and every set they name. A bad file is reported; the others still load.
pub fn load<E: fmt::Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedSets {
    let pieces = file::load(&read, PIECES_INDEX, "pieces/", |name, text| {
        let set: PieceSet = file::parse(name, text)?;
        check_head(set.version, &set.id, &set.title, &set.games)
            .map_err(|error| FileError::whole(name, error))?;
        Ok(set)
    });
    let boards = file::load(&read, BOARDS_INDEX, "boards/", |name, text| {
        let set: BoardSet = file::parse(name, text)?;
        check_board(&set).map_err(|error| FileError::whole(name, error))?;
        Ok(set)
    });
    LoadedSets {
        pieces: pieces.contents.into_iter().map(|(_, set)| set).collect(),
        boards: boards.contents.into_iter().map(|(_, set)| set).collect(),
        errors: pieces.errors.into_iter().chain(boards.errors).collect(),
        listed_files: pieces.listed_files.into_iter().chain(boards.listed_files).collect(),
    }
}

fn check_head(
    version: u32,
    id: &str,
    title: &BTreeMap<String, String>,
    games: &[String],
) -> Result<(), FormatError> {
    file::check_version(version)?;
    file::check_id(id)?;
    if let Some(language) = messages::missing_language(title) {
        return Err(FormatError::NoTranslation { name: "title", language });
    }
    file::check_count(games.len(), "game", "games", registry::GAMES.len())?;
    match games.iter().find(|game| registry::find(game).is_none()) {
        Some(game) => Err(FormatError::unknown_game(game)),
        None => Ok(()),
    }
}

fn check_board(set: &BoardSet) -> Result<(), SetError> {
    check_head(set.version, &set.id, &set.title, &set.games)?;
    let is_chequered = |game: &String| {
        registry::find(game)
            .and_then(board_of)
            .is_some_and(|board| board.pattern == BoardPattern::Chequered)
    };
    let chequered = set.games.iter().any(is_chequered);
    for materials in [&set.light, &set.dark] {
        let BoardMaterials { surface, dark_squares, frame, frame_ink } = materials;
        for material in [surface, dark_squares, frame] {
            if !(0.0..=1.0).contains(&material.strength) {
                return Err(SetError::Strength(material.strength));
            }
        }
        let line = surface.line.ok_or(SetError::NoLine)?;
        let mut pairs = vec![
            ("line", line, "surface", surface.base, MIN_LINE_CONTRAST),
            ("frame_ink", *frame_ink, "frame", frame.base, MIN_CONTRAST),
        ];
        if chequered {
            let squares = ("dark_squares", dark_squares.base, "surface", surface.base);
            pairs.push((squares.0, squares.1, squares.2, squares.3, MIN_SQUARE_CONTRAST));
        }
        for (one, ink, other, ground, least) in pairs {
            let contrast = ink.contrast(ground);
            if contrast < least {
                return Err(SetError::Contrast { one, other, contrast, least });
            }
        }
    }
    Ok(())
}

/// The board of a game under its usual options.
fn board_of(game: &dyn Game) -> Option<Board> {
    Some(game.start(&Default::default()).ok()?.board())
}

/// Name of the surface of the dark squares of a chequered board.
#[must_use]
pub fn dark_surface(name: &str) -> String {
    format!("{name}-dark")
}

/// Path of the picture of a piece.
#[must_use]
pub fn piece_path(set: &str, piece: &str, side: &str) -> String {
    format!("pieces/{set}/{piece}-{side}.svg")
}

/// Paths of the pictures of all pieces of a game in the set of this id.
#[must_use]
pub fn piece_paths(set: &str, game: &dyn Game) -> Vec<String> {
    let Ok(position) = game.start(&Default::default()) else { return Vec::new() };
    let names = position.piece_names().iter();
    names.flat_map(|name| game.side_names().map(|side| piece_path(set, name, side))).collect()
}

/// Paths of the pictures of all pieces of these themes and sets, and of what every set shares.
#[must_use]
pub fn pictures(themes: &[Theme], sets: &[PieceSet]) -> Vec<String> {
    let mut paths: Vec<String> = [SHADOW].into_iter().chain(RIVER).map(str::to_owned).collect();
    for game in registry::GAMES {
        let of_themes = themes.iter().map(|theme| theme.pieces.as_str());
        let has_game = |set: &&PieceSet| set.games.iter().any(|id| id == game.id());
        let ids = of_themes.chain(sets.iter().filter(has_game).map(|set| set.id.as_str()));
        paths.extend(ids.flat_map(|id| piece_paths(id, *game)));
    }
    paths.sort();
    paths.dedup();
    paths
}

impl Theme {
    /// This theme with another piece set and board for one game.
    #[must_use]
    pub fn with_sets(&self, game: &dyn Game, pieces: &str, board: Option<&BoardSet>) -> Theme {
        let mut theme = self.clone();
        pieces.clone_into(&mut theme.pieces);
        let surface = board_of(game).map(|board| board.surface);
        if let (Some(board), Some(surface)) = (board, surface) {
            theme.id = format!("{} {}", self.id, board.id);
            // Bright and without grain for weak eyes, and in the frame of the theme.
            let is_strong = self.has_strong_lines();
            let materials = if self.dark && !is_strong { &board.dark } else { &board.light };
            let plain = |material: Surface| match is_strong {
                true => Surface { strength: 0.0, ..material },
                false => material,
            };
            theme.surfaces.insert(surface.to_owned(), plain(materials.surface));
            theme.surfaces.insert(dark_surface(surface), plain(materials.dark_squares));
            if !is_strong {
                theme.surfaces.insert("frame".to_owned(), materials.frame);
                theme.board.frame_ink = materials.frame_ink;
            }
        }
        theme
    }
}

/// Every set that is shipped.
#[cfg(all(test, feature = "gui"))]
pub(crate) fn shipped() -> LoadedSets {
    let folder = super::assets_folder();
    load(|path| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string()))
}
