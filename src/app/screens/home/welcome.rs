//! The questions of the very first start: the language, and how well the player knows each
//! game. Every one has an answer already, so that two taps are enough.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align, Frame, Label, Layout, Margin, RichText, Sense, Ui, Vec2};
use egui_phosphor::regular::CHECK;

use super::{Showcases, logo};
use crate::app::settings::{Experience, Language, Settings};
use crate::app::text::{Localization, game_name};
use crate::app::widgets::cards::{card_rows, columns};
use crate::app::widgets::controls::{
    ButtonStyle, card, choice, focus_by_default, heading, muted, title, wide_button,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources, paint_board};
use crate::app::widgets::{page, root, theme, toasts};
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game};

/// Width of the page at most, with cards and with rows.
const WIDTHS: [f32; 2] = [1120.0, 520.0];

/// Width of the page from which each game has a card, with its board.
const CARDS: f32 = 620.0;

/// Size of the board of a card.
const BOARD: f32 = 96.0;

/// Width of the name of a game in a row.
const NAME_WIDTH: f32 = 84.0;

pub(super) fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    showcases: Res<Showcases>,
    mut settings: ResMut<Settings>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let mut new = settings.clone();
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let is_wide = ui.available_width() >= CARDS;
    let width = WIDTHS[usize::from(!is_wide)];
    let mut is_done = false;
    let mut done = |ui: &mut Ui| {
        let text = l10n.get("welcome-done");
        let response = wide_button(ui, ButtonStyle::Primary, Some(CHECK), &text);
        focus_by_default(ui, &response);
        is_done = response.clicked();
    };
    if !is_wide {
        let frame = Frame::new().inner_margin(Margin::symmetric(16, 8));
        let foot = egui::Panel::bottom("welcome-foot").frame(frame).resizable(false);
        foot.show_separator_line(false)
            .show(&mut ui, |ui| page::centred_column(ui, width, &mut done));
    }
    toasts::reserve_strip(&mut ui);
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 0));
    egui::CentralPanel::default().frame(frame).show(&mut ui, |ui| {
        egui::ScrollArea::vertical().id_salt("welcome").auto_shrink([false, false]).show(
            ui,
            |ui| {
                page::centred_column(ui, width, |ui| {
                    ui.add_space(if is_wide { 48.0 } else { 8.0 });
                    questions(ui, &l10n, &mut new);
                    if is_wide {
                        ui.add_space(8.0);
                        let columns = columns(ui.available_width());
                        let games: Vec<_> = GAMES.iter().zip(&showcases.0).collect();
                        card_rows(ui, columns, &games, |ui, (game, position), width| {
                            game_card(ui, &l10n, paint, **game, position, width, &mut new);
                        });
                        ui.add_space(12.0);
                        page::centred_column(ui, 320.0, &mut done);
                        ui.add_space(24.0);
                    } else {
                        for game in GAMES {
                            answer_row(ui, &game_name(&l10n, game.id()), |ui| {
                                game_answers(ui, &l10n, *game, &mut new);
                            });
                        }
                    }
                });
            },
        );
    });
    if is_done {
        answer_all(&mut new);
    }
    if *settings != new {
        *settings = new;
    }
    Ok(())
}

/// Keeps the answers, given or not, and asks no more.
fn answer_all(settings: &mut Settings) {
    for game in GAMES {
        settings.experience.entry(game.id().to_owned()).or_default();
    }
    settings.welcomed = true;
}

/// The name of the program, the language, and the answer for all games at once.
fn questions(ui: &mut Ui, l10n: &Localization, new: &mut Settings) {
    ui.horizontal(|ui| {
        logo(ui, Palette::of(ui));
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(title(l10n.get("app-name"), theme::HUGE));
            muted(ui, l10n.get("app-line"));
        });
    });
    ui.add_space(8.0);
    // The language of the system is chosen until another one is.
    let chinese = Localization::for_language(Language::SimplifiedChinese).tag() == l10n.tag();
    let mut language = if chinese { Language::SimplifiedChinese } else { Language::English };
    let languages = [
        (Language::English, "English".to_owned()),
        (Language::SimplifiedChinese, "简体中文".to_owned()),
    ];
    if choice(ui, &mut language, &languages) {
        new.language = language;
    }
    ui.add_space(8.0);
    heading(ui, &l10n.get("welcome-question"));
    muted(ui, l10n.get("welcome-explained"));
    let first = answer(new, GAMES[0]);
    let alike = GAMES.iter().all(|game| answer(new, *game) == first);
    let mut all = alike.then_some(first);
    answer_row(ui, &l10n.get("welcome-all"), |ui| {
        if choice(ui, &mut all, &answers(l10n).map(|(answer, text)| (Some(answer), text)))
            && let Some(answer) = all
        {
            new.experience.extend(GAMES.iter().map(|game| (game.id().to_owned(), answer)));
        }
    });
}

fn answers(l10n: &Localization) -> [(Experience, String); 3] {
    [
        (Experience::NotYet, l10n.get("welcome-not-yet")),
        (Experience::ALittle, l10n.get("welcome-a-little")),
        (Experience::Well, l10n.get("welcome-well")),
    ]
}

/// The answer about a game, given or presumed.
fn answer(settings: &Settings, game: &dyn Game) -> Experience {
    settings.experience.get(game.id()).copied().unwrap_or_default()
}

fn game_answers(ui: &mut Ui, l10n: &Localization, game: &dyn Game, new: &mut Settings) {
    let mut known = answer(new, game);
    if choice(ui, &mut known, &answers(l10n)) {
        new.experience.insert(game.id().to_owned(), known);
    }
}

/// A row with a name and the answers to its right.
fn answer_row(ui: &mut Ui, name: &str, answers: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let size = Vec2::new(NAME_WIDTH, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAME_WIDTH);
            let text = RichText::new(name).color(Palette::of(ui).ink);
            ui.add(Label::new(text).wrap());
        });
        answers(ui);
    });
}

/// A card of a game: its board, its name, and the answers.
fn game_card(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    game: &dyn Game,
    position: &AnyPosition,
    width: f32,
    new: &mut Settings,
) {
    let size = Vec2::new(width, BOARD + 32.0);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        card(ui).show(ui, |ui| {
            ui.set_width(width - 32.0);
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(BOARD), Sense::hover());
                paint_board(ui.painter(), rect.shrink(5.0), game, position, &[], paint);
                ui.add_space(4.0);
                ui.vertical(|ui| {
                    ui.add_space((BOARD - 32.0 - ui.spacing().interact_size.y) / 2.0);
                    let name = RichText::new(game_name(l10n, game.id())).size(theme::LARGE);
                    ui.label(name);
                    game_answers(ui, l10n, game, new);
                });
            });
        });
    });
}
