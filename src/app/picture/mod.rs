//! Pictures of positions and games as files, drawn without a graphics card:
//! what the window shows of a board, with what was written about it, to be
//! sent to a friend or printed. Knows nothing of the game in progress; it may
//! run on any thread.
//!
//! The board, its pieces and marks are laid out and coloured by the same code
//! as in the window ([`board`](super::board)); only the last step, from parts
//! to pixels, is done here.

mod caption;
mod colours;
mod film;
mod letters;
mod pen;
mod scene;
mod shapes;
mod sprites;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use film::{Pace, gif};

use super::assets::{Files, Library};
use super::board::raster::RasterError;
use super::settings::Settings;
use super::ui::{Look, Words};
use crate::core::Point;
use crate::games::AnyPosition;
use crate::record::{GameTree, NodeId};
use scene::Scene;

/// The least and the largest edge of a picture, in pixels.
pub const EDGES: std::ops::RangeInclusive<u32> = 120..=4096;

/// All that pictures are drawn from: the theme, pieces, fonts and words that
/// are in force. Cheap to clone; belongs to nobody, so that it can be taken
/// to another thread.
#[derive(Clone, Serialize, Deserialize)]
pub struct Artist {
    files: Files,
    look: Look,
    illustrated: bool,
    words: Words,
}

impl Artist {
    /// One that draws as the window does now.
    #[must_use]
    pub fn new(library: &Library, look: &Look, settings: &Settings, words: &Words) -> Artist {
        Artist {
            files: library.files(),
            look: look.clone(),
            illustrated: settings.pictures,
            words: words.clone(),
        }
    }
}

/// What is drawn, and how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Style {
    /// The longer edge of the picture without its caption, in pixels, within
    /// [`EDGES`].
    pub edge: u32,
    /// Whether the board is turned by half.
    pub turned: bool,
    /// Whether files and ranks are written around the board.
    pub coordinates: bool,
    /// Whether the last move is marked.
    pub last_move: bool,
    /// Whether what was drawn on the board beside the moves is shown.
    pub shapes: bool,
    /// Whether stones bear the numbers of their moves, as printed diagrams
    /// have them. Pieces that move, and marks on paper, never do.
    pub numbers: bool,
    /// Whether players, result and move are written below; below a single
    /// picture also the comment.
    pub caption: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            edge: 800,
            turned: false,
            coordinates: true,
            last_move: true,
            shapes: true,
            numbers: false,
            caption: true,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The edge is too small or too large.
    #[error(
        "a picture with an edge of {0} pixels cannot be drawn; expected {least} to {most}",
        least = EDGES.start(),
        most = EDGES.end()
    )]
    Edge(u32),
    /// No theme was read.
    #[error("there is no theme to draw with; expected one in the folder of themes")]
    Theme,
    /// A node is not in the tree.
    #[error("the game has no move with the number {0}; expected one that is in its tree")]
    Node(usize),
    /// A line without any node.
    #[error("a line without positions makes no film; expected one at least")]
    Empty,
    /// A file of the assets is missing.
    #[error("{0} is missing; expected it in the folder of assets")]
    Missing(String),
    /// A file of the assets is no picture.
    #[error("{0}: {1}")]
    Raster(String, #[source] RasterError),
    /// The pixels could not be written as PNG.
    #[error("the picture could not be written: {0}")]
    Png(#[from] png::EncodingError),
    /// The pixels could not be written as GIF.
    #[error("the film could not be written: {0}")]
    Gif(#[from] ::gif::EncodingError),
    /// It was called off.
    #[error("the film was called off before it was finished")]
    Cancelled,
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// RGBA bytes in sRGB, row by row from the top; opaque.
    pub pixels: Vec<u8>,
}

/// Draws the position at a node.
///
/// # Errors
/// If the node is not in the tree, the edge is not within [`EDGES`], or a
/// file to draw from is missing or damaged.
pub fn draw(
    artist: &Artist,
    tree: &GameTree,
    node: NodeId,
    style: &Style,
) -> Result<Picture, PictureError> {
    if !tree.contains(node) {
        return Err(PictureError::Node(node.number()));
    }
    let scene = Scene::new(artist, tree, &[node], style)?;
    let mut canvas = scene.canvas();
    scene.draw(&mut canvas, tree, node);
    // Nothing shines through, so that straight and premultiplied are one.
    let (width, height) = (canvas.width(), canvas.height());
    Ok(Picture { width, height, pixels: canvas.take() })
}

/// Whether the pieces are plain stones, all of a side alike, on which numbers
/// can be read.
#[must_use]
pub fn bears_numbers(position: &AnyPosition) -> bool {
    position.board().surface != "paper" && position.piece_names().len() <= 2
}

/// The points that bear the number of a move in the position at a node, with
/// that number, counted from the root.
#[must_use]
pub fn numbers(tree: &GameTree, node: NodeId) -> Vec<(Point, usize)> {
    let position = tree.position(node);
    let mut numbers = scene::numbers(tree, node).0;
    numbers.retain(|&(point, _)| position.piece_at(point).is_some());
    numbers
}

/// The position at a node as a PNG file.
///
/// # Errors
/// As [`draw`].
pub fn png(
    artist: &Artist,
    tree: &GameTree,
    node: NodeId,
    style: &Style,
) -> Result<Vec<u8>, PictureError> {
    let picture = draw(artist, tree, node, style)?;
    let opaque: Vec<u8> =
        picture.pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, picture.width, picture.height);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_source_srgb(::png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&opaque)?;
    writer.finish()?;
    Ok(file)
}

/// How long a film of so many positions lasts at this pace.
#[must_use]
pub fn length(positions: usize, pace: &Pace) -> Duration {
    let moves = u32::try_from(positions.saturating_sub(1)).unwrap_or(u32::MAX);
    pace.each.saturating_mul(moves).saturating_add(pace.last)
}
