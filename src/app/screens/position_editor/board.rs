//! The board of the editor: drawn with egui, since what stands on it need not be a position
//! of any game, and the pointer and the keys on it.

use std::collections::HashMap;

use bevy::math;
use bevy_egui::egui::{
    self, Color32, ColorImage, CornerRadius, EventFilter, PointerButton, Pos2, Rect, Response,
    Sense, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::{UiAction, View};
use crate::app::board::drawing::{BoardDrawing, Marker, PIECE_SIZE, dark_surface, surface};
use crate::app::board::{Layout, material};
use crate::app::features::position_editor::{Brush, EditedPosition, SetupStatus};
use crate::app::widgets::board_painter::{BoardImages, BoardPainter, MaterialTextures};
use crate::app::widgets::controls::focus_by_default;
use crate::app::widgets::keys::{self, Shortcut};
use crate::app::widgets::thumbnail::paint_piece;
use crate::content::theme::{Surface, Theme};
use crate::core::Point;
use crate::games::Piece;

/// Largest font size of coordinates, in points.
const MAX_COORDINATE_SIZE: f32 = 18.0;

/// Edge of the texture of a surface, in pixels.
const SURFACE_PIXELS: u32 = 1024;

/// Action of the pointer while a button is held down.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stroke {
    /// A piece is being dragged.
    Move(Point),
    /// This piece is being painted, or points are being emptied, from the last place on.
    Paint(Option<Piece>, Pos2),
}

/// State of the board between frames.
#[derive(Default)]
pub(super) struct BoardState {
    stroke: Option<Stroke>,
    /// The point of the keyboard cursor, once a key has moved it.
    cursor: Option<Point>,
    /// Textures of surfaces by name, and the theme that they are of.
    surfaces: HashMap<String, TextureHandle>,
    theme: String,
}

impl BoardState {
    /// Forgets what concerns one board: another one is about to be shown.
    pub(super) fn reset(&mut self) {
        (self.stroke, self.cursor) = (None, None);
    }

    fn materials(&mut self, ui: &Ui, theme: &Theme, name: &str) -> MaterialTextures {
        if self.theme != theme.id {
            self.surfaces.clear();
            self.theme.clone_from(&theme.id);
        }
        let size = SURFACE_PIXELS;
        let mut texture = |name: &str, paint: &dyn Fn(&Surface) -> Vec<u8>| {
            let load = || {
                let pixels = paint(&surface(theme, name));
                let image = ColorImage::from_rgba_unmultiplied([size as usize; 2], &pixels);
                ui.ctx().load_texture(name, image, TextureOptions::LINEAR)
            };
            self.surfaces.entry(name.to_owned()).or_insert_with(load).id()
        };
        let plain = |surface: &Surface| material::paint(surface, size);
        MaterialTextures {
            frame: texture("frame", &|surface| material::paint_frame(surface, [size; 2])),
            surface: texture(name, &plain),
            dark_squares: texture(&dark_surface(name), &plain),
        }
    }
}

fn to_bevy(place: Pos2) -> math::Vec2 {
    math::Vec2::new(place.x, place.y)
}

/// Draws the board in the space that is left, and turns input into actions.
pub(super) fn show(ui: &mut Ui, view: &mut View, state: &mut BoardState, enabled: bool) {
    let area = ui.available_rect_before_wrap();
    let response = ui.interact(area, egui::Id::new("position-board"), Sense::click_and_drag());
    let corners = math::Rect::from_corners(to_bevy(area.min), to_bevy(area.max));
    let layout = Layout::new(view.edited.board(), corners, view.flipped, view.coordinates);
    describe(view, &response, state.cursor);
    if enabled {
        handle_pointer(ui, view, state, &response, &layout);
        focus_by_default(ui, &response);
        if response.has_focus() {
            handle_keys(ui, view, state, &layout);
        }
        let filter = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    paint(ui, view, state, &response, &layout);
}

/// Tells screen readers what the board is and where the cursor stands.
fn describe(view: &View, response: &Response, cursor: Option<Point>) {
    let mut text = view.l10n.get("position-board");
    if let Some(at) = cursor {
        text.push_str(&format!(", {}", view.edited.board().point_name(at)));
        if let Some(piece) = view.edited.draft().piece_at(at) {
            text.push_str(&format!(", {}", view.piece_name(piece)));
        }
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &text));
}

