//! The magnifying glass under which a finger looks for a point: the board
//! around that point, painted larger.

use bevy::prelude::*;
use bevy_egui::egui::epaint::Vertex;
use bevy_egui::egui::{
    self, Color32, CornerRadius, LayerId, Mesh, Order, Painter, Pos2, Shape, Stroke, TextureId,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, EguiTextureHandle};

use super::board::colour;
use super::thumbnail::{self, Brush, Pictures};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::board::art::Art;
use crate::app::board::layout::PIECE;
use crate::app::board::markers::{Mark, Marks};
use crate::app::board::pieces::shadow_fall;
use crate::app::board::{Cursor, Layout, Lens, Placed};
use crate::app::session::{Playing, Session};
use crate::app::settings::Settings;
use crate::app::ui::theme::Palette;
use crate::app::ui::{Look, UiSet};
use crate::core::Point;
use crate::games::Piece;

/// Corners of the polygon that stands for a circle.
const CORNERS: usize = 96;

/// Points along an edge of a picture that may be cut by the rim.
const ALONG: usize = 12;

/// Breadth of a grid line, in cells, and diameter of a dot on the bare board.
const LINE: f32 = 0.022;
const DOT: f32 = 0.16;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Over).run_if(in_state(Screen::Play)),
    );
}

fn show(
    mut contexts: EguiContexts,
    look: Res<Look>,
    settings: Res<Settings>,
    library: Res<Library>,
    pictures: Res<Pictures>,
    art: Res<Art>,
    marks: Res<Marks>,
    placed: Res<Placed>,
    cursor: Res<Cursor>,
    playing: Res<Playing>,
) -> Result {
    let (Some(layout), Some(aim)) = (&placed.0, cursor.aim) else { return Ok(()) };
    let (Some(session), Some(theme)) = (playing.session(), look.content()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let Some(lens) = lens(&ctx, layout, &cursor) else { return Ok(()) };
    let ground =
        contexts.add_image(EguiTextureHandle::Weak(art.surface(layout.board.surface).id()));
    let ghosts = marks.0.iter().filter_map(|&(mark, point)| match mark {
        Mark::Ghost(piece) => Some((piece, point, if point == aim.point { 0.85 } else { 0.5 })),
        _ => None,
    });
    let brush =
        Brush { theme, illustrated: settings.pictures, library: &library, pictures: &pictures };
    let painter = ctx.layer_painter(LayerId::new(Order::Middle, egui::Id::new("lens")));
    let glass = Glass { painter, lens, layout, zoom: ctx.zoom_factor() };
    let palette = Palette::get(&ctx);
    glass.ground(ground, colour(look.line("frame")), palette);
    glass.lines(colour(look.line(layout.board.surface)), theme.line_weight);
    let standing = glass.points().filter_map(|point| {
        let piece = session.position().piece_at(point)?;
        Some((piece, point, 1.0))
    });
    for (piece, point, alpha) in standing.chain(ghosts) {
        glass.piece(session, piece, point, alpha, brush);
    }
    for &(mark, point) in &marks.0 {
        let shape = mark.shape(&look, layout.board.surface);
        let Some((figure, size, color)) = shape else { continue };
        if let (false, Some(image)) =
            (matches!(mark, Mark::Ghost(_)), pictures.figure(&glass.painter, figure))
        {
            let size = layout.cell * size;
            glass.picture(image, layout.position(point), size, colour(color));
        }
    }
    glass.rim(palette);
    Ok(())
}

/// The glass over the point that is looked for, if the board needs one.
pub(super) fn lens(ctx: &egui::Context, layout: &Layout, cursor: &Cursor) -> Option<Lens> {
    let aim = cursor.aim?;
    let focus = layout.position(aim.point);
    let (window, zoom) = (ctx.content_rect(), ctx.zoom_factor());
    let corner = |corner: Pos2| Vec2::new(corner.x, corner.y) * zoom;
    let window = Rect::from_corners(corner(window.min), corner(window.max));
    Lens::over(layout, focus, aim.finger.unwrap_or(focus), window)
}

/// What is painted with. Places and lengths are those of the board; they
/// become those of the glass here.
struct Glass<'a> {
    painter: Painter,
    lens: Lens,
    layout: &'a Layout,
    zoom: f32,
}

