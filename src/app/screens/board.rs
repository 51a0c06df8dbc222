//! The board as a part of the interface: what the pointer and the keys do on
//! it, and the coordinates around it. The board itself is made of entities.

use bevy::color::ColorToPacked;
use bevy::prelude::{Color, MessageWriter, Rect, Vec2};
use bevy_egui::egui::{
    self, Align2, Color32, EventFilter, FontId, Key, PointerButton, Response, Sense, Ui,
    WidgetInfo, WidgetType,
};

use super::lens;
use crate::app::board::{BoardInput, Cursor, Keys, Layout, Lens, Placed, shape_colour};
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
    /// A stone is shown before it is placed.
    pub aims: bool,
}

impl Manner {
    /// To play on. `aims` shows a stone before it is placed.
    pub const fn play(free: bool, aims: bool) -> Manner {
        Manner { free, arrows: true, marks: false, draws: false, aims }
    }
}

/// How long a finger rests on a point before it draws a mark, in seconds, as
/// the right button does.
const LONG: f64 = 0.5;

/// How far it may move meanwhile, in points.
const STILL: f32 = 10.0;

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
        if manner.aims {
            let waits = cursor.aim.is_some_and(|aim| aim.finger.is_none());
            let layout = placed.0.as_ref().filter(|_| waits);
            let lens = layout.and_then(|layout| lens::lens(ui.ctx(), layout, cursor));
            aim(ui, &response, lens, inputs);
        } else {
            pointer(ui, &response, manner, inputs);
        }
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
    // The first time that a page is drawn its panels have not found their
    // sizes yet, and the board would jump.
    let before = ui.data_mut(|data| {
        let before = data.get_temp(id);
        data.insert_temp(id, rect);
        before
    });
    if area.0.is_none() && before != Some(rect) {
        ui.ctx().request_repaint();
        return;
    }
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
    if manner.marks && !manner.draws && rest(ui, response, inputs) {
        return;
    }
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

/// A finger that rests on the board draws a mark as the right button does.
/// Tells whether it does so now.
fn rest(ui: &Ui, response: &Response, inputs: &mut MessageWriter<BoardInput>) -> bool {
    /// A finger on the board: where it came down and when, and where it is.
    #[derive(Clone, Copy, Default)]
    struct Finger {
        from: egui::Pos2,
        since: f64,
        at: egui::Pos2,
        draws: bool,
        moved: bool,
    }
    let zoom = ui.ctx().zoom_factor();
    let in_window = |pos: egui::Pos2| Vec2::new(pos.x, pos.y) * zoom;
    let id = response.id.with("finger");
    let known = ui.data(|data| data.get_temp::<Finger>(id));
    let (now, down, touched) =
        ui.input(|input| (input.time, input.pointer.primary_down(), input.any_touches()));
    let at = response.interact_pointer_pos().or_else(|| ui.ctx().pointer_interact_pos());
    let on_board = response.is_pointer_button_down_on() && down && touched;
    let holds = known.is_some_and(|finger| finger.draws) && down;
    let (true, Some(at)) = (on_board || holds, at) else {
        ui.data_mut(|data| data.remove_temp::<Finger>(id));
        return match known.filter(|finger| finger.draws) {
            Some(finger) => {
                inputs.write(BoardInput::EndSketch(in_window(finger.at)));
                true
            }
            None => false,
        };
    };
    let new = Finger { from: at, since: now, at, draws: false, moved: false };
    let mut finger = Finger { at, ..known.unwrap_or(new) };
    finger.moved |= finger.from.distance(at) > STILL;
    finger.draws |= !finger.moved && now - finger.since >= LONG;
    if finger.draws {
        inputs.write(BoardInput::Sketch(in_window(finger.from), in_window(at)));
    }
    ui.data_mut(|data| data.insert_temp(id, finger));
    finger.draws
}

