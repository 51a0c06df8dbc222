//! Pointer and keyboard input on the board.

use bevy::prelude::{MessageWriter, Vec2};
use bevy_egui::egui::{self, PointerButton, Response, Ui};

use crate::app::board::{BoardInput, KeyboardHalf, Magnifier};
use crate::app::widgets::keys::{self, Shortcut};

/// Kinds of input that the board accepts.
#[derive(Clone, Copy, Debug)]
pub struct BoardInteraction {
    /// Input is accepted; false while a sheet lies over the board.
    pub enabled: bool,
    /// The arrow keys move the cursor.
    pub arrow_keys: bool,
    /// The right button draws shapes (arrows and circles).
    pub secondary_draws: bool,
    /// The left button and touch draw shapes instead of moving pieces.
    pub primary_draws: bool,
    /// A tap shows the stone, and a second tap or a button places it.
    pub previews_placement: bool,
}

impl BoardInteraction {
    /// Input for playing a game.
    pub const fn play(enabled: bool, previews_placement: bool) -> BoardInteraction {
        BoardInteraction {
            enabled,
            arrow_keys: true,
            secondary_draws: false,
            primary_draws: false,
            previews_placement,
        }
    }

    /// Input for reviewing a game: the right button draws shapes.
    pub const fn review(enabled: bool, primary_draws: bool) -> BoardInteraction {
        BoardInteraction {
            enabled,
            arrow_keys: false,
            secondary_draws: true,
            primary_draws,
            previews_placement: false,
        }
    }
}

/// Seconds until a touch on one point counts as a long press, which draws a shape as the
/// right button does.
const LONG_PRESS: f64 = 0.5;

/// Distance in egui points that a long press may drift.
const LONG_PRESS_SLOP: f32 = 10.0;

/// Turns pointer events into taps, drags and shapes.
pub(super) fn handle_pointer(
    ui: &Ui,
    response: &Response,
    interaction: BoardInteraction,
    inputs: &mut MessageWriter<BoardInput>,
) {
    let zoom = ui.ctx().zoom_factor();
    let in_window = |pos: egui::Pos2| Vec2::new(pos.x, pos.y) * zoom;
    inputs.write(BoardInput::Hover(response.hover_pos().map(in_window)));
    let at = response.interact_pointer_pos().map(in_window);
    let from = ui.input(|input| input.pointer.press_origin()).map(in_window);
    if interaction.secondary_draws
        && !interaction.primary_draws
        && handle_long_press(ui, response, inputs)
    {
        return;
    }
    let drawn_by = match (interaction.secondary_draws, interaction.primary_draws) {
        (_, true) => &[PointerButton::Primary, PointerButton::Secondary][..],
        (true, false) => &[PointerButton::Secondary],
        (false, false) => &[],
    };
    for &button in drawn_by {
        if let (true, Some(at)) = (response.clicked_by(button), at) {
            inputs.write(BoardInput::DrawShape(at, at));
            response.request_focus();
        }
        if let (true, Some(from)) = (response.drag_started_by(button), from) {
            inputs.write(BoardInput::DrawMove(from, from));
            response.request_focus();
        }
        if let (true, Some(at), Some(from)) = (response.dragged_by(button), at, from) {
            inputs.write(BoardInput::DrawMove(from, at));
        }
        if let (true, Some(at)) = (response.drag_stopped_by(button), at) {
            inputs.write(BoardInput::DrawEnd(at));
        }
    }
    if interaction.primary_draws {
        return;
    }
    if let (true, Some(at)) = (response.clicked_by(PointerButton::Primary), at) {
        inputs.write(BoardInput::Tap(at));
        response.request_focus();
    }
    if let (true, Some(from)) = (response.drag_started_by(PointerButton::Primary), from) {
        inputs.write(BoardInput::DragStart(from));
        response.request_focus();
    }
    if let Some(at) = at {
        if response.dragged_by(PointerButton::Primary) {
            inputs.write(BoardInput::Hover(Some(at)));
            inputs.write(BoardInput::DragMove(at));
        }
        if response.drag_stopped_by(PointerButton::Primary) {
            inputs.write(BoardInput::DragEnd(at));
        }
    }
}

