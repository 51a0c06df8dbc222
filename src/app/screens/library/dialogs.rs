//! Dialogs of the library: a game with its title and tags, the choice of an export
//! format, and the question before deleted games are purged.

use bevy_egui::egui::{self, Align, Color32, Context, Id, Layout, Modal, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{CHECK, EXPORT, EYE, FILE_TEXT, FUNNEL, TRASH, X};

use super::browser::Dialog;
use super::{UiAction, View, log};
use crate::app::services::library::{GameSelection, LibraryRequest};
use crate::app::text::{format_name, format_remark, game_name};
use crate::app::widgets::controls::{
    ButtonStyle, button, card, field, icon_button, muted, wide_button,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::{keys, root, theme};
use crate::games::registry;
use crate::record::formats::{FORMATS, Format};

pub(super) fn show(ctx: &Context, view: &mut View) {
    let Some(mut dialog) = view.browser.dialog.clone() else { return };
    let window = ctx.content_rect();
    let width = (window.width() - 32.0).min(400.0);
    let frame = card(&root(ctx));
    let shown = Modal::new(Id::new("library-dialog"))
        .frame(frame)
        .backdrop_color(Color32::from_black_alpha(70))
        .show(ctx, |ui| {
            ui.set_width(width - 32.0);
            let max_height = (window.height() - 96.0).max(80.0);
            ScrollArea::vertical().max_height(max_height).min_scrolled_height(max_height).show(
                ui,
                |ui| {
                    ui.set_width(width - 32.0);
                    match &mut dialog {
                        Dialog::Game { .. } => game(ui, view, &mut dialog),
                        Dialog::Export { games, count, game } => {
                            export(ui, view, games, *count, game.as_deref());
                        }
                        Dialog::Purge => purge(ui, view),
                    }
                    ui.add_space(3.0);
                },
            );
        });
    view.browser.dialog = Some(dialog);
    let escaped = ctx.input(|input| keys::BACK.is_pressed(input));
    if (escaped || shown.should_close()) && view.actions.is_empty() {
        view.actions.push(UiAction::ShowDialog(None));
    }
}

fn heading(ui: &mut Ui, view: &mut View, text: &str) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if icon_button(ui, X, &view.l10n.get("close"), true).clicked() {
                view.actions.push(UiAction::ShowDialog(None));
            }
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.add(egui::Label::new(egui::RichText::new(text).size(theme::LARGE)).wrap());
            });
        });
    });
    ui.add_space(4.0);
}

fn game(ui: &mut Ui, view: &mut View, dialog: &mut Dialog) {
    let l10n = view.l10n;
    let Dialog::Game { id, game, players, title, tags } = dialog else { return };
    heading(ui, view, players);
    muted(ui, l10n.get("library-title"));
    let first = field(ui, &l10n.get("library-title"), &l10n.get("library-title-hint"), title);
    muted(ui, l10n.get("library-tags"));
    let second = field(ui, &l10n.get("library-tags"), &l10n.get("library-tags-hint"), tags);
    ui.add_space(4.0);
    let entered = (first.lost_focus() || second.lost_focus())
        && ui.input(|input| keys::CHOOSE.is_pressed(input));
    if wide_button(ui, ButtonStyle::Primary, Some(CHECK), &l10n.get("library-save")).clicked()
        || entered
    {
        let tags = tags.split([',', '，', '、']).map(|tag| tag.trim().to_owned()).collect();
        view.actions.push(UiAction::Library(LibraryRequest::Rename(*id, title.clone())));
        view.actions.push(UiAction::Library(LibraryRequest::SetTags(*id, tags)));
        view.actions.push(UiAction::ShowDialog(None));
    }
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 2.0;
    if wide_button(ui, ButtonStyle::Quiet, Some(EYE), &l10n.get("library-open")).clicked() {
        view.actions.push(UiAction::OpenGame(*id));
        view.actions.push(UiAction::ShowDialog(None));
    }
    if wide_button(ui, ButtonStyle::Quiet, Some(EXPORT), &l10n.get("library-export")).clicked() {
        let (games, game) = (GameSelection::One(*id), Some(game.clone()));
        view.actions.push(UiAction::ShowDialog(Some(Dialog::Export { games, count: 1, game })));
    }
    if wide_button(ui, ButtonStyle::Quiet, Some(TRASH), &l10n.get("library-delete")).clicked() {
        view.actions.push(UiAction::Delete(*id, players.clone()));
        view.actions.push(UiAction::ShowDialog(None));
    }
    log::show(ui, view, *id);
}

/// Formats that can be written and hold this number of games of this kind.
fn writable_formats(game: &str, count: usize) -> impl Iterator<Item = &'static Format> {
    let game = registry::find(game);
    FORMATS.iter().copied().filter(move |format| {
        format.can_write()
            && game.is_some_and(|game| format.supports(game))
            && (format.multi_game || count == 1)
    })
}

fn export(ui: &mut Ui, view: &mut View, games: &GameSelection, count: usize, game: Option<&str>) {
    let l10n = view.l10n;
    let text = l10n.format("library-export-all", &[("number", super::group_digits(count))]);
    heading(ui, view, &text);
    let Some(game) = game else {
        ui.label(l10n.get("export-which-game"));
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (game, count) in &view.facets.games {
            let name = game_name(l10n, game);
            let text = format!("{name} · {}", super::group_digits(*count));
            if wide_button(ui, ButtonStyle::Quiet, Some(FUNNEL), &text).clicked() {
                view.browser.game = Some(game.to_string());
                view.actions.push(UiAction::ShowDialog(None));
            }
        }
        return;
    };
    muted(ui, l10n.get("export-explained"));
    ui.spacing_mut().item_spacing.y = 2.0;
    for format in writable_formats(game, count) {
        let name = format_name(l10n, format);
        if wide_button(ui, ButtonStyle::Quiet, Some(FILE_TEXT), &name).clicked() {
            view.actions
                .push(UiAction::Library(LibraryRequest::Export(games.clone(), format.id.into())));
            view.actions.push(UiAction::ShowDialog(None));
        }
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            ui.horizontal(|ui| {
                ui.add_space(40.0);
                muted(ui, format_remark(l10n, format));
            });
        });
        ui.add_space(4.0);
    }
}

fn purge(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    heading(ui, view, &l10n.get("library-purge"));
    let number = [("number", view.facets.deleted.to_string())];
    let question = l10n.format("library-purge-question", &number);
    ui.label(RichText::new(question).color(Palette::of(ui).ink));
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        let text = l10n.get("library-purge");
        if button(ui, ButtonStyle::Primary, Some(TRASH), &text).clicked() {
            view.actions.push(UiAction::Library(LibraryRequest::Purge));
            view.actions.push(UiAction::ShowDialog(None));
        }
        if button(ui, ButtonStyle::Plain, None, &l10n.get("back")).clicked() {
            view.actions.push(UiAction::ShowDialog(None));
        }
    });
}
