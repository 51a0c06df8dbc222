//! The board as a part of the interface: what the pointer and the keys do on
//! it, and the coordinates around it. The board itself is made of entities.

use bevy::color::ColorToPacked;
use bevy::prelude::{Color, MessageWriter, Rect, Vec2};
use bevy_egui::egui::{
    self, Align2, Color32, EventFilter, FontId, Key, PointerButton, Response, Sense, Ui,
    WidgetInfo, WidgetType,
};

use crate::app::board::{BoardInput, Cursor, Keys, Layout, Placed, shape_colour};
use crate::app::picture;
use crate::app::ui::{BoardArea, Look};
use crate::core::{Move, Side};
use crate::record::{Figure, GameTree, NodeId, Shape};

/// What the pointer and the keys do on the board.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Nothing lies over the board.
    pub free: bool,
    /// The arrow keys move the cursor.
    pub arrows: bool,
    /// The right button draws marks.
    pub marks: bool,
    /// The left button and the finger draw marks, too.
    pub draws: bool,
}

impl Manner {
    /// To play on.
    pub const fn play(free: bool) -> Manner {
        Manner { free, arrows: true, marks: false, draws: false }
    }
}

/// The board in all of the room there is. `said` tells screen readers how it
/// stands.
pub fn show(
    ui: &mut Ui,
    said: &str,
    look: &Look,
    placed: &Placed,
    cursor: &Cursor,
    manner: Manner,
    area: &mut BoardArea,
    inputs: &mut MessageWriter<BoardInput>,
) {
    let zoom = ui.ctx().zoom_factor();
    let rect = ui.available_rect_before_wrap();
    let id = egui::Id::new("board");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| {
        let place = cursor.keys.map_or(String::new(), |point| format!(", {point}"));
        WidgetInfo::labeled(WidgetType::Other, true, format!("{said}{place}"))
    });
    if manner.free {
        pointer(ui, &response, manner, inputs);
        // The board is where the keyboard is unless it was sent elsewhere.
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        keys(ui, response.has_focus(), manner.arrows, inputs);
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        memory.set_focus_lock_filter(id, filter);
    });
    if let Some(layout) = &placed.0 {
        coordinates(ui, look, layout, zoom);
    }
    let now = Some(Rect {
        min: Vec2::new(rect.left(), rect.top()) * zoom,
        max: Vec2::new(rect.right(), rect.bottom()) * zoom,
    });
    if area.0 != now && rect.width() > 8.0 && rect.height() > 8.0 {
        area.0 = now;
    }
}

/// What the pointer does on the board.
fn pointer(ui: &Ui, response: &Response, manner: Manner, inputs: &mut MessageWriter<BoardInput>) {
    let zoom = ui.ctx().zoom_factor();
    let in_window = |pos: egui::Pos2| Vec2::new(pos.x, pos.y) * zoom;
    inputs.write(BoardInput::Hover(response.hover_pos().map(in_window)));
    let at = response.interact_pointer_pos().map(in_window);
    let from = ui.input(|input| input.pointer.press_origin()).map(in_window);
    let drawn_by = match (manner.marks, manner.draws) {
        (_, true) => &[PointerButton::Primary, PointerButton::Secondary][..],
        (true, false) => &[PointerButton::Secondary],
        (false, false) => &[],
    };
    for &button in drawn_by {
        if let (true, Some(at)) = (response.clicked_by(button), at) {
            inputs.write(BoardInput::Mark(at, at));
            response.request_focus();
        }
        if let (true, Some(from)) = (response.drag_started_by(button), from) {
            inputs.write(BoardInput::Sketch(from, from));
            response.request_focus();
        }
        if let (true, Some(at), Some(from)) = (response.dragged_by(button), at, from) {
            inputs.write(BoardInput::Sketch(from, at));
        }
        if let (true, Some(at)) = (response.drag_stopped_by(button), at) {
            inputs.write(BoardInput::EndSketch(at));
        }
    }
    if manner.draws {
        return;
    }
    if let (true, Some(at)) = (response.clicked_by(PointerButton::Primary), at) {
        inputs.write(BoardInput::Tap(at));
        response.request_focus();
    }
    if let (true, Some(from)) = (response.drag_started_by(PointerButton::Primary), from) {
        inputs.write(BoardInput::Grab(from));
        response.request_focus();
    }
    if let Some(at) = at {
        if response.dragged_by(PointerButton::Primary) {
            inputs.write(BoardInput::Hover(Some(at)));
            inputs.write(BoardInput::Drag(at));
        }
        if response.drag_stopped_by(PointerButton::Primary) {
            inputs.write(BoardInput::Release(at));
        }
    }
}

