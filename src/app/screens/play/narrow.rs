//! Compact panels: above and below the board of a portrait window, and in a slim column
//! beside it.

use bevy_egui::egui::{ScrollArea, Ui, Vec2};
use egui_phosphor::regular::ARROW_LEFT;

use super::actions::leave_action;
use super::labels::match_score_line;
use super::panel::{button_bar, button_count, button_rows, decisions, header, status};
use super::players::{PLAYER_HEIGHT, captured_rows, compact_player, player_row, side_order};
use super::{Tab, View, coach, move_list, online, result, score};
use crate::app::widgets::controls::{icon_button, muted};
use crate::core::Move;

/// Width in egui points from which both tabs fit beside each other.
const SIDE_BY_SIDE_WIDTH: f32 = 600.0;

/// Minimum width of a player's piece, count and clock.
const MIN_PLAYER_WIDTH: f32 = 92.0;

/// Compact panels in a slim column.
pub(super) fn slim(ui: &mut Ui, view: &mut View) {
    ui.spacing_mut().item_spacing = Vec2::splat(4.0);
    compact_players(ui, view);
    let side = ui.spacing().interact_size.y + 4.0;
    let across = ((ui.available_width() + 4.0) / side).clamp(1.0, 6.0) as usize;
    let rows = button_count(view).div_ceil(across) as f32;
    let height = ui.available_height() - rows * side - 4.0;
    if rows > 1.0 && height < 2.0 * MIN_TAB_HEIGHT {
        // A low window at a large scale: everything scrolls.
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            game_status(ui, view, true);
            button_rows(ui, view, across);
        });
        return;
    }
    tabs(ui, view, height - side, true);
    match rows > 1.0 {
        true => button_rows(ui, view, across),
        false => button_bar(ui, view),
    }
}

/// Height of the result card.
const RESULT_HEIGHT: f32 = 150.0;

/// Minimum and maximum height of a tab's content.
const MIN_TAB_HEIGHT: f32 = 84.0;
const MAX_TAB_HEIGHT: f32 = 320.0;

/// Height that a portrait window has left beside the largest board and the fixed rows,
/// with a row for each player or one for both (`compact`).
fn spare_height(ui: &Ui, view: &View, size: Vec2, compact: bool) -> f32 {
    let board = view.session.position().board();
    let tall = size.x * f32::from(board.ranks) / f32::from(board.files).max(1.0);
    let line = ui.spacing().interact_size.y + 4.0;
    let players = if compact { 0.0 } else { 2.0 * (PLAYER_HEIGHT + 4.0) };
    // Header, tabs, buttons and margins.
    size.y - tall - 3.0 * line - players - 20.0
}

/// True if both players share one row in a portrait window of this size.
fn is_compact(ui: &Ui, view: &View, size: Vec2) -> bool {
    spare_height(ui, view, size, false) < MIN_TAB_HEIGHT
}

/// Header and the opponent, above the board.
pub(super) fn above_board(ui: &mut Ui, view: &mut View, size: Vec2) {
    ui.spacing_mut().item_spacing.y = 4.0;
    if is_compact(ui, view, size) {
        compact_players(ui, view);
    } else {
        header(ui, view);
        let [top, _] = side_order(view);
        player_row(ui, view, top);
    }
}

/// The player and the tabs, below the board.
pub(super) fn below_board(ui: &mut Ui, view: &mut View, size: Vec2) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let compact = is_compact(ui, view, size);
    if !compact {
        let [_, bottom] = side_order(view);
        player_row(ui, view, bottom);
    }
    // The height is constant during a game, so that the board does not move.
    let height = spare_height(ui, view, size, compact).clamp(MIN_TAB_HEIGHT, MAX_TAB_HEIGHT);
    if ui.available_width() >= SIDE_BY_SIDE_WIDTH {
        side_by_side(ui, view, height + ui.spacing().interact_size.y + 4.0);
    } else {
        tabs(ui, view, height, compact);
    }
    button_bar(ui, view);
}

