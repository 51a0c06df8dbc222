//! The filters of the game list: beside the list, or in its place in a narrow window.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{CHECK, X};

use super::View;
use super::browser::{parse_date, parse_number};
use crate::app::text::{game_name, side_name};
use crate::app::widgets::controls::{ButtonStyle, button, combo_box, field, muted, wide_button};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Side;
use crate::games::registry;
use crate::library::{ResultKind, SortOrder};

/// All filters. `total` is the number of games found, shown where the list itself is
/// hidden.
pub(super) fn show(ui: &mut Ui, view: &mut View, total: Option<usize>) {
    let l10n = view.l10n;
    if let Some(total) = total {
        // The button back to the list is always visible.
        egui::Panel::bottom("library-filters-foot")
            .frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(0, 8)))
            .show_separator_line(false)
            .resizable(false)
            .show(ui, |ui| {
                let text = l10n.format("filter-show", &[("number", super::group_digits(total))]);
                if wide_button(ui, ButtonStyle::Primary, Some(CHECK), &text).clicked() {
                    view.browser.filters_open = false;
                }
            });
    }
    ScrollArea::vertical().id_salt("library-filters").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_width(ui.available_width() - 12.0);
        ui.spacing_mut().item_spacing = egui::Vec2::new(8.0, 4.0);
        let palette = Palette::of(ui);
        ui.visuals_mut().widgets.inactive.weak_bg_fill = palette.panel;
        ui.add_space(3.0);
        label(ui, &l10n.get("filter-player"));
        player(ui, view);
        position(ui, view);
        game(ui, view);
        result(ui, view);
        dates(ui, view);
        opening(ui, view);
        length(ui, view);
        tag(ui, view);
        label(ui, &l10n.get("filter-sort"));
        let orders = [SortOrder::Newest, SortOrder::Oldest, SortOrder::Name];
        let names = ["sort-newest", "sort-oldest", "sort-name"].map(|id| l10n.get(id));
        let mut order = orders.iter().position(|&order| order == view.browser.sort).unwrap_or(0);
        combo_box(ui, &l10n.get("filter-sort"), &names[order].clone(), |ui| {
            for (number, name) in names.iter().enumerate() {
                ui.selectable_value(&mut order, number, name);
            }
        });
        view.browser.sort = orders[order];
        if view.browser.condition_count() > 0 {
            ui.add_space(12.0);
            if button(ui, ButtonStyle::Plain, Some(X), &l10n.get("filter-clear")).clicked() {
                view.browser.clear();
            }
        }
        ui.add_space(16.0);
    });
}

fn label(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    muted(ui, text);
}

/// Text field for part of a player's name.
pub(super) fn player(ui: &mut Ui, view: &mut View) {
    let (name, hint) = (view.l10n.get("filter-player"), view.l10n.get("filter-player-hint"));
    field(ui, &name, &hint, &mut view.browser.player);
}

/// Combo box of named values and "any".
fn optional_choice(
    ui: &mut Ui,
    view: &View,
    name: &str,
    chosen: &mut Option<String>,
    values: &[(String, String)],
) {
    let all = view.l10n.get("filter-any");
    let shown = chosen.as_ref().map_or(all.clone(), |chosen| {
        let known = values.iter().find(|(value, _)| value == chosen);
        known.map_or(chosen.clone(), |(_, name)| name.clone())
    });
    combo_box(ui, name, &shown, |ui| {
        ui.selectable_value(chosen, None, all);
        for (value, name) in values {
            ui.selectable_value(chosen, Some(value.clone()), name);
        }
    });
}

/// The position searched for, with a button that removes this filter.
fn position(ui: &mut Ui, view: &mut View) {
    let Some((_, game)) = view.browser.position else { return };
    label(ui, &view.l10n.get("filter-position"));
    let name = game_name(view.l10n, game);
    let text = view.l10n.format("filter-position-of", &[("game", name)]);
    if button(ui, ButtonStyle::Plain, Some(X), &text).clicked() {
        view.browser.position = None;
    }
}

