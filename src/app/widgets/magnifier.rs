//! The magnifier for choosing a point on a crowded board by touch: the surroundings of
//! the point, enlarged.

use bevy::prelude::*;
use bevy_egui::egui::{self, CornerRadius, LayerId, Order, Painter, Pos2, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, EguiTextureHandle};

use super::board_painter::{BoardImages, BoardPainter, MaterialTextures};
use super::theme::Palette;
use super::thumbnail::PaintResources;
use crate::app::board::drawing::{BoardDrawing, dark_surface};
use crate::app::board::markers::Markers;
use crate::app::board::{BoardTextures, CurrentLayout, Cursor, Layout, Magnifier};
use crate::app::session::ActiveSession;
use crate::app::state::Screen;
use crate::app::widgets::UiSystems;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Overlay).run_if(in_state(Screen::Play)),
    );
}

fn show(
    mut contexts: EguiContexts,
    paint_resources: PaintResources,
    board_textures: Res<BoardTextures>,
    markers: Res<Markers>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    active_session: Res<ActiveSession>,
) -> Result {
    let Some(layout) = &current_layout.0 else { return Ok(()) };
    let (Some(session), Some(paint)) = (active_session.session(), paint_resources.context()) else {
        return Ok(());
    };
    let ctx = contexts.ctx_mut()?.clone();
    let Some(lens) = lens(&ctx, layout, &cursor) else { return Ok(()) };
    let mut texture =
        |image: Handle<Image>| contexts.add_image(EguiTextureHandle::Weak(image.id()));
    let surface = layout.board.surface;
    let materials = MaterialTextures {
        frame: texture(board_textures.frame()),
        surface: texture(board_textures.surface(surface)),
        dark_squares: texture(board_textures.surface(&dark_surface(surface))),
    };
    let (game, position) = (session.setup().game, session.position());
    let to_points = 1.0 / ctx.zoom_factor();
    let lens = lens.scaled(to_points);
    let layout = lens.magnify(&layout.transformed(to_points, Vec2::ZERO));
    let mut drawing = BoardDrawing::new(&layout, paint.board_theme(game));
    drawing.empty_board();
    drawing.pieces(position);
    drawing.markers(&markers.0);
    let painter = ctx.layer_painter(LayerId::new(Order::Middle, egui::Id::new("lens")));
    let palette = Palette::get(&ctx);
    paint_ground(&painter, &lens, palette);
    let images = Some(BoardImages { paint, game, position, materials: Some(materials) });
    BoardPainter { painter: &painter, images, lens: Some(lens) }.paint(drawing);
    paint_rim(&painter, &lens, palette);
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

/// The magnifier's shadow, and the window beyond the frame of the board.
fn paint_ground(painter: &Painter, lens: &Magnifier, palette: Palette) {
    let centre = egui::pos2(lens.centre.x, lens.centre.y);
    let square = egui::Rect::from_center_size(centre, egui::Vec2::splat(2.0 * lens.radius));
    painter.add(palette.shadow().as_shape(square, CornerRadius::same(255)));
    painter.circle_filled(centre, lens.radius, palette.paper);
}

fn paint_rim(painter: &Painter, lens: &Magnifier, palette: Palette) {
    let centre = egui::pos2(lens.centre.x, lens.centre.y);
    let width = 3.0 * palette.line_weight;
    let inner = Stroke::new(width, palette.panel);
    painter.circle_stroke(centre, lens.radius - width / 2.0, inner);
    painter.circle_stroke(centre, lens.radius, Stroke::new(1.0, palette.muted));
}
