//! The moves of the game beside its board.

use bevy_egui::egui::{
    self, CornerRadius, FontId, Label, Margin, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2,
};

use super::View;
use crate::app::text::{move_label, notation};
use crate::app::widgets::controls::{card, muted};
use crate::app::widgets::theme::{self, Palette};

/// Move list, with undone moves.
pub(super) fn show(ui: &mut Ui, view: &View) {
    let palette = Palette::of(ui);
    let line = view.session.line();
    let (tree, current) = (view.session.tree(), view.session.current());
    let now = tree.ply(current);
    let notation = notation(view.l10n, view.session.setup().game);
    card(ui).inner_margin(Margin::symmetric(12, 8)).shadow(egui::Shadow::NONE).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        if line.len() < 2 {
            muted(ui, view.l10n.get("no-moves-yet"));
            return;
        }
        ScrollArea::vertical().id_salt("moves").auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::new(4.0, 2.0);
            // Rows are not interactive, so they can be low.
            ui.spacing_mut().interact_size.y = 22.0;
            let column = ((ui.available_width() - 40.0) / 2.0).max(40.0);
            for (row, pair) in line[1..].chunks(2).enumerate() {
                ui.horizontal(|ui| {
                    let number = RichText::new(format!("{}", row + 1)).size(theme::SMALL);
                    let size = Vec2::new(30.0, 22.0);
                    ui.add_sized(size, Label::new(number.color(palette.muted)));
                    for (n, &node) in pair.iter().enumerate() {
                        let ply = row * 2 + n + 1;
                        let text = move_label(view.l10n, tree, node, &notation);
                        let ink = match ply.cmp(&now) {
                            std::cmp::Ordering::Less => palette.ink,
                            std::cmp::Ordering::Equal => palette.accent,
                            std::cmp::Ordering::Greater => palette.muted,
                        };
                        let size = Vec2::new(column, 22.0);
                        let (rect, shown) = ui.allocate_exact_size(size, Sense::hover());
                        let at = rect.left_center() + Vec2::new(10.0, 0.0);
                        let font = FontId::proportional(theme::BODY);
                        if ply == now {
                            // Not told by its colour alone.
                            let line = Stroke::new(palette.line_weight, palette.accent);
                            let round = CornerRadius::same(5);
                            ui.painter().rect_stroke(rect, round, line, StrokeKind::Inside);
                        }
                        ui.painter().text(at, egui::Align2::LEFT_CENTER, text, font, ink);
                        if ply == now {
                            shown.scroll_to_me(None);
                        }
                    }
                });
            }
        });
    });
}
