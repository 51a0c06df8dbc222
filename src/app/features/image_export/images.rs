//! Images of pieces, masks and materials, rendered to pixmaps.

use std::collections::HashMap;

use bevy::color::{Alpha, Color, ColorToPacked};
use bevy::math::Vec2;
use resvg::tiny_skia::{ColorU8, IntSize, Pixmap};

use super::{EDGE_RANGE, ImageExportError, RenderContext, pixmap};
use crate::app::board::drawing::{surface, to_color};
use crate::app::board::material;
use crate::app::services::svg;
use crate::content::sets::piece_path;
use crate::content::theme::Theme;
use crate::core::Side;
use crate::games::{AnyPosition, Piece};
use crate::record::GameTree;

/// The SVG text of an asset.
fn svg_of<'a>(context: &'a RenderContext, path: &str) -> Result<&'a str, ImageExportError> {
    context.files.text(path).ok_or_else(|| ImageExportError::Missing(path.to_owned()))
}

/// Renders an SVG asset.
pub(super) fn rasterise_file(
    context: &RenderContext,
    path: &str,
    pixels: u32,
) -> Result<Pixmap, ImageExportError> {
    svg::render(svg_of(context, path)?, pixels)
        .map_err(|error| ImageExportError::Raster(path.to_owned(), error))
}

/// Renders a white SVG asset in another colour.
pub(super) fn tinted_file(
    context: &RenderContext,
    path: &str,
    pixels: u32,
    color: Color,
) -> Result<Pixmap, ImageExportError> {
    tinted(path, svg_of(context, path)?, pixels, color)
}

/// Renders a white shape in another colour.
pub(super) fn tinted(
    name: &str,
    svg: &str,
    pixels: u32,
    color: Color,
) -> Result<Pixmap, ImageExportError> {
    let mut shape = svg::render(svg, pixels.clamp(1, *EDGE_RANGE.end()))
        .map_err(|error| ImageExportError::Raster(name.to_owned(), error))?;
    let [r, g, b, _] = color.to_srgba().to_u8_array();
    let strength = color.alpha();
    for pixel in shape.pixels_mut() {
        let alpha = (f32::from(pixel.alpha()) * strength).round() as u8;
        *pixel = ColorU8::from_rgba(r, g, b, alpha).premultiply();
    }
    Ok(shape)
}

/// Renders every piece of a game.
pub(super) fn pieces(
    context: &RenderContext,
    tree: &GameTree,
    set: &str,
    pixels: u32,
) -> Result<HashMap<Piece, Pixmap>, ImageExportError> {
    let mut pieces = HashMap::new();
    for (kind, name) in tree.start().piece_names().iter().enumerate() {
        for side in Side::BOTH {
            let path = piece_path(set, name, tree.game().side_names()[side.index()]);
            let piece = Piece { side, kind: kind as u8 };
            pieces.insert(piece, rasterise_file(context, &path, pixels)?);
        }
    }
    Ok(pieces)
}

/// Renders the piece icon of a player.
pub(super) fn side_icon(
    context: &RenderContext,
    theme: &Theme,
    tree: &GameTree,
    position: &AnyPosition,
    side: Side,
    size: f32,
) -> Result<Pixmap, ImageExportError> {
    let colour = position.colour_of(side);
    let name = position.piece_names().first().copied().unwrap_or_default();
    let path = piece_path(&theme.pieces, name, tree.game().side_names()[colour.index()]);
    // Dark pieces would vanish on a dark background: there they get a plate.
    let part = if theme.dark { 0.8 } else { 1.0 };
    let body = rasterise_file(context, &path, (size * part).round().max(1.0) as u32)?;
    let edge = size.round().max(1.0) as u32;
    let Some(mut plate) = Pixmap::new(edge, edge).filter(|_| theme.dark) else { return Ok(body) };
    let middle = Vec2::splat(edge as f32 / 2.0);
    if let Some(path) = pixmap::circle(middle, middle.x) {
        let ground = surface(theme, position.board().surface).base;
        pixmap::fill_path(&mut plate, &path, to_color(ground));
    }
    pixmap::draw_centred(&mut plate, &body, middle, 1.0);
    Ok(plate)
}

/// A surface of a theme with this size.
pub(super) fn surface_pixmap(
    theme: &Theme,
    name: &str,
    size: Vec2,
) -> Result<Pixmap, ImageExportError> {
    let (width, height) = (size.x as u32, size.y as u32);
    let square = width.max(height);
    let painted = material::paint(&surface(theme, name), square);
    let rows = painted.chunks_exact((square * 4) as usize).take(height as usize);
    let pixels = rows.flat_map(|row| &row[..(width * 4) as usize]).copied().collect();
    from_pixels(pixels, width, height)
}

/// The frame of a board with this size.
pub(super) fn frame_pixmap(theme: &Theme, size: Vec2) -> Result<Pixmap, ImageExportError> {
    let (width, height) = (size.x as u32, size.y as u32);
    let mut pixels = material::paint_frame(&surface(theme, "frame"), [width, height]);
    for pixel in pixels.chunks_exact_mut(4) {
        let [r, g, b, a] = [pixel[0], pixel[1], pixel[2], pixel[3]];
        let mixed = ColorU8::from_rgba(r, g, b, a).premultiply();
        pixel[..3].copy_from_slice(&[mixed.red(), mixed.green(), mixed.blue()]);
    }
    from_pixels(pixels, width, height)
}

fn from_pixels(pixels: Vec<u8>, width: u32, height: u32) -> Result<Pixmap, ImageExportError> {
    let size = IntSize::from_wh(width, height);
    size.and_then(|size| Pixmap::from_vec(pixels, size))
        .ok_or(ImageExportError::Edge(width.max(height)))
}
