//! The library screen: a virtualised list of games, its filters, and actions on games.

mod browser;
mod dialogs;
mod filters;
mod log;
mod overlay;
mod rows;

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Frame, Layout, Margin, Panel, RichText, Ui};
use egui_phosphor::regular::{
    ARROW_LEFT, BOOKS, CLIPBOARD_TEXT, EXPORT, FOLDER_OPEN, FUNNEL, LIST, TRASH,
};

use crate::app::features::openings::Openings;
use crate::app::features::review;
use crate::app::platform::clipboard::PasteRequest;
use crate::app::platform::files::PickFiles;
use crate::app::services::library::{
    Facets, GameSelection, LibraryClient, LibraryClientSystems, LibraryRequest,
    LibraryState as ShelfState, PlayerSearch, PositionSearch,
};
use crate::app::state::Screen;
use crate::app::text::{Localization, group_digits};
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, muted, title};
use crate::app::widgets::page::centred_column;
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, keys, root, theme, toasts};
use crate::library::GameId;
use browser::{DeletionUndo, Dialog, LibraryBrowser};

/// Width in egui points from which the filters stand beside the list.
const FILTERS_BESIDE_WIDTH: f32 = 860.0;

/// Width of the filters beside the list.
const FILTER_COLUMN_WIDTH: f32 = 264.0;

/// Width from which buttons have text.
const BUTTON_TEXT_WIDTH: f32 = 700.0;

/// Maximum width of the screen's content.
const MAX_WIDTH: f32 = 1320.0;

/// Time during which a deletion can be undone with one tap.
const UNDO_PERIOD: Duration = Duration::from_secs(12);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LibraryBrowser>()
        .add_systems(
            Update,
            (search_position, search_player, log::check).after(LibraryClientSystems::Send),
        )
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Library)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (overlay::progress, overlay::paste)
                .in_set(UiSystems::Overlay)
                .run_if(not(in_state(Screen::Loading))),
        );
}

/// Action requested by the player, dispatched after drawing.
enum UiAction {
    /// Goes back from the deleted games to the list, or leaves the screen.
    Leave,
    /// Opens the file picker for an import.
    Import,
    /// Imports the clipboard's text.
    Paste,
    /// Opens a game for review.
    OpenGame(GameId),
    /// Opens a dialog, or closes it.
    ShowDialog(Option<Dialog>),
    /// Sends a request to the library.
    Library(LibraryRequest),
    /// Deletes a game; the text names its players.
    Delete(GameId, String),
    /// Restores the game deleted last.
    UndoDeletion,
}

/// Data that the screen's parts share, and the actions that they request.
struct View<'a> {
    l10n: &'a Localization,
    browser: &'a mut LibraryBrowser,
    facets: &'a Facets,
    openings: &'a Openings,
    paint: PaintContext<'a>,
    actions: Vec<UiAction>,
}

/// Opens the list of games that reached a position.
fn search_position(
    mut requests: MessageReader<PositionSearch>,
    mut browser: ResMut<LibraryBrowser>,
    mut next: ResMut<NextState<Screen>>,
) {
    if let Some(PositionSearch { key, game }) = requests.read().last() {
        browser.clear();
        browser.position = Some((*key, game));
        next.set(Screen::Library);
    }
}

/// Sets the filters to the games of a player; the page is opened by who asks.
fn search_player(mut requests: MessageReader<PlayerSearch>, mut browser: ResMut<LibraryBrowser>) {
    if let Some(PlayerSearch { player, game, from }) = requests.read().last() {
        browser.clear();
        // In quotes it is the whole name: level 1 is not level 10.
        browser.player = format!("\"{player}\"");
        browser.min_date.clone_from(from);
        browser.game = Some(game.clone());
    }
}

fn show(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    l10n: Res<Localization>,
    mut browser: ResMut<LibraryBrowser>,
    openings: Res<Openings>,
    paint_resources: PaintResources,
    mut library_client: ResMut<LibraryClient>,
    mut pastes: MessageWriter<PasteRequest>,
    mut requests: MessageWriter<LibraryRequest>,
    mut fetches: MessageWriter<review::OpenFromLibrary>,
    mut picks: MessageWriter<PickFiles>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let now = time.elapsed();
    if browser.undo.as_ref().is_some_and(|undo| undo.expires <= now) {
        browser.undo = None;
    }
    let facets = library_client.facets().clone();
    let mut view = View {
        l10n: &l10n,
        browser: &mut browser,
        facets: &facets,
        openings: &openings,
        paint,
        actions: Vec::new(),
    };
    page(&mut ui, &mut view, &mut library_client, now);
    if view.browser.dialog.is_some() {
        dialogs::show(ui.ctx(), &mut view);
    }
    let actions = std::mem::take(&mut view.actions);
    if !actions.is_empty() {
        ui.ctx().request_repaint();
    }
    for action in actions {
        match action {
            UiAction::Leave if browser.deleted => browser.deleted = false,
            UiAction::Leave => {
                // The next visit starts at the top of the list.
                browser.shown_query = None;
                next.set(Screen::Home);
            }
            UiAction::Import => _ = picks.write(PickFiles),
            UiAction::Paste => _ = pastes.write(PasteRequest),
            UiAction::OpenGame(id) => {
                fetches.write(review::OpenFromLibrary { id, ply: None });
            }
            UiAction::ShowDialog(dialog) => {
                if let Some(Dialog::Game { id, .. }) = dialog {
                    browser.log = None;
                    requests.write(LibraryRequest::Log(id));
                }
                browser.dialog = dialog;
            }
            UiAction::Library(request) => _ = requests.write(request),
            UiAction::Delete(id, players) => {
                browser.undo = Some(DeletionUndo { id, players, expires: now + UNDO_PERIOD });
                requests.write(LibraryRequest::Delete(id));
            }
            UiAction::UndoDeletion => {
                if let Some(undo) = browser.undo.take() {
                    requests.write(LibraryRequest::Restore(undo.id));
                }
            }
        }
    }
    Ok(())
}

