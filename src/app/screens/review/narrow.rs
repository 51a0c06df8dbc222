//! Compact panels of the review: below the board of a portrait window, and in a slim
//! column beside it.

use bevy_egui::egui::{self, Ui};

use super::{
    ReviewScreenState, Tab, View, decision_buttons, evaluation_bar, header, info_line, move_tree,
    navigation, tabs,
};
use crate::app::widgets::controls::choice;

/// Minimum width of a slim column with tabs.
const MIN_WIDTH_FOR_TABS: f32 = 280.0;

/// Minimum and maximum height of a tab's content below the board.
const MIN_TAB_HEIGHT: f32 = 96.0;
const MAX_TAB_HEIGHT: f32 = 320.0;

/// Width from which the moves stand beside the other tabs.
const SIDE_BY_SIDE_WIDTH: f32 = 600.0;

/// Compact panels in a slim column.
pub(super) fn slim(ui: &mut Ui, view: &mut View, state: &mut ReviewScreenState) {
    ui.spacing_mut().item_spacing.y = 4.0;
    header(ui, view);
    let foot = navigation::height(ui);
    if ui.available_width() >= MIN_WIDTH_FOR_TABS {
        tabs::selector(ui, view, state);
        let room = (ui.available_height() - foot).max(40.0);
        tabs::content(ui, view, state, room, true);
        navigation::show(ui, view);
        return;
    }
    decision_buttons(ui, view);
    let room = (ui.available_height() - foot).max(40.0);
    ui.allocate_ui(egui::vec2(ui.available_width(), room), |ui| {
        ui.set_min_height(room);
        move_tree::show(ui, view, &mut state.move_list);
    });
    navigation::show(ui, view);
}

/// Tabs and navigation, below the board.
pub(super) fn below_board(ui: &mut Ui, view: &mut View, state: &mut ReviewScreenState) {
    ui.spacing_mut().item_spacing.y = 4.0;
    evaluation_bar::across(ui, view);
    info_line(ui, view);
    if ui.available_width() >= SIDE_BY_SIDE_WIDTH {
        side_by_side(ui, view, state);
        return;
    }
    tabs::selector(ui, view, state);
    let bar = evaluation_bar::THICKNESS + 4.0;
    let height = spare_height(ui, view, 3.0 * ui.spacing().interact_size.y + 60.0 + bar);
    tabs::content(ui, view, state, height, true);
    navigation::show(ui, view);
}

/// Height left by the largest board and by `taken`.
fn spare_height(ui: &Ui, view: &View, taken: f32) -> f32 {
    let (window, board) = (ui.ctx().content_rect(), view.session.position().board());
    let tall = window.width() * f32::from(board.ranks) / f32::from(board.files).max(1.0);
    (window.height() - tall - taken).clamp(MIN_TAB_HEIGHT, MAX_TAB_HEIGHT)
}

/// The moves, and the other tabs beside them.
fn side_by_side(ui: &mut Ui, view: &mut View, state: &mut ReviewScreenState) {
    let height = spare_height(ui, view, 2.0 * ui.spacing().interact_size.y + 56.0);
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        ui.columns(2, |columns| {
            decision_buttons(&mut columns[0], view);
            move_tree::show(&mut columns[0], view, &mut state.move_list);
            let ui = &mut columns[1];
            if state.tab == Tab::Moves {
                state.tab = Tab::Analysis;
            }
            choice(ui, &mut state.tab, &tabs::names(view)[1..]);
            let left = ui.available_height();
            tabs::content(ui, view, state, left, true);
        });
    });
    navigation::show(ui, view);
}