/// Draws a shape with a long press, as the right button does. Returns true while it does.
fn handle_long_press(ui: &Ui, response: &Response, inputs: &mut MessageWriter<BoardInput>) -> bool {
    /// A touch on the board: its start, and its latest position.
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
                inputs.write(BoardInput::DrawEnd(in_window(finger.at)));
                true
            }
            None => false,
        };
    };
    let new = Finger { from: at, since: now, at, draws: false, moved: false };
    let mut finger = Finger { at, ..known.unwrap_or(new) };
    finger.moved |= finger.from.distance(at) > LONG_PRESS_SLOP;
    finger.draws |= !finger.moved && now - finger.since >= LONG_PRESS;
    if finger.draws {
        inputs.write(BoardInput::DrawMove(in_window(finger.from), in_window(at)));
    }
    ui.data_mut(|data| data.insert_temp(id, finger));
    finger.draws
}

/// Handles the pointer where a stone is previewed before it is placed. A tap inside the
/// magnifier counts for the point seen there.
pub(super) fn handle_placement_preview(
    ui: &Ui,
    response: &Response,
    lens: Option<Magnifier>,
    inputs: &mut MessageWriter<BoardInput>,
) {
    let zoom = ui.ctx().zoom_factor();
    let in_window = |pos: egui::Pos2| Vec2::new(pos.x, pos.y) * zoom;
    inputs.write(BoardInput::Hover(response.hover_pos().map(in_window)));
    let Some(at) = response.interact_pointer_pos().map(in_window) else { return };
    let seen = lens.and_then(|lens| lens.unmagnify(at));
    let down = ui.input(|input| input.pointer.primary_down());
    if response.clicked_by(PointerButton::Primary) {
        inputs.write(BoardInput::TouchEnd { at: seen.unwrap_or(at), tap: true });
        response.request_focus();
    } else if response.drag_stopped_by(PointerButton::Primary) {
        inputs.write(BoardInput::TouchEnd { at, tap: false });
        response.request_focus();
    } else if response.is_pointer_button_down_on() && down && seen.is_none() {
        inputs.write(BoardInput::TouchMove(at));
    }
}

