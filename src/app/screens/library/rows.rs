//! The list of games: only the rows in sight are made.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, CursorIcon, EventFilter, FontId, Galley, Id, Key, Pos2,
    Rect, Response, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, DOTS_THREE_VERTICAL};
use std::sync::Arc;

use super::state::Dialog;
use super::{View, Wish};
use crate::app::openings::Openings;
use crate::app::shelf::{Ask, Shelf};
use crate::app::ui::Words;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::icon_button;
use crate::games::registry;
use crate::library::{Ended, Summary};

/// Breadth from which a row is a line with columns.
const COLUMNS_FROM: f32 = 680.0;

/// Height of a row with columns and of one with two lines.
const LINE: f32 = 44.0;
const TWO_LINES: f32 = 64.0;

/// Where the columns are.
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
        Columns { players: rect.left() + 12.0, result, game, moves, date, end }
    }
}

/// The players as a list names them.
pub(super) fn players(words: &Words, summary: &Summary) -> String {
    let name = |name: &Arc<str>| match name.is_empty() {
        true => words.get("library-unknown-player"),
        false => name.to_string(),
    };
    let [first, second] = &summary.players;
    format!("{} – {}", name(first), name(second))
}

/// How a game ended, in words.
fn result(words: &Words, summary: &Summary) -> String {
    match summary.ended {
        Ended::Open => words.get("result-open"),
        Ended::Drawn => words.get("result-drawn"),
        Ended::Won(side) => {
            let names = registry::find(&summary.game).map(|game| game.side_names());
            let name = names.map_or("", |names| names[side.index()]);
            let side = ("side", words.get(&format!("side-{name}")));
            let by = summary.result.split(' ').nth(1).unwrap_or_default();
            if by.starts_with(|c: char| c.is_ascii_digit()) {
                words.with("result-won-by", &[side, ("points", by.to_owned())])
            } else {
                words.with("result-won", &[side])
            }
        }
    }
}

/// The game, with the opening where it has a name.
fn game(words: &Words, openings: &Openings, summary: &Summary) -> String {
    let game = words.get(&format!("game-{}", summary.game));
    match summary.opening.as_deref() {
        Some(id) => format!("{game} · {}", openings.title(words, Some(&summary.game), id)),
        None => game,
    }
}

/// The title and the tags, if it has any.
fn extras(summary: &Summary) -> String {
    let title = (!summary.title.is_empty()).then(|| summary.title.to_string());
    let tags = summary.tags.iter().map(|tag| format!("#{tag}"));
    title.into_iter().chain(tags).collect::<Vec<_>>().join("  ")
}

