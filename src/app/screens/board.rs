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
use crate::app::ui::{BoardArea, Look, Words};
use crate::core::{Move, Side};
use crate::games::{Certainty, MoveScore, Unit, Value};
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

/// Below this size of a cell in points there is no room for more than values.
const ROOM_FOR_CERTAINTY: f32 = 38.0;

/// What the moves are worth to the side to move, on the points where they
/// are played: the best in the colour of hints, the others the fainter the
/// more they lose. Below each stands how far it can be relied on.
pub fn scores(ui: &Ui, look: &Look, placed: &Placed, words: &Words, scores: &[MoveScore]) {
    let (Some(layout), Some(theme)) = (&placed.0, look.board()) else { return };
    let most = scores.iter().map(|score| score.value.amount).fold(f64::NEG_INFINITY, f64::max);
    let zoom = ui.ctx().zoom_factor();
    let cell = layout.cell / zoom;
    let painter = ui.painter();
    for score in scores {
        let Some(point) = score.mv.target().filter(|point| layout.has(*point)) else { continue };
        let place = layout.position(point) / zoom;
        let at = egui::pos2(place.x, place.y);
        let text = value_text(&score.value);
        let best = text == value_text(&Value { amount: most, ..score.value });
        let ink = if best { colour(theme.hint) } else { colour(theme.board_ink) };
        // A value that is as good as lost is still to be read.
        let loss = ((most - score.value.amount) / span(score.value.unit)).clamp(0.0, 1.0);
        let ink = ink.gamma_multiply(1.0 - 0.4 * loss as f32);
        let below = cell >= ROOM_FOR_CERTAINTY;
        let lifted = at - egui::vec2(0.0, if below { cell * 0.1 } else { 0.0 });
        let size = cell * if text.chars().count() > 3 { 0.3 } else { 0.36 };
        painter.text(lifted, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
        if below {
            let at = at + egui::vec2(0.0, cell * 0.23);
            let text = certainty_text(words, score);
            let size = (cell * 0.19).max(8.0);
            painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
        }
    }
}

/// How much of a unit makes the difference between a good and a bad move.
fn span(unit: Unit) -> f64 {
    match unit {
        Unit::Discs | Unit::Points => 12.0,
        Unit::Pawns => 4.0,
        Unit::Chance => 0.3,
    }
}

/// What a move is worth to the side that plays it, in few letters.
fn value_text(value: &Value) -> String {
    if let Some(moves) = value.mate {
        return format!("#{moves}").replace('-', "−");
    }
    // The sum takes the sign from a zero.
    let text = match value.unit {
        Unit::Chance => format!("{:.0}", value.amount * 100.0),
        Unit::Pawns => format!("{:+.1}", value.amount + 0.0),
        Unit::Discs | Unit::Points => format!("{:+.0}", value.amount.round() + 0.0),
    };
    text.replace('-', "−")
}

/// How far a score can be relied on, in few letters.
pub fn certainty_text(words: &Words, score: &MoveScore) -> String {
    match score.certainty {
        Certainty::Exact => words.get("score-exact"),
        Certainty::Percent(percent) => format!("{percent} %"),
        Certainty::Estimate => score.depth.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_on_the_board_is_short() {
        let text = |amount, unit| value_text(&Value { amount, unit, exact: false, mate: None });
        assert_eq!(text(4.4, Unit::Discs), "+4");
        assert_eq!(text(-0.2, Unit::Discs), "+0");
        assert_eq!(text(-12.0, Unit::Points), "−12");
        assert_eq!(text(0.566, Unit::Chance), "57");
        assert_eq!(text(-0.25, Unit::Pawns), "−0.2");
    }
}
