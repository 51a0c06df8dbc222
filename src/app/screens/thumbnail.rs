//! A small board painted into the interface: the face of a game on its card.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use bevy::prelude::Resource;
use bevy_egui::egui::{
    Color32, ColorImage, CornerRadius, Painter, Pos2, Rect, Stroke, TextureHandle, TextureId,
    TextureOptions, Vec2,
};

use crate::app::assets::Library;
use crate::app::board::art::Figure;
use crate::app::board::rasterise;
use crate::app::ui::theme::colour;
use crate::content::theme::Theme;
use crate::content::{piece_path, piece_set};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Board, Game, Grid, Pattern, Piece};

/// Pixels along the edge of a small picture of a piece.
const PIXELS: u32 = 64;

/// Small pictures of pieces that were drawn before, by their path.
#[derive(Resource, Default)]
pub struct Pictures(Mutex<HashMap<String, Option<TextureHandle>>>);

impl Pictures {
    /// The picture of a piece, if it can be read.
    fn get(&self, painter: &Painter, library: &Library, path: String) -> Option<TextureId> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let picture = known.entry(path).or_insert_with_key(|path| {
            // What is wrong with a picture is told where the board draws it.
            let pixels = rasterise(library.text(path)?, PIXELS).ok()?;
            let edge = PIXELS as usize;
            let image = ColorImage::from_rgba_unmultiplied([edge, edge], &pixels);
            Some(painter.ctx().load_texture(path.clone(), image, TextureOptions::LINEAR))
        });
        picture.as_ref().map(TextureHandle::id)
    }

    /// A white shape, to be tinted.
    pub fn figure(&self, painter: &Painter, figure: Figure) -> Option<TextureId> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let picture = known.entry(format!("figure {figure:?}")).or_insert_with_key(|name| {
            let pixels = rasterise(&figure.svg(), PIXELS).ok()?;
            let edge = PIXELS as usize;
            let image = ColorImage::from_rgba_unmultiplied([edge, edge], &pixels);
            Some(painter.ctx().load_texture(name.clone(), image, TextureOptions::LINEAR))
        });
        picture.as_ref().map(TextureHandle::id)
    }
}

/// What boards are painted from.
#[derive(Clone, Copy)]
pub struct Brush<'a> {
    /// The theme in force.
    pub theme: &'a Theme,
    /// Whether pieces bear pictures instead of characters.
    pub illustrated: bool,
    /// The files of the pictures.
    pub library: &'a Library,
    /// Those drawn before.
    pub pictures: &'a Pictures,
}

impl Brush<'_> {
    /// The colour of what the board is made of.
    pub fn ground(&self, position: &AnyPosition) -> Color32 {
        let surface = self.theme.surface(position.board().surface);
        surface.map_or(Color32::GRAY, |kind| colour(kind.base))
    }

    fn set(&self, game: &dyn Game) -> &str {
        piece_set(game, &self.theme.pieces, self.illustrated)
    }
}

/// The surface of a board painted into `area`, and the edge of a cell of it.
fn cells(area: Rect, board: &Board) -> (Rect, f32) {
    let (files, ranks) = (f32::from(board.files), f32::from(board.ranks));
    let cell = (area.width() / files).min(area.height() / ranks);
    (Rect::from_center_size(area.center(), Vec2::new(files, ranks) * cell), cell)
}

/// The point of a board painted into `area` that lies here.
pub fn point_at(area: Rect, board: &Board, place: Pos2) -> Option<Point> {
    let (surface, cell) = cells(area, board);
    let offset = (place - surface.min) / cell;
    let inside = offset.x >= 0.0
        && offset.y >= 0.0
        && offset.x < f32::from(board.files)
        && offset.y < f32::from(board.ranks);
    let (file, row) = (offset.x as u8, offset.y as u8);
    let rank = if board.first_rank_on_top { row } else { board.ranks.checked_sub(1 + row)? };
    inside.then(|| Point::new(file, rank))
}

/// Paints a ring around a point of a board painted into `area`.
pub fn ring(painter: &Painter, area: Rect, board: &Board, at: Point, stroke: Stroke) {
    let (surface, cell) = cells(area, board);
    let row = if board.first_rank_on_top { at.rank } else { board.ranks - 1 - at.rank };
    let offset = Vec2::new(f32::from(at.file) + 0.5, f32::from(row) + 0.5) * cell;
    painter.circle_stroke(surface.min + offset, cell * 0.4, stroke);
}

