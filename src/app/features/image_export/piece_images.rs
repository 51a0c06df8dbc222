//! Rendered pieces and shapes of an image.

use std::collections::HashMap;

use bevy::color::{Alpha, Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{ColorU8, Pixmap};

use super::scene::{fitting, lightness, to_color};
use super::{EDGE_RANGE, ImageExportError, RenderContext, primitives};
use crate::app::board::Layout;
use crate::app::board::layout::PIECE_SIZE;
use crate::app::board::pieces::shadow_offset;
use crate::app::services::svg;
use crate::content::{SHADOW, piece_path};
use crate::core::Side;
use crate::games::{AnyPosition, Piece};
use crate::record::GameTree;

/// A rendered piece.
pub(super) struct PieceImage {
    pub(super) body: Pixmap,
    /// The piece with its shadow.
    pub(super) with_shadow: Pixmap,
    /// Mean lightness, 0 to 1.
    pub(super) lightness: f32,
    /// True if the piece has a drawing in its middle, as stones have in themes that
    /// distinguish them by more than colour.
    pub(super) has_emblem: bool,
}

pub(super) fn missing(path: &str) -> ImageExportError {
    ImageExportError::Missing(path.to_owned())
}

/// Renders an SVG asset.
fn rasterise_file(
    context: &RenderContext,
    path: &str,
    pixels: u32,
) -> Result<Pixmap, ImageExportError> {
    let svg = context.files.text(path).ok_or_else(|| missing(path))?;
    svg::render(svg, pixels).map_err(|error| ImageExportError::Raster(path.to_owned(), error))
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
pub(super) fn sprites(
    context: &RenderContext,
    tree: &GameTree,
    position: &AnyPosition,
    set: &str,
    layout: &Layout,
) -> Result<HashMap<Piece, PieceImage>, ImageExportError> {
    let size = fitting(layout.cell, PIECE_SIZE);
    let fall = shadow_offset(size as f32, 0.0);
    let room = 2 * (fall.max_element().ceil() as u32 + 1);
    let shadow = rasterise_file(context, SHADOW, size)?;
    let mut sprites = HashMap::new();
    for (kind, name) in position.piece_names().iter().enumerate() {
        for side in Side::BOTH {
            let path = piece_path(set, name, tree.game().side_names()[side.index()]);
            let body = rasterise_file(context, &path, size)?;
            let edge = size + room;
            let Some(mut with_shadow) = Pixmap::new(edge, edge) else { continue };
            let middle = Vec2::splat(edge as f32 / 2.0);
            if layout.has_round_pieces() {
                let place = Rect::from_center_size(middle + fall, Vec2::splat(size as f32));
                primitives::draw_pixmap(&mut with_shadow, &shadow, place, 1.0);
            }
            primitives::draw_centred(&mut with_shadow, &body, middle, 1.0);
            let lightness = mean_lightness(&body);
            let has_emblem = shows_emblem(&body, lightness);
            let sprite = PieceImage { body, with_shadow, lightness, has_emblem };
            sprites.insert(Piece { side, kind: kind as u8 }, sprite);
        }
    }
    Ok(sprites)
}

/// Mean lightness of the visible pixels, 0 to 1.
fn mean_lightness(shown: &Pixmap) -> f32 {
    let mut sums = [0.0_f64; 2];
    for pixel in shown.pixels() {
        let [r, g, b] = [pixel.red(), pixel.green(), pixel.blue()].map(f64::from);
        sums[0] += 0.30 * r + 0.59 * g + 0.11 * b;
        sums[1] += f64::from(pixel.alpha());
    }
    if sums[1] == 0.0 { 1.0 } else { (sums[0] / sums[1]) as f32 }
}

/// Returns true if a pixel around the middle differs from this lightness.
fn shows_emblem(shown: &Pixmap, light: f32) -> bool {
    let edge = shown.width();
    let middle = edge * 3 / 10..edge * 7 / 10;
    let mut seen = middle.clone().flat_map(|x| middle.clone().map(move |y| (x, y)));
    seen.any(|(x, y)| {
        shown.pixel(x, y).is_some_and(|pixel| {
            let [r, g, b] = [pixel.red(), pixel.green(), pixel.blue()];
            (lightness(Color::srgb_u8(r, g, b)) - light).abs() > 0.5
        })
    })
}

/// Renders the piece icon of a player.
pub(super) fn side_icon(
    context: &RenderContext,
    tree: &GameTree,
    position: &AnyPosition,
    set: &str,
    side: Side,
    size: f32,
) -> Result<Pixmap, ImageExportError> {
    // After a swap the players have exchanged colours.
    let side = if position.is_swapped() { side.other() } else { side };
    let name = position.piece_names().first().copied().unwrap_or_default();
    let path = piece_path(set, name, tree.game().side_names()[side.index()]);
    // Dark pieces would vanish on a dark background: there they get a plate.
    let plated = context.active_theme.theme().is_some_and(|theme| theme.dark);
    let part = if plated { 0.8 } else { 1.0 };
    let body = rasterise_file(context, &path, (size * part).round().max(1.0) as u32)?;
    let edge = size.round().max(1.0) as u32;
    let Some(mut plate) = Pixmap::new(edge, edge).filter(|_| plated) else { return Ok(body) };
    let middle = Vec2::splat(edge as f32 / 2.0);
    if let Some(path) = primitives::circle(middle, middle.x) {
        let ground = context.active_theme.surface(position.board().surface).base;
        primitives::fill_path(&mut plate, &path, to_color(ground));
    }
    primitives::draw_centred(&mut plate, &body, middle, 1.0);
    Ok(plate)
}