fn game(ui: &mut Ui, view: &mut View) {
    label(ui, &view.l10n.get("filter-game"));
    let name = |(game, count): &(std::sync::Arc<str>, usize)| {
        (
            game.to_string(),
            format!("{} · {}", game_name(view.l10n, game), super::group_digits(*count)),
        )
    };
    let values: Vec<_> = view.facets.games.iter().map(name).collect();
    let mut chosen = view.browser.game.take();
    optional_choice(ui, view, &view.l10n.get("filter-game"), &mut chosen, &values);
    view.browser.game = chosen;
}

fn result(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    label(ui, &l10n.get("filter-result"));
    let game = view.browser.game.as_deref().and_then(registry::find);
    let won = |side: Side| match game {
        Some(game) => l10n.format("filter-won", &[("side", side_name(l10n, game, side))]),
        None if side == Side::First => l10n.get("filter-first-won"),
        None => l10n.get("filter-second-won"),
    };
    let values = [
        (None, l10n.get("filter-any")),
        (Some(ResultKind::Win(Side::First)), won(Side::First)),
        (Some(ResultKind::Win(Side::Second)), won(Side::Second)),
        (Some(ResultKind::Draw), l10n.get("filter-drawn")),
        (Some(ResultKind::Unknown), l10n.get("filter-not-over")),
    ];
    let shown = values.iter().find(|(value, _)| *value == view.browser.ended);
    let shown = shown.map_or(String::new(), |(_, name)| name.clone());
    combo_box(ui, &l10n.get("filter-result"), &shown, |ui| {
        for (value, name) in values {
            ui.selectable_value(&mut view.browser.ended, value, name);
        }
    });
}

/// Two fields for a range, with a message when one cannot be parsed.
fn range_fields(
    ui: &mut Ui,
    names: [String; 2],
    hint: &str,
    texts: [&mut String; 2],
    wrong: Option<String>,
) {
    let width = (ui.available_width().min(368.0) - 8.0) / 2.0;
    ui.horizontal(|ui| {
        for (name, text) in names.iter().zip(texts) {
            ui.vertical(|ui| {
                ui.set_width(width);
                label(ui, name);
                field(ui, name, hint, text);
            });
        }
    });
    if let Some(wrong) = wrong {
        let palette = Palette::of(ui);
        ui.label(RichText::new(wrong).size(theme::SMALL).color(palette.warning));
    }
}

fn dates(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let (min, max) = (&mut view.browser.min_date, &mut view.browser.max_date);
    let is_wrong = parse_date(min).is_err() || parse_date(max).is_err();
    let names = ["filter-from", "filter-to"].map(|id| l10n.get(id));
    let wrong = is_wrong.then(|| l10n.get("filter-date-wrong"));
    range_fields(ui, names, &l10n.get("filter-date-hint"), [min, max], wrong);
}

fn length(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    label(ui, &l10n.get("filter-length"));
    let (min, max) = (&mut view.browser.min_plies, &mut view.browser.max_plies);
    let is_wrong = parse_number(min).is_err() || parse_number(max).is_err();
    let names = ["filter-least", "filter-most"].map(|id| l10n.get(id));
    range_fields(ui, names, "", [min, max], is_wrong.then(|| l10n.get("filter-number-wrong")));
}

fn opening(ui: &mut Ui, view: &mut View) {
    if view.facets.openings.is_empty() && view.browser.opening.is_none() {
        return;
    }
    label(ui, &view.l10n.get("filter-opening"));
    let name = |(key, count): &(std::sync::Arc<str>, usize)| {
        let name = view.openings.title(view.l10n, view.browser.game.as_deref(), key);
        (key.to_string(), format!("{name} · {count}"))
    };
    let values: Vec<_> = view.facets.openings.iter().map(name).collect();
    let mut chosen = view.browser.opening.take();
    optional_choice(ui, view, &view.l10n.get("filter-opening"), &mut chosen, &values);
    view.browser.opening = chosen;
}

fn tag(ui: &mut Ui, view: &mut View) {
    if view.facets.tags.is_empty() && view.browser.tag.is_none() {
        return;
    }
    label(ui, &view.l10n.get("filter-tag"));
    let name =
        |(tag, count): &(std::sync::Arc<str>, usize)| (tag.to_string(), format!("{tag} · {count}"));
    let values: Vec<_> = view.facets.tags.iter().map(name).collect();
    let mut chosen = view.browser.tag.take();
    optional_choice(ui, view, &view.l10n.get("filter-tag"), &mut chosen, &values);
    view.browser.tag = chosen;
}