/// What the pointer does where a stone is shown before it is placed. A tap
/// into the glass means the point that is seen there.
fn aim(ui: &Ui, response: &Response, lens: Option<Lens>, inputs: &mut MessageWriter<BoardInput>) {
    let zoom = ui.ctx().zoom_factor();
    let in_window = |pos: egui::Pos2| Vec2::new(pos.x, pos.y) * zoom;
    inputs.write(BoardInput::Hover(response.hover_pos().map(in_window)));
    let Some(at) = response.interact_pointer_pos().map(in_window) else { return };
    let seen = lens.and_then(|lens| lens.under(at));
    let down = ui.input(|input| input.pointer.primary_down());
    if response.clicked_by(PointerButton::Primary) {
        inputs.write(BoardInput::Settle { at: seen.unwrap_or(at), tap: true });
        response.request_focus();
    } else if response.drag_stopped_by(PointerButton::Primary) {
        inputs.write(BoardInput::Settle { at, tap: false });
        response.request_focus();
    } else if response.is_pointer_button_down_on() && down && seen.is_none() {
        inputs.write(BoardInput::Aim(at));
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::prelude::{App, Messages};

    use super::*;

    /// A board that fills a window of 360 by 640, and an egui that draws it.
    struct Desk {
        app: App,
        ctx: egui::Context,
        now: f64,
        manner: Manner,
    }

    impl Desk {
        fn new(manner: Manner) -> Desk {
            let mut app = App::new();
            app.add_message::<BoardInput>();
            let ctx = egui::Context::default();
            ctx.options_mut(|options| {
                options.input_options.max_click_dist = STILL;
                options.input_options.max_click_duration = 10.0;
            });
            let mut desk = Desk { app, ctx, now: 0.0, manner };
            desk.frame(Vec::new());
            desk
        }

        /// What the board makes of these events, an eighth of a second later.
        fn frame(&mut self, events: Vec<egui::Event>) -> Vec<BoardInput> {
            self.now += 0.12;
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(360.0, 640.0));
            let input = egui::RawInput {
                time: Some(self.now),
                screen_rect: Some(screen),
                events,
                ..Default::default()
            };
            self.ctx.begin_pass(input);
            let (ctx, manner) = (self.ctx.clone(), self.manner);
            let draw = move |mut inputs: MessageWriter<BoardInput>| {
                let mut ui = crate::app::ui::root(&ctx);
                let (look, placed, cursor) = Default::default();
                let mut area = BoardArea::default();
                show(&mut ui, "", &look, &placed, &cursor, manner, &mut area, &mut inputs);
            };
            self.app.world_mut().run_system_once(draw).unwrap();
            _ = self.ctx.end_pass();
            let mut messages = self.app.world_mut().resource_mut::<Messages<BoardInput>>();
            let all = messages.drain().collect::<Vec<_>>();
            all.into_iter().filter(|input| !matches!(input, BoardInput::Hover(_))).collect()
        }

        fn finger(&mut self, phase: egui::TouchPhase, x: f32, y: f32) -> Vec<BoardInput> {
            let pos = egui::pos2(x, y);
            let button = |pressed| egui::Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            };
            let touch = egui::Event::Touch {
                device_id: egui::TouchDeviceId(0),
                id: egui::TouchId(1),
                phase,
                pos,
                force: None,
            };
            let moved = egui::Event::PointerMoved(pos);
            self.frame(match phase {
                egui::TouchPhase::Start => vec![touch, moved, button(true)],
                egui::TouchPhase::Move => vec![touch, moved],
                _ => vec![touch, button(false), egui::Event::PointerGone],
            })
        }
    }

    use egui::TouchPhase::{End, Move as Way, Start};

    const REVIEW: Manner =
        Manner { free: true, arrows: false, marks: true, draws: false, aims: false };

    fn at(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    #[test]
    fn a_finger_that_taps_means_a_tap() {
        let mut desk = Desk::new(REVIEW);
        assert_eq!(desk.finger(Start, 100.0, 100.0), []);
        assert_eq!(desk.frame(Vec::new()), []);
        assert_eq!(desk.finger(End, 101.0, 100.0), [BoardInput::Tap(at(101.0, 100.0))]);
        assert_eq!(desk.frame(Vec::new()), []);
    }

    #[test]
    fn a_finger_that_rests_draws_a_mark_as_the_right_button_does() {
        let mut desk = Desk::new(REVIEW);
        desk.finger(Start, 100.0, 100.0);
        // It trembles a little meanwhile.
        for n in 0..4 {
            assert_eq!(desk.finger(Way, 100.0 + n as f32, 100.0), [], "{n}");
        }
        let [from, to] = [at(100.0, 100.0), at(200.0, 150.0)];
        assert_eq!(desk.frame(Vec::new()), [BoardInput::Sketch(from, at(103.0, 100.0))]);
        assert_eq!(desk.finger(Way, 200.0, 150.0), [BoardInput::Sketch(from, to)]);
        assert_eq!(desk.finger(End, 200.0, 150.0), [BoardInput::EndSketch(to)]);
        assert_eq!(desk.frame(Vec::new()), []);
    }

    #[test]
    fn a_finger_that_moves_at_once_drags_a_piece() {
        let mut desk = Desk::new(REVIEW);
        desk.finger(Start, 100.0, 100.0);
        let [from, to] = [at(100.0, 100.0), at(130.0, 100.0)];
        assert_eq!(desk.finger(Way, 130.0, 100.0), [BoardInput::Grab(from), BoardInput::Drag(to)]);
        for _ in 0..8 {
            assert_eq!(desk.frame(Vec::new()), [BoardInput::Drag(to)]);
        }
        assert_eq!(desk.finger(End, 130.0, 100.0), [BoardInput::Release(to)]);
    }

    #[test]
    fn where_stones_are_confirmed_a_finger_aims_as_long_as_it_rests() {
        let mut desk = Desk::new(Manner::play(true, true));
        let [from, to] = [at(100.0, 100.0), at(130.0, 100.0)];
        assert_eq!(desk.finger(Start, 100.0, 100.0), [BoardInput::Aim(from)]);
        for _ in 0..20 {
            assert_eq!(desk.frame(Vec::new()), [BoardInput::Aim(from)]);
        }
        let tapped = BoardInput::Settle { at: from, tap: true };
        assert_eq!(desk.finger(End, 100.0, 100.0), [tapped]);
        desk.finger(Start, 100.0, 100.0);
        assert_eq!(desk.finger(Way, 130.0, 100.0), [BoardInput::Aim(to)]);
        let moved = BoardInput::Settle { at: to, tap: false };
        assert_eq!(desk.finger(End, 130.0, 100.0), [moved]);
        assert_eq!(desk.frame(Vec::new()), []);
    }
}