/// A line of text that is cut where the room ends.
fn text(ui: &Ui, text: &str, font: FontId, ink: Color32, room: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.replace('\n', " "), font, ink);
    job.wrap = TextWrapping::truncate_at_width(room.max(16.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

pub(super) fn show(ui: &mut Ui, view: &mut View, shelf: &mut Shelf, total: usize) {
    let columns = ui.available_width() >= COLUMNS_FROM;
    let height = if columns { LINE } else { TWO_LINES };
    if columns {
        head(ui, view.words);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt("library-list").auto_shrink([false, false]);
    let room = ui.available_height();
    let id = Id::new("library-list-offset");
    let seen: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let aim = (view.browse.filter(), view.browse.sort);
    if view.browse.shown.as_ref() != Some(&aim) {
        area = area.vertical_scroll_offset(0.0);
        view.browse.place = 0;
        view.browse.goal = None;
        view.browse.shown = Some(aim);
    }
    wake_keyboard(ui, view);
    // The keyboard has gone to a row that is not in sight.
    if let Some(goal) = view.browse.goal.map(|goal| goal.min(total.saturating_sub(1))) {
        view.browse.goal = Some(goal);
        let (top, bottom) = (goal as f32 * height, (goal + 1) as f32 * height);
        if top < seen {
            area = area.vertical_scroll_offset(top);
        } else if bottom > seen + room {
            area = area.vertical_scroll_offset(bottom - room);
        }
    }
    let output = area.show_rows(ui, height, total, |ui, places| {
        shelf.look_at(places.clone());
        let filter = view.browse.filter();
        let list = shelf.list(&filter, view.browse.sort);
        for place in places {
            let size = Vec2::new(ui.available_width(), height);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            match list.get(place) {
                Some(summary) => row(ui, view, summary, place, total, rect, columns),
                None => waiting(ui, rect),
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, output.state.offset.y));
}

/// Where nothing has the keyboard, the arrows take it to the list.
fn wake_keyboard(ui: &Ui, view: &mut View) {
    let is_free = view.browse.dialog.is_none() && ui.memory(|memory| memory.focused().is_none());
    let keys = [Key::ArrowDown, Key::ArrowUp, Key::PageDown, Key::PageUp];
    if is_free && ui.input(|input| keys.iter().any(|&key| input.key_pressed(key))) {
        view.browse.goal = Some(view.browse.place);
    }
}

fn head(ui: &mut Ui, words: &Words) {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), 24.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let columns = Columns::of(rect);
    let font = FontId::proportional(theme::SMALL);
    let write = |x: f32, align: Align2, id: &str| {
        let at = Pos2::new(x, rect.center().y);
        ui.painter().text(at, align, words.get(id), font.clone(), palette.muted);
    };
    write(columns.players, Align2::LEFT_CENTER, "column-players");
    write(columns.result, Align2::LEFT_CENTER, "column-result");
    write(columns.game, Align2::LEFT_CENTER, "column-game");
    write(columns.moves + 52.0, Align2::RIGHT_CENTER, "column-moves");
    write(columns.date, Align2::LEFT_CENTER, "column-date");
}

/// A row whose game has not come yet.
fn waiting(ui: &Ui, rect: Rect) {
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
    summary: &Summary,
    place: usize,
    total: usize,
    rect: Rect,
    columns: bool,
) {
    let (words, openings) = (view.words, view.openings);
    let palette = Palette::of(ui);
    let response = ui.interact(rect, Id::new(("library-row", place)), Sense::click());
    let names = players(words, summary);
    let spoken = format!("{names}, {}, {}", result(words, summary), game(words, openings, summary));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    if view.browse.goal == Some(place) {
        view.browse.goal = None;
        response.request_focus();
    }
    keyboard(ui, view, &response, place, total);
    if response.hovered() || response.has_focus() {
        let fill = palette.ink.gamma_multiply(0.06);
        ui.painter().rect_filled(rect.shrink2(Vec2::new(0.0, 1.0)), CornerRadius::same(8), fill);
    }
    let line = egui::Stroke::new(palette.weight, palette.hairline.gamma_multiply(0.6));
    ui.painter().hline(rect.left() + 12.0..=rect.right() - 12.0, rect.bottom() - 0.5, line);
    if columns {
        wide(ui, (words, openings), summary, &names, rect);
    } else {
        narrow(ui, (words, openings), summary, &names, rect);
    }
    if response.has_focus() {
        // Inside the row, so that its neighbours do not hide it.
        let ring = egui::Stroke::new(2.0 * palette.weight, palette.accent);
        let inset = rect.shrink(3.0);
        ui.painter().rect_stroke(inset, CornerRadius::same(8), ring, egui::StrokeKind::Inside);
    }
    let spot = Rect::from_center_size(
        Pos2::new(rect.right() - 26.0, rect.center().y),
        Vec2::splat(ui.spacing().interact_size.y),
    );
    let builder = egui::UiBuilder::new().max_rect(spot).id_salt(("library-more", place));
    // A child that takes no room of the list: the row has it already.
    let mut child = ui.new_child(builder);
    let (icon, name) = match summary.deleted {
        true => (ARROW_COUNTER_CLOCKWISE, "library-restore"),
        false => (DOTS_THREE_VERTICAL, "library-more"),
    };
    let more = icon_button(&mut child, icon, &words.get(name), true);
    if more.clicked() {
        view.wishes.push(match summary.deleted {
            true => Wish::Ask(Ask::Restore(summary.id)),
            false => Wish::Show(Some(Dialog::Game {
                id: summary.id,
                game: summary.game.to_string(),
                players: names,
                title: summary.title.to_string(),
                tags: summary.tags.join(", "),
            })),
        });
    } else if response.clicked() {
        view.wishes.push(Wish::Open(summary.id));
    } else if response.has_focus() && ui.input(|input| input.key_pressed(Key::Delete)) {
        view.wishes.push(match summary.deleted {
            true => Wish::Ask(Ask::Restore(summary.id)),
            false => Wish::Delete(summary.id, names),
        });
    }
    response.on_hover_cursor(CursorIcon::PointingHand);
}

/// Moves the keyboard from row to row, beyond those in sight too.
fn keyboard(ui: &Ui, view: &mut View, response: &Response, place: usize, total: usize) {
    if !response.has_focus() {
        return;
    }
    view.browse.place = place;
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let page = 10;
    let goal = ui.input(|input| {
        let keys = [
            (Key::ArrowDown, place + 1),
            (Key::ArrowUp, place.saturating_sub(1)),
            (Key::PageDown, place + page),
            (Key::PageUp, place.saturating_sub(page)),
            (Key::Home, 0),
            (Key::End, total),
        ];
        keys.into_iter().find(|(key, _)| input.key_pressed(*key)).map(|(_, goal)| goal)
    });
    if let Some(goal) = goal {
        view.browse.goal = Some(goal.min(total.saturating_sub(1)));
        ui.ctx().request_repaint();
    }
}

/// A line with columns.
fn wide(
    ui: &Ui,
    (words, openings): (&Words, &Openings),
    summary: &Summary,
    names: &str,
    rect: Rect,
) {
    let palette = Palette::of(ui);
    let columns = Columns::of(rect);
    let put = |x: f32, end: f32, content: &str, size: f32, ink: Color32| {
        let galley = text(ui, content, FontId::proportional(size), ink, end - x - 12.0);
        let at = Pos2::new(x, rect.center().y - galley.size().y / 2.0);
        let after = at.x + galley.size().x;
        ui.painter().galley(at, galley, ink);
        after
    };
    let after = put(columns.players, columns.result, names, theme::BODY, palette.ink);
    let extras = extras(summary);
    if !extras.is_empty() && columns.result - after > 90.0 {
        put(after + 14.0, columns.result, &extras, theme::SMALL, palette.muted);
    }
    put(columns.result, columns.game, &result(words, summary), theme::BODY, palette.ink);
    put(columns.game, columns.moves, &game(words, openings, summary), theme::BODY, palette.muted);
    let moves = text(
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

/// Two lines: who and how it ended, and what it was.
fn narrow(
    ui: &Ui,
    (words, openings): (&Words, &Openings),
    summary: &Summary,
    names: &str,
    rect: Rect,
) {
    let palette = Palette::of(ui);
    let (left, right) = (rect.left() + 8.0, rect.right() - 52.0);
    let result = text(
        ui,
        &result(words, summary),
        FontId::proportional(theme::BODY),
        palette.ink,
        (right - left) * 0.45,
    );
    let room = right - left - result.size().x - 10.0;
    let names = text(ui, names, FontId::proportional(theme::BODY), palette.ink, room);
    let top = rect.top() + 11.0;
    let at = Pos2::new(right - result.size().x, top);
    ui.painter().galley(at, result, palette.ink);
    ui.painter().galley(Pos2::new(left, top), names, palette.ink);
    let moves = words.with("library-moves", &[("number", summary.plies.to_string())]);
    let facts = [game(words, openings, summary), summary.date.to_string(), moves, extras(summary)];
    let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    let facts = facts.join(" · ");
    let font = FontId::proportional(theme::SMALL);
    let facts = text(ui, &facts, font, palette.muted, right - left);
    let at = Pos2::new(left, rect.bottom() - 11.0 - facts.size().y);
    ui.painter().galley(at, facts, palette.muted);
}
