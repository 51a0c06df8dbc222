//! The list of games; only visible rows are laid out.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, CursorIcon, EventFilter, FontId, Galley, Id, Pos2, Rect,
    Response, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, DOTS_THREE_VERTICAL};
use std::sync::Arc;

use super::browser::Dialog;
use super::{UiAction, View};
use crate::app::features::openings::Openings;
use crate::app::services::library::{LibraryClient, LibraryRequest};
use crate::app::text::{Localization, game_name, result_text, shown_player_name};
use crate::app::widgets::controls::icon_button;
use crate::app::widgets::keys;
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail;
use crate::games::{AnyPosition, registry};
use crate::library::{GameSummary, ResultKind};

/// Width in egui points from which a row is one line with columns.
const COLUMNS_WIDTH: f32 = 680.0;

/// Heights of a row with columns and of one with two lines.
const WIDE_ROW_HEIGHT: f32 = 64.0;
const TWO_LINE_ROW_HEIGHT: f32 = 72.0;

/// Space around the board at the left of a row.
const BOARD_MARGIN: f32 = 8.0;

/// Left edges of the columns, and the right end of the last.
struct Columns {
    players: f32,
    result: f32,
    game: f32,
    moves: f32,
    date: f32,
    end: f32,
}

impl Columns {
    fn of(rect: Rect) -> Columns {
        let end = rect.right() - 52.0;
        let date = end - 96.0;
        let moves = date - 76.0;
        let room = moves - rect.left() - 12.0;
        let game = moves - (room * 0.26).max(130.0);
        let result = game - (room * 0.16).max(110.0);
        Columns { players: rect.left() + WIDE_ROW_HEIGHT + 4.0, result, game, moves, date, end }
    }
}

/// Text of both players.
pub(super) fn players(l10n: &Localization, summary: &GameSummary) -> String {
    let name = |name: &Arc<str>| match name.is_empty() {
        true => l10n.get("library-unknown-player"),
        false => shown_player_name(l10n, name),
    };
    // In the order of colours, by which the result is read.
    let [first, second] = summary.players.each_ref().map(name);
    if summary.swapped { format!("{second} – {first}") } else { format!("{first} – {second}") }
}

/// Text of a game's result.
fn result(l10n: &Localization, summary: &GameSummary) -> String {
    let winner = match summary.result {
        ResultKind::Unknown => return l10n.get("result-open"),
        ResultKind::Draw => None,
        ResultKind::Win(side) => Some(side),
    };
    match registry::find(&summary.game) {
        Some(game) => {
            // The result is by sides, and read by colours.
            let colour = winner.map(|side| if summary.swapped { side.other() } else { side });
            result_text(l10n, game, colour, &summary.result_text)
        }
        None => summary.result_text.to_string(),
    }
}

/// Name of the game, and of the opening if it has one.
fn game(l10n: &Localization, openings: &Openings, summary: &GameSummary) -> String {
    let game = game_name(l10n, &summary.game);
    match summary.opening.as_deref() {
        Some(id) => format!("{game} · {}", openings.title(l10n, Some(&summary.game), id)),
        None => game,
    }
}

/// Title and tags of a record.
fn title_and_tags(summary: &GameSummary) -> String {
    let title = (!summary.title.is_empty()).then(|| summary.title.to_string());
    let tags = summary.tags.iter().map(|tag| format!("#{tag}"));
    title.into_iter().chain(tags).collect::<Vec<_>>().join("  ")
}