/// The tabs, and content of this height.
fn tabs(ui: &mut Ui, view: &mut View, height: f32, compact: bool) {
    let over = view.session.ending().is_some();
    if over && height < RESULT_HEIGHT {
        // The result's buttons must be visible; the moves are in the review.
        let height = height + ui.spacing().interact_size.y + 4.0;
        ui.allocate_ui(Vec2::new(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.set_max_height(height);
            show_tab(ui, view, Tab::Game, compact);
        });
        return;
    }
    let position = view.session.position();
    let scores = !position.overlays().is_empty() || !position.score_breakdown().is_empty();
    let mut names =
        vec![(Tab::Game, view.l10n.get("tab-game")), (Tab::Moves, view.l10n.get("moves"))];
    if scores {
        names.push((Tab::Score, view.l10n.get("tab-score")));
    } else if *view.tab == Tab::Score {
        *view.tab = Tab::Game;
    }
    match view.online.is_some() {
        true => names.push((Tab::Chat, view.l10n.get("online-chat"))),
        false if *view.tab == Tab::Chat => *view.tab = Tab::Game,
        false => {}
    }
    // Prompts take precedence over the selected tab.
    let on_board = |mv: &Move| matches!(mv, Move::Place(_) | Move::FromTo { .. });
    let asked = view.cursor.touch_aim.is_some()
        || view.cursor.pending_confirm.is_some()
        || view.session.draw_offer().is_some()
        || online::is_asked(view)
        || view.thinking.is_preparing_help()
        || view.thinking.engine_failure().is_some()
        || view.thinking.hint().is_some()
        || view.remark.is_some()
        || (!view.moves.is_empty() && !view.moves.iter().any(on_board));
    let shown = if asked && !over { Tab::Game } else { *view.tab };
    ui.horizontal(|ui| {
        let mut tab = shown;
        if online::tab_choice(ui, view, &mut tab, &names) {
            *view.tab = tab;
        }
    });
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        show_tab(ui, view, shown, compact);
    });
}

/// Content of a tab.
fn show_tab(ui: &mut Ui, view: &mut View, tab: Tab, compact: bool) {
    let scroll = |name: &str| ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
    match tab {
        Tab::Moves => move_list::show(ui, view),
        Tab::Chat => online::chat(ui, view),
        Tab::Game => _ = scroll("stand").show(ui, |ui| game_status(ui, view, compact)),
        Tab::Score => {
            scroll("score").show(ui, |ui| {
                score::overlay_buttons(ui, view);
                score::lead_line(ui, view);
                score::score_breakdown(ui, view);
            });
        }
    }
}

/// Status and move list beside each other, in wide windows.
fn side_by_side(ui: &mut Ui, view: &mut View, height: f32) {
    ui.allocate_ui(Vec2::new(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        ui.columns(2, |columns| {
            let scroll = ScrollArea::vertical().id_salt("stand").auto_shrink([false, false]);
            scroll.show(&mut columns[0], |ui| {
                game_status(ui, view, false);
                score::overlay_buttons(ui, view);
                if view.session.ending().is_none() {
                    score::score_breakdown(ui, view);
                }
            });
            match view.online {
                Some(_) => online::moves_and_chat(&mut columns[1], view),
                None => move_list::show(&mut columns[1], view),
            }
        });
    });
}

/// Status of the game, or its result. `compact` also shows captured pieces, since the
/// compact player rows do not.
fn game_status(ui: &mut Ui, view: &mut View, compact: bool) {
    if view.session.ending().is_some() {
        result::show(ui, view, true);
    } else if view.remark.is_some() {
        coach::compact(ui, view);
    } else {
        status(ui, view, compact);
        decisions(ui, view);
        let [top, bottom] = side_order(view);
        if compact {
            captured_rows(ui, view, [bottom, top]);
        }
        score::lead_line(ui, view);
        if let Some(line) = match_score_line(view.l10n, view.session) {
            muted(ui, line);
        }
    }
}

/// Back button and both players in one row, or in three rows where the column is slim.
fn compact_players(ui: &mut Ui, view: &mut View) {
    let back = |ui: &mut Ui, view: &mut View| {
        if icon_button(ui, ARROW_LEFT, &view.l10n.get("home"), true).clicked() {
            view.actions.push(leave_action(view));
        }
    };
    let [top, bottom] = side_order(view);
    let height = ui.spacing().interact_size.y;
    let width = (ui.available_width() - height - 8.0) / 2.0;
    if width < MIN_PLAYER_WIDTH {
        back(ui, view);
        let width = ui.available_width();
        compact_player(ui, view, top, Vec2::new(width, 30.0));
        compact_player(ui, view, bottom, Vec2::new(width, 30.0));
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        back(ui, view);
        compact_player(ui, view, bottom, Vec2::new(width, height));
        compact_player(ui, view, top, Vec2::new(width, height));
    });
}
