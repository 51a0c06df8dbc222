//! The panels of a review where there is little room: below the board of a
//! portrait window, and in a slim column beside it.

use bevy_egui::egui::{self, Ui};

use super::{Desk, Tab, View, bar, decide, engine, explorer, facts, head, notes, tree};
use crate::app::ui::widgets::choice;

/// Breadth of a slim column that has room for tabs.
const TABS_FROM: f32 = 280.0;

/// Height of what the tabs show below the board, at least and at most.
const LEAST_TAB: f32 = 96.0;
const MOST_TAB: f32 = 320.0;

/// Breadth from which the moves stand beside the other tabs.
const BESIDE_FROM: f32 = 600.0;

/// The least that is needed, in a slim column.
pub(super) fn slim(ui: &mut Ui, view: &mut View, desk: &mut Desk) {
    ui.spacing_mut().item_spacing.y = 4.0;
    head(ui, view);
    let foot = bar::height(ui, view);
    if ui.available_width() >= TABS_FROM {
        tabs(ui, view, desk);
        let room = (ui.available_height() - foot).max(40.0);
        tab(ui, view, desk, room);
        bar::show(ui, view);
        return;
    }
    decide(ui, view);
    let room = (ui.available_height() - foot).max(40.0);
    ui.allocate_ui(egui::vec2(ui.available_width(), room), |ui| {
        ui.set_min_height(room);
        tree::show(ui, view, &mut desk.list);
    });
    bar::show(ui, view);
}

/// The tabs and the ways through the game, below the board.
pub(super) fn below(ui: &mut Ui, view: &mut View, desk: &mut Desk) {
    ui.spacing_mut().item_spacing.y = 4.0;
    facts(ui, view);
    if ui.available_width() >= BESIDE_FROM {
        side_by_side(ui, view, desk);
        return;
    }
    tabs(ui, view, desk);
    let height = spare(ui, view, 3.0 * ui.spacing().interact_size.y + 60.0);
    tab(ui, view, desk, height);
    bar::show(ui, view);
}

/// What the largest board leaves of the height, but for what is taken.
fn spare(ui: &Ui, view: &View, taken: f32) -> f32 {
    let (window, board) = (ui.ctx().content_rect(), view.session.position().board());
    let tall = window.width() * f32::from(board.ranks) / f32::from(board.files).max(1.0);
    (window.height() - tall - taken).clamp(LEAST_TAB, MOST_TAB)
}

/// The moves, and beside them what the other tabs show.
fn side_by_side(ui: &mut Ui, view: &mut View, desk: &mut Desk) {
    let height = spare(ui, view, 2.0 * ui.spacing().interact_size.y + 56.0);
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        ui.columns(2, |columns| {
            decide(&mut columns[0], view);
            tree::show(&mut columns[0], view, &mut desk.list);
            let ui = &mut columns[1];
            if desk.tab == Tab::Moves {
                desk.tab = Tab::Notes;
            }
            choice(ui, &mut desk.tab, &names(view)[1..]);
            let left = ui.available_height();
            tab(ui, view, desk, left);
        });
    });
    bar::show(ui, view);
}

/// The tabs and their names.
fn names(view: &View) -> [(Tab, String); 4] {
    [
        (Tab::Moves, view.words.get("moves")),
        (Tab::Notes, view.words.get("review-notes")),
        (Tab::Analysis, view.words.get("review-analysis")),
        (Tab::Openings, view.words.get("review-openings")),
    ]
}

/// The choice of tabs.
fn tabs(ui: &mut Ui, view: &View, desk: &mut Desk) {
    choice(ui, &mut desk.tab, &names(view));
}

/// What the chosen tab shows, in this height.
fn tab(ui: &mut Ui, view: &mut View, desk: &mut Desk, height: f32) {
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        match desk.tab {
            Tab::Moves => {
                decide(ui, view);
                tree::show(ui, view, &mut desk.list);
            }
            Tab::Notes => {
                egui::ScrollArea::vertical().id_salt("notes").show(ui, |ui| notes::show(ui, view));
            }
            Tab::Analysis => {
                egui::ScrollArea::vertical().id_salt("analysis").show(ui, |ui| {
                    engine::show(ui, view, &mut desk.account, 56.0);
                });
            }
            Tab::Openings => {
                egui::ScrollArea::vertical().id_salt("openings").show(ui, |ui| {
                    explorer::show(ui, view);
                });
            }
        }
    });
}
