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
use crate::app::board::drawing::{BoardDrawing, Marker, MaskShape};
use crate::app::board::{Layout, material};
use crate::app::services::assets::{FileState, LoadedAssets};
use crate::app::services::portrait::{OwnPortrait, PORTRAIT_PIXELS};
use crate::app::services::svg::{fill, rasterise};
use crate::app::settings::ActiveTheme;
use crate::app::widgets::theme::colour;
use crate::content::portraits;
use crate::content::sets::piece_path;
use crate::content::theme::{Surface, Theme};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Board, Game, Piece, Segment};

/// Widths in pixels of textures, for small boards and for ever larger ones.
const TEXTURE_SIZES: [u32; 3] = [64, 128, 256];

/// The width in pixels of a texture that is drawn this wide, in points.
fn texture_size(painter: &Painter, width: f32) -> u32 {
    let pixels = width * painter.ctx().pixels_per_point();
    // A little enlargement does not show.
    let fits = |size: &&u32| **size as f32 * 1.25 >= pixels;
    TEXTURE_SIZES.iter().find(fits).copied().unwrap_or(TEXTURE_SIZES[2])
}

/// Textures of pieces and shapes rasterised so far, by name.
#[derive(Resource, Default)]
pub struct PieceTextures(Mutex<HashMap<String, Option<TextureHandle>>>);

impl PieceTextures {
    /// The texture with this name and width; `None` if its SVG is missing or cannot be
    /// rasterised.
    fn get(
        &self,
        painter: &Painter,
        name: &str,
        size: u32,
        rasterise: impl FnOnce(u32) -> Option<Vec<u8>>,
    ) -> Option<TextureId> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = &format!("{name} {size}");
        if let Some(texture) = known.get(name) {
            return texture.as_ref().map(TextureHandle::id);
        }
        let edge = size as usize;
        let texture = rasterise(size).map(|pixels| {
            let image =
                ColorImage::from_rgba_unmultiplied([edge, pixels.len() / (4 * edge)], &pixels);
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
    own_portrait: Option<Res<'w, OwnPortrait>>,
}

impl PaintResources<'_> {
    /// The theme and textures; `None` until a theme is loaded.
    pub fn context(&self) -> Option<PaintContext<'_>> {
        Some(PaintContext {
            theme: self.active_theme.theme()?,
            boards: Some(&self.active_theme),
            assets: &self.assets,
            textures: &self.textures,
            own_portrait: self.own_portrait.as_deref(),
        })
    }
}

/// Theme and textures for painting boards.
#[derive(Clone, Copy)]
pub struct PaintContext<'a> {
    /// The active theme.
    pub theme: &'a Theme,
    /// The pieces and boards that are chosen for the games; without them, all are those of
    /// `theme`.
    pub boards: Option<&'a ActiveTheme>,
    /// Source of the SVG files.
    pub assets: &'a LoadedAssets,
    /// Cache of textures.
    pub textures: &'a PieceTextures,
    /// The player's own picture.
    pub own_portrait: Option<&'a OwnPortrait>,
}