fn page(ui: &mut Ui, view: &mut View, library_client: &mut LibraryClient, now: Duration) {
    let width = ui.available_width();
    let filters_beside = width >= FILTERS_BESIDE_WIDTH;
    let frame = |y| Frame::new().inner_margin(Margin::symmetric(12, y));
    let filter = view.browser.filter();
    let total = library_client.list(&filter, view.browser.sort).total();
    Panel::top("library-top").frame(frame(8)).show_separator_line(false).resizable(false).show(
        ui,
        |ui| {
            centred_column(ui, MAX_WIDTH, |ui| {
                header(ui, view, total, filters_beside);
            });
        },
    );
    if let Some(undo) = view.browser.undo.as_ref() {
        let text = view.l10n.format("library-was-deleted", &[("players", undo.players.clone())]);
        let left = undo.expires.saturating_sub(now);
        Panel::bottom("library-undo").frame(frame(8)).resizable(false).show(ui, |ui| {
            centred_column(ui, MAX_WIDTH, |ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let undo = view.l10n.get("library-undo");
                    if button(ui, ButtonStyle::Primary, None, &undo).clicked() {
                        view.actions.push(UiAction::UndoDeletion);
                    }
                    ui.add(egui::Label::new(text).truncate().halign(Align::Min));
                });
            });
        });
        ui.ctx().request_repaint_after(left);
    }
    toasts::reserve_strip(ui);
    egui::CentralPanel::default().frame(frame(0)).show(ui, |ui| {
        centred_column(ui, MAX_WIDTH, |ui| {
            ui.set_height(ui.available_height());
            if filters_beside {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 20.0;
                    let size = egui::Vec2::new(FILTER_COLUMN_WIDTH, ui.available_height());
                    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                        filters::show(ui, view, None);
                    });
                    ui.vertical(|ui| list(ui, view, library_client));
                });
            } else if view.browser.filters_open {
                filters::show(ui, view, total);
            } else {
                list(ui, view, library_client);
            }
        });
    });
    // By now Escape has already taken the focus from a text field.
    let typed = std::mem::replace(&mut view.browser.was_typing, ui.ctx().text_edit_focused());
    let free = view.browser.dialog.is_none() && !typed;
    if free && ui.ctx().input(|input| keys::BACK.is_pressed(input)) {
        if view.browser.filters_open && !filters_beside {
            view.browser.filters_open = false;
        } else {
            view.actions.push(UiAction::Leave);
        }
    }
}

/// Back button, title, and actions on the whole library.
fn header(ui: &mut Ui, view: &mut View, total: Option<usize>, filters_beside: bool) {
    let l10n = view.l10n;
    let wide = ui.available_width() >= BUTTON_TEXT_WIDTH;
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &l10n.get("back"), true).clicked() {
            view.actions.push(UiAction::Leave);
        }
        let deleted = view.browser.deleted;
        let heading = l10n.get(if deleted { "library-deleted" } else { "library" });
        ui.label(title(heading, if wide { theme::BIG } else { theme::LARGE }));
        if wide && let Some(total) = total.filter(|&total| total > 0) {
            muted(ui, l10n.format("library-games", &[("number", group_digits(total))]));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = if wide { 8.0 } else { 0.0 };
            if deleted {
                deleted_games_buttons(ui, view, wide);
            } else {
                library_buttons(ui, view, total, wide);
            }
        });
    });
    if !filters_beside && !view.browser.filters_open {
        filter_row(ui, view);
    }
}

/// A button with text where there is room for it (`wide`), else an icon. Returns true
/// when pressed.
fn header_button(
    ui: &mut Ui,
    l10n: &Localization,
    icon: &str,
    id: &str,
    enabled: bool,
    wide: bool,
) -> bool {
    let text = l10n.get(id);
    if wide {
        let add = |ui: &mut Ui| button(ui, ButtonStyle::Plain, Some(icon), &text);
        ui.add_enabled_ui(enabled, add).inner.clicked()
    } else {
        icon_button(ui, icon, &text, enabled).clicked()
    }
}

