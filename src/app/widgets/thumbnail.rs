//! Small boards and single pieces painted with egui, as on game cards.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use bevy::ecs::system::SystemParam;
use bevy::prelude::{Res, Resource};
use bevy_egui::egui::{
    Color32, ColorImage, CornerRadius, Painter, Pos2, Rect, Stroke, TextureHandle, TextureId,
    TextureOptions, Vec2,
};

use crate::app::board::textures::MaskShape;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::svg::rasterise;
use crate::app::settings::{ActiveTheme, Settings};
use crate::app::widgets::theme::colour;
use crate::content::theme::Theme;
use crate::content::{piece_path, piece_set};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Board, BoardPattern, Game, Grid, Piece};

/// Width and height in pixels of the texture of a piece.
const TEXTURE_SIZE: u32 = 64;

/// Textures of pieces rasterised so far, by file path.
#[derive(Resource, Default)]
pub struct PieceTextures(Mutex<HashMap<String, Option<TextureHandle>>>);

impl PieceTextures {
    /// Texture of an SVG file; `None` if it cannot be rasterised.
    fn get(&self, painter: &Painter, assets: &LoadedAssets, path: String) -> Option<TextureId> {
        // Errors are reported by the board's own loading.
        self.get_or_rasterise(painter, path, |path| {
            rasterise(assets.text(path)?, TEXTURE_SIZE).ok()
        })
    }

    /// Texture of a white shape, to be tinted.
    pub fn figure(&self, painter: &Painter, figure: MaskShape) -> Option<TextureId> {
        self.get_or_rasterise(painter, format!("figure {figure:?}"), |_| {
            rasterise(&figure.svg(), TEXTURE_SIZE).ok()
        })
    }

    /// The texture with this name, made of RGBA pixels when it is wanted for the first
    /// time.
    fn get_or_rasterise(
        &self,
        painter: &Painter,
        name: String,
        pixels: impl FnOnce(&str) -> Option<Vec<u8>>,
    ) -> Option<TextureId> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let picture = known.entry(name).or_insert_with_key(|name| {
            let edge = TEXTURE_SIZE as usize;
            let image = ColorImage::from_rgba_unmultiplied([edge, edge], &pixels(name)?);
            Some(painter.ctx().load_texture(name.clone(), image, TextureOptions::LINEAR))
        });
        picture.as_ref().map(TextureHandle::id)
    }
}

/// The resources from which boards and pieces are painted.
#[derive(SystemParam)]
pub struct PaintResources<'w> {
    active_theme: Res<'w, ActiveTheme>,
    assets: Res<'w, LoadedAssets>,
    textures: Res<'w, PieceTextures>,
}

impl PaintResources<'_> {
    /// What these settings paint with; `None` until a theme is loaded.
    pub fn context(&self, settings: &Settings) -> Option<PaintContext<'_>> {
        Some(PaintContext {
            theme: self.active_theme.theme()?,
            illustrated: settings.pictures,
            assets: &self.assets,
            textures: &self.textures,
        })
    }
}

/// Theme and textures for painting boards.
#[derive(Clone, Copy)]
pub struct PaintContext<'a> {
    /// The active theme.
    pub theme: &'a Theme,
    /// Pieces show pictures instead of characters.
    pub illustrated: bool,
    /// Source of the SVG files.
    pub assets: &'a LoadedAssets,
    /// Cache of textures.
    pub textures: &'a PieceTextures,
}

impl PaintContext<'_> {
    /// Base colour of the board's surface.
    pub fn surface_colour(&self, position: &AnyPosition) -> Color32 {
        let surface = self.theme.surface(position.board().surface);
        surface.map_or(Color32::GRAY, |kind| colour(kind.base))
    }

    fn piece_set_id(&self, game: &dyn Game) -> &str {
        piece_set(game, &self.theme.pieces, self.illustrated)
    }
}

/// Rectangle of a board painted into `area`, and the size of its cells.
fn board_rect(area: Rect, board: &Board) -> (Rect, f32) {
    let (files, ranks) = (f32::from(board.files), f32::from(board.ranks));
    let cell = (area.width() / files).min(area.height() / ranks);
    (Rect::from_center_size(area.center(), Vec2::new(files, ranks) * cell), cell)
}