impl Glass<'_> {
    /// A place of the window as egui has it.
    fn at(&self, place: Vec2) -> Pos2 {
        egui::pos2(place.x / self.zoom, place.y / self.zoom)
    }

    fn radius(&self) -> f32 {
        self.lens.radius / self.zoom
    }

    /// The points that may be seen.
    fn points(&self) -> impl Iterator<Item = Point> + use<'_> {
        let seen = self.lens.radius / self.lens.scale + self.layout.cell;
        let board = &self.layout.board;
        let points = (0..board.files)
            .flat_map(move |file| (0..board.ranks).map(move |rank| Point::new(file, rank)));
        points.filter(move |&point| self.layout.position(point).distance(self.lens.focus) < seen)
    }

    /// Shadow, frame, and what the board is made of.
    fn ground(&self, image: TextureId, frame: Color32, palette: Palette) {
        let centre = self.at(self.lens.centre);
        let square = egui::Rect::from_center_size(centre, egui::Vec2::splat(2.0 * self.radius()));
        self.painter.add(palette.shadow().as_shape(square, CornerRadius::same(255)));
        self.painter.circle_filled(centre, self.radius(), frame);
        let surface = self.layout.surface;
        let rim = (0..CORNERS).map(|n| {
            let turn = n as f32 / CORNERS as f32 * std::f32::consts::TAU;
            let seen =
                self.lens.focus + Vec2::from_angle(turn) * self.lens.radius / self.lens.scale;
            seen.clamp(surface.min, surface.max)
        });
        self.fan(image, self.lens.focus, rim, surface, Color32::WHITE);
    }

    /// A part of a picture that fills `whole` on the board: a fan of triangles
    /// around `middle`.
    fn fan(
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
            Vertex { pos: self.at(self.lens.shows(place)), uv: egui::pos2(part.x, part.y), color }
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
        let stroke = Stroke::new((cell * LINE).max(1.0) * weight, ink);
        for (from, to) in self.layout.lines() {
            if let Some((from, to)) = self.lens.clip(from, to) {
                self.painter.line_segment([self.at(from), self.at(to)], stroke);
            }
        }
        let dot = (cell * DOT / 2.0).max(2.0) * weight.sqrt();
        for place in self.layout.dots() {
            let place = self.lens.shows(place);
            if place.distance(self.lens.centre) < self.lens.radius - dot {
                self.painter.circle_filled(self.at(place), dot, ink);
            }
        }
    }

    fn piece(&self, session: &Session, piece: Piece, point: Point, alpha: f32, brush: Brush) {
        let (game, position) = (session.setup().game, session.position());
        let image = thumbnail::texture(&self.painter, game, position, piece, brush);
        let Some(image) = image else { return };
        let (place, size) = (self.layout.position(point), self.layout.cell * PIECE);
        if self.layout.has_round_pieces() {
            let shadow = Color32::from_black_alpha((alpha * 70.0) as u8);
            self.picture(image, place + shadow_fall(size, 0.0), size, shadow);
        }
        self.picture(image, place, size, Color32::from_white_alpha((alpha * 255.0) as u8));
    }

    /// A square picture of this size, as far as it is seen.
    fn picture(&self, image: TextureId, place: Vec2, size: f32, color: Color32) {
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
        let edge = (0..4 * ALONG).map(|n| {
            let (from, to) = (corners[n / ALONG], corners[(n / ALONG + 1) % 4]);
            inside(from.lerp(to, (n % ALONG) as f32 / ALONG as f32))
        });
        self.fan(image, inside(place), edge, whole, color);
    }

    fn rim(&self, palette: Palette) {
        let centre = self.at(self.lens.centre);
        let broad = 3.0 * palette.weight;
        self.painter.circle_stroke(
            centre,
            self.radius() - broad / 2.0,
            Stroke::new(broad, palette.panel),
        );
        self.painter.circle_stroke(centre, self.radius(), Stroke::new(1.0, palette.muted));
    }
}
