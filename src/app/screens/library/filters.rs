//! What the list of games is filtered by: beside the list, or in its place on
//! a narrow window.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{CHECK, X};

use super::View;
use super::state::{date, number};
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, field, muted, wide_button};
use crate::core::Side;
use crate::games::registry;
use crate::library::{Ended, Sort};

/// All filters. `total` is how many games are found, where the list itself is
/// not in sight.
pub(super) fn show(ui: &mut Ui, view: &mut View, total: Option<usize>) {
    let words = view.words;
    if let Some(total) = total {
        // The way back to the list is always in sight.
        egui::Panel::bottom("library-filters-foot")
            .frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(0, 8)))
            .show_separator_line(false)
            .resizable(false)
            .show(ui, |ui| {
                let text = words.with("filter-show", &[("number", super::grouped(total))]);
                if wide_button(ui, Weight::Primary, Some(CHECK), &text).clicked() {
                    view.browse.filters_open = false;
                }
            });
    }
    ScrollArea::vertical().id_salt("library-filters").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_width(ui.available_width() - 12.0);
        ui.spacing_mut().item_spacing = egui::Vec2::new(8.0, 4.0);
        let palette = Palette::of(ui);
        ui.visuals_mut().widgets.inactive.weak_bg_fill = palette.panel;
        ui.add_space(3.0);
        label(ui, &words.get("filter-player"));
        player(ui, view);
        position(ui, view);
        game(ui, view);
        result(ui, view);
        dates(ui, view);
        opening(ui, view);
        length(ui, view);
        tag(ui, view);
        label(ui, &words.get("filter-sort"));
        let orders = [Sort::Newest, Sort::Oldest, Sort::Name];
        let names = ["sort-newest", "sort-oldest", "sort-name"].map(|id| words.get(id));
        let mut order = orders.iter().position(|&order| order == view.browse.sort).unwrap_or(0);
        combo(ui, "sort", &names[order].clone(), |ui| {
            for (number, name) in names.iter().enumerate() {
                ui.selectable_value(&mut order, number, name);
            }
        });
        view.browse.sort = orders[order];
        if view.browse.conditions() > 0 {
            ui.add_space(12.0);
            if button(ui, Weight::Plain, Some(X), &words.get("filter-clear")).clicked() {
                view.browse.clear();
            }
        }
        ui.add_space(16.0);
    });
}

fn label(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    muted(ui, text);
}

/// The field for a part of a name.
pub(super) fn player(ui: &mut Ui, view: &mut View) {
    let (name, hint) = (view.words.get("filter-player"), view.words.get("filter-player-hint"));
    field(ui, &name, &hint, &mut view.browse.player);
}

/// One of many, as broad as the room.
fn combo(ui: &mut Ui, id: &str, shown: &str, add: impl FnOnce(&mut Ui)) {
    let breadth = ui.available_width().min(368.0);
    egui::ComboBox::from_id_salt(("library", id))
        .width(breadth)
        .height(360.0)
        .truncate()
        .selected_text(shown)
        .show_ui(ui, |ui| {
            ui.spacing_mut().button_padding.y = 6.0;
            let palette = Palette::of(ui);
            ui.visuals_mut().selection.bg_fill = theme::mix(palette.panel, palette.ink, 0.12);
            add(ui);
        });
}

/// One of some values with their names, or all.
fn one_of(
    ui: &mut Ui,
    view: &View,
    id: &str,
    chosen: &mut Option<String>,
    values: &[(String, String)],
) {
    let all = view.words.get("filter-any");
    let shown = chosen.as_ref().map_or(all.clone(), |chosen| {
        let known = values.iter().find(|(value, _)| value == chosen);
        known.map_or(chosen.clone(), |(_, name)| name.clone())
    });
    combo(ui, id, &shown, |ui| {
        ui.selectable_value(chosen, None, all);
        for (value, name) in values {
            ui.selectable_value(chosen, Some(value.clone()), name);
        }
    });
}

/// The position that was asked for, with a way to let go of it.
fn position(ui: &mut Ui, view: &mut View) {
    let Some((_, game)) = view.browse.position else { return };
    label(ui, &view.words.get("filter-position"));
    let name = view.words.get(&format!("game-{game}"));
    let text = view.words.with("filter-position-of", &[("game", name)]);
    if button(ui, Weight::Plain, Some(X), &text).clicked() {
        view.browse.position = None;
    }
}

