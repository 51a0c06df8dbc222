//! The tabs of the review, which are the same in windows of every shape.

use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui};
use egui_phosphor::regular::{LIST_NUMBERS, TREE_STRUCTURE};

use super::{
    ReviewScreenState, Tab, View, analysis, annotations, decision_buttons, explorer, learn,
    move_tree, variation_graph,
};
use crate::app::widgets::controls::{choice, icon_button};

/// Tabs with their labels.
pub(super) fn names(view: &View) -> [(Tab, String); 4] {
    [
        (Tab::Moves, view.l10n.get("moves")),
        (Tab::Analysis, view.l10n.get("review-analysis")),
        (Tab::Annotations, view.l10n.get("review-notes")),
        (Tab::Openings, view.l10n.get("review-openings")),
    ]
}

/// Tab selector.
pub(super) fn selector(ui: &mut Ui, view: &View, state: &mut ReviewScreenState) {
    choice(ui, &mut state.tab, &names(view));
}

/// The moves as text or as a graph, with a lane at the right for the button that chooses.
fn moves(ui: &mut Ui, view: &mut View, state: &mut ReviewScreenState) {
    let lane = ui.spacing().interact_size.y;
    let size = egui::vec2(ui.available_width() - lane - 4.0, ui.available_height());
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(size);
            match state.shows_graph {
                true => variation_graph::show(ui, view, &mut state.variation_graph),
                false => move_tree::show(ui, view, &mut state.move_list),
            }
        });
        let (icon, name) = match state.shows_graph {
            true => (LIST_NUMBERS, "review-as-text"),
            false => (TREE_STRUCTURE, "review-as-graph"),
        };
        if icon_button(ui, icon, &view.l10n.get(name), true).clicked() {
            state.shows_graph = !state.shows_graph;
        }
    });
}

/// Content of the selected tab, in this height. `with_graph` is true where the graph has no
/// place of its own.
pub(super) fn content(
    ui: &mut Ui,
    view: &mut View,
    state: &mut ReviewScreenState,
    height: f32,
    with_graph: bool,
) {
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.set_max_height(height);
        if learn::show(ui, view) {
            return;
        }
        let scroll = |name| ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
        match state.tab {
            Tab::Moves => {
                decision_buttons(ui, view);
                moves(ui, view, state);
            }
            Tab::Analysis => {
                scroll("analysis").show(ui, |ui| analysis::show(ui, view, state, with_graph));
            }
            Tab::Annotations => {
                scroll("notes").show(ui, |ui| annotations::show(ui, view));
            }
            Tab::Openings => {
                scroll("openings").show(ui, |ui| explorer::show(ui, view));
            }
        }
    });
}
