//! Panels beside the board in a wide window, and the parts that the compact panels share.

use bevy_egui::egui::{
    self, Align, FontId, Frame, Label, Layout, Margin, RichText, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{
    ARROW_LEFT, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, ARROWS_DOWN_UP, CHAT_TEXT, CHECK, LIGHTBULB,
    LIST, PAUSE, PLAY, TIMER, X,
};

use super::actions::{UiAction, leave_action};
use super::labels::{duration_text, match_score_line, status_line};
use super::players::{PLAYER_HEIGHT, player_row, side_order};
use super::sheet::Sheet;
use super::{View, coach, move_list, online, result, score};
use crate::app::features::engine::HelpRequest;
use crate::app::session::{GameAction, PlayerKind, Turn};
use crate::app::text::{game_name, variant_line};
use crate::app::widgets::controls::{
    ButtonStyle, button, icon_button, muted, spinner, title, wide_button,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::{moves, theme, toasts};
use crate::core::Move;
use crate::core::TimeControl;
use crate::games::AnyPosition;

/// Least height of the move list below a result.
const MIN_LIST_HEIGHT: f32 = 80.0;

/// All panels in one column beside the board.
pub(super) fn column(ui: &mut Ui, view: &mut View) {
    let [top, bottom] = side_order(view);
    header(ui, view);
    player_row(ui, view, top);
    Frame::new().inner_margin(Margin::symmetric(0, 2)).show(ui, |ui| {
        if view.remark.is_some() && !coach::has_place(ui, view) {
            coach::compact(ui, view);
        } else {
            status(ui, view, false);
        }
        score::overlay_buttons(ui, view);
        decisions(ui, view);
        score::lead_line(ui, view);
        if view.session.ending().is_none() {
            score::score_breakdown(ui, view);
        }
    });
    let foot = PLAYER_HEIGHT + ui.spacing().interact_size.y + 28.0;
    let room = (ui.available_height() - foot).max(0.0);
    ui.allocate_ui(Vec2::new(ui.available_width(), room), |ui| {
        ui.set_min_height(room);
        let width = ui.available_width();
        let coach = coach::reserved_height(ui, view);
        let free = |ui: &Ui, below: f32| {
            (ui.available_height() - toasts::reserved_height(ui) - below - coach).max(0.0)
        };
        if view.session.ending().is_some() {
            let size = Vec2::new(width, free(ui, MIN_LIST_HEIGHT));
            ui.allocate_ui(size, |ui| result::show(ui, view, false));
        }
        let size = Vec2::new(width, free(ui, 0.0));
        // A lower list would push what is below it out of the window.
        if size.y >= MIN_LIST_HEIGHT {
            ui.allocate_ui(size, |ui| match view.online {
                Some(_) => online::moves_and_chat(ui, view),
                None => move_list::show(ui, view),
            });
        }
        coach::show(ui, view);
        toasts::reserve(ui);
    });
    player_row(ui, view, bottom);
    ui.add_space(4.0);
    button_bar(ui, view);
}

pub(super) fn header(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.l10n.get("home"), true).clicked() {
            view.actions.push(leave_action(view));
        }
        let name = game_name(view.l10n, view.session.setup().game.id());
        ui.label(title(name, theme::LARGE));
        // Rules and opening, and the score of a match below them, in the height of the row.
        let setup = view.session.setup();
        let rules = variant_line(view.l10n, setup.game, &setup.options);
        let score =
            match_score_line(view.l10n, view.session).filter(|_| view.session.ending().is_none());
        let lines: Vec<_> = [rules, score].into_iter().flatten().collect();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            header_note(ui, &lines);
        });
    });
}

/// Small text at the end of the header: a line of each part, or one part in two lines where
/// it is too long for one.
fn header_note(ui: &mut Ui, lines: &[String]) {
    let palette = Palette::of(ui);
    let width = ui.available_width();
    let font = FontId::proportional(theme::SMALL);
    let mut job = egui::text::LayoutJob::default();
    let format = egui::text::TextFormat {
        // Two lines are as high as a button.
        line_height: Some(16.0),
        ..egui::text::TextFormat::simple(font, palette.muted)
    };
    job.append(&lines.join("\n"), 0.0, format);
    job.wrap = egui::text::TextWrapping { max_width: width, max_rows: 2, ..Default::default() };
    job.halign = Align::Max;
    ui.add(Label::new(job));
}

