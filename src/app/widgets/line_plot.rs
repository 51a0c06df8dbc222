//! A small plot of one number over the games.

use std::ops::RangeInclusive;

use bevy_egui::egui::{
    Align2, FontId, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType, pos2,
};

use super::theme::{self, Palette};

/// Height of a plot, in points.
const HEIGHT: f32 = 72.0;

/// Room beside the curve for the last number.
const LABEL_WIDTH: f32 = 44.0;

/// Values from the oldest to the newest, and what is told about them.
pub struct LinePlot<'a> {
    /// The values.
    pub values: &'a [f32],
    /// The values at the bottom and the top.
    pub range: RangeInclusive<f32>,
    /// Values at which a line is drawn across.
    pub marks: &'a [f32],
    /// The last value, as it stands beside the end of the curve.
    pub last: String,
    /// The whole in words.
    pub spoken: String,
}

impl LinePlot<'_> {
    /// Draws the plot in the available width.
    pub fn show(&self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        let size = Vec2::new(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &self.spoken));
        let plot = rect.with_max_x(rect.right() - LABEL_WIDTH).shrink2(Vec2::new(0.0, 6.0));
        let (bottom, top) = (*self.range.start(), *self.range.end());
        let height = |value: f32| {
            plot.bottom() - (value - bottom) / (top - bottom).max(1e-6) * plot.height()
        };
        let line = Stroke::new(palette.line_weight, palette.hairline);
        for mark in self.marks {
            ui.painter().hline(plot.x_range(), height(*mark), line);
        }
        let step = plot.width() / self.values.len().saturating_sub(1).max(1) as f32;
        let place = |(n, value): (usize, &f32)| pos2(plot.left() + n as f32 * step, height(*value));
        let points = self.values.iter().enumerate().map(place).collect();
        let stroke = Stroke::new(2.0 * palette.line_weight, palette.accent);
        ui.painter().add(Shape::line(points, stroke));
        let end = height(self.values.last().copied().unwrap_or(bottom));
        ui.painter().circle_filled(pos2(plot.right(), end), 3.5, palette.accent);
        let at = pos2(rect.right(), end.clamp(rect.top() + 8.0, rect.bottom() - 8.0));
        let font = FontId::proportional(theme::SMALL);
        ui.painter().text(at, Align2::RIGHT_CENTER, &self.last, font, palette.ink);
    }
}
