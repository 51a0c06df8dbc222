//! The magnifier for choosing a point on a crowded board by touch: the surroundings of
//! the point, enlarged.

use bevy::prelude::*;
use bevy_egui::egui::epaint::Vertex;
use bevy_egui::egui::{
    self, Color32, CornerRadius, LayerId, Mesh, Order, Painter, Pos2, Shape, Stroke, TextureId,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, EguiTextureHandle};

use super::theme::{Palette, to_color32};
use super::thumbnail::{self, PaintContext, PaintResources};
use crate::app::board::layout::PIECE_SIZE;
use crate::app::board::markers::{Marker, Markers};
use crate::app::board::pieces::shadow_offset;
use crate::app::board::textures::BoardTextures;
use crate::app::board::{CurrentLayout, Cursor, Layout, Magnifier};
use crate::app::session::{ActiveSession, Session};
use crate::app::settings::{ActiveTheme, Settings};
use crate::app::state::Screen;
use crate::app::widgets::UiSystems;
use crate::core::Point;
use crate::games::Piece;

/// Segments of the polygon that approximates a circle.
const CIRCLE_SEGMENTS: usize = 96;

/// Points along each edge of an image that may be clipped by the rim.
const EDGE_SEGMENTS: usize = 12;

/// Grid line width and dot diameter, in cells of the board.
const LINE_WIDTH: f32 = 0.022;
const DOT_DIAMETER: f32 = 0.16;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Overlay).run_if(in_state(Screen::Play)),
    );
}

fn show(
    mut contexts: EguiContexts,
    active_theme: Res<ActiveTheme>,
    settings: Res<Settings>,
    paint_resources: PaintResources,
    board_textures: Res<BoardTextures>,
    marks: Res<Markers>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    active_session: Res<ActiveSession>,
) -> Result {
    let (Some(layout), Some(aim)) = (&current_layout.0, cursor.touch_aim) else { return Ok(()) };
    let (Some(session), Some(paint)) =
        (active_session.session(), paint_resources.context(&settings))
    else {
        return Ok(());
    };
    let ctx = contexts.ctx_mut()?.clone();
    let Some(lens) = lens(&ctx, layout, &cursor) else { return Ok(()) };
    let ground = contexts
        .add_image(EguiTextureHandle::Weak(board_textures.surface(layout.board.surface).id()));
    let ghosts = marks.0.iter().filter_map(|&(mark, point)| match mark {
        Marker::Ghost(piece) => Some((piece, point, if point == aim.point { 0.85 } else { 0.5 })),
        _ => None,
    });
    let painter = ctx.layer_painter(LayerId::new(Order::Middle, egui::Id::new("lens")));
    let magnifier = MagnifierPainter { painter, lens, layout, zoom: ctx.zoom_factor() };
    let palette = Palette::get(&ctx);
    magnifier.background(ground, to_color32(active_theme.line_colour("frame")), palette);
    magnifier
        .lines(to_color32(active_theme.line_colour(layout.board.surface)), paint.theme.line_weight);
    let standing = magnifier.visible_points().filter_map(|point| {
        let piece = session.position().piece_at(point)?;
        Some((piece, point, 1.0))
    });
    for (piece, point, alpha) in standing.chain(ghosts) {
        magnifier.piece(session, piece, point, alpha, paint);
    }
    for &(mark, point) in &marks.0 {
        let shape = mark.shape(&active_theme, layout.board.surface);
        let Some((figure, size, color)) = shape else { continue };
        if let (false, Some(image)) =
            (matches!(mark, Marker::Ghost(_)), paint.textures.figure(&magnifier.painter, figure))
        {
            let size = layout.cell * size;
            magnifier.image(image, layout.centre_of(point), size, to_color32(color));
        }
    }
    magnifier.rim(palette);
    Ok(())
}

/// The magnifier's placement while a point is aimed at; `None` if the cells are large
/// enough.
pub(in crate::app) fn lens(
    ctx: &egui::Context,
    layout: &Layout,
    cursor: &Cursor,
) -> Option<Magnifier> {
    let aim = cursor.touch_aim?;
    let focus = layout.centre_of(aim.point);
    let (window, zoom) = (ctx.content_rect(), ctx.zoom_factor());
    let corner = |corner: Pos2| Vec2::new(corner.x, corner.y) * zoom;
    let window = Rect::from_corners(corner(window.min), corner(window.max));
    Magnifier::new(layout, focus, aim.finger.unwrap_or(focus), window)
}

/// Paints the board's contents into the magnifier. Positions and lengths are given on the
/// board and scaled here.
struct MagnifierPainter<'a> {
    painter: Painter,
    lens: Magnifier,
    layout: &'a Layout,
    zoom: f32,
}

