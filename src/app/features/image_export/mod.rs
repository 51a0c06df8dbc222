//! Export of positions and games as PNG images and animated GIFs, rendered on the CPU
//! with annotations. Knows nothing of the active session; runs on any thread.
//!
//! The board is described by the same code as in the window
//! ([`board::drawing`](crate::app::board::drawing)); only the rasterisation is done here.

mod caption;
mod gif;
mod images;
mod painter;
mod palette;
mod pixmap;
mod scene;
#[cfg(test)]
mod tests;
mod text;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::gif::{FrameTiming, encode_gif};

use crate::app::services::assets::{AssetFiles, LoadedAssets};
use crate::app::services::svg::RasterError;
use crate::app::settings::ActiveTheme;
use crate::app::text::Localization;
use crate::record::{GameTree, NodeId};
use scene::Scene;

/// Permitted sizes of an image, in pixels.
pub const EDGE_RANGE: std::ops::RangeInclusive<u32> = 120..=4096;

/// Everything that images are rendered from: theme, pieces, fonts and texts. Cheap to
/// clone and independent of the app's resources, so that it can be sent to a task.
#[derive(Clone, Serialize, Deserialize)]
pub struct RenderContext {
    files: AssetFiles,
    active_theme: ActiveTheme,
    l10n: Localization,
}

impl RenderContext {
    /// The context for rendering as in the window now.
    #[must_use]
    pub fn new(
        library: &LoadedAssets,
        active_theme: &ActiveTheme,
        l10n: &Localization,
    ) -> RenderContext {
        RenderContext {
            files: library.files(),
            active_theme: active_theme.clone(),
            l10n: l10n.clone(),
        }
    }
}

/// Size and content of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageStyle {
    /// The longer edge of the image without its caption, in pixels, within
    /// [`EDGE_RANGE`].
    pub edge: u32,
    /// Rotate the board by 180 degrees.
    pub flipped: bool,
    /// Show coordinates around the board.
    pub coordinates: bool,
    /// Mark the last move.
    pub last_move: bool,
    /// Show the annotation shapes.
    pub shapes: bool,
    /// Show move numbers on stones, as in printed diagrams. Has no effect for moving
    /// pieces and marks on paper.
    pub numbers: bool,
    /// Show players, result and move below the board; below a single image also the
    /// comment.
    pub caption: bool,
}

impl Default for ImageStyle {
    fn default() -> ImageStyle {
        ImageStyle {
            edge: 800,
            flipped: false,
            coordinates: true,
            last_move: true,
            shapes: true,
            numbers: false,
            caption: true,
        }
    }
}

/// The reason why an image could not be exported.
#[derive(Debug, Error)]
pub enum ImageExportError {
    /// The size is out of range.
    #[error(
        "a picture with an edge of {0} pixels cannot be drawn; expected {least} to {most}",
        least = EDGE_RANGE.start(),
        most = EDGE_RANGE.end()
    )]
    Edge(u32),
    /// No theme is loaded.
    #[error("there is no theme to draw with; expected one in the folder of themes")]
    Theme,
    /// A node is not in the tree.
    #[error("the game has no move with the number {0}; expected one that is in its tree")]
    Node(usize),
    /// A line without nodes.
    #[error("an animation needs at least one position")]
    Empty,
    /// An asset is missing.
    #[error("{0} is missing; expected it in the folder of assets")]
    Missing(String),
    /// An asset is not an SVG image.
    #[error("{0}: {1}")]
    Raster(String, #[source] RasterError),
    /// The image could not be encoded as PNG.
    #[error("the picture could not be written: {0}")]
    Png(#[from] png::EncodingError),
    /// The image could not be encoded as GIF.
    #[error("the animation could not be written: {0}")]
    Gif(#[from] ::gif::EncodingError),
    /// The export was cancelled.
    #[error("the export was cancelled")]
    Cancelled,
}

/// A rendered image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RgbaImage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Opaque RGBA bytes in sRGB, row by row from the top.
    pub pixels: Vec<u8>,
}

/// Renders the position at a node.
///
/// # Errors
/// If the node is not in the tree, the size is not within [`EDGE_RANGE`], or an asset
/// is missing or damaged.
pub fn render(
    context: &RenderContext,
    tree: &GameTree,
    node: NodeId,
    style: &ImageStyle,
) -> Result<RgbaImage, ImageExportError> {
    if !tree.contains(node) {
        return Err(ImageExportError::Node(node.number()));
    }
    let scene = Scene::new(context, tree, &[node], style)?;
    let mut canvas = scene.canvas();
    scene.draw(&mut canvas, tree, node)?;
    // Opaque pixels are the same with straight and premultiplied alpha.
    let (width, height) = (canvas.width(), canvas.height());
    Ok(RgbaImage { width, height, pixels: canvas.take() })
}

/// Renders the position at a node as a PNG file.
///
/// # Errors
/// As [`render`].
pub fn encode_png(
    context: &RenderContext,
    tree: &GameTree,
    node: NodeId,
    style: &ImageStyle,
) -> Result<Vec<u8>, ImageExportError> {
    let picture = render(context, tree, node, style)?;
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

/// Duration of an animation of this many positions.
#[must_use]
pub fn animation_duration(positions: usize, timing: &FrameTiming) -> Duration {
    let moves = u32::try_from(positions.saturating_sub(1)).unwrap_or(u32::MAX);
    timing.per_move.saturating_mul(moves).saturating_add(timing.last_frame)
}
