//! Score breakdown, and controls of the board's overlays.

use bevy_egui::egui::{Align2, Color32, FontId, Sense, Ui, Vec2, pos2};

use super::View;
use super::actions::UiAction;
use super::labels::side_name;
use crate::app::widgets::controls::{ButtonStyle, button, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::core::{Points, Side};

/// Width of one side's column, in egui points.
const COUNT_WIDTH: f32 = 56.0;

/// Table of the score's components; nothing in games that count nothing.
pub(super) fn score_breakdown(ui: &mut Ui, view: &View) {
    let lines = view.session.position().score_breakdown();
    if lines.is_empty() {
        return;
    }
    let palette = Palette::of(ui);
    let names = Side::BOTH.map(|side| side_name(view.l10n, view.session, side));
    ui.spacing_mut().item_spacing.y = 2.0;
    row(ui, "", &names, palette.muted);
    let last = lines.len() - 1;
    for (n, line) in lines.iter().enumerate() {
        let ink = if n == last { palette.ink } else { palette.muted };
        row(ui, &view.l10n.get(line.id), &line.counts, ink);
    }
}

/// A row of the table: label, and the count of each side.
fn row(ui: &mut Ui, label: &str, counts: &[String; 2], ink: Color32) {
    let font = FontId::proportional(theme::SMALL);
    let width = ui.available_width();
    let room = (width - 2.0 * COUNT_WIDTH).max(40.0);
    let label = ui.painter().layout(label.to_owned(), font.clone(), ink, room);
    let size = Vec2::new(width, label.size().y.max(17.0));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().galley(rect.left_top(), label, ink);
    for (right, count) in [rect.right() - COUNT_WIDTH, rect.right()].into_iter().zip(counts) {
        let at = pos2(right, rect.top());
        ui.painter().text(at, Align2::RIGHT_TOP, count, font.clone(), ink);
    }
}

/// Buttons that toggle the overlays.
pub(super) fn overlay_buttons(ui: &mut Ui, view: &mut View) {
    let position = view.session.position();
    if position.overlays().is_empty() {
        return;
    }
    let wanted = view.overlays.wanted(position);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for &id in position.overlays() {
            let style = if wanted == Some(id) { ButtonStyle::Plain } else { ButtonStyle::Quiet };
            if button(ui, style, None, &view.l10n.get(id)).clicked() {
                view.actions.push(UiAction::ToggleOverlay(id));
            }
        }
    });
}

/// Leading side and margin, as estimated by the overlay shown.
pub(super) fn lead_line(ui: &mut Ui, view: &View) {
    let Some(lead) = view.overlays.shown().and_then(|overlay| overlay.lead) else { return };
    let halves = (lead * 2.0).round() as i32;
    let text = match halves {
        0 => view.l10n.get("overlay-even"),
        _ => {
            let side = if halves > 0 { Side::First } else { Side::Second };
            let name = side_name(view.l10n, view.session, side);
            let points = Points::halves(halves.abs()).to_string();
            let position = view.session.position();
            // The first overlay shows the counted score; others estimate.
            let counted = !position.score_breakdown().is_empty()
                && view.overlays.wanted(position) == position.overlays().first().copied();
            let id = if counted { "overlay-lead-counted" } else { "overlay-lead" };
            view.l10n.format(id, &[("side", name), ("points", points)])
        }
    };
    muted(ui, text);
}
