//! The tabs of the review, which are the same in windows of every shape.

use bevy_egui::egui::{self, ScrollArea, Ui};

use super::{
    ReviewScreenState, Tab, View, analysis, annotations, decision_buttons, explorer, learn,
    move_tree,
};
use crate::app::widgets::controls::choice;

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
                move_tree::show(ui, view, &mut state.move_list);
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
