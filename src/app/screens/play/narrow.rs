//! The panels where there is little room: above and below the board of a
//! portrait window, and in a slim column beside it.

use bevy_egui::egui::{
    self, CornerRadius, FontId, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular::ARROW_LEFT;

use super::panel::{
    PLAYER, both_captured, button_rows, buttons, count, head, is_on_turn, moves, player, say, sides,
};
use super::state::{clock_face, match_line, player_name, short_name};
use super::{Tab, View, Wish, result, score};
use crate::app::screens::thumbnail;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{choice, icon_button, muted};
use crate::core::{Move, Side};

/// Breadth from which there is no need for tabs.
const BESIDE_FROM: f32 = 600.0;

/// Breadth that piece, count and clock of a player need.
const LEAST_PLAYER: f32 = 92.0;

/// The least that is needed, in a slim column.
pub(super) fn slim(ui: &mut Ui, view: &mut View) {
    ui.spacing_mut().item_spacing = Vec2::splat(4.0);
    both(ui, view);
    let side = ui.spacing().interact_size.y + 4.0;
    let across = ((ui.available_width() + 4.0) / side).clamp(1.0, 6.0) as usize;
    let rows = count(view).div_ceil(across) as f32;
    let height = ui.available_height() - rows * side - 4.0;
    if rows > 1.0 && height < 2.0 * LEAST_CONTENT {
        // A low window at a large scale: everything is there, by scrolling.
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            stand(ui, view, true);
            button_rows(ui, view, across);
        });
        return;
    }
    tabs(ui, view, height - side, true);
    match rows > 1.0 {
        true => button_rows(ui, view, across),
        false => buttons(ui, view),
    }
}

/// Height that the result of a game needs.
const RESULT: f32 = 150.0;

/// Height of what the tabs show, at least and at most.
const LEAST_CONTENT: f32 = 84.0;
const MOST_CONTENT: f32 = 320.0;

/// What a portrait window of this size has beside the largest board and what
/// is always there; with the players' own lines, or with both in one.
fn spare(ui: &Ui, view: &View, size: Vec2, short: bool) -> f32 {
    let board = view.session.position().board();
    let tall = size.x * f32::from(board.ranks) / f32::from(board.files).max(1.0);
    let line = ui.spacing().interact_size.y + 4.0;
    let players = if short { 0.0 } else { 2.0 * (PLAYER + 4.0) };
    // The head, the tabs and the buttons, and the margins around all.
    size.y - tall - 3.0 * line - players - 20.0
}

/// Whether the players share one line in a portrait window of this size.
fn is_short(ui: &Ui, view: &View, size: Vec2) -> bool {
    spare(ui, view, size, false) < LEAST_CONTENT
}

/// The way back and the opponent, above the board.
pub(super) fn above(ui: &mut Ui, view: &mut View, size: Vec2) {
    ui.spacing_mut().item_spacing.y = 4.0;
    if is_short(ui, view, size) {
        both(ui, view);
    } else {
        head(ui, view);
        let [top, _] = sides(view);
        player(ui, view, top);
    }
}

/// The player at this device, and what there is beside the board, in tabs.
pub(super) fn below(ui: &mut Ui, view: &mut View, size: Vec2) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let short = is_short(ui, view, size);
    if !short {
        let [_, bottom] = sides(view);
        player(ui, view, bottom);
    }
    // The height never changes within a game, so that the board stays.
    let height = spare(ui, view, size, short).clamp(LEAST_CONTENT, MOST_CONTENT);
    if ui.available_width() >= BESIDE_FROM {
        side_by_side(ui, view, height + ui.spacing().interact_size.y + 4.0);
    } else {
        tabs(ui, view, height, short);
    }
    buttons(ui, view);
}

/// The tabs, and this high below them what the chosen one shows.
fn tabs(ui: &mut Ui, view: &mut View, height: f32, short: bool) {
    let over = view.session.ending().is_some();
    if over && height < RESULT {
        // What comes next must not be hidden; the moves are in the review.
        let height = height + ui.spacing().interact_size.y + 4.0;
        ui.allocate_ui(Vec2::new(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.set_max_height(height);
            show_tab(ui, view, Tab::Game, short);
        });
        return;
    }
    let position = view.session.position();
    let scores = !position.overlays().is_empty() || !position.score_sheet().is_empty();
    let mut names =
        vec![(Tab::Game, view.words.get("tab-game")), (Tab::Moves, view.words.get("moves"))];
    if scores {
        names.push((Tab::Score, view.words.get("tab-score")));
    } else if *view.tab == Tab::Score {
        *view.tab = Tab::Game;
    }
    // What one is asked for is not to be missed.
    let on_board = |mv: &Move| matches!(mv, Move::Place(_) | Move::Travel { .. });
    let asked = view.cursor.aim.is_some()
        || view.cursor.doubted.is_some()
        || view.session.offer().is_some()
        || view.thinking.is_helping()
        || view.thinking.hint().is_some()
        || (!view.moves.is_empty() && !view.moves.iter().any(on_board));
    let shown = if asked && !over { Tab::Game } else { *view.tab };
    ui.horizontal(|ui| {
        let mut tab = shown;
        if choice(ui, &mut tab, &names) {
            *view.tab = tab;
        }
    });
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        show_tab(ui, view, shown, short);
    });
}