impl MagnifierPainter<'_> {
    /// Converts window coordinates to egui points.
    fn to_egui(&self, place: Vec2) -> Pos2 {
        egui::pos2(place.x / self.zoom, place.y / self.zoom)
    }

    fn radius(&self) -> f32 {
        self.lens.radius / self.zoom
    }

    /// Points of the board that may be visible.
    fn visible_points(&self) -> impl Iterator<Item = Point> + use<'_> {
        let seen = self.lens.radius / self.lens.scale + self.layout.cell;
        let board = &self.layout.board;
        let points = (0..board.files)
            .flat_map(move |file| (0..board.ranks).map(move |rank| Point::new(file, rank)));
        points.filter(move |&point| self.layout.centre_of(point).distance(self.lens.focus) < seen)
    }

    /// Shadow, frame, and the board's surface.
    fn background(&self, image: TextureId, frame: Color32, palette: Palette) {
        let centre = self.to_egui(self.lens.centre);
        let square = egui::Rect::from_center_size(centre, egui::Vec2::splat(2.0 * self.radius()));
        self.painter.add(palette.shadow().as_shape(square, CornerRadius::same(255)));
        self.painter.circle_filled(centre, self.radius(), frame);
        let surface = self.layout.surface;
        let rim = (0..CIRCLE_SEGMENTS).map(|n| {
            let turn = n as f32 / CIRCLE_SEGMENTS as f32 * std::f32::consts::TAU;
            let seen =
                self.lens.focus + Vec2::from_angle(turn) * self.lens.radius / self.lens.scale;
            seen.clamp(surface.min, surface.max)
        });
        self.textured_fan(image, self.lens.focus, rim, surface, Color32::WHITE);
    }

    /// Part of an image that covers `whole` on the board, as a triangle fan around
    /// `middle`.
    fn textured_fan(
        &self,
        image: TextureId,
        middle: Vec2,
        rim: impl Iterator<Item = Vec2>,
        whole: Rect,
        color: Color32,
    ) {
        let mut mesh = Mesh::with_texture(image);
        let vertex = |place: Vec2| {
            let part = (place - whole.min) / whole.size();
            Vertex {
                pos: self.to_egui(self.lens.magnify(place)),
                uv: egui::pos2(part.x, part.y),
                color,
            }
        };
        mesh.vertices.push(vertex(middle));
        mesh.vertices.extend(rim.map(vertex));
        let count = mesh.vertices.len() as u32 - 1;
        for n in 0..count {
            mesh.add_triangle(0, n + 1, (n + 1) % count + 1);
        }
        self.painter.add(Shape::mesh(mesh));
    }

    fn lines(&self, ink: Color32, weight: f32) {
        let cell = self.layout.cell * self.lens.scale / self.zoom;
        let stroke = Stroke::new((cell * LINE_WIDTH).max(1.0) * weight, ink);
        for (from, to) in self.layout.grid_lines() {
            if let Some((from, to)) = self.lens.clip(from, to) {
                self.painter.line_segment([self.to_egui(from), self.to_egui(to)], stroke);
            }
        }
        let dot = (cell * DOT_DIAMETER / 2.0).max(2.0) * weight.sqrt();
        for place in self.layout.dots() {
            let place = self.lens.magnify(place);
            if place.distance(self.lens.centre) < self.lens.radius - dot {
                self.painter.circle_filled(self.to_egui(place), dot, ink);
            }
        }
    }

    fn piece(
        &self,
        session: &Session,
        piece: Piece,
        point: Point,
        alpha: f32,
        paint: PaintContext,
    ) {
        let (game, position) = (session.setup().game, session.position());
        let image = thumbnail::piece_texture(&self.painter, game, position, piece, paint);
        let Some(image) = image else { return };
        let (place, size) = (self.layout.centre_of(point), self.layout.cell * PIECE_SIZE);
        if self.layout.has_round_pieces() {
            let shadow = Color32::from_black_alpha((alpha * 70.0) as u8);
            self.image(image, place + shadow_offset(size, 0.0), size, shadow);
        }
        self.image(image, place, size, Color32::from_white_alpha((alpha * 255.0) as u8));
    }

    /// A square image, clipped to the magnifier.
    fn image(&self, image: TextureId, place: Vec2, size: f32, color: Color32) {
        let whole = Rect::from_center_size(place, Vec2::splat(size));
        let seen = self.lens.radius / self.lens.scale;
        let inside =
            |place: Vec2| self.lens.focus + (place - self.lens.focus).clamp_length_max(seen);
        if whole.center().distance(self.lens.focus) > seen + size {
            return;
        }
        let corners = [
            whole.min,
            Vec2::new(whole.max.x, whole.min.y),
            whole.max,
            Vec2::new(whole.min.x, whole.max.y),
        ];
        let edge = (0..4 * EDGE_SEGMENTS).map(|n| {
            let (from, to) = (corners[n / EDGE_SEGMENTS], corners[(n / EDGE_SEGMENTS + 1) % 4]);
            inside(from.lerp(to, (n % EDGE_SEGMENTS) as f32 / EDGE_SEGMENTS as f32))
        });
        self.textured_fan(image, inside(place), edge, whole, color);
    }

    fn rim(&self, palette: Palette) {
        let centre = self.to_egui(self.lens.centre);
        let width = 3.0 * palette.line_weight;
        self.painter.circle_stroke(
            centre,
            self.radius() - width / 2.0,
            Stroke::new(width, palette.panel),
        );
        self.painter.circle_stroke(centre, self.radius(), Stroke::new(1.0, palette.muted));
    }
}