/// Handles the keys of both players. The arrows and Enter count only while the board has
/// the focus; letters always do, except during text entry.
pub(super) fn handle_keys(
    ui: &Ui,
    focused: bool,
    arrow_keys: bool,
    inputs: &mut MessageWriter<BoardInput>,
) {
    const STEPS: [(Shortcut, KeyboardHalf, i32, i32); 8] = [
        (keys::LEFT, KeyboardHalf::Right, -1, 0),
        (keys::RIGHT, KeyboardHalf::Right, 1, 0),
        (keys::UP, KeyboardHalf::Right, 0, -1),
        (keys::DOWN, KeyboardHalf::Right, 0, 1),
        (keys::SECOND_LEFT, KeyboardHalf::Left, -1, 0),
        (keys::SECOND_RIGHT, KeyboardHalf::Left, 1, 0),
        (keys::SECOND_UP, KeyboardHalf::Left, 0, -1),
        (keys::SECOND_DOWN, KeyboardHalf::Left, 0, 1),
    ];
    // Letters are text while a text field is edited.
    let letters = !ui.ctx().text_edit_focused();
    ui.input(|input| {
        for (key, half, right, down) in STEPS {
            let theirs = if half == KeyboardHalf::Left { letters } else { focused && arrow_keys };
            if theirs && input.modifiers.is_none() {
                for _ in 0..key.presses(input) {
                    inputs.write(BoardInput::MoveCursor(half, right, down));
                }
            }
        }
        if focused && keys::CHOOSE.is_pressed(input) {
            inputs.write(BoardInput::Activate(KeyboardHalf::Right));
        }
        if focused && keys::SECOND_CHOOSE.is_pressed(input) {
            inputs.write(BoardInput::Activate(KeyboardHalf::Left));
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::prelude::{App, Messages};

    use super::*;
    use crate::app::board::{BoardArea, CurrentLayout, Cursor};
    use crate::app::platform::ScreenReader;
    use crate::app::session::ActiveSession;
    use crate::app::settings::ActiveTheme;
    use crate::app::widgets::board_view::BoardWidget;

    /// The board widget in a 360x640 egui context.
    struct TestBoard {
        app: App,
        ctx: egui::Context,
        now: f64,
        interaction: BoardInteraction,
    }

    impl TestBoard {
        fn new(interaction: BoardInteraction) -> TestBoard {
            let mut app = App::new();
            app.add_message::<BoardInput>()
                .init_resource::<ActiveSession>()
                .init_resource::<ActiveTheme>()
                .init_resource::<CurrentLayout>()
                .init_resource::<Cursor>()
                .init_resource::<BoardArea>()
                .init_resource::<ScreenReader>();
            let ctx = egui::Context::default();
            ctx.options_mut(|options| {
                options.input_options.max_click_dist = LONG_PRESS_SLOP;
                options.input_options.max_click_duration = 10.0;
            });
            let mut board = TestBoard { app, ctx, now: 0.0, interaction };
            board.frame(Vec::new());
            board
        }

        /// Runs a frame 0.12 s later with these events and returns the board's messages.
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
            let (ctx, interaction) = (self.ctx.clone(), self.interaction);
            let draw = move |mut board: BoardWidget| {
                board.show(&mut crate::app::widgets::root(&ctx), "", interaction);
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

    const REVIEW: BoardInteraction = BoardInteraction::review(true, false);

    fn at(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    #[test]
    fn a_short_touch_is_a_tap() {
        let mut board = TestBoard::new(REVIEW);
        assert_eq!(board.finger(Start, 100.0, 100.0), []);
        assert_eq!(board.frame(Vec::new()), []);
        assert_eq!(board.finger(End, 101.0, 100.0), [BoardInput::Tap(at(101.0, 100.0))]);
        assert_eq!(board.frame(Vec::new()), []);
    }

    #[test]
    fn a_long_press_draws_a_shape_as_the_right_button_does() {
        let mut board = TestBoard::new(REVIEW);
        board.finger(Start, 100.0, 100.0);
        // Small drift is tolerated.
        for n in 0..4 {
            assert_eq!(board.finger(Way, 100.0 + n as f32, 100.0), [], "{n}");
        }
        let [from, to] = [at(100.0, 100.0), at(200.0, 150.0)];
        assert_eq!(board.frame(Vec::new()), [BoardInput::DrawMove(from, at(103.0, 100.0))]);
        assert_eq!(board.finger(Way, 200.0, 150.0), [BoardInput::DrawMove(from, to)]);
        assert_eq!(board.finger(End, 200.0, 150.0), [BoardInput::DrawEnd(to)]);
        assert_eq!(board.frame(Vec::new()), []);
    }

    #[test]
    fn a_touch_that_moves_at_once_drags_a_piece() {
        let mut board = TestBoard::new(REVIEW);
        board.finger(Start, 100.0, 100.0);
        let [from, to] = [at(100.0, 100.0), at(130.0, 100.0)];
        assert_eq!(
            board.finger(Way, 130.0, 100.0),
            [BoardInput::DragStart(from), BoardInput::DragMove(to)]
        );
        for _ in 0..8 {
            assert_eq!(board.frame(Vec::new()), [BoardInput::DragMove(to)]);
        }
        assert_eq!(board.finger(End, 130.0, 100.0), [BoardInput::DragEnd(to)]);
    }

    #[test]
    fn with_placement_preview_a_touch_aims_until_lifted() {
        let mut board = TestBoard::new(BoardInteraction::play(true, true));
        let [from, to] = [at(100.0, 100.0), at(130.0, 100.0)];
        assert_eq!(board.finger(Start, 100.0, 100.0), [BoardInput::TouchMove(from)]);
        for _ in 0..20 {
            assert_eq!(board.frame(Vec::new()), [BoardInput::TouchMove(from)]);
        }
        let tapped = BoardInput::TouchEnd { at: from, tap: true };
        assert_eq!(board.finger(End, 100.0, 100.0), [tapped]);
        board.finger(Start, 100.0, 100.0);
        assert_eq!(board.finger(Way, 130.0, 100.0), [BoardInput::TouchMove(to)]);
        let moved = BoardInput::TouchEnd { at: to, tap: false };
        assert_eq!(board.finger(End, 130.0, 100.0), [moved]);
        assert_eq!(board.frame(Vec::new()), []);
    }
}