fn game(ui: &mut Ui, view: &mut View) {
    label(ui, &view.words.get("filter-game"));
    let name = |(game, count): &(std::sync::Arc<str>, usize)| {
        (
            game.to_string(),
            format!("{} · {}", view.words.get(&format!("game-{game}")), super::grouped(*count)),
        )
    };
    let values: Vec<_> = view.facets.games.iter().map(name).collect();
    let mut chosen = view.browse.game.take();
    one_of(ui, view, "game", &mut chosen, &values);
    view.browse.game = chosen;
}

fn result(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    label(ui, &words.get("filter-result"));
    let sides = view.browse.game.as_deref().and_then(registry::find).map(|game| game.side_names());
    let won = |side: Side| match sides {
        Some(sides) => {
            let side = words.get(&format!("side-{}", sides[side.index()]));
            words.with("filter-won", &[("side", side)])
        }
        None if side == Side::First => words.get("filter-first-won"),
        None => words.get("filter-second-won"),
    };
    let values = [
        (None, words.get("filter-any")),
        (Some(Ended::Won(Side::First)), won(Side::First)),
        (Some(Ended::Won(Side::Second)), won(Side::Second)),
        (Some(Ended::Drawn), words.get("filter-drawn")),
        (Some(Ended::Open), words.get("filter-not-over")),
    ];
    let shown = values.iter().find(|(value, _)| *value == view.browse.ended);
    let shown = shown.map_or(String::new(), |(_, name)| name.clone());
    combo(ui, "result", &shown, |ui| {
        for (value, name) in values {
            ui.selectable_value(&mut view.browse.ended, value, name);
        }
    });
}

/// Two fields beside each other, and a sentence if something in them is wrong.
fn pair(
    ui: &mut Ui,
    names: [String; 2],
    hint: &str,
    texts: [&mut String; 2],
    wrong: Option<String>,
) {
    let breadth = (ui.available_width().min(368.0) - 8.0) / 2.0;
    ui.horizontal(|ui| {
        for (name, text) in names.iter().zip(texts) {
            ui.vertical(|ui| {
                ui.set_width(breadth);
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
    let words = view.words;
    let (from, to) = (&mut view.browse.from, &mut view.browse.to);
    let is_wrong = date(from).is_err() || date(to).is_err();
    let names = ["filter-from", "filter-to"].map(|id| words.get(id));
    let wrong = is_wrong.then(|| words.get("filter-date-wrong"));
    pair(ui, names, &words.get("filter-date-hint"), [from, to], wrong);
}

fn length(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    label(ui, &words.get("filter-length"));
    let (least, most) = (&mut view.browse.least, &mut view.browse.most);
    let is_wrong = number(least).is_err() || number(most).is_err();
    let names = ["filter-least", "filter-most"].map(|id| words.get(id));
    pair(ui, names, "", [least, most], is_wrong.then(|| words.get("filter-number-wrong")));
}

fn opening(ui: &mut Ui, view: &mut View) {
    if view.facets.openings.is_empty() && view.browse.opening.is_none() {
        return;
    }
    label(ui, &view.words.get("filter-opening"));
    let name = |(key, count): &(std::sync::Arc<str>, usize)| {
        let name = view.openings.title(view.words, view.browse.game.as_deref(), key);
        (key.to_string(), format!("{name} · {count}"))
    };
    let values: Vec<_> = view.facets.openings.iter().map(name).collect();
    let mut chosen = view.browse.opening.take();
    one_of(ui, view, "opening", &mut chosen, &values);
    view.browse.opening = chosen;
}

fn tag(ui: &mut Ui, view: &mut View) {
    if view.facets.tags.is_empty() && view.browse.tag.is_none() {
        return;
    }
    label(ui, &view.words.get("filter-tag"));
    let name =
        |(tag, count): &(std::sync::Arc<str>, usize)| (tag.to_string(), format!("{tag} · {count}"));
    let values: Vec<_> = view.facets.tags.iter().map(name).collect();
    let mut chosen = view.browse.tag.take();
    one_of(ui, view, "tag", &mut chosen, &values);
    view.browse.tag = chosen;
}
