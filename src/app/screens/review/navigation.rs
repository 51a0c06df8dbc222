//! Buttons to step through the game, and to play it automatically.

use bevy_egui::egui::Ui;
use egui_phosphor::regular::{
    ARROW_BEND_LEFT_DOWN, ARROW_BEND_RIGHT_DOWN, CARET_DOUBLE_LEFT, CARET_DOUBLE_RIGHT, CARET_LEFT,
    CARET_RIGHT, PAUSE, PLAY,
};

use super::{UiAction, View};
use crate::app::features::review::{Navigation, ReviewRequest};
use crate::app::widgets::controls::icon_button;

/// Number of buttons.
const BUTTON_COUNT: usize = 7;

/// Number of buttons that fit into a row.
fn buttons_per_row(ui: &Ui) -> usize {
    let side = ui.spacing().interact_size.y;
    (((ui.available_width() + 2.0) / (side + 2.0)) as usize).clamp(1, BUTTON_COUNT)
}

/// Height of all rows.
pub(super) fn height(ui: &Ui) -> f32 {
    BUTTON_COUNT.div_ceil(buttons_per_row(ui)) as f32 * (ui.spacing().interact_size.y + 4.0)
}

pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let running = view.review.is_autoplaying();
    let tree = view.session.tree();
    let before = tree.parent(view.session.current()).is_some();
    let after = tree.children(view.session.current()).next().is_some();
    let (icon, id) = if running { (PAUSE, "pause") } else { (PLAY, "review-run") };
    let go = |go| UiAction::Review(ReviewRequest::Navigate(go));
    let entries = [
        (CARET_DOUBLE_LEFT, "undo-all", before, go(Navigation::First)),
        (CARET_LEFT, "review-back", before, go(Navigation::Previous)),
        (icon, id, true, UiAction::Review(ReviewRequest::Autoplay(!running))),
        (CARET_RIGHT, "review-forward", after, go(Navigation::Next)),
        (CARET_DOUBLE_RIGHT, "redo-all", after, go(Navigation::Last)),
        (ARROW_BEND_LEFT_DOWN, "review-mistake-before", before, go(Navigation::Mistake(-1))),
        (ARROW_BEND_RIGHT_DOWN, "review-mistake-after", after, go(Navigation::Mistake(1))),
    ];
    let per_row = buttons_per_row(ui);
    let side = ui.spacing().interact_size.y;
    ui.scope(|ui| {
        let gap = (ui.available_width() - per_row as f32 * side) / (per_row.max(2) - 1) as f32;
        let gap = gap.clamp(0.0, 24.0);
        // Centred in a wide window.
        let taken = per_row as f32 * (side + gap) - gap;
        let margin = ((ui.available_width() - taken) / 2.0).max(0.0);
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().item_spacing.y = 4.0;
        for row in entries.chunks(per_row) {
            ui.horizontal(|ui| {
                ui.add_space(margin);
                for (icon, id, enabled, action) in row {
                    if icon_button(ui, icon, &l10n.get(id), *enabled).clicked() {
                        view.actions.push(action.clone());
                    }
                }
            });
        }
    });
}
