//! Curves and bars.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType, pos2,
};

use crate::app::widgets::theme::{self, Palette};

/// Height of a plot, in points.
const HEIGHT: f32 = 110.0;

/// Height of a bar, in points.
const BAR: f32 = 20.0;

/// A curve of a plot.
pub(super) struct Curve {
    /// Its name.
    pub(super) name: String,
    /// Its points; those of all curves have the same scale.
    pub(super) points: Vec<[f32; 2]>,
    pub(super) colour: Color32,
}

/// Draws curves over each other, with their names, up to `now` on the axis from left to right
/// in full ink. A screen reader reads `spoken`.
pub(super) fn curves(ui: &mut Ui, spoken: &str, curves: &[Curve], now: f32) {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, spoken));
    let line = Stroke::new(palette.line_weight, palette.hairline);
    let painter = ui.painter_at(rect);
    painter.rect(rect, CornerRadius::same(6), palette.panel, line, StrokeKind::Inside);
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let bound = |axis: usize, start: f32, better: fn(f32, f32) -> f32| {
        all().map(|point| point[axis]).fold(start, better)
    };
    let (right, top) = (bound(0, 1.0, f32::max), bound(1, 1.0, f32::max));
    let bottom = bound(1, 0.0, f32::min);
    let plot = rect.shrink2(Vec2::new(6.0, 8.0)).with_min_y(rect.top() + 22.0);
    let place = |point: &[f32; 2]| {
        let part = (point[1] - bottom) / (top - bottom).max(1e-6);
        pos2(plot.left() + plot.width() * point[0] / right, plot.bottom() - plot.height() * part)
    };
    for curve in curves {
        let points: Vec<_> = curve.points.iter().map(place).collect();
        let known = curve.points.partition_point(|point| point[0] <= now);
        let faint = Stroke::new(1.0, curve.colour.gamma_multiply(0.3));
        painter.add(Shape::line(points.clone(), faint));
        let strong = Stroke::new(2.0 * palette.line_weight, curve.colour);
        painter.add(Shape::line(points[..known].to_vec(), strong));
    }
    let x = plot.left() + plot.width() * (now / right).clamp(0.0, 1.0);
    painter.vline(x, plot.y_range(), line);
    let font = FontId::proportional(theme::SMALL);
    let mut left = rect.left() + 8.0;
    for curve in curves {
        let at = pos2(left, rect.top() + 4.0);
        let text = painter.text(at, Align2::LEFT_TOP, &curve.name, font.clone(), curve.colour);
        left = text.right() + 12.0;
    }
    let corner = pos2(rect.right() - 6.0, plot.top());
    painter.text(corner, Align2::RIGHT_TOP, format!("{top:.0}"), font, palette.muted);
}

/// A bar with a text before and one behind it.
pub(super) struct Bar {
    pub(super) before: String,
    pub(super) behind: String,
    /// The part of the width that it fills, from 0 to 1.
    pub(super) part: f32,
    pub(super) colour: Color32,
}

/// Space between a bar and the texts around it, in points.
const BAR_MARGIN: f32 = 8.0;

/// The most of the width that either text takes.
const MAX_TEXT: f32 = 0.4;

/// Draws bars below each other, which begin and end alike.
pub(super) fn bars(ui: &mut Ui, bars: &[Bar]) {
    let palette = Palette::of(ui);
    let font = FontId::proportional(theme::SMALL);
    let width = ui.available_width();
    let widest = |ui: &Ui, text: fn(&Bar) -> &str| {
        let widths = bars.iter().map(|bar| {
            ui.painter().layout_no_wrap(text(bar).to_owned(), font.clone(), palette.ink).size().x
        });
        widths.fold(0.0, f32::max).min(MAX_TEXT * width) + BAR_MARGIN
    };
    let (names, numbers) = (widest(ui, |bar| &bar.before), widest(ui, |bar| &bar.behind));
    for Bar { before, behind, part, colour } in bars {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(width, BAR), Sense::hover());
        let spoken = format!("{before} {behind}");
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &spoken));
        let lane = Rect::from_min_max(
            pos2(rect.left() + names, rect.top() + 4.0),
            pos2(rect.right() - numbers, rect.bottom() - 4.0),
        );
        let painter = ui.painter_at(rect);
        painter.rect_filled(lane, CornerRadius::same(3), palette.ink.gamma_multiply(0.06));
        let full = lane.with_max_x(lane.left() + lane.width() * part.clamp(0.0, 1.0));
        painter.rect_filled(full, CornerRadius::same(3), *colour);
        let left = Align2::LEFT_CENTER;
        painter.text(rect.left_center(), left, before, font.clone(), palette.ink);
        let at = pos2(lane.right() + BAR_MARGIN, rect.center().y);
        painter.text(at, left, behind, font.clone(), palette.muted);
    }
}
