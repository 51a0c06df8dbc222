//! The card that tells how a game ended, and what one can do next.

use bevy_egui::egui::{Margin, RichText, ScrollArea, Ui};

use super::state::{match_line, result_lines, result_title};
use super::{View, Wish, score};
use crate::app::session::Order;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, card, title};

/// `short` leaves the board the room it can.
pub(super) fn show(ui: &mut Ui, view: &mut View, short: bool) {
    let (words, session) = (view.words, view.session);
    let Some(ending) = session.ending() else { return };
    let palette = Palette::of(ui);
    card(ui).inner_margin(Margin::symmetric(14, 10)).show(ui, |ui| {
        ScrollArea::vertical().id_salt("result").auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            let size = if short { theme::LARGE } else { theme::BIG };
            ui.label(title(result_title(words, session, ending), size).color(palette.ink));
            let lines = result_lines(words, session, ending);
            if short {
                let line = RichText::new(lines.join(" ")).size(theme::SMALL);
                ui.label(line.color(palette.muted));
            } else {
                for (n, line) in lines.into_iter().enumerate() {
                    let size = if n == 1 { theme::LARGE } else { theme::SMALL };
                    let ink = if n == 1 { palette.ink } else { palette.muted };
                    ui.label(RichText::new(line).size(size).color(ink));
                }
            }
            if !short {
                score::sheet(ui, view);
            }
            if let Some(line) = match_line(words, session) {
                ui.label(RichText::new(line).size(theme::BODY).color(palette.ink));
            }
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                if session.is_last_game() {
                    if button(ui, Weight::Primary, None, &words.get("rematch-short")).clicked() {
                        view.wishes.push(Wish::Rematch);
                    }
                } else if button(ui, Weight::Primary, None, &words.get("next-game")).clicked() {
                    view.wishes.push(Wish::Order(Order::NextGame));
                }
                if button(ui, Weight::Plain, None, &words.get("review-game-short")).clicked() {
                    view.wishes.push(Wish::Review);
                }
                if button(ui, Weight::Plain, None, &words.get("new-game")).clicked() {
                    view.wishes.push(Wish::NewGame);
                }
            });
        });
    });
}