/// What a tab shows, in all of the room there is.
fn show_tab(ui: &mut Ui, view: &mut View, tab: Tab, short: bool) {
    let scroll = |name: &str| ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
    match tab {
        Tab::Moves => moves(ui, view),
        Tab::Game => _ = scroll("stand").show(ui, |ui| stand(ui, view, short)),
        Tab::Score => {
            scroll("score").show(ui, |ui| {
                score::overlays(ui, view);
                score::lead(ui, view);
                score::sheet(ui, view);
            });
        }
    }
}

/// What the tabs show, beside each other where there is room for it: how the
/// game stands, and the moves.
fn side_by_side(ui: &mut Ui, view: &mut View, height: f32) {
    ui.allocate_ui(Vec2::new(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        ui.columns(2, |columns| {
            let scroll = ScrollArea::vertical().id_salt("stand").auto_shrink([false, false]);
            scroll.show(&mut columns[0], |ui| {
                stand(ui, view, false);
                score::overlays(ui, view);
                if view.session.ending().is_none() {
                    score::sheet(ui, view);
                }
            });
            moves(&mut columns[1], view);
        });
    });
}

/// How the game stands: what it waits for, or how it ended. `short` where the
/// players' own lines do not show what they have captured.
fn stand(ui: &mut Ui, view: &mut View, short: bool) {
    if view.session.ending().is_some() {
        result::show(ui, view, true);
    } else {
        say(ui, view, false);
        let [top, bottom] = sides(view);
        if short {
            both_captured(ui, view, [bottom, top]);
        }
        score::lead(ui, view);
        if let Some(line) = match_line(view.words, view.session) {
            muted(ui, line);
        }
    }
}

/// The way back and both players in one line, or in three where it is short.
fn both(ui: &mut Ui, view: &mut View) {
    let back = |ui: &mut Ui, view: &mut View| {
        if icon_button(ui, ARROW_LEFT, &view.words.get("home"), true).clicked() {
            view.wishes.push(Wish::Home);
        }
    };
    let [top, bottom] = sides(view);
    let height = ui.spacing().interact_size.y;
    let breadth = (ui.available_width() - height - 8.0) / 2.0;
    if breadth < LEAST_PLAYER {
        back(ui, view);
        let breadth = ui.available_width();
        short_player(ui, view, top, Vec2::new(breadth, 30.0));
        short_player(ui, view, bottom, Vec2::new(breadth, 30.0));
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        back(ui, view);
        short_player(ui, view, bottom, Vec2::new(breadth, height));
        short_player(ui, view, top, Vec2::new(breadth, height));
    });
}

/// One player in the least room: piece, count and clock.
fn short_player(ui: &mut Ui, view: &View, side: Side, size: Vec2) {
    let palette = Palette::of(ui);
    let on_turn = is_on_turn(view, side);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let name = player_name(view.words, view.session, side);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &name));
    let painter = ui.painter();
    if on_turn {
        let line = Stroke::new(1.5 * palette.weight, palette.accent);
        painter.rect(rect, CornerRadius::same(8), palette.panel, line, StrokeKind::Inside);
    }
    let middle = rect.center().y;
    let (game, position) = (view.session.setup().game, view.session.position());
    let at = egui::pos2(rect.left() + 16.0, middle);
    thumbnail::sign(painter, at, 10.0, game, position, side, view.brush);
    let mut left = rect.left() + 32.0;
    if let Some(tally) = position.tally() {
        let text = tally[side.index()].to_string();
        let font = FontId::proportional(theme::LARGE);
        let at = egui::pos2(left, middle);
        left = painter.text(at, egui::Align2::LEFT_CENTER, text, font, palette.ink).right() + 8.0;
    }
    let clock = clock_face(view.words, view.session, side);
    let at = egui::pos2(rect.right() - 6.0, middle);
    let font = FontId::proportional(theme::SMALL);
    let right =
        painter.text(at, egui::Align2::RIGHT_CENTER, clock, font.clone(), palette.muted).left();
    // As much of the name as there is room for.
    let room = right - left - 6.0;
    if room > 24.0 {
        let name = short_name(view.words, view.session, side);
        let mut job = egui::text::LayoutJob::simple(name, font, palette.ink, room);
        job.wrap.max_rows = 1;
        job.wrap.break_anywhere = true;
        let name = painter.layout_job(job);
        let at = egui::pos2(left, middle - name.size().y / 2.0);
        painter.galley(at, name, palette.ink);
    }
}
