//! The games that are kept: a list that stays quick however long it is, what
//! it is filtered by, and what can be done with a game.

mod dialogs;
mod filters;
mod over;
mod rows;
mod state;

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Frame, Key, Layout, Margin, Panel, RichText, Ui};
use egui_phosphor::regular::{
    ARROW_LEFT, BOOKS, CLIPBOARD_TEXT, EXPORT, FOLDER_OPEN, FUNNEL, LIST, TRASH,
};

use super::page::centred;
use crate::app::Screen;
use crate::app::notice::Notice;
use crate::app::openings::Openings;
use crate::app::platform::Clipboard;
use crate::app::platform::files::Pick;
use crate::app::review;
use crate::app::shelf::{Ask, Facets, Games, LookFor, Shelf, ShelfSet, State as ShelfState};
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, icon_button, muted, title};
use crate::app::ui::{UiSet, Words, root};
use crate::library::GameId;
use state::{Browse, Dialog, Undo};

/// Breadth from which the filters stand beside the list.
const FILTERS_BESIDE: f32 = 860.0;

/// Breadth of the filters beside the list.
const COLUMN: f32 = 264.0;

/// Breadth from which buttons have words.
const WORDS_FROM: f32 = 700.0;

/// The broadest that the whole screen becomes.
const BROADEST: f32 = 1320.0;

/// How long a deletion can be undone with one tap.
const UNDO: Duration = Duration::from_secs(12);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Browse>()
        .add_systems(Update, look_for.after(ShelfSet))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSet::Screen).run_if(in_state(Screen::Library)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (over::progress, over::paste)
                .in_set(UiSet::Over)
                .run_if(not(in_state(Screen::Loading))),
        );
}

/// Something that the person wants.
enum Wish {
    /// Leave the deleted games for the others, or the screen.
    Leave,
    /// Choose files to import.
    Import,
    /// Import what was copied.
    Paste,
    /// Look at a game.
    Open(GameId),
    /// Show a dialog, or none.
    Show(Option<Dialog>),
    /// Ask the library for something.
    Ask(Ask),
    /// Delete a game, which is called like this.
    Delete(GameId, String),
    /// Bring back what was deleted last.
    Undo,
}

/// What every part of the screen needs.
struct View<'a> {
    words: &'a Words,
    browse: &'a mut Browse,
    facets: &'a Facets,
    openings: &'a Openings,
    wishes: Vec<Wish>,
}

/// Shows the games in which a position came up.
fn look_for(
    mut asks: MessageReader<LookFor>,
    mut browse: ResMut<Browse>,
    mut next: ResMut<NextState<Screen>>,
) {
    if let Some(LookFor { key, game }) = asks.read().last() {
        browse.clear();
        browse.position = Some((*key, game));
        next.set(Screen::Library);
    }
}

fn show(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    words: Res<Words>,
    mut browse: ResMut<Browse>,
    openings: Res<Openings>,
    mut shelf: ResMut<Shelf>,
    mut clipboard: ResMut<Clipboard>,
    mut asks: MessageWriter<Ask>,
    mut fetches: MessageWriter<review::Fetch>,
    mut picks: MessageWriter<Pick>,
    mut notices: MessageWriter<Notice>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let now = time.elapsed();
    if browse.undo.as_ref().is_some_and(|undo| undo.until <= now) {
        browse.undo = None;
    }
    let facets = shelf.facets().clone();
    let mut view = View {
        words: &words,
        browse: &mut browse,
        facets: &facets,
        openings: &openings,
        wishes: Vec::new(),
    };
    page(&mut ui, &mut view, &mut shelf, now);
    if view.browse.dialog.is_some() {
        dialogs::show(ui.ctx(), &mut view);
    }
    let wishes = std::mem::take(&mut view.wishes);
    if !wishes.is_empty() {
        ui.ctx().request_repaint();
    }
    for wish in wishes {
        match wish {
            Wish::Leave if browse.deleted => browse.deleted = false,
            Wish::Leave => {
                // The next visit begins with the newest games.
                browse.shown = None;
                next.set(Screen::Home);
            }
            Wish::Import => _ = picks.write(Pick),
            Wish::Paste => match clipboard.get_text().filter(|text| !text.trim().is_empty()) {
                Some(text) => _ = asks.write(Ask::Paste(text)),
                None => _ = notices.write(Notice::hint("paste-empty")),
            },
            Wish::Open(id) => {
                fetches.write(review::Fetch(id));
            }
            Wish::Show(dialog) => browse.dialog = dialog,
            Wish::Ask(ask) => _ = asks.write(ask),
            Wish::Delete(id, players) => {
                browse.undo = Some(Undo { id, players, until: now + UNDO });
                asks.write(Ask::Delete(id));
            }
            Wish::Undo => {
                if let Some(undo) = browse.undo.take() {
                    asks.write(Ask::Restore(undo.id));
                }
            }
        }
    }
    Ok(())
}