fn handle_pointer(
    ui: &Ui,
    view: &mut View,
    state: &mut BoardState,
    response: &Response,
    layout: &Layout,
) {
    let point_at = |place: Pos2| layout.point_at(to_bevy(place));
    let Some(place) = response.interact_pointer_pos() else { return };
    if response.clicked_by(PointerButton::Primary) {
        response.request_focus();
        state.cursor = None;
        view.actions.extend(point_at(place).map(UiAction::Tap));
    }
    if response.clicked_by(PointerButton::Secondary) {
        view.actions.extend(point_at(place).map(UiAction::Erase));
    }
    for button in [PointerButton::Primary, PointerButton::Secondary] {
        if response.drag_started_by(button) {
            response.request_focus();
            state.cursor = None;
            let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(place);
            state.stroke =
                point_at(origin).and_then(|at| stroke_from(view.edited, at, button, origin));
            if matches!(state.stroke, Some(Stroke::Paint(..))) {
                view.actions.push(UiAction::BeginStroke);
            }
        }
    }
    if let Some(Stroke::Paint(piece, last)) = state.stroke {
        // Steps of less than a cell, so that a quick stroke leaves no gaps.
        let steps = (last.distance(place) / (0.4 * layout.cell)).ceil().max(1.0);
        let places = (0..=steps as u32).map(|n| last.lerp(place, n as f32 / steps));
        let mut points: Vec<Point> = places.filter_map(point_at).collect();
        points.dedup();
        view.actions.extend(points.into_iter().map(|at| UiAction::Put(at, piece)));
        state.stroke = Some(Stroke::Paint(piece, place));
    }
    if response.drag_stopped() {
        match state.stroke.take() {
            Some(Stroke::Move(from)) => {
                let to = point_at(place);
                // On the frame is neither on the board nor away from it.
                let is_away = !layout.outer.contains(to_bevy(place));
                if to.is_some_and(|to| to != from) || is_away {
                    view.actions.push(UiAction::Move(from, to));
                }
            }
            Some(Stroke::Paint(..)) => view.actions.push(UiAction::EndStroke),
            None => {}
        }
    }
}

/// Stroke that a drag from a point begins; `None` if it begins none.
fn stroke_from(
    edited: &EditedPosition,
    at: Point,
    button: PointerButton,
    place: Pos2,
) -> Option<Stroke> {
    let there = edited.draft().piece_at(at);
    let moves = edited.game().position_setup().moves_pieces();
    match edited.brush {
        _ if button == PointerButton::Secondary => Some(Stroke::Paint(None, place)),
        Brush::Eraser => Some(Stroke::Paint(None, place)),
        Brush::Hand | Brush::Piece(_) if moves && there.is_some() => Some(Stroke::Move(at)),
        Brush::Hand => None,
        // A stroke from the same stone takes away, as a tap on it does.
        Brush::Piece(piece) => {
            Some(Stroke::Paint(Some(piece).filter(|_| there != Some(piece)), place))
        }
    }
}

/// Arrows move the cursor, Enter and Space use the brush, Delete takes away.
fn handle_keys(ui: &Ui, view: &mut View, state: &mut BoardState, layout: &Layout) {
    const STEPS: [(Shortcut, f32, f32); 4] = [
        (keys::LEFT, -1.0, 0.0),
        (keys::RIGHT, 1.0, 0.0),
        (keys::UP, 0.0, -1.0),
        (keys::DOWN, 0.0, 1.0),
    ];
    let pressed = |shortcut: Shortcut| ui.input(|input| shortcut.is_pressed(input));
    for (key, x, y) in STEPS {
        if !pressed(key) {
            continue;
        }
        let middle = Point::new(layout.board.files / 2, layout.board.ranks / 2);
        state.cursor = match state.cursor {
            None => Some(middle),
            Some(at) => {
                let next = layout.centre_of(at) + math::Vec2::new(x, y) * layout.cell;
                layout.point_at(next).or(Some(at))
            }
        };
    }
    let Some(at) = state.cursor else { return };
    if pressed(keys::PRESS) {
        view.actions.push(UiAction::Tap(at));
    }
    if pressed(keys::TAKE_AWAY) {
        view.actions.push(UiAction::Erase(at));
    }
}