/// Status line, search progress and opening name, in the same height whatever they say.
/// Where there is no header (`compact`), the name follows the rules that are played.
pub(super) fn status(ui: &mut Ui, view: &mut View, compact: bool) {
    if confirm_bar(ui, view) {
        return;
    }
    let palette = Palette::of(ui);
    let text = status_line(view);
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        if view.thinking.is_busy() {
            spinner(ui);
        }
        ui.add(Label::new(RichText::new(text).size(theme::BODY).color(palette.ink)).wrap());
        if let Some(depth) = view.depth.filter(|&depth| depth > 1) {
            let depth = [("depth", depth.to_string())];
            muted(ui, view.l10n.format("search-depth", &depth));
        }
    });
    if compact && online::is_asked(view) {
        // The answers take the place of the line.
        return;
    }
    let (tree, node) = (view.session.tree(), view.session.current());
    // Its line is there with and without a name, so that nothing below it moves.
    let setup = view.session.setup();
    let rules = variant_line(view.l10n, setup.game, &setup.options).filter(|_| compact);
    let opening = view.openings.name(view.l10n, tree, node);
    let names: Vec<_> = [rules, opening].into_iter().flatten().collect();
    let name = if names.is_empty() { " ".to_owned() } else { names.join(" · ") };
    ui.scope(|ui| {
        // As high as its text.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                elapsed_time(ui, view);
                let name = RichText::new(name).size(theme::SMALL).color(palette.muted);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(name).truncate());
                });
            });
        });
    });
}

/// Time for which the game has been played; in minutes as long as no clock has the window
/// redrawn every second.
fn elapsed_time(ui: &mut Ui, view: &View) {
    let session = view.session;
    let is_timed = session.clock().control() != TimeControl::Unlimited;
    let time = if is_timed || session.turn() == Turn::Nobody {
        duration_text(session.elapsed())
    } else {
        let minutes = session.elapsed().as_secs() / 60;
        view.l10n.format("minutes-played", &[("minutes", minutes.to_string())])
    };
    let name = view.l10n.format("time-played", &[("time", time.clone())]);
    let shown = muted(ui, format!("{TIMER} {time}"));
    shown.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &name));
    shown.on_hover_text(name);
}

/// Buttons for passes, decisions and draw offers. What comes last may appear below
/// buttons that were there before.
pub(super) fn decisions(ui: &mut Ui, view: &mut View) {
    game_decision_buttons(ui, view);
    engine_failure_buttons(ui, view);
    online::takeback_buttons(ui, view);
    let answers = view
        .session
        .draw_offer()
        .is_some_and(|by| view.session.player_kind(by.other()) == PlayerKind::Human);
    if answers {
        ui.horizontal_wrapped(|ui| {
            for (id, style, accepted) in [
                ("draw-accept", ButtonStyle::Primary, true),
                ("draw-decline", ButtonStyle::Plain, false),
            ] {
                if button(ui, style, None, &view.l10n.get(id)).clicked() {
                    view.actions.push(UiAction::Game(GameAction::AnswerDraw(accepted)));
                }
            }
        });
    }
}

/// Buttons for an engine that cannot play on: to try it again, to replace it, or to read its
/// transcript.
fn engine_failure_buttons(ui: &mut Ui, view: &mut View) {
    let Some(&failure) = view.thinking.engine_failure() else { return };
    let side = view.session.side_of(failure.player);
    ui.horizontal_wrapped(|ui| {
        if failure.may_retry
            && button(ui, ButtonStyle::Primary, None, &view.l10n.get("engine-try-again")).clicked()
        {
            view.actions.push(UiAction::RetryEngines);
        }
        let level = view.session.setup().game.levels().to_string();
        let text = view.l10n.format("engine-replace", &[("number", level)]);
        if button(ui, ButtonStyle::Plain, None, &text).clicked() {
            view.actions.push(UiAction::Game(GameAction::ReplaceEngine(side)));
        }
        if let (true, PlayerKind::Engine(id)) = (failure.may_retry, view.session.player_kind(side))
        {
            let text = view.l10n.get("engine-transcript-open");
            // In a phone's panel there is no room for another line.
            let pressed = match ui.available_size_before_wrap().x >= ui.spacing().interact_size.y {
                true => icon_button(ui, CHAT_TEXT, &text, true),
                false => button(ui, ButtonStyle::Plain, Some(CHAT_TEXT), &text),
            };
            if pressed.clicked() {
                view.actions.push(UiAction::ReadTranscript(id));
            }
        }
    });
}