/// Centre of a point on a board painted into `surface` with cells of this size.
fn centre_of(surface: Rect, cell: f32, board: &Board, point: Point) -> Pos2 {
    let row = if board.first_rank_on_top { point.rank } else { board.ranks - 1 - point.rank };
    surface.min + Vec2::new(f32::from(point.file) + 0.5, f32::from(row) + 0.5) * cell
}

/// Point at a position on a board painted into `area`.
pub fn point_at(area: Rect, board: &Board, place: Pos2) -> Option<Point> {
    let (surface, cell) = board_rect(area, board);
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
pub fn paint_ring(painter: &Painter, area: Rect, board: &Board, at: Point, stroke: Stroke) {
    let (surface, cell) = board_rect(area, board);
    painter.circle_stroke(centre_of(surface, cell, board, at), cell * 0.4, stroke);
}

/// Paints a position of a game as large as fits into `area`.
pub fn paint_board(
    painter: &Painter,
    area: Rect,
    game: &dyn Game,
    position: &AnyPosition,
    paint: PaintContext,
) {
    let board = position.board();
    let (surface, cell) = board_rect(area, &board);
    paint_surface(painter, surface, cell, position, paint.theme);
    for file in 0..board.files {
        for rank in 0..board.ranks {
            let point = Point::new(file, rank);
            let Some(piece) = position.piece_at(point) else { continue };
            if let Some(picture) = piece_texture(painter, game, position, piece, paint) {
                let centre = centre_of(surface, cell, &board, point);
                paint_square(painter, picture, centre, cell * 0.92);
            }
        }
    }
}

/// Paints the frame, the lines and the squares of a board with cells of this size.
fn paint_surface(
    painter: &Painter,
    surface: Rect,
    cell: f32,
    position: &AnyPosition,
    theme: &Theme,
) {
    let board = position.board();
    let kind = theme.surface(board.surface);
    let base = kind.map_or(Color32::GRAY, |kind| colour(kind.base));
    let line = colour(kind.and_then(|kind| kind.line).unwrap_or(theme.board.line));
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
    if board.pattern == BoardPattern::Chequered {
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
}

/// Paints a texture as a square.
fn paint_square(painter: &Painter, picture: TextureId, centre: Pos2, edge: f32) {
    let place = Rect::from_center_size(centre, Vec2::splat(edge));
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    painter.image(picture, place, whole, Color32::WHITE);
}

/// Paints the first kind of piece of a side, to identify its player.
pub fn paint_player_piece(
    painter: &Painter,
    centre: Pos2,
    radius: f32,
    game: &dyn Game,
    position: &AnyPosition,
    side: Side,
    paint: PaintContext,
) {
    // Dark pieces would vanish on a dark panel.
    if paint.theme.dark {
        painter.circle_filled(centre, radius * 1.25, paint.surface_colour(position));
    }
    // After a swap the players have each other's colour.
    let side = if position.is_swapped() { side.other() } else { side };
    paint_piece(painter, centre, radius, game, position, Piece { side, kind: 0 }, paint);
}

/// Paints a single piece.
pub fn paint_piece(
    painter: &Painter,
    centre: Pos2,
    radius: f32,
    game: &dyn Game,
    position: &AnyPosition,
    piece: Piece,
    paint: PaintContext,
) {
    if let Some(picture) = piece_texture(painter, game, position, piece, paint) {
        paint_square(painter, picture, centre, radius * 2.2);
    }
}

/// Texture of a piece; `None` if it cannot be rasterised.
pub fn piece_texture(
    painter: &Painter,
    game: &dyn Game,
    position: &AnyPosition,
    Piece { side, kind }: Piece,
    paint: PaintContext,
) -> Option<TextureId> {
    let name = position.piece_names().get(usize::from(kind))?;
    let path = piece_path(paint.piece_set_id(game), name, game.side_names()[side.index()]);
    paint.textures.get(painter, paint.assets, path)
}
