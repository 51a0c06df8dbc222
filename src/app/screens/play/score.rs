//! The account of a score, and what lies over the board, in words.

use bevy_egui::egui::{Align, Grid, Layout, RichText, Ui};

use super::state::side_name;
use super::{View, Wish};
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, muted};
use crate::core::{Points, Side};

/// How the score comes about, line by line; nothing where nothing is counted.
pub(super) fn sheet(ui: &mut Ui, view: &View) {
    let lines = view.session.position().score_sheet();
    if lines.is_empty() {
        return;
    }
    let palette = Palette::of(ui);
    let written = |text: &str, ink| RichText::new(text).size(theme::SMALL).color(ink);
    Grid::new("score-sheet").num_columns(3).spacing([14.0, 2.0]).show(ui, |ui| {
        ui.label("");
        for side in Side::BOTH {
            right(ui, written(&side_name(view.words, view.session, side), palette.muted));
        }
        ui.end_row();
        let last = lines.len() - 1;
        for (n, line) in lines.iter().enumerate() {
            let ink = if n == last { palette.ink } else { palette.muted };
            ui.label(written(&view.words.get(line.id), ink));
            for count in &line.counts {
                right(ui, written(count, ink));
            }
            ui.end_row();
        }
    });
}

fn right(ui: &mut Ui, text: RichText) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
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
    lead(ui, view);
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
            view.words.with("overlay-lead", &[("side", name), ("points", points)])
        }
    };
    muted(ui, text);
}