/// A line of text, truncated to the width.
fn truncated_text(ui: &Ui, text: &str, font: FontId, ink: Color32, room: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.replace('\n', " "), font, ink);
    job.wrap = TextWrapping::truncate_at_width(room.max(16.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

pub(super) fn show(ui: &mut Ui, view: &mut View, library_client: &mut LibraryClient, total: usize) {
    let columns = ui.available_width() >= COLUMNS_WIDTH;
    let height = if columns { WIDE_ROW_HEIGHT } else { TWO_LINE_ROW_HEIGHT };
    if columns {
        column_headings(ui, view.l10n);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt("library-list").auto_shrink([false, false]);
    let room = ui.available_height();
    let id = Id::new("library-list-offset");
    let seen: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let query = (view.browser.filter(), view.browser.sort);
    if view.browser.shown_query.as_ref() != Some(&query) {
        area = area.vertical_scroll_offset(0.0);
        view.browser.focused_row = 0;
        view.browser.row_to_focus = None;
        view.browser.shown_query = Some(query);
    }
    focus_list_on_key(ui, view);
    // Scrolls to the row that is to be focused.
    if let Some(goal) = view.browser.row_to_focus.map(|goal| goal.min(total.saturating_sub(1))) {
        view.browser.row_to_focus = Some(goal);
        let (top, bottom) = (goal as f32 * height, (goal + 1) as f32 * height);
        if top < seen {
            area = area.vertical_scroll_offset(top);
        } else if bottom > seen + room {
            area = area.vertical_scroll_offset(bottom - room);
        }
    }
    let output = area.show_rows(ui, height, total, |ui, places| {
        library_client.set_visible(places.clone());
        let filter = view.browser.filter();
        let list = library_client.list(&filter, view.browser.sort);
        let summaries: Vec<_> = places.map(|place| (place, list.get(place).cloned())).collect();
        for (place, summary) in summaries {
            let size = Vec2::new(ui.available_width(), height);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let Some(summary) = summary else {
                placeholder_row(ui, rect);
                continue;
            };
            row(ui, view, &summary, place, total, rect, columns);
            if let Some(board) = library_client.board(summary.id) {
                paint_board(ui, view, &summary, board, rect);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, output.state.offset.y));
}

/// Moves the focus to the list on an arrow key when nothing has it.
fn focus_list_on_key(ui: &Ui, view: &mut View) {
    let is_free = view.browser.dialog.is_none() && ui.memory(|memory| memory.focused().is_none());
    let wanted = [keys::DOWN, keys::UP, keys::PAGE_DOWN, keys::PAGE_UP];
    if is_free && ui.input(|input| wanted.iter().any(|keys| keys.is_pressed(input))) {
        view.browser.row_to_focus = Some(view.browser.focused_row);
    }
}

fn column_headings(ui: &mut Ui, l10n: &Localization) {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), 24.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let columns = Columns::of(rect);
    let font = FontId::proportional(theme::SMALL);
    let write = |x: f32, align: Align2, id: &str| {
        let at = Pos2::new(x, rect.center().y);
        ui.painter().text(at, align, l10n.get(id), font.clone(), palette.muted);
    };
    write(columns.players, Align2::LEFT_CENTER, "column-players");
    write(columns.result, Align2::LEFT_CENTER, "column-result");
    write(columns.game, Align2::LEFT_CENTER, "column-game");
    write(columns.moves + 52.0, Align2::RIGHT_CENTER, "column-moves");
    write(columns.date, Align2::LEFT_CENTER, "column-date");
}

/// Placeholder of a row whose game has not been loaded.
fn placeholder_row(ui: &Ui, rect: Rect) {
    let palette = Palette::of(ui);
    let bar = Rect::from_min_size(
        Pos2::new(rect.left() + 12.0, rect.center().y - 5.0),
        Vec2::new(rect.width() * 0.3, 10.0),
    );
    ui.painter().rect_filled(bar, CornerRadius::same(5), palette.hairline.gamma_multiply(0.5));
}

fn row(
    ui: &mut Ui,
    view: &mut View,
    summary: &GameSummary,
    place: usize,
    total: usize,
    rect: Rect,
    columns: bool,
) {
    let (l10n, openings) = (view.l10n, view.openings);
    let palette = Palette::of(ui);
    let response = ui.interact(rect, Id::new(("library-row", place)), Sense::click());
    let names = players(l10n, summary);
    let spoken = format!("{names}, {}, {}", result(l10n, summary), game(l10n, openings, summary));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    if view.browser.row_to_focus == Some(place) {
        view.browser.row_to_focus = None;
        response.request_focus();
    }
    move_focus(ui, view, &response, place, total);
    if response.hovered() || response.has_focus() {
        let fill = palette.ink.gamma_multiply(0.06);
        ui.painter().rect_filled(rect.shrink2(Vec2::new(0.0, 1.0)), CornerRadius::same(8), fill);
    }
    let line = egui::Stroke::new(palette.line_weight, palette.hairline.gamma_multiply(0.6));
    ui.painter().hline(rect.left() + 12.0..=rect.right() - 12.0, rect.bottom() - 0.5, line);
    if columns {
        wide_row(ui, (l10n, openings), summary, &names, rect);
    } else {
        two_line_row(ui, (l10n, openings), summary, &names, rect);
    }
    if response.has_focus() {
        // Inside the row, so that its neighbours do not cover it.
        let ring = egui::Stroke::new(2.0 * palette.line_weight, palette.accent);
        let inset = rect.shrink(3.0);
        ui.painter().rect_stroke(inset, CornerRadius::same(8), ring, egui::StrokeKind::Inside);
    }
    let more = more_button(ui, l10n, summary.deleted, place, rect);
    if more.clicked() {
        view.actions.push(match summary.deleted {
            true => UiAction::Library(LibraryRequest::Restore(summary.id)),
            false => UiAction::ShowDialog(Some(Dialog::Game {
                id: summary.id,
                game: summary.game.to_string(),
                players: names,
                title: summary.title.to_string(),
                tags: summary.tags.join(", "),
            })),
        });
    } else if response.clicked() {
        view.actions.push(UiAction::OpenGame(summary.id));
    } else if response.has_focus() && ui.input(|input| keys::DELETE.is_pressed(input)) {
        view.actions.push(match summary.deleted {
            true => UiAction::Library(LibraryRequest::Restore(summary.id)),
            false => UiAction::Delete(summary.id, names),
        });
    }
    response.on_hover_cursor(CursorIcon::PointingHand);
}

/// The board at the left of a row, as the game ended.
fn paint_board(ui: &Ui, view: &View, summary: &GameSummary, position: &AnyPosition, rect: Rect) {
    let Some(game) = registry::find(&summary.game) else { return };
    let edge = Vec2::splat(rect.height() - 2.0 * BOARD_MARGIN);
    let area = Rect::from_min_size(rect.min + Vec2::splat(BOARD_MARGIN), edge);
    thumbnail::paint_board(ui.painter(), area, game, position, &[], view.paint);
}

/// Button at the end of a row: opens the game's dialog, or restores it.
fn more_button(
    ui: &mut Ui,
    l10n: &Localization,
    deleted: bool,
    place: usize,
    rect: Rect,
) -> Response {
    let spot = Rect::from_center_size(
        Pos2::new(rect.right() - 26.0, rect.center().y),
        Vec2::splat(ui.spacing().interact_size.y),
    );
    let builder = egui::UiBuilder::new().max_rect(spot).id_salt(("library-more", place));
    // A child UI, since the row's space is already allocated.
    let mut child = ui.new_child(builder);
    let (icon, name) = match deleted {
        true => (ARROW_COUNTER_CLOCKWISE, "library-restore"),
        false => (DOTS_THREE_VERTICAL, "library-more"),
    };
    icon_button(&mut child, icon, &l10n.get(name), true)
}

/// Moves the focus from row to row by keys, beyond the visible ones too.
fn move_focus(ui: &Ui, view: &mut View, response: &Response, place: usize, total: usize) {
    if !response.has_focus() {
        return;
    }
    view.browser.focused_row = place;
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let page = 10;
    let goal = ui.input(|input| {
        let goals = [
            (keys::DOWN, place + 1),
            (keys::UP, place.saturating_sub(1)),
            (keys::PAGE_DOWN, place + page),
            (keys::PAGE_UP, place.saturating_sub(page)),
            (keys::FIRST, 0),
            (keys::LAST, total),
        ];
        goals.into_iter().find(|(keys, _)| keys.is_pressed(input)).map(|(_, goal)| goal)
    });
    if let Some(goal) = goal {
        view.browser.row_to_focus = Some(goal.min(total.saturating_sub(1)));
        ui.ctx().request_repaint();
    }
}

/// One line with columns.
fn wide_row(
    ui: &Ui,
    (l10n, openings): (&Localization, &Openings),
    summary: &GameSummary,
    names: &str,
    rect: Rect,
) {
    let palette = Palette::of(ui);
    let columns = Columns::of(rect);
    let put = |x: f32, end: f32, content: &str, size: f32, ink: Color32| {
        let galley = truncated_text(ui, content, FontId::proportional(size), ink, end - x - 12.0);
        let at = Pos2::new(x, rect.center().y - galley.size().y / 2.0);
        let after = at.x + galley.size().x;
        ui.painter().galley(at, galley, ink);
        after
    };
    let after = put(columns.players, columns.result, names, theme::BODY, palette.ink);
    let extras = title_and_tags(summary);
    if !extras.is_empty() && columns.result - after > 90.0 {
        put(after + 14.0, columns.result, &extras, theme::SMALL, palette.muted);
    }
    put(columns.result, columns.game, &result(l10n, summary), theme::BODY, palette.ink);
    put(columns.game, columns.moves, &game(l10n, openings, summary), theme::BODY, palette.muted);
    let moves = truncated_text(
        ui,
        &summary.plies.to_string(),
        FontId::proportional(theme::BODY),
        palette.muted,
        60.0,
    );
    let at =
        Pos2::new(columns.moves + 52.0 - moves.size().x, rect.center().y - moves.size().y / 2.0);
    ui.painter().galley(at, moves, palette.muted);
    put(columns.date, columns.end + 12.0, &summary.date, theme::BODY, palette.muted);
}

/// Two lines: players and result; game and details.
fn two_line_row(
    ui: &Ui,
    (l10n, openings): (&Localization, &Openings),
    summary: &GameSummary,
    names: &str,
    rect: Rect,
) {
    let palette = Palette::of(ui);
    let (left, right) = (rect.left() + TWO_LINE_ROW_HEIGHT + 4.0, rect.right() - 52.0);
    let result = truncated_text(
        ui,
        &result(l10n, summary),
        FontId::proportional(theme::BODY),
        palette.ink,
        (right - left) * 0.45,
    );
    let room = right - left - result.size().x - 10.0;
    let names = truncated_text(ui, names, FontId::proportional(theme::BODY), palette.ink, room);
    let top = rect.top() + 15.0;
    let at = Pos2::new(right - result.size().x, top);
    ui.painter().galley(at, result, palette.ink);
    ui.painter().galley(Pos2::new(left, top), names, palette.ink);
    let moves = l10n.format("library-moves", &[("number", summary.plies.to_string())]);
    let facts =
        [game(l10n, openings, summary), summary.date.to_string(), moves, title_and_tags(summary)];
    let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    let facts = facts.join(" · ");
    let font = FontId::proportional(theme::SMALL);
    let facts = truncated_text(ui, &facts, font, palette.muted, right - left);
    let at = Pos2::new(left, rect.bottom() - 15.0 - facts.size().y);
    ui.painter().galley(at, facts, palette.muted);
}
