//! Cards that can be pressed, and their arrangement in rows.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    CornerRadius, FontId, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use std::sync::Arc;

use super::controls::focus_ring;
use super::theme::{self, Palette};

/// Width in egui points from which cards are laid out in two columns, and in three.
pub const TWO_COLUMN_WIDTH: f32 = 620.0;
const THREE_COLUMN_WIDTH: f32 = 900.0;

/// Space between cards.
pub const GAP: f32 = 12.0;

/// Number of columns in which cards are laid out at most.
pub fn columns(width: f32) -> usize {
    match width {
        room if room >= THREE_COLUMN_WIDTH => 3,
        room if room >= TWO_COLUMN_WIDTH => 2,
        _ => 1,
    }
}

/// Cards in rows of so many columns of the same width.
pub fn card_rows<T>(
    ui: &mut Ui,
    columns: usize,
    cards: &[T],
    mut show: impl FnMut(&mut Ui, &T, f32),
) {
    let width = (ui.available_width() - GAP * (columns - 1) as f32) / columns as f32;
    for row in cards.chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for card in row {
                show(ui, card, width);
            }
        });
        ui.add_space(GAP - 8.0);
    }
}

/// The ground of a card that is pressed as a whole, with its name for screen readers.
/// Returns its place, to be painted on.
pub fn pressable_card(ui: &mut Ui, size: Vec2, name: &str) -> (Rect, Response) {
    let palette = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    let is_highlighted = response.hovered() || response.has_focus();
    let fill = theme::mix(palette.panel, palette.ink, if is_highlighted { 0.04 } else { 0.0 });
    let round = CornerRadius::same(10);
    ui.painter().add(palette.shadow().as_shape(rect, round));
    let line = Stroke::new(palette.line_weight, palette.hairline);
    ui.painter().rect(rect, round, fill, line, StrokeKind::Inside);
    focus_ring(ui, &response);
    (rect, response)
}

/// Text of at most so many rows, to be painted in black or in the colour of its place.
pub fn rows_of_text(
    ui: &Ui,
    text: String,
    font: FontId,
    ink: bevy_egui::egui::Color32,
    width: f32,
    rows: usize,
) -> Arc<Galley> {
    let mut job = LayoutJob::simple(text, font, ink, width);
    job.wrap.max_rows = rows;
    ui.painter().layout_job(job)
}