/// Buttons for the deleted games, from right to left.
fn deleted_games_buttons(ui: &mut Ui, view: &mut View, wide: bool) {
    if header_button(ui, view.l10n, LIST, "library-back-to-games", true, wide) {
        view.browser.deleted = false;
    }
    if header_button(ui, view.l10n, TRASH, "library-purge", view.facets.deleted > 0, wide) {
        view.actions.push(UiAction::ShowDialog(Some(Dialog::Purge)));
    }
}

/// Buttons for the whole library, from right to left.
fn library_buttons(ui: &mut Ui, view: &mut View, total: Option<usize>, wide: bool) {
    let l10n = view.l10n;
    if view.facets.deleted > 0
        && icon_button(ui, TRASH, &l10n.get("library-deleted"), true).clicked()
    {
        view.browser.deleted = true;
    }
    let has_games = total.is_some_and(|total| total > 0);
    if header_button(ui, l10n, EXPORT, "library-export", has_games, wide) {
        let games = GameSelection::Filtered(view.browser.filter(), view.browser.sort);
        let (count, game) = (total.unwrap_or(0), single_game(view));
        view.actions.push(UiAction::ShowDialog(Some(Dialog::Export { games, count, game })));
    }
    if header_button(ui, l10n, CLIPBOARD_TEXT, "library-paste", true, wide) {
        view.actions.push(UiAction::Paste);
    }
    if header_button(ui, l10n, FOLDER_OPEN, "library-import", true, wide) {
        view.actions.push(UiAction::Import);
    }
}

/// Player filter, and the button that opens all filters.
fn filter_row(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        let count = view.browser.condition_count();
        let name = view.l10n.get("filter");
        let text = if count == 0 { name } else { format!("{name} ({count})") };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if button(ui, ButtonStyle::Plain, Some(FUNNEL), &text).clicked() {
                view.browser.filters_open = true;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                filters::player(ui, view);
            });
        });
    });
}

/// The game that all listed records are of, if it is one.
fn single_game(view: &View) -> Option<String> {
    let only = match &view.facets.games[..] {
        [(game, _)] => Some(game.to_string()),
        _ => None,
    };
    let position = view.browser.position.map(|(_, game)| game.to_owned());
    view.browser.game.clone().or(position).or(only)
}

fn list(ui: &mut Ui, view: &mut View, library_client: &mut LibraryClient) {
    let l10n = view.l10n;
    match library_client.state().clone() {
        ShelfState::Opening => {
            muted(ui, l10n.get("library-opening"));
        }
        ShelfState::InUse => {
            empty_state(ui, &l10n.get("library-cannot"), &l10n.get("library-taken"));
        }
        ShelfState::Unavailable(reason) => {
            let line = l10n.format("library-cannot-line", &[("reason", reason)]);
            empty_state(ui, &l10n.get("library-cannot"), &line);
        }
        ShelfState::Open => {
            let total = library_client.list(&view.browser.filter(), view.browser.sort).total();
            match total {
                None => {}
                Some(0) if view.browser.condition_count() > 0 => {
                    empty_state(ui, &l10n.get("library-none"), &l10n.get("library-none-line"));
                    ui.vertical_centered(|ui| {
                        if button(ui, ButtonStyle::Plain, None, &l10n.get("filter-clear")).clicked()
                        {
                            view.browser.clear();
                        }
                    });
                }
                Some(0) if view.browser.deleted => {
                    let line = l10n.get("library-nothing-deleted-line");
                    empty_state(ui, &l10n.get("library-nothing-deleted"), &line);
                }
                Some(0) => {
                    empty_state(ui, &l10n.get("library-empty"), &l10n.get("library-empty-line"));
                    ui.vertical_centered(|ui| {
                        let text = l10n.get("library-import");
                        if button(ui, ButtonStyle::Primary, Some(FOLDER_OPEN), &text).clicked() {
                            view.actions.push(UiAction::Import);
                        }
                    });
                }
                Some(total) => rows::show(ui, view, library_client, total),
            }
        }
    }
}

/// Message shown in place of the list.
fn empty_state(ui: &mut Ui, heading: &str, line: &str) {
    let palette = Palette::of(ui);
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.16).min(120.0));
        ui.label(RichText::new(BOOKS).size(48.0).color(palette.muted));
        ui.label(title(heading, theme::BIG).color(palette.ink));
        let width = ui.available_width().min(460.0);
        let size = egui::Vec2::new(width, 0.0);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Center), |ui| {
            ui.set_max_width(width);
            ui.label(RichText::new(line).size(theme::BODY).color(palette.muted));
        });
        ui.add_space(12.0);
    });
}

#[cfg(test)]
mod tests {
    use super::group_digits;

    #[test]
    fn long_numbers_are_grouped() {
        let all = [0, 999, 1234, 12_345, 126_309, 1_234_567].map(group_digits);
        assert_eq!(all, ["0", "999", "1234", "12,345", "126,309", "1,234,567"]);
    }
}