impl PaintContext<'_> {
    /// The theme with the pieces and the board of a game.
    pub fn board_theme(&self, game: &dyn Game) -> &Theme {
        self.boards.and_then(|boards| boards.of_game(game.id())).unwrap_or(self.theme)
    }

    /// Base colour of the board's surface.
    pub fn surface_colour(&self, game: &dyn Game, position: &AnyPosition) -> Color32 {
        let surface = self.board_theme(game).surface(position.board().surface);
        surface.map_or(Color32::GRAY, |kind| colour(kind.base))
    }

    /// Texture of an SVG file that is drawn this wide; `None` if it cannot be rasterised.
    pub fn texture(&self, painter: &Painter, path: &str, width: f32) -> Option<TextureId> {
        if self.assets.request(path) == FileState::Pending {
            painter.ctx().request_repaint();
            return None;
        }
        // Errors are reported by the board's own loading.
        let pixels = |size| rasterise(self.assets.text(path)?, size).ok();
        let name = format!("{path} {}", self.assets.content_revision());
        self.textures.get(painter, &name, texture_size(painter, width), pixels)
    }

    /// Texture of a white shape, to be tinted.
    pub fn mask(&self, painter: &Painter, shape: MaskShape, width: f32) -> Option<TextureId> {
        let (name, size) = (format!("mask {shape:?}"), texture_size(painter, width));
        self.textures.get(painter, &name, size, |size| rasterise(&shape.svg(), size).ok())
    }

    /// Texture of the edge around a white shape, to be tinted.
    pub fn mask_edge(&self, painter: &Painter, shape: MaskShape, width: f32) -> Option<TextureId> {
        let (name, size) = (format!("edge {shape:?}"), texture_size(painter, width));
        self.textures.get(painter, &name, size, |size| rasterise(&shape.edge_svg(), size).ok())
    }

    /// Paints the middle of a picture so that it fills a rectangle.
    pub fn paint_filling(&self, painter: &Painter, rect: Rect, path: &str) {
        let name = format!("filling {path}");
        let [width, height] = [rect.width(), rect.height()].map(|edge| (edge * 2.0) as u32);
        if self.assets.request(path) == FileState::Pending {
            painter.ctx().request_repaint();
            return;
        }
        let pixels =
            |size| fill(self.assets.text(path)?, [size, size * height / width.max(1)]).ok();
        if let Some(texture) = self.textures.get(painter, &name, width, pixels) {
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            painter.image(texture, rect, whole, Color32::WHITE);
        }
    }

    /// Texture of a material, this many pixels wide and high.
    pub fn material(&self, painter: &Painter, surface: &Surface, size: u32) -> Option<TextureId> {
        let Surface { base, grain, strength, .. } = surface;
        let name = format!("material {base} {grain:?} {strength}");
        self.textures.get(painter, &name, size, |size| Some(material::paint(surface, size)))
    }

    /// Texture of a piece that is drawn this wide; `None` if it cannot be rasterised.
    pub fn piece(
        &self,
        painter: &Painter,
        game: &dyn Game,
        position: &AnyPosition,
        Piece { side, kind }: Piece,
        width: f32,
    ) -> Option<TextureId> {
        let name = position.piece_names().get(usize::from(kind))?;
        let set = &self.board_theme(game).pieces;
        self.texture(painter, &piece_path(set, name, game.side_names()[side.index()]), width)
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

/// Marks on a board.
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
    paint_layout(painter, &layout(area, position.board()), game, position, marks, paint);
}

/// Paints a position of a game as large as fits into `area`, turned by 180 degrees or not.
pub fn paint_turned_board(
    painter: &Painter,
    area: Rect,
    game: &dyn Game,
    position: &AnyPosition,
    turned: bool,
    paint: PaintContext,
) {
    let layout = Layout { flipped: turned, ..layout(area, position.board()) };
    let marks = BoardMarks { markers: &[], rows: &[], won: false };
    paint_layout(painter, &layout, game, position, marks, paint);
}

fn paint_layout(
    painter: &Painter,
    layout: &Layout,
    game: &dyn Game,
    position: &AnyPosition,
    marks: BoardMarks,
    paint: PaintContext,
) {
    let mut drawing = BoardDrawing::new(layout, paint.board_theme(game));
    drawing.empty_board();
    drawing.pieces(position);
    drawing.markers(marks.markers);
    drawing.row_lines(marks.rows, marks.won, 1.0);
    let images = BoardImages { paint, game, position, materials: None };
    BoardPainter { painter, images: Some(images), lens: None }.paint(drawing);
}

/// Whose portrait it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The person whose device it is, with their own picture if there is one.
    Player,
    /// Another person.
    Guest,
    /// The computer at this level.
    Level(u8),
    /// An engine of others.
    Engine,
}

/// Paints the portrait of a player.
pub fn paint_portrait(painter: &Painter, place: Rect, face: Face, paint: PaintContext) {
    let path = match face {
        Face::Player | Face::Guest => portraits::PERSON.to_owned(),
        Face::Level(level) => portraits::level_portrait(level),
        Face::Engine => portraits::ENGINE.to_owned(),
    };
    let own = paint.own_portrait.filter(|_| face == Face::Player);
    let own = own.and_then(OwnPortrait::picture).and_then(|(revision, pixels)| {
        let name = format!("own portrait {revision}");
        paint.textures.get(painter, &name, PORTRAIT_PIXELS, |_| Some(pixels.to_vec()))
    });
    if let Some(picture) = own.or_else(|| paint.texture(painter, &path, place.width())) {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(picture, place, whole, Color32::WHITE);
    }
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
        painter.circle_filled(centre, radius * 1.25, paint.surface_colour(game, position));
    }
    let piece = first_piece(position.colour_of(side));
    paint_piece(painter, centre, radius, game, position, piece, paint);
}

/// The kind of piece by which a side is identified.
pub fn first_piece(side: Side) -> Piece {
    Piece { side, kind: 0 }
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
    if let Some(picture) = paint.piece(painter, game, position, piece, radius * 2.2) {
        let place = Rect::from_center_size(centre, Vec2::splat(radius * 2.2));
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(picture, place, whole, Color32::WHITE);
    }
}