/// Buttons that place or cancel the previewed stone, and the rule warning about it.
/// Returns false if there is none.
pub(super) fn confirm_bar(ui: &mut Ui, view: &mut View) -> bool {
    let Some(aim) = view.cursor.touch_aim else { return false };
    let board = view.session.position().board();
    ui.horizontal(|ui| {
        if icon_button(ui, X, &view.l10n.get("put-back"), true).clicked() {
            view.actions.push(UiAction::CancelMove);
        }
        let text = view.l10n.format("place-here", &[("point", board.point_name(aim.point))]);
        if wide_button(ui, ButtonStyle::Primary, Some(CHECK), &text).clicked() {
            view.actions.push(UiAction::ConfirmMove);
        }
    });
    if view.cursor.pending_confirm.is_some() {
        let text = RichText::new(status_line(view)).size(theme::BODY);
        ui.add(Label::new(text.color(Palette::of(ui).ink)).wrap());
    }
    true
}

/// Buttons for passes and decisions, each of which is played at once.
pub(super) fn decision_buttons(ui: &mut Ui, view: &mut View) {
    let pressed = pressed_decision(ui, view);
    view.actions.extend(pressed.map(UiAction::Play));
}

fn pressed_decision(ui: &mut Ui, view: &View) -> Option<Move> {
    let is_asked = view.session.turn() == Turn::Human;
    is_asked.then(|| moves::decision_buttons(ui, view.l10n, view.moves)).flatten()
}

/// Buttons for passes and decisions of a game: a pass that ends it is asked about. Their
/// place is kept while the computer moves.
fn game_decision_buttons(ui: &mut Ui, view: &mut View) {
    if let Some(mv) = pressed_decision(ui, view) {
        view.actions.push(match ends_play(view.session.position(), mv) {
            true => UiAction::OpenSheet(Sheet::Pass),
            false => UiAction::Play(mv),
        });
    }
    if view.session.turn() == Turn::Human {
        return;
    }
    if view.session.ending().is_none()
        && view.session.position().check(Move::Pass).is_ok()
        && !matches!(view.session.turn(), Turn::Forced(_))
    {
        ui.add_space(ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
    }
}

/// Returns true if this move is a pass after which nothing more is played on the board.
fn ends_play(position: &AnyPosition, mv: Move) -> bool {
    let mut after = position.clone();
    mv == Move::Pass
        && after.play(mv).is_ok()
        && !after.legal_moves().iter().any(|mv| matches!(mv, Move::Place(_) | Move::FromTo { .. }))
}

/// Number of icon buttons.
pub(super) fn button_count(view: &View) -> usize {
    match () {
        () if view.online.is_some() => 4,
        () if view.session.is_computers_only() => 6,
        () => 5,
    }
}

/// Icon buttons in one row, spread over the width.
pub(super) fn button_bar(ui: &mut Ui, view: &mut View) {
    let count = button_count(view) as f32;
    let width = ui.spacing().interact_size.y;
    ui.scope(|ui| {
        let gap = (ui.available_width() - count * width) / (count - 1.0);
        let gap = gap.clamp(0.0, 48.0);
        let taken = count * width + (count - 1.0) * gap;
        let margin = ((ui.available_width() - taken) / 2.0).max(0.0);
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.horizontal(|ui| {
            ui.add_space(margin);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                button_rows(ui, view, count as usize);
            });
        });
    });
}

/// Icon buttons, `across` in a row.
pub(super) fn button_rows(ui: &mut Ui, view: &mut View, across: usize) {
    let l10n = view.l10n;
    let running = view.session.ending().is_none();
    let paused = view.session.is_paused();
    let mut entries = vec![
        (ARROW_U_UP_LEFT, "undo", true, UiAction::Game(GameAction::Undo)),
        (ARROW_U_UP_RIGHT, "redo", true, UiAction::Game(GameAction::Redo)),
        (LIGHTBULB, "hint", running, UiAction::Engine(HelpRequest::Hint)),
        (ARROWS_DOWN_UP, "flip-board", true, UiAction::FlipBoard),
        (LIST, "more", true, UiAction::OpenSheet(Sheet::More)),
    ];
    if view.online.is_some() {
        entries = online::buttons(view);
    }
    if view.session.is_computers_only() {
        let (icon, id) = if paused { (PLAY, "go-on") } else { (PAUSE, "pause") };
        entries.insert(2, (icon, id, running, UiAction::Game(GameAction::Pause(!paused))));
    }
    for row in entries.chunks(across) {
        ui.horizontal(|ui| {
            for (icon, id, enabled, action) in row {
                if icon_button(ui, icon, &l10n.get(id), *enabled).clicked() {
                    view.actions.push(action.clone());
                }
            }
        });
    }
}
