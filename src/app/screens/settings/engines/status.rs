//! Status of an engine that was started, in a place that is kept for it.

use bevy_egui::egui::accesskit::Live;
use bevy_egui::egui::{self, RichText, Ui};
use egui_phosphor::regular::WARNING;

use crate::app::services::engines::failure_notice;
use crate::app::text::Localization;
use crate::app::widgets::controls::spinner;
use crate::app::widgets::theme::Palette;
use crate::app::widgets::toasts;
use crate::engines::EngineError;

/// Width from which two lines hold all that is said.
const WIDE: f32 = 500.0;

/// Height of the place for what is said.
pub(super) fn status_height(ui: &Ui) -> f32 {
    if ui.available_width() >= WIDE { 44.0 } else { 88.0 }
}

/// A text that screen readers read aloud when it comes.
pub(super) fn announced(ui: &mut Ui, text: String) {
    let shown = ui.add(egui::Label::new(text).wrap());
    ui.ctx().accesskit_node_builder(shown.id, |node| node.set_live(Live::Polite));
}

/// That an answer is awaited.
pub(super) fn waiting(ui: &mut Ui, l10n: &Localization, id: &str) {
    ui.horizontal(|ui| {
        spinner(ui);
        announced(ui, l10n.get(id));
    });
}

/// Failure of an engine, in words.
pub(super) fn failure(ui: &mut Ui, l10n: &Localization, engine: &str, error: &EngineError) {
    let said = toasts::text(l10n, &failure_notice(engine, error));
    let palette = Palette::of(ui);
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(WARNING).color(palette.warning));
        announced(ui, said);
    });
}
