//! Pieces and shapes for a picture, drawn from the files of the assets.

use std::collections::HashMap;

use bevy::color::{Alpha, Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{ColorU8, Pixmap};

use super::scene::{fitting, ink, lightness};
use super::{Artist, EDGES, PictureError, pen};
use crate::app::board::Layout;
use crate::app::board::layout::PIECE;
use crate::app::board::pieces::shadow_fall;
use crate::app::board::raster;
use crate::content::{SHADOW, piece_path};
use crate::core::Side;
use crate::games::{AnyPosition, Piece};
use crate::record::GameTree;

/// A piece as it is drawn.
pub(super) struct Sprite {
    pub(super) body: Pixmap,
    /// With its shadow.
    pub(super) standing: Pixmap,
    /// How light it is, 0 to 1.
    pub(super) light: f32,
    /// Whether something is drawn on its middle, as on the stones of a theme
    /// that tells them apart by more than their colour.
    pub(super) adorned: bool,
}

pub(super) fn missing(path: &str) -> PictureError {
    PictureError::Missing(path.to_owned())
}

/// A picture of the assets.
fn drawn(artist: &Artist, path: &str, pixels: u32) -> Result<Pixmap, PictureError> {
    let svg = artist.files.text(path).ok_or_else(|| missing(path))?;
    raster::draw(svg, pixels).map_err(|error| PictureError::Raster(path.to_owned(), error))
}

/// A white shape in another colour.
pub(super) fn tinted(
    name: &str,
    svg: &str,
    pixels: u32,
    color: Color,
) -> Result<Pixmap, PictureError> {
    let mut shape = raster::draw(svg, pixels.clamp(1, *EDGES.end()))
        .map_err(|error| PictureError::Raster(name.to_owned(), error))?;
    let [r, g, b, _] = color.to_srgba().to_u8_array();
    let strength = color.alpha();
    for pixel in shape.pixels_mut() {
        let alpha = (f32::from(pixel.alpha()) * strength).round() as u8;
        *pixel = ColorU8::from_rgba(r, g, b, alpha).premultiply();
    }
    Ok(shape)
}

/// The picture of every piece of a game.
pub(super) fn sprites(
    artist: &Artist,
    tree: &GameTree,
    position: &AnyPosition,
    set: &str,
    layout: &Layout,
) -> Result<HashMap<Piece, Sprite>, PictureError> {
    let size = fitting(layout.cell, PIECE);
    let fall = shadow_fall(size as f32, 0.0);
    let room = 2 * (fall.max_element().ceil() as u32 + 1);
    let shadow = drawn(artist, SHADOW, size)?;
    let mut sprites = HashMap::new();
    for (kind, name) in position.piece_names().iter().enumerate() {
        for side in Side::BOTH {
            let path = piece_path(set, name, tree.game().side_names()[side.index()]);
            let body = drawn(artist, &path, size)?;
            let edge = size + room;
            let Some(mut standing) = Pixmap::new(edge, edge) else { continue };
            let middle = Vec2::splat(edge as f32 / 2.0);
            if layout.has_round_pieces() {
                let place = Rect::from_center_size(middle + fall, Vec2::splat(size as f32));
                pen::picture(&mut standing, &shadow, place, 1.0);
            }
            pen::stamp(&mut standing, &body, middle, 1.0);
            let light = mean_lightness(&body);
            let adorned = is_adorned(&body, light);
            let sprite = Sprite { body, standing, light, adorned };
            sprites.insert(Piece { side, kind: kind as u8 }, sprite);
        }
    }
    Ok(sprites)
}

/// How light what can be seen of a picture is, 0 to 1.
fn mean_lightness(shown: &Pixmap) -> f32 {
    let mut sums = [0.0_f64; 2];
    for pixel in shown.pixels() {
        let [r, g, b] = [pixel.red(), pixel.green(), pixel.blue()].map(f64::from);
        sums[0] += 0.30 * r + 0.59 * g + 0.11 * b;
        sums[1] += f64::from(pixel.alpha());
    }
    if sums[1] == 0.0 { 1.0 } else { (sums[0] / sums[1]) as f32 }
}

/// Whether there is another colour than this lightness around the middle.
fn is_adorned(shown: &Pixmap, light: f32) -> bool {
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

/// The piece that stands for a player.
pub(super) fn sign(
    artist: &Artist,
    tree: &GameTree,
    position: &AnyPosition,
    set: &str,
    side: Side,
    size: f32,
) -> Result<Pixmap, PictureError> {
    // After a swap the players have each other's colour.
    let side = if position.is_swapped() { side.other() } else { side };
    let name = position.piece_names().first().copied().unwrap_or_default();
    let path = piece_path(set, name, tree.game().side_names()[side.index()]);
    // Dark pieces would vanish on dark paper: there they lie on a plate.
    let plated = artist.look.content().is_some_and(|theme| theme.dark);
    let part = if plated { 0.8 } else { 1.0 };
    let body = drawn(artist, &path, (size * part).round().max(1.0) as u32)?;
    let edge = size.round().max(1.0) as u32;
    let Some(mut plate) = Pixmap::new(edge, edge).filter(|_| plated) else { return Ok(body) };
    let middle = Vec2::splat(edge as f32 / 2.0);
    if let Some(path) = pen::circle(middle, middle.x) {
        let ground = artist.look.surface(position.board().surface).base;
        pen::fill_path(&mut plate, &path, ink(ground));
    }
    pen::stamp(&mut plate, &body, middle, 1.0);
    Ok(plate)
}