/// Both halves of the keyboard. The arrows and Enter belong to the board
/// only while it has the focus; letters move nothing else.
fn keys(ui: &Ui, focused: bool, arrows: bool, inputs: &mut MessageWriter<BoardInput>) {
    const STEPS: [(Key, Keys, i32, i32); 8] = [
        (Key::ArrowLeft, Keys::Right, -1, 0),
        (Key::ArrowRight, Keys::Right, 1, 0),
        (Key::ArrowUp, Keys::Right, 0, -1),
        (Key::ArrowDown, Keys::Right, 0, 1),
        (Key::A, Keys::Left, -1, 0),
        (Key::D, Keys::Left, 1, 0),
        (Key::W, Keys::Left, 0, -1),
        (Key::S, Keys::Left, 0, 1),
    ];
    // Letters are text while something is being written.
    let letters = !ui.ctx().text_edit_focused();
    ui.input(|input| {
        for (key, keys, right, down) in STEPS {
            let theirs = if keys == Keys::Left { letters } else { focused && arrows };
            if theirs && input.modifiers.is_none() {
                for _ in 0..input.num_presses(key) {
                    inputs.write(BoardInput::Step(keys, right, down));
                }
            }
        }
        if focused && input.key_pressed(Key::Enter) {
            inputs.write(BoardInput::Choose(Keys::Right));
        }
        if focused && input.key_pressed(Key::Space) {
            inputs.write(BoardInput::Choose(Keys::Left));
        }
    });
}

/// Letters and numbers on the frame, where it is broad enough for them.
fn coordinates(ui: &Ui, look: &Look, layout: &Layout, zoom: f32) {
    let Some(colours) = look.board() else { return };
    let ink = colour(colours.frame_ink);
    let (size, names) = layout.names();
    let size = (size / zoom).min(18.0);
    if size < 5.0 {
        return;
    }
    let painter = ui.painter();
    for (place, text) in names {
        let at = egui::pos2(place.x / zoom, place.y / zoom);
        painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
    }
}

/// A colour of the board as the interface has it.
pub fn colour(color: Color) -> Color32 {
    let [r, g, b, a] = color.to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// The numbers of the moves on the stones that they put down.
pub fn numbers(ui: &Ui, look: &Look, placed: &Placed, tree: &GameTree, node: NodeId) {
    let (Some(layout), Some(theme)) = (&placed.0, look.board()) else { return };
    let position = tree.position(node);
    let zoom = ui.ctx().zoom_factor();
    let newest = tree.move_at(node).and_then(Move::target);
    for (point, number) in picture::numbers(tree, node) {
        let Some(piece) = position.piece_at(point) else { continue };
        let (stone, plain) = match piece.side {
            Side::First => (Color32::BLACK, Color32::WHITE),
            Side::Second => (Color32::WHITE, Color32::BLACK),
        };
        let ink = if newest == Some(point) { colour(theme.accent) } else { plain };
        let place = layout.position(point) / zoom;
        // Stones that bear a sign are cleared of it.
        if theme.line_weight > 1.0 {
            let at = egui::pos2(place.x, place.y);
            ui.painter().circle_filled(at, layout.cell / zoom * 0.3, stone);
        }
        let text = number.to_string();
        let size = layout.cell / zoom * if text.len() > 2 { 0.34 } else { 0.42 };
        let at = egui::pos2(place.x, place.y);
        ui.painter().text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
    }
}

/// The texts among the marks of a position.
pub fn labels(ui: &Ui, placed: &Placed, shapes: &[Shape]) {
    let Some(layout) = &placed.0 else { return };
    let zoom = ui.ctx().zoom_factor();
    let painter = ui.painter();
    for shape in shapes {
        let Figure::Label(text) = &shape.figure else { continue };
        // A file may speak of any point.
        if !layout.has(shape.at) {
            continue;
        }
        let place = layout.position(shape.at) / zoom;
        let at = egui::pos2(place.x, place.y);
        let cell = layout.cell / zoom;
        let text: String = text.chars().take(4).collect();
        let size = cell * if text.chars().count() > 2 { 0.34 } else { 0.5 };
        let text = painter.layout_no_wrap(text, FontId::proportional(size), Color32::WHITE);
        // On a ground of its own, since what lies below may have any colour.
        let radius = (text.size().length() * 0.5).clamp(cell * 0.32, cell * 0.46);
        painter.circle_filled(at, radius, colour(shape_colour(shape.colour)));
        painter.galley(at - text.size() / 2.0, text, Color32::WHITE);
    }
}
