//! Card with the result of a game and what to do next.

use bevy_egui::egui::{Align, Id, Layout, Margin, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular::TREND_DOWN;

use super::actions::UiAction;
use super::labels::{
    match_score_line, player_name, result_reason, result_title, scoring_rule, side_name,
};
use super::{View, online, score};
use crate::app::features::events::tournament_of;
use crate::app::session::{Ending, GameAction};
use crate::app::text::{move_label, notation};
use crate::app::widgets::controls::{ButtonStyle, button, card, muted, progress_bar, title};
use crate::app::widgets::theme::{self, Palette};
use crate::core::{Points, Side};

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
            ui.horizontal_wrapped(|ui| {
                ui.label(title(result_title(l10n, session, ending), size).color(palette.ink));
                let in_tournament = view.online.as_ref().is_some_and(|it| it.event().is_some());
                let reason = result_reason(l10n, session, ending, in_tournament);
                ui.label(RichText::new(reason).size(theme::SMALL).color(palette.ink));
            });
            if compact {
                // What to do next is in sight without scrolling.
                buttons(ui, view, appears);
            }
            if let Ending::Rules(outcome) = ending
                && let Some(counted) = outcome.score
            {
                score_row(ui, view, counted);
                if let Some(rule) = scoring_rule(l10n, session) {
                    muted(ui, rule);
                }
            }
            if !compact {
                score::score_breakdown(ui, view);
            }
            if let Some(line) = match_score_line(l10n, session) {
                ui.label(RichText::new(line).size(theme::BODY).color(palette.ink));
            }
            analysis(ui, view);
            if !compact {
                ui.add_space(4.0);
                buttons(ui, view, appears);
            }
        });
    });
}

/// Buttons for what to do next: another game, or a look back at this one.
fn buttons(ui: &mut Ui, view: &mut View, appears: bool) {
    if view.online.is_some() {
        return online::result_buttons(ui, view, appears);
    }
    let (l10n, session) = (view.l10n, view.session);
    ui.horizontal_wrapped(|ui| {
        let (id, action) = match session.is_last_game() {
            true if tournament_of(session).is_some() => ("event-back", UiAction::OpenTournament),
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
            view.actions.push(UiAction::OpenReview(None));
        }
        if button(ui, ButtonStyle::Plain, None, &l10n.get("new-game")).clicked() {
            view.actions.push(UiAction::NewGame);
        }
    });
}

/// The score of both sides in large numbers, which rise while the board is counted.
fn score_row(ui: &mut Ui, view: &View, counted: [Points; 2]) {
    let palette = Palette::of(ui);
    let part = view.end_of_game.part_counted().filter(|&part| part < 1.0);
    let shown = counted.map(|points| match part {
        None => points.to_string(),
        Some(part) => ((points.as_halves() as f32 / 2.0 * part) as i32).to_string(),
    });
    let names = Side::BOTH.map(|side| side_name(view.l10n, view.session, side));
    let width = (ui.available_width() / 2.0).min(120.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (name, number) in names.into_iter().zip(shown) {
            let size = Vec2::new(width, theme::HUGE + theme::SMALL + 8.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(size);
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(number).size(theme::HUGE).color(palette.ink));
                muted(ui, name);
            });
        }
    });
}

/// The accuracy of both players, and the move at which the game turned. While they are
/// being found, their place is kept.
fn analysis(ui: &mut Ui, view: &mut View) {
    let (l10n, session) = (view.l10n, view.session);
    if let Some(part) = view.result.progress() {
        muted(ui, l10n.get("result-analysing"));
        progress_bar(ui, Vec2::new(ui.available_width().min(160.0), 4.0), part);
        ui.add_space(ui.spacing().interact_size.y - 8.0);
        return;
    }
    let Some(found) = view.result.found() else { return };
    let accuracies = Side::BOTH.map(|side| {
        let percent = found.accuracy[side.index()]?;
        Some(format!("{} {percent:.0}%", player_name(l10n, session, side)))
    });
    let accuracies: Vec<String> = accuracies.into_iter().flatten().collect();
    if !accuracies.is_empty() {
        let text = l10n.format("result-accuracy", &[("accuracies", accuracies.join(" · "))]);
        ui.label(RichText::new(text).size(theme::SMALL).color(Palette::of(ui).ink));
    }
    let Some((node, _)) = found.turning_point else { return };
    let tree = session.tree();
    let notation = notation(l10n, session.setup().game);
    let facts = [
        ("number", tree.ply(node).div_ceil(2).to_string()),
        ("move", move_label(l10n, tree, node, &notation)),
    ];
    let text = l10n.format("result-turning-point", &facts);
    if button(ui, ButtonStyle::Quiet, Some(TREND_DOWN), &text).clicked() {
        view.actions.push(UiAction::OpenReview(Some(node)));
    }
}
