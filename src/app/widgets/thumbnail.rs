//! Small boards and single pieces painted with egui, as on game cards.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use bevy::ecs::system::SystemParam;
use bevy::math;
use bevy::prelude::{Res, Resource};
use bevy_egui::egui::{
    Color32, ColorImage, Painter, Pos2, Rect, TextureHandle, TextureId, TextureOptions, Vec2,
};

use super::board_painter::{BoardImages, BoardPainter};
use crate::app::board::Layout;
use crate::app::board::drawing::{BoardDrawing, Marker, MaskShape, PIECE_SIZE, RIVER_SIZE};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::svg::rasterise;
use crate::app::settings::{ActiveTheme, Settings};
use crate::app::widgets::theme::colour;
use crate::content::theme::Theme;
use crate::content::{RIVER, piece_path, piece_set};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Board, Game, Piece, Segment};

/// Width and height in pixels of the texture of a piece.
const TEXTURE_SIZE: u32 = 64;

/// Textures of pieces and shapes rasterised so far, by name.
#[derive(Resource)]
pub struct PieceTextures {
    known: Mutex<HashMap<String, Option<TextureHandle>>>,
    /// Width and height of each, in pixels.
    edge: u32,
}

impl Default for PieceTextures {
    fn default() -> PieceTextures {
        PieceTextures::of_size(TEXTURE_SIZE)
    }
}

impl PieceTextures {
    /// Textures that are as large as the pieces of a large board, in pixels.
    pub fn of_size(edge: u32) -> PieceTextures {
        PieceTextures { known: Mutex::default(), edge }
    }

    /// Width and height of each texture, in pixels.
    pub fn edge(&self) -> u32 {
        self.edge
    }

    /// The texture with this name; `None` if its SVG is missing or cannot be rasterised.
    fn get(
        &self,
        painter: &Painter,
        name: &str,
        edge: u32,
        rasterise: impl FnOnce(u32) -> Option<Vec<u8>>,
    ) -> Option<TextureId> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(texture) = known.get(name) {
            return texture.as_ref().map(TextureHandle::id);
        }
        let texture = rasterise(edge).map(|pixels| {
            let size = [edge as usize; 2];
            let image = ColorImage::from_rgba_unmultiplied(size, &pixels);
            painter.ctx().load_texture(name, image, TextureOptions::LINEAR)
        });
        let id = texture.as_ref().map(TextureHandle::id);
        known.insert(name.to_owned(), texture);
        id
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
    /// The theme and textures under these settings; `None` until a theme is loaded.
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

    /// Texture of an SVG file; `None` if it cannot be rasterised.
    pub fn texture(&self, painter: &Painter, path: &str) -> Option<TextureId> {
        self.sized_texture(painter, path, self.textures.edge)
    }

    /// Texture of the text on one half of a river, which is larger than a piece.
    pub fn river(&self, painter: &Painter, half: usize) -> Option<TextureId> {
        let edge = (self.textures.edge as f32 * RIVER_SIZE / PIECE_SIZE).ceil();
        self.sized_texture(painter, RIVER.get(half)?, edge as u32)
    }

    fn sized_texture(&self, painter: &Painter, path: &str, edge: u32) -> Option<TextureId> {
        // Errors are reported by the board's own loading.
        let pixels = |edge| rasterise(self.assets.text(path)?, edge).ok();
        self.textures.get(painter, path, edge, pixels)
    }

    /// Texture of a white shape, to be tinted.
    pub fn mask(&self, painter: &Painter, shape: MaskShape) -> Option<TextureId> {
        let pixels = |edge| rasterise(&shape.svg(), edge).ok();
        self.textures.get(painter, &format!("mask {shape:?}"), self.textures.edge, pixels)
    }

    /// Texture of the edge around a white shape, to be tinted.
    pub fn mask_edge(&self, painter: &Painter, shape: MaskShape) -> Option<TextureId> {
        let pixels = |edge| rasterise(&shape.edge_svg(), edge).ok();
        self.textures.get(painter, &format!("edge {shape:?}"), self.textures.edge, pixels)
    }

    /// Texture of a piece; `None` if it cannot be rasterised.
    pub fn piece(
        &self,
        painter: &Painter,
        game: &dyn Game,
        position: &AnyPosition,
        Piece { side, kind }: Piece,
    ) -> Option<TextureId> {
        let name = position.piece_names().get(usize::from(kind))?;
        let set = piece_set(game, &self.theme.pieces, self.illustrated);
        self.texture(painter, &piece_path(set, name, game.side_names()[side.index()]))
    }
}

/// Layout of a board painted into `area`.
fn layout(area: Rect, board: Board) -> Layout {
    let [min, max] = [area.min, area.max].map(|corner| math::Vec2::new(corner.x, corner.y));
    Layout::on_card(board, math::Rect::from_corners(min, max))
}

/// Point at a position on a board painted into `area`.
pub fn point_at(area: Rect, board: Board, place: Pos2) -> Option<Point> {
    layout(area, board).point_at(math::Vec2::new(place.x, place.y))
}

/// What is marked on a board.
#[derive(Clone, Copy)]
pub struct BoardMarks<'a> {
    /// Markers, later ones above earlier ones.
    pub markers: &'a [(Marker, Point)],
    /// Rows with a line through them.
    pub rows: &'a [Segment],
    /// The rows win; otherwise they lose.
    pub won: bool,
}

/// Paints a position of a game as large as fits into `area`, with the targets of a puzzle.
pub fn paint_board(
    painter: &Painter,
    area: Rect,
    game: &dyn Game,
    position: &AnyPosition,
    targets: &[Point],
    paint: PaintContext,
) {
    let targets: Vec<_> = targets.iter().map(|&point| (Marker::PuzzleTarget, point)).collect();
    let marks = BoardMarks { markers: &targets, rows: &[], won: false };
    paint_marked_board(painter, area, game, position, marks, paint);
}

/// Paints a position of a game as large as fits into `area`, with markers and lines.
pub fn paint_marked_board(
    painter: &Painter,
    area: Rect,
    game: &dyn Game,
    position: &AnyPosition,
    marks: BoardMarks,
    paint: PaintContext,
) {
    let layout = layout(area, position.board());
    let mut drawing = BoardDrawing::new(&layout, paint.theme);
    drawing.empty_board();
    drawing.pieces(position);
    drawing.markers(marks.markers);
    drawing.row_lines(marks.rows, marks.won, 1.0);
    let images = BoardImages { paint, game, position, materials: None };
    BoardPainter { painter, images: Some(images), lens: None }.paint(drawing);
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
    if let Some(picture) = paint.piece(painter, game, position, piece) {
        let place = Rect::from_center_size(centre, Vec2::splat(radius * 2.2));
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(picture, place, whole, Color32::WHITE);
    }
}
