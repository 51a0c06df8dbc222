//! A ring that fills with progress.

use std::f32::consts::TAU;

use bevy_egui::egui::{Align2, FontId, Painter, Pos2, Shape, Stroke, Vec2};
use egui_phosphor::regular::CHECK;

use crate::app::widgets::theme::{self, Palette};

/// Points of a whole ring.
const POINTS: usize = 64;

/// Paints a ring filled clockwise from the top by `done` of `all`, with both numbers in it,
/// or a tick once it is full.
pub fn progress_ring(
    painter: &Painter,
    palette: Palette,
    centre: Pos2,
    radius: f32,
    (done, all): (usize, usize),
) {
    let line = Stroke::new(4.0, palette.hairline);
    painter.circle_stroke(centre, radius, line);
    let part = done as f32 / all.max(1) as f32;
    if done > 0 {
        let last = ((POINTS as f32 * part).ceil() as usize).max(1);
        let point = |n: usize| {
            let angle = TAU * (part * n as f32 / last as f32) - TAU / 4.0;
            centre + radius * Vec2::angled(angle)
        };
        let arc = (0..=last).map(point).collect();
        painter.add(Shape::line(arc, Stroke::new(4.0, palette.good)));
    }
    let (text, size) = match done == all {
        true => (CHECK.to_owned(), theme::BIG),
        false => (format!("{done}/{all}"), theme::SMALL),
    };
    let ink = if done == all { palette.good } else { palette.ink };
    painter.text(centre, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
}