fn page(ui: &mut Ui, view: &mut View, shelf: &mut Shelf, now: Duration) {
    let breadth = ui.available_width();
    let beside = breadth >= FILTERS_BESIDE;
    let frame = |y| Frame::new().inner_margin(Margin::symmetric(12, y));
    let filter = view.browse.filter();
    let total = shelf.list(&filter, view.browse.sort).total();
    Panel::top("library-top").frame(frame(8)).show_separator_line(false).resizable(false).show(
        ui,
        |ui| {
            centred(ui, BROADEST, |ui| {
                head(ui, view, total, beside);
            });
        },
    );
    if let Some(undo) = view.browse.undo.as_ref() {
        let text = view.words.with("library-was-deleted", &[("players", undo.players.clone())]);
        let left = undo.until.saturating_sub(now);
        Panel::bottom("library-undo").frame(frame(8)).resizable(false).show(ui, |ui| {
            centred(ui, BROADEST, |ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let undo = view.words.get("library-undo");
                    if button(ui, Weight::Primary, None, &undo).clicked() {
                        view.wishes.push(Wish::Undo);
                    }
                    ui.add(egui::Label::new(text).truncate().halign(Align::Min));
                });
            });
        });
        ui.ctx().request_repaint_after(left);
    }
    egui::CentralPanel::default().frame(frame(0)).show(ui, |ui| {
        centred(ui, BROADEST, |ui| {
            ui.set_height(ui.available_height());
            if beside {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 20.0;
                    let size = egui::Vec2::new(COLUMN, ui.available_height());
                    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                        filters::show(ui, view, None);
                    });
                    ui.vertical(|ui| list(ui, view, shelf));
                });
            } else if view.browse.filters_open {
                filters::show(ui, view, total);
            } else {
                list(ui, view, shelf);
            }
        });
    });
    // Escape has left the field already when it is seen here.
    let typed = std::mem::replace(&mut view.browse.typing, ui.ctx().text_edit_focused());
    let free = view.browse.dialog.is_none() && !typed;
    if free && ui.ctx().input(|input| input.key_pressed(Key::Escape)) {
        if view.browse.filters_open && !beside {
            view.browse.filters_open = false;
        } else {
            view.wishes.push(Wish::Leave);
        }
    }
}