/// Paints a position of a game as large as fits into `area`.
pub fn paint(painter: &Painter, area: Rect, game: &dyn Game, position: &AnyPosition, brush: Brush) {
    let theme = brush.theme;
    let board = position.board();
    let (surface, cell) = cells(area, &board);
    let base = brush.ground(position);
    let surface_line = theme.surface(board.surface).and_then(|kind| kind.line);
    let line = colour(surface_line.unwrap_or(theme.board.line));
    let frame = surface.expand(cell * 0.18);
    let wood = theme.surface("frame").map_or(line, |kind| colour(kind.base));
    painter.rect_filled(frame, CornerRadius::same(4), wood);
    painter.rect_filled(surface, CornerRadius::ZERO, base);
    let stroke = Stroke::new(theme.line_weight, line);
    let (inset, more) = match board.grid {
        Grid::Squares => (0.0, 1),
        Grid::Intersections => (0.5 * cell, 0),
    };
    let inner = surface.shrink(inset);
    for n in 0..board.files + more {
        painter.vline(inner.left() + f32::from(n) * cell, inner.y_range(), stroke);
    }
    for n in 0..board.ranks + more {
        painter.hline(inner.x_range(), inner.top() + f32::from(n) * cell, stroke);
    }
    if board.pattern == Pattern::Chequered {
        let dark = theme.surface(&format!("{}-dark", board.surface));
        let dark = dark.map_or(line, |kind| colour(kind.base));
        for file in 0..board.files {
            for row in (0..board.ranks).filter(|row| (file + row) % 2 == 1) {
                let corner = Vec2::new(f32::from(file), f32::from(row)) * cell;
                let square = Rect::from_min_size(surface.min + corner, Vec2::splat(cell));
                painter.rect_filled(square, CornerRadius::ZERO, dark);
            }
        }
    }
    for file in 0..board.files {
        for rank in 0..board.ranks {
            let Some(piece) = position.piece_at(Point::new(file, rank)) else { continue };
            let row = if board.first_rank_on_top { rank } else { board.ranks - 1 - rank };
            let offset = Vec2::new(f32::from(file) + 0.5, f32::from(row) + 0.5) * cell;
            let centre = surface.min + offset;
            let names = (
                position.piece_names().get(usize::from(piece.kind)),
                game.side_names()[piece.side.index()],
            );
            let (Some(name), side) = names else { continue };
            let path = piece_path(brush.set(game), name, side);
            if let Some(picture) = brush.pictures.get(painter, brush.library, path) {
                let place = Rect::from_center_size(centre, Vec2::splat(cell * 0.92));
                let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
                painter.image(picture, place, whole, Color32::WHITE);
            }
        }
    }
}

/// The first kind of piece of a side, as the sign of its player.
pub fn sign(
    painter: &Painter,
    centre: Pos2,
    radius: f32,
    game: &dyn Game,
    position: &AnyPosition,
    side: Side,
    brush: Brush,
) {
    // Dark pieces would vanish on a dark panel.
    if brush.theme.dark {
        painter.circle_filled(centre, radius * 1.25, brush.ground(position));
    }
    // After a swap the players have each other's colour.
    let side = if position.is_swapped() { side.other() } else { side };
    picture(painter, centre, radius, game, position, Piece { side, kind: 0 }, brush);
}

/// A piece by itself.
pub fn picture(
    painter: &Painter,
    centre: Pos2,
    radius: f32,
    game: &dyn Game,
    position: &AnyPosition,
    piece: Piece,
    brush: Brush,
) {
    if let Some(picture) = texture(painter, game, position, piece, brush) {
        let place = Rect::from_center_size(centre, Vec2::splat(radius * 2.2));
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(picture, place, whole, Color32::WHITE);
    }
}

/// The small picture of a piece, if it can be read.
pub fn texture(
    painter: &Painter,
    game: &dyn Game,
    position: &AnyPosition,
    Piece { side, kind }: Piece,
    brush: Brush,
) -> Option<TextureId> {
    let name = position.piece_names().get(usize::from(kind))?;
    let path = piece_path(brush.set(game), name, game.side_names()[side.index()]);
    brush.pictures.get(painter, brush.library, path)
}