fn paint(ui: &Ui, view: &View, state: &mut BoardState, response: &Response, layout: &Layout) {
    let edited = view.edited;
    let theme = view.paint.board_theme(edited.game());
    let materials = state.materials(ui, theme, layout.board.surface);
    let paint = view.paint;
    let dragged = match state.stroke {
        Some(Stroke::Move(from)) => edited.draft().piece_at(from).map(|piece| (from, piece)),
        _ => None,
    };
    let mut drawing = BoardDrawing::new(layout, theme);
    drawing.board_shadow();
    drawing.empty_board();
    drawing.coordinates(MAX_COORDINATE_SIZE);
    for (at, piece) in edited.draft().pieces() {
        if dragged.is_none_or(|(from, _)| from != at) {
            drawing.piece(at, piece);
        }
    }
    let mut markers = Vec::new();
    if let SetupStatus::Illegal(problem) = edited.status() {
        markers.extend(problem.points.iter().map(|&at| (Marker::Check, at)));
    }
    markers.extend(dragged.map(|(from, piece)| (Marker::Ghost(piece), from)));
    markers.extend(edited.selected.map(|at| (Marker::Selected, at)));
    markers.extend(ghost(ui, edited, response, layout));
    let shown_cursor = state.cursor.filter(|_| response.has_focus());
    markers.extend(shown_cursor.map(|at| (Marker::Cursor, at)));
    drawing.markers(&markers);
    let (game, start) = (edited.game(), edited.start());
    let images = BoardImages { paint, game, position: start, materials: Some(materials) };
    let painter = BoardPainter { painter: ui.painter(), images: Some(images), lens: None };
    painter.paint(drawing);
    if let Some((_, piece)) = dragged
        && let Some(place) = response.interact_pointer_pos()
    {
        // Somewhat larger, as a piece in the hand.
        let radius = layout.cell * PIECE_SIZE * 0.56 / 1.1;
        paint_piece(ui.painter(), place, radius, game, start, piece, paint);
    }
}

/// A preview of the piece that a click would place.
fn ghost(
    ui: &Ui,
    edited: &EditedPosition,
    response: &Response,
    layout: &Layout,
) -> Option<(Marker, Point)> {
    let Brush::Piece(piece) = edited.brush else { return None };
    let touched = ui.input(|input| input.any_touches());
    let place = response.hover_pos().filter(|_| !touched && !response.dragged())?;
    let at = layout.point_at(to_bevy(place))?;
    edited.draft().piece_at(at).is_none().then_some((Marker::Ghost(piece), at))
}

/// A piece of the palette, on a tile of the board's colour.
pub(super) fn piece_tile(ui: &Ui, rect: Rect, view: &View, piece: Piece) {
    let (game, start) = (view.edited.game(), view.edited.start());
    let tile = view.paint.surface_colour(game, start);
    ui.painter().rect_filled(rect, CornerRadius::same(6), tile);
    let radius = rect.size().min_elem() * 0.78 / 2.2;
    paint_piece(ui.painter(), rect.center(), radius, game, start, piece, view.paint);
    let line = egui::Stroke::new(1.0, Color32::from_black_alpha(30));
    let kind = egui::StrokeKind::Inside;
    ui.painter().rect_stroke(rect, CornerRadius::same(6), line, kind);
}

/// Space of a tile of the palette in rows of this many.
pub(super) fn tile_size(ui: &Ui, columns: usize, gap: f32) -> Vec2 {
    let width = ui.available_width() - gap * (columns.saturating_sub(1)) as f32;
    Vec2::splat((width / columns.max(1) as f32).floor().min(super::MAX_TILE))
}
