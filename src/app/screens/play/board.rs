//! The board as a part of the interface: what the pointer and the keys do on
//! it, and the coordinates around it. The board itself is made of entities.

use bevy::color::ColorToPacked;
use bevy::prelude::{Color, MessageWriter, Vec2};
use bevy_egui::egui::{
    self, Align2, Color32, EventFilter, FontId, Key, Sense, Ui, WidgetInfo, WidgetType,
};

use super::View;
use super::state::status;
use crate::app::board::{BoardInput, Cursor, Keys, Layout, Placed};
use crate::app::ui::Look;

pub(super) fn show(
    ui: &mut Ui,
    view: &mut View,
    look: &Look,
    placed: &Placed,
    cursor: &Cursor,
    free: bool,
    inputs: &mut MessageWriter<BoardInput>,
) {
    let zoom = ui.ctx().zoom_factor();
    let rect = ui.available_rect_before_wrap();
    let id = egui::Id::new("board");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| {
        let place = cursor.keys.map_or(String::new(), |point| format!(", {point}"));
        WidgetInfo::labeled(WidgetType::Other, true, format!("{}{place}", status(view)))
    });
    let in_window = |pos: egui::Pos2| Vec2::new(pos.x, pos.y) * zoom;
    if free {
        inputs.write(BoardInput::Hover(response.hover_pos().map(in_window)));
        if response.clicked_by(egui::PointerButton::Primary)
            && let Some(pos) = response.interact_pointer_pos()
        {
            inputs.write(BoardInput::Tap(in_window(pos)));
            response.request_focus();
        }
        let pressed = ui.input(|input| input.pointer.press_origin());
        if response.drag_started_by(egui::PointerButton::Primary)
            && let Some(pos) = pressed
        {
            inputs.write(BoardInput::Grab(in_window(pos)));
            response.request_focus();
        }
        if let Some(pos) = response.interact_pointer_pos() {
            if response.dragged_by(egui::PointerButton::Primary) {
                inputs.write(BoardInput::Hover(Some(in_window(pos))));
                inputs.write(BoardInput::Drag(in_window(pos)));
            }
            if response.drag_stopped_by(egui::PointerButton::Primary) {
                inputs.write(BoardInput::Release(in_window(pos)));
            }
        }
        // The board is where the keyboard is unless it was sent elsewhere.
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        keys(ui, response.has_focus(), inputs);
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
}

/// Both halves of the keyboard. The arrows and Enter belong to the board
/// only while it has the focus; letters move nothing else.
fn keys(ui: &Ui, focused: bool, inputs: &mut MessageWriter<BoardInput>) {
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
    ui.input(|input| {
        for (key, keys, right, down) in STEPS {
            if (focused || keys == Keys::Left) && input.modifiers.is_none() {
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

fn colour(color: Color) -> Color32 {
    let [r, g, b, a] = color.to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(r, g, b, a)
}