/// The way back, the title, and what can be done with the whole library.
fn head(ui: &mut Ui, view: &mut View, total: Option<usize>, beside: bool) {
    let words = view.words;
    let wide = ui.available_width() >= WORDS_FROM;
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &words.get("back"), true).clicked() {
            view.wishes.push(Wish::Leave);
        }
        let deleted = view.browse.deleted;
        let heading = words.get(if deleted { "library-deleted" } else { "library" });
        ui.label(title(heading, if wide { theme::BIG } else { theme::LARGE }));
        if wide && let Some(total) = total.filter(|&total| total > 0) {
            muted(ui, words.with("library-games", &[("number", grouped(total))]));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = if wide { 8.0 } else { 0.0 };
            let press = |ui: &mut Ui, icon: &str, id: &str, enabled: bool| {
                let text = words.get(id);
                if wide {
                    ui.add_enabled_ui(enabled, |ui| button(ui, Weight::Plain, Some(icon), &text))
                        .inner
                        .clicked()
                } else {
                    icon_button(ui, icon, &text, enabled).clicked()
                }
            };
            if deleted {
                if press(ui, LIST, "library-back-to-games", true) {
                    view.browse.deleted = false;
                }
                if press(ui, TRASH, "library-purge", view.facets.deleted > 0) {
                    view.wishes.push(Wish::Show(Some(Dialog::Purge)));
                }
            } else {
                if view.facets.deleted > 0
                    && icon_button(ui, TRASH, &words.get("library-deleted"), true).clicked()
                {
                    view.browse.deleted = true;
                }
                if press(ui, EXPORT, "library-export", total.is_some_and(|total| total > 0)) {
                    let games = Games::Listed(view.browse.filter(), view.browse.sort);
                    let count = total.unwrap_or(0);
                    let game = export_game(view);
                    view.wishes.push(Wish::Show(Some(Dialog::Export { games, count, game })));
                }
                if press(ui, CLIPBOARD_TEXT, "library-paste", true) {
                    view.wishes.push(Wish::Paste);
                }
                if press(ui, FOLDER_OPEN, "library-import", true) {
                    view.wishes.push(Wish::Import);
                }
            }
        });
    });
    if !beside && !view.browse.filters_open {
        ui.horizontal(|ui| {
            let count = view.browse.conditions();
            let name = words.get("filter");
            let text = if count == 0 { name } else { format!("{name} ({count})") };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if button(ui, Weight::Plain, Some(FUNNEL), &text).clicked() {
                    view.browse.filters_open = true;
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    filters::player(ui, view);
                });
            });
        });
    }
}

/// A number of games, in groups of three digits where it is long.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group));
    groups.fold(head.to_owned(), |all, group| format!("{all},{group}"))
}

/// The only game that the list can have, if there is but one.
fn export_game(view: &View) -> Option<String> {
    let only = match &view.facets.games[..] {
        [(game, _)] => Some(game.to_string()),
        _ => None,
    };
    let position = view.browse.position.map(|(_, game)| game.to_owned());
    view.browse.game.clone().or(position).or(only)
}

fn list(ui: &mut Ui, view: &mut View, shelf: &mut Shelf) {
    let words = view.words;
    match shelf.state().clone() {
        ShelfState::Opening => {
            muted(ui, words.get("library-opening"));
        }
        ShelfState::Taken => {
            explain(ui, &words.get("library-cannot"), &words.get("library-taken"));
        }
        ShelfState::Closed(reason) => {
            let line = words.with("library-cannot-line", &[("reason", reason)]);
            explain(ui, &words.get("library-cannot"), &line);
        }
        ShelfState::Open => {
            let total = shelf.list(&view.browse.filter(), view.browse.sort).total();
            match total {
                None => {}
                Some(0) if view.browse.conditions() > 0 => {
                    explain(ui, &words.get("library-none"), &words.get("library-none-line"));
                    ui.vertical_centered(|ui| {
                        if button(ui, Weight::Plain, None, &words.get("filter-clear")).clicked() {
                            view.browse.clear();
                        }
                    });
                }
                Some(0) if view.browse.deleted => {
                    let line = words.get("library-nothing-deleted-line");
                    explain(ui, &words.get("library-nothing-deleted"), &line);
                }
                Some(0) => {
                    explain(ui, &words.get("library-empty"), &words.get("library-empty-line"));
                    ui.vertical_centered(|ui| {
                        let text = words.get("library-import");
                        if button(ui, Weight::Primary, Some(FOLDER_OPEN), &text).clicked() {
                            view.wishes.push(Wish::Import);
                        }
                    });
                }
                Some(total) => rows::show(ui, view, shelf, total),
            }
        }
    }
}

/// What there is to say instead of a list.
fn explain(ui: &mut Ui, heading: &str, line: &str) {
    let palette = Palette::of(ui);
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.16).min(120.0));
        ui.label(RichText::new(BOOKS).size(48.0).color(palette.muted));
        ui.label(title(heading, theme::BIG).color(palette.ink));
        let breadth = ui.available_width().min(460.0);
        let size = egui::Vec2::new(breadth, 0.0);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Center), |ui| {
            ui.set_max_width(breadth);
            ui.label(RichText::new(line).size(theme::BODY).color(palette.muted));
        });
        ui.add_space(12.0);
    });
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn long_numbers_are_grouped() {
        let all = [0, 999, 1234, 12_345, 126_309, 1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "1234", "12,345", "126,309", "1,234,567"]);
    }
}
