//! The account of a score, and what lies over the board, in words.

use bevy_egui::egui::{Align2, Color32, FontId, Sense, Ui, Vec2, pos2};

use super::state::side_name;
use super::{View, Wish};
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, muted};
use crate::core::{Points, Side};

/// Room for the count of one side, in logical pixels.
const COUNT: f32 = 56.0;

/// How the score comes about, line by line; nothing where nothing is counted.
pub(super) fn sheet(ui: &mut Ui, view: &View) {
    let lines = view.session.position().score_sheet();
    if lines.is_empty() {
        return;
    }
    let palette = Palette::of(ui);
    let names = Side::BOTH.map(|side| side_name(view.words, view.session, side));
    ui.spacing_mut().item_spacing.y = 2.0;
    row(ui, "", &names, palette.muted);
    let last = lines.len() - 1;
    for (n, line) in lines.iter().enumerate() {
        let ink = if n == last { palette.ink } else { palette.muted };
        row(ui, &view.words.get(line.id), &line.counts, ink);
    }
}

/// One line: what is counted, and the count of each side.
fn row(ui: &mut Ui, label: &str, counts: &[String; 2], ink: Color32) {
    let font = FontId::proportional(theme::SMALL);
    let breadth = ui.available_width();
    let room = (breadth - 2.0 * COUNT).max(40.0);
    let label = ui.painter().layout(label.to_owned(), font.clone(), ink, room);
    let size = Vec2::new(breadth, label.size().y.max(17.0));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().galley(rect.left_top(), label, ink);
    for (right, count) in [rect.right() - COUNT, rect.right()].into_iter().zip(counts) {
        let at = pos2(right, rect.top());
        ui.painter().text(at, Align2::RIGHT_TOP, count, font.clone(), ink);
    }
}

/// What can be laid over the board, to switch on and off.
pub(super) fn overlays(ui: &mut Ui, view: &mut View) {
    let position = view.session.position();
    if position.overlays().is_empty() {
        return;
    }
    let wanted = view.overlays.wanted(position);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for &id in position.overlays() {
            let weight = if wanted == Some(id) { Weight::Plain } else { Weight::Quiet };
            if button(ui, weight, None, &view.words.get(id)).clicked() {
                view.wishes.push(Wish::Overlay(id));
            }
        }
    });
}

/// Who leads, as far as what lies over the board can tell.
pub(super) fn lead(ui: &mut Ui, view: &View) {
    let Some(lead) = view.overlays.shown().and_then(|overlay| overlay.lead) else { return };
    let halves = (lead * 2.0).round() as i32;
    let text = match halves {
        0 => view.words.get("overlay-even"),
        _ => {
            let side = if halves > 0 { Side::First } else { Side::Second };
            let name = side_name(view.words, view.session, side);
            let points = Points::halves(halves.abs()).to_string();
            let position = view.session.position();
            // The account of a score comes first among the overlays.
            let counted = !position.score_sheet().is_empty()
                && view.overlays.wanted(position) == position.overlays().first().copied();
            let id = if counted { "overlay-lead-counted" } else { "overlay-lead" };
            view.words.with(id, &[("side", name), ("points", points)])
        }
    };
    muted(ui, text);
}
