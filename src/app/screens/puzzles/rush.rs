//! The card of the timed run.

use bevy_egui::egui::{Ui, Vec2};
use egui_phosphor::regular::{TIMER, TROPHY};

use super::View;
use crate::app::features::puzzles::{PuzzleRequest, RUSH_MINUTES, RushKind};
use crate::app::text::game_name;
use crate::app::widgets::controls::{ButtonStyle, button, card, choice, muted, title};
use crate::app::widgets::theme;
use crate::games::registry::GAMES;

/// Choice of a timed run: game and length, with the best score of each.
pub(super) fn show(
    ui: &mut Ui,
    view: &View,
    game: &mut Option<&'static str>,
) -> Option<PuzzleRequest> {
    let l10n = view.l10n;
    let mut values = vec![(None, l10n.get("run-all-games"))];
    let has_levels = |id: &str| view.library.shipped().iter().any(|pack| pack.game == id);
    values.extend(
        GAMES
            .iter()
            .filter(|game| has_levels(game.id()))
            .map(|game| (Some(game.id()), game_name(l10n, game.id()))),
    );
    let mut chosen = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        // As high as the card beside it.
        ui.set_min_height(ui.available_height().min(216.0));
        ui.label(title(l10n.get("puzzles-run"), theme::BIG));
        muted(ui, l10n.get("run-explained"));
        ui.add_space(4.0);
        choice(ui, game, &values);
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            for minutes in RUSH_MINUTES {
                let contest = RushKind { game: *game, minutes };
                let text = l10n.format("run-minutes", &[("number", minutes.to_string())]);
                let best = view.progress.best_score(contest);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(4.0);
                    if button(ui, ButtonStyle::Plain, Some(TIMER), &text).clicked() {
                        chosen = Some(PuzzleRequest::Rush(contest));
                    }
                    // The line is kept free, so that nothing moves when the game changes.
                    muted(
                        ui,
                        match best {
                            Some(best) => {
                                let best = l10n.format("run-best", &[("number", best.to_string())]);
                                format!("{TROPHY} {best}")
                            }
                            None => " ".to_owned(),
                        },
                    );
                });
            }
        });
    });
    chosen
}
