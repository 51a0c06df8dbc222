//! Buttons to go through the game, and to let it play itself.

use bevy_egui::egui::Ui;
use egui_phosphor::regular::{
    ARROW_BEND_LEFT_DOWN, ARROW_BEND_RIGHT_DOWN, CARET_DOUBLE_LEFT, CARET_DOUBLE_RIGHT, CARET_LEFT,
    CARET_RIGHT, PAUSE, PLAY,
};

use super::{View, Wish};
use crate::app::review::{Ask, Go};
use crate::app::ui::widgets::icon_button;

/// How many buttons there are.
const COUNT: usize = 7;

/// How many fit into a row.
fn across(ui: &Ui) -> usize {
    let side = ui.spacing().interact_size.y;
    (((ui.available_width() + 2.0) / (side + 2.0)) as usize).clamp(1, COUNT)
}

/// The room that the buttons take.
pub(super) fn height(ui: &Ui, _view: &View) -> f32 {
    COUNT.div_ceil(across(ui)) as f32 * (ui.spacing().interact_size.y + 4.0)
}

pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    let running = view.review.is_running();
    let tree = view.session.tree();
    let before = tree.parent(view.session.current()).is_some();
    let after = tree.children(view.session.current()).next().is_some();
    let (icon, id) = if running { (PAUSE, "pause") } else { (PLAY, "review-run") };
    let go = |go| Wish::Ask(Ask::Go(go));
    let entries = [
        (CARET_DOUBLE_LEFT, "undo-all", before, go(Go::First)),
        (CARET_LEFT, "review-back", before, go(Go::Back)),
        (icon, id, true, Wish::Ask(Ask::Run(!running))),
        (CARET_RIGHT, "review-forward", after, go(Go::Forward)),
        (CARET_DOUBLE_RIGHT, "redo-all", after, go(Go::Last)),
        (ARROW_BEND_LEFT_DOWN, "review-mistake-before", before, go(Go::Mistake(-1))),
        (ARROW_BEND_RIGHT_DOWN, "review-mistake-after", after, go(Go::Mistake(1))),
    ];
    let across = across(ui);
    let side = ui.spacing().interact_size.y;
    ui.scope(|ui| {
        let gap = (ui.available_width() - across as f32 * side) / (across.max(2) - 1) as f32;
        let gap = gap.clamp(0.0, 24.0);
        // In the middle of a broad window.
        let taken = across as f32 * (side + gap) - gap;
        let aside = ((ui.available_width() - taken) / 2.0).max(0.0);
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().item_spacing.y = 4.0;
        for row in entries.chunks(across) {
            ui.horizontal(|ui| {
                ui.add_space(aside);
                for (icon, id, enabled, wish) in row {
                    if icon_button(ui, icon, &words.get(id), *enabled).clicked() {
                        view.wishes.push(wish.clone());
                    }
                }
            });
        }
    });
}
