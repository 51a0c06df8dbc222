//! What lies over the list of games: one game with its title and tags, the
//! choice of a format, and the question before games go for good.

use bevy_egui::egui::{
    self, Align, Color32, Context, Id, Key, Layout, Modal, RichText, ScrollArea, Ui,
};
use egui_phosphor::regular::{CHECK, EXPORT, EYE, FILE_TEXT, FUNNEL, TRASH, X};

use super::state::Dialog;
use super::{View, Wish};
use crate::app::shelf::{Ask, Games};
use crate::app::ui::root;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{
    Weight, button, card, field, icon_button, muted, title, wide_button,
};
use crate::record::formats::{FORMATS, Format};

pub(super) fn show(ctx: &Context, view: &mut View) {
    let Some(mut dialog) = view.browse.dialog.clone() else { return };
    let window = ctx.content_rect();
    let breadth = (window.width() - 32.0).min(400.0);
    let frame = card(&root(ctx));
    let shown = Modal::new(Id::new("library-dialog"))
        .frame(frame)
        .backdrop_color(Color32::from_black_alpha(70))
        .show(ctx, |ui| {
            ui.set_width(breadth - 32.0);
            let most = (window.height() - 96.0).max(80.0);
            ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
                ui.set_width(breadth - 32.0);
                match &mut dialog {
                    Dialog::Game { .. } => game(ui, view, &mut dialog),
                    Dialog::Export { games, count, game } => {
                        export(ui, view, games, *count, game.as_deref());
                    }
                    Dialog::Purge => purge(ui, view),
                }
                ui.add_space(3.0);
            });
        });
    view.browse.dialog = Some(dialog);
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    if (escaped || shown.should_close()) && view.wishes.is_empty() {
        view.wishes.push(Wish::Show(None));
    }
}

fn heading(ui: &mut Ui, view: &mut View, text: &str) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if icon_button(ui, X, &view.words.get("close"), true).clicked() {
                view.wishes.push(Wish::Show(None));
            }
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.add(egui::Label::new(title(text, theme::LARGE)).wrap());
            });
        });
    });
    ui.add_space(4.0);
}

fn game(ui: &mut Ui, view: &mut View, dialog: &mut Dialog) {
    let words = view.words;
    let Dialog::Game { id, game, players, title, tags } = dialog else { return };
    heading(ui, view, players);
    muted(ui, words.get("library-title"));
    let first = field(ui, &words.get("library-title"), &words.get("library-title-hint"), title);
    muted(ui, words.get("library-tags"));
    let second = field(ui, &words.get("library-tags"), &words.get("library-tags-hint"), tags);
    ui.add_space(4.0);
    let entered = (first.lost_focus() || second.lost_focus())
        && ui.input(|input| input.key_pressed(Key::Enter));
    if wide_button(ui, Weight::Primary, Some(CHECK), &words.get("library-save")).clicked()
        || entered
    {
        let tags = tags.split([',', '，', '、']).map(|tag| tag.trim().to_owned()).collect();
        view.wishes.push(Wish::Ask(Ask::Rename(*id, title.clone())));
        view.wishes.push(Wish::Ask(Ask::SetTags(*id, tags)));
        view.wishes.push(Wish::Show(None));
    }
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 2.0;
    if wide_button(ui, Weight::Quiet, Some(EYE), &words.get("library-open")).clicked() {
        view.wishes.push(Wish::Open(*id));
        view.wishes.push(Wish::Show(None));
    }
    if wide_button(ui, Weight::Quiet, Some(EXPORT), &words.get("library-export")).clicked() {
        let (games, game) = (Games::One(*id), Some(game.clone()));
        view.wishes.push(Wish::Show(Some(Dialog::Export { games, count: 1, game })));
    }
    if wide_button(ui, Weight::Quiet, Some(TRASH), &words.get("library-delete")).clicked() {
        view.wishes.push(Wish::Delete(*id, players.clone()));
        view.wishes.push(Wish::Show(None));
    }
}

/// Formats that can hold so many games of this kind.
fn fitting(game: &str, count: usize) -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(move |format| {
        format.is_written() && format.games.contains(&game) && (format.many || count == 1)
    })
}

fn export(ui: &mut Ui, view: &mut View, games: &Games, count: usize, game: Option<&str>) {
    let words = view.words;
    let text = words.with("library-export-all", &[("number", super::grouped(count))]);
    heading(ui, view, &text);
    let Some(game) = game else {
        ui.label(words.get("export-which-game"));
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (game, count) in &view.facets.games {
            let name = words.get(&format!("game-{game}"));
            let text = format!("{name} · {}", super::grouped(*count));
            if wide_button(ui, Weight::Quiet, Some(FUNNEL), &text).clicked() {
                view.browse.game = Some(game.to_string());
                view.wishes.push(Wish::Show(None));
            }
        }
        return;
    };
    muted(ui, words.get("export-explained"));
    ui.spacing_mut().item_spacing.y = 2.0;
    for format in fitting(game, count) {
        let id = format!("format-{}", format.id);
        let name = words.find(&id).unwrap_or_else(|| format.id.to_uppercase());
        let facts = [("name", name), ("ending", format.endings[0].to_owned())];
        let text = words.with("format-with-ending", &facts);
        if wide_button(ui, Weight::Quiet, Some(FILE_TEXT), &text).clicked() {
            view.wishes.push(Wish::Ask(Ask::Export(games.clone(), format.id)));
            view.wishes.push(Wish::Show(None));
        }
        let line = match (format.variations, format.annotations) {
            (true, true) => "export-line-all",
            (_, true) => "export-line-notes",
            _ => "export-line-alone",
        };
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            ui.horizontal(|ui| {
                ui.add_space(40.0);
                muted(ui, words.get(line));
            });
        });
        ui.add_space(4.0);
    }
}

fn purge(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    heading(ui, view, &words.get("library-purge"));
    let number = [("number", view.facets.deleted.to_string())];
    let question = words.with("library-purge-question", &number);
    ui.label(RichText::new(question).color(Palette::of(ui).ink));
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        let text = words.get("library-purge");
        if button(ui, Weight::Primary, Some(TRASH), &text).clicked() {
            view.wishes.push(Wish::Ask(Ask::Purge));
            view.wishes.push(Wish::Show(None));
        }
        if button(ui, Weight::Plain, None, &words.get("back")).clicked() {
            view.wishes.push(Wish::Show(None));
        }
    });
}
