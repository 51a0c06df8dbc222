//! Card with the result of a game and what to do next.

use bevy_egui::egui::{Id, Margin, RichText, ScrollArea, Ui};

use super::actions::UiAction;
use super::labels::{match_score_line, result_lines, result_title};
use super::{View, score};
use crate::app::session::GameAction;
use crate::app::widgets::controls::{ButtonStyle, button, card, title};
use crate::app::widgets::theme::{self, Palette};

/// True in the first pass in which the card is drawn.
fn appears(ui: &Ui) -> bool {
    let (id, pass) = (Id::new("result drawn"), ui.ctx().cumulative_pass_nr());
    let last: Option<u64> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, pass));
    last.is_none_or(|last| last + 1 < pass)
}

/// Draws the card; `compact` uses fewer lines.
pub(super) fn show(ui: &mut Ui, view: &mut View, compact: bool) {
    let (l10n, session) = (view.l10n, view.session);
    let Some(ending) = session.ending() else { return };
    let palette = Palette::of(ui);
    let appears = appears(ui);
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
                let (id, action) = match session.is_last_game() {
                    true => ("rematch-short", UiAction::Rematch),
                    false => ("next-game", UiAction::Game(GameAction::NextGame)),
                };
                let again = button(ui, ButtonStyle::Primary, None, &l10n.get(id));
                // The board has nothing more to do with the keys.
                if appears {
                    again.request_focus();
                }
                if again.clicked() {
                    view.actions.push(action);
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
