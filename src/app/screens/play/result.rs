//! Card with the result of a game and what to do next.

use bevy_egui::egui::{Margin, RichText, ScrollArea, Ui};

use super::actions::UiAction;
use super::labels::{match_score_line, result_lines, result_title};
use super::{View, score};
use crate::app::session::GameAction;
use crate::app::widgets::controls::{ButtonStyle, button, card, title};
use crate::app::widgets::theme::{self, Palette};

/// Draws the card; `compact` uses fewer lines.
pub(super) fn show(ui: &mut Ui, view: &mut View, compact: bool) {
    let (l10n, session) = (view.l10n, view.session);
    let Some(ending) = session.ending() else { return };
    let palette = Palette::of(ui);
    card(ui).inner_margin(Margin::symmetric(14, 10)).show(ui, |ui| {
        ScrollArea::vertical().id_salt("result").auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            let size = if compact { theme::LARGE } else { theme::BIG };
            ui.label(title(result_title(l10n, session, ending), size).color(palette.ink));
            let lines = result_lines(l10n, session, ending);
            if compact {
                let line = RichText::new(lines.join(" ")).size(theme::SMALL);
                ui.label(line.color(palette.muted));
            } else {
                for (n, line) in lines.into_iter().enumerate() {
                    let size = if n == 1 { theme::LARGE } else { theme::SMALL };
                    let ink = if n == 1 { palette.ink } else { palette.muted };
                    ui.label(RichText::new(line).size(size).color(ink));
                }
            }
            if !compact {
                score::score_breakdown(ui, view);
            }
            if let Some(line) = match_score_line(l10n, session) {
                ui.label(RichText::new(line).size(theme::BODY).color(palette.ink));
            }
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                if session.is_last_game() {
                    if button(ui, ButtonStyle::Primary, None, &l10n.get("rematch-short")).clicked()
                    {
                        view.actions.push(UiAction::Rematch);
                    }
                } else if button(ui, ButtonStyle::Primary, None, &l10n.get("next-game")).clicked() {
                    view.actions.push(UiAction::Game(GameAction::NextGame));
                }
                if button(ui, ButtonStyle::Plain, None, &l10n.get("review-game-short")).clicked() {
                    view.actions.push(UiAction::OpenReview);
                }
                if button(ui, ButtonStyle::Plain, None, &l10n.get("new-game")).clicked() {
                    view.actions.push(UiAction::NewGame);
                }
            });
        });
    });
}
