//! The panels around the board.

use std::ops::RangeInclusive;

use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, FontId, Frame, Label, Layout, Margin, Painter, RichText,
    ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
};
use egui_phosphor::regular::{
    ARROW_LEFT, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, ARROWS_DOWN_UP, CHECK, LIGHTBULB, LIST, PAUSE,
    PLAY, X,
};

use super::sheet::Sheet;
use super::state::{clock_face, match_line, player_name, status};
use super::{View, Wish, result, score};
use crate::app::screens::moves::{self, move_name, notation};
use crate::app::screens::thumbnail;
use crate::app::session::{Order, Seat, Session, Turn};
use crate::app::thinking::Ask;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, card, icon_button, muted, title, wide_button};
use crate::core::{Point, Side, TimeControl};
use crate::games::{AnyPosition, Piece};

/// Height of a player's line.
pub(super) const PLAYER: f32 = 52.0;

/// Everything in one column beside the board.
pub(super) fn column(ui: &mut Ui, view: &mut View) {
    let [top, bottom] = sides(view);
    head(ui, view);
    player(ui, view, top);
    Frame::new().inner_margin(Margin::symmetric(0, 2)).show(ui, |ui| {
        say(ui, view, true);
        score::overlays(ui, view);
        score::lead(ui, view);
        if view.session.ending().is_none() {
            score::sheet(ui, view);
        }
    });
    let foot = PLAYER + ui.spacing().interact_size.y + 28.0;
    let room = (ui.available_height() - foot).max(0.0);
    ui.allocate_ui(Vec2::new(ui.available_width(), room), |ui| {
        ui.set_min_height(room);
        if view.session.ending().is_some() {
            result::show(ui, view, false);
        }
        moves(ui, view);
    });
    player(ui, view, bottom);
    ui.add_space(4.0);
    buttons(ui, view);
}

/// The side shown above and the one below: a lone person sits below.
pub(super) fn sides(view: &View) -> [Side; 2] {
    let human = |side| view.session.seat(side) == Seat::Human;
    let below = if human(Side::Second) && !human(Side::First) { Side::Second } else { Side::First };
    [below.other(), below]
}

pub(super) fn head(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.words.get("home"), true).clicked() {
            view.wishes.push(Wish::Home);
        }
        let name = view.words.get(&format!("game-{}", view.session.setup().game.id()));
        ui.label(title(name, theme::LARGE));
        if let Some(line) =
            match_line(view.words, view.session).filter(|_| view.session.ending().is_none())
        {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(line).size(theme::SMALL)).truncate());
            });
        }
    });
}

/// Whose turn it is, a pass, a hint, or an offer to answer.
pub(super) fn say(ui: &mut Ui, view: &mut View, wide: bool) {
    if confirm(ui, view) {
        return;
    }
    let palette = Palette::of(ui);
    let text = status(view);
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        if view.thinking.is_busy() {
            ui.add(egui::Spinner::new().size(14.0).color(palette.muted));
        }
        ui.add(Label::new(RichText::new(text).size(theme::BODY).color(palette.ink)).wrap());
        if let Some(thought) = view.thinking.progress().filter(|thought| thought.depth > 1) {
            let depth = [("depth", thought.depth.to_string())];
            muted(ui, view.words.with("search-depth", &depth));
        }
    });
    if let Some(thought) =
        view.searched.filter(|thought| thought.nodes > 1 && wide && !view.thinking.is_busy())
    {
        let nodes = view.words.with("search-nodes", &[("nodes", grouped(thought.nodes))]);
        muted(ui, nodes);
    }
    let answers =
        view.session.offer().is_some_and(|by| view.session.seat(by.other()) == Seat::Human);
    if answers {
        ui.horizontal_wrapped(|ui| {
            for (id, weight, accepted) in
                [("draw-accept", Weight::Primary, true), ("draw-decline", Weight::Plain, false)]
            {
                if button(ui, weight, None, &view.words.get(id)).clicked() {
                    view.wishes.push(Wish::Order(Order::AnswerDraw(accepted)));
                }
            }
        });
    }
    let (tree, node) = (view.session.tree(), view.session.current());
    if let Some(name) = view.openings.name(view.words, tree, node) {
        muted(ui, name);
    }
    decide(ui, view);
}

/// The stone that waits to be placed: to place it, or to put it back, and why
/// one should not. Tells whether there is one.
pub(super) fn confirm(ui: &mut Ui, view: &mut View) -> bool {
    let Some(aim) = view.cursor.aim else { return false };
    let board = view.session.position().board();
    ui.horizontal(|ui| {
        if icon_button(ui, X, &view.words.get("put-back"), true).clicked() {
            view.wishes.push(Wish::Drop);
        }
        let text = view.words.with("place-here", &[("point", board.point_name(aim.point))]);
        if wide_button(ui, Weight::Primary, Some(CHECK), &text).clicked() {
            view.wishes.push(Wish::Confirm);
        }
    });
    if view.cursor.doubted.is_some() {
        let text = RichText::new(status(view)).size(theme::BODY);
        ui.add(Label::new(text.color(Palette::of(ui).ink)).wrap());
    }
    true
}

/// A number in groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// Moves that are not made on the board: a pass, and decisions before and
/// after the stones.
pub(super) fn decide(ui: &mut Ui, view: &mut View) {
    if view.session.turn() != Turn::Human {
        return;
    }
    let pressed = moves::decide(ui, view.words, view.moves);
    view.wishes.extend(pressed.map(Wish::Play));
}

pub(super) fn is_on_turn(view: &View, side: Side) -> bool {
    view.session.ending().is_none()
        && view.session.side_to_move() == side
        && view.session.turn() != Turn::Nobody
}

/// One player with piece, name, count and clock.
pub(super) fn player(ui: &mut Ui, view: &View, side: Side) {
    let palette = Palette::of(ui);
    let on_turn = is_on_turn(view, side);
    let height = PLAYER;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    let fill = if on_turn { palette.panel } else { Color32::TRANSPARENT };
    let line = match on_turn {
        true => Stroke::new(1.5 * palette.weight, palette.accent),
        false => Stroke::new(palette.weight, palette.hairline),
    };
    painter.rect(rect, CornerRadius::same(10), fill, line, StrokeKind::Inside);
    let middle = rect.center().y;
    let (game, position) = (view.session.setup().game, view.session.position());
    let at = egui::pos2(rect.left() + 26.0, middle);
    thumbnail::sign(painter, at, 15.0, game, position, side, view.brush);
    let clock = clock_face(view.words, view.session, side);
    let limited = view.session.clock().control() != TimeControl::Unlimited;
    let clock_ink = if limited { palette.ink } else { palette.muted };
    let clock_size = if limited { theme::LARGE } else { theme::SMALL };
    let clock = painter.layout_no_wrap(clock, FontId::proportional(clock_size), clock_ink);
    let count = view.session.position().tally().map(|tally| {
        let text = tally[side.index()].to_string();
        painter.layout_no_wrap(text, FontId::proportional(theme::BIG), palette.ink)
    });
    let mut right = rect.right() - 14.0;
    if let Some(count) = count {
        // Room for three digits, so that nothing moves when the count grows.
        let at = egui::pos2(right - count.size().x, middle - count.size().y / 2.0);
        painter.galley(at, count, palette.ink);
        right -= 50.0;
    }
    let at = egui::pos2(right - clock.size().x, middle - clock.size().y / 2.0);
    right = at.x - 8.0;
    painter.galley(at, clock, clock_ink);
    let left = rect.left() + 50.0;
    let name = player_name(view.words, view.session, side);
    let mut job = egui::text::LayoutJob::simple(
        name,
        FontId::proportional(theme::BODY),
        palette.ink,
        (right - left).max(20.0),
    );
    let taken = captured(view.session, side);
    job.wrap.max_rows = if taken.is_empty() { 2 } else { 1 };
    let name = painter.layout_job(job);
    let above = if taken.is_empty() { 0.0 } else { 9.0 };
    let at = egui::pos2(left, middle - above - name.size().y / 2.0);
    painter.galley(at, name, palette.ink);
    show_captured(painter, view, taken, left..=right, middle + 12.0);
}

/// Captured pieces in a row around this height, no broader than the room.
fn show_captured(
    painter: &Painter,
    view: &View,
    taken: Vec<Piece>,
    room: RangeInclusive<f32>,
    middle: f32,
) {
    if taken.is_empty() {
        return;
    }
    let (left, right) = room.into_inner();
    let (game, position) = (view.session.setup().game, view.session.position());
    let step = ((right - left - 18.0) / taken.len() as f32).min(13.0);
    let breadth = 18.0 + (taken.len() - 1) as f32 * step;
    let corner = egui::pos2(left - 2.0, middle - 9.0);
    let ground = egui::Rect::from_min_size(corner, Vec2::new(breadth, 18.0));
    painter.rect_filled(ground, CornerRadius::same(5), view.brush.ground(position));
    for (n, piece) in taken.into_iter().enumerate() {
        let at = egui::pos2(left + 7.0 + n as f32 * step, middle);
        thumbnail::picture(painter, at, 8.0, game, position, piece, view.brush);
    }
}

/// What both sides have captured, beside each other; nothing where nothing
/// was.
pub(super) fn both_captured(ui: &mut Ui, view: &View, sides: [Side; 2]) {
    let taken = sides.map(|side| captured(view.session, side));
    if taken.iter().all(Vec::is_empty) {
        return;
    }
    let size = Vec2::new(ui.available_width(), 20.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let half = rect.width() / 2.0;
    for (n, taken) in taken.into_iter().enumerate() {
        let left = rect.left() + 2.0 + n as f32 * half;
        show_captured(ui.painter(), view, taken, left..=left + half - 12.0, rect.center().y);
    }
}

/// The pieces that this side has taken, in games of several kinds of pieces
/// that do not count them otherwise: those which are no longer there.
fn captured(session: &Session, by: Side) -> Vec<Piece> {
    let (before, now) = (session.tree().position(session.tree().root()), session.position());
    let kinds = now.piece_names().len();
    if kinds < 3 || now.tally().is_some() {
        return Vec::new();
    }
    let count = |position: &AnyPosition| {
        let board = position.board();
        let mut counts = vec![0_i32; kinds];
        for file in 0..board.files {
            for rank in 0..board.ranks {
                if let Some(piece) = position.piece_at(Point::new(file, rank))
                    && piece.side == by.other()
                    && let Some(count) = counts.get_mut(usize::from(piece.kind))
                {
                    *count += 1;
                }
            }
        }
        counts
    };
    let mut missing: Vec<i32> = count(before).iter().zip(count(now)).map(|(a, b)| a - b).collect();
    // What there is more of than at the start was promoted and was of the
    // first kind before.
    let promoted: i32 = missing.iter().map(|&n| n.min(0)).sum();
    missing[0] += promoted;
    let kinds = (0_u8..).zip(missing);
    kinds
        .flat_map(|(kind, n)| {
            std::iter::repeat_n(Piece { side: by.other(), kind }, n.max(0) as usize)
        })
        .collect()
}

/// The moves so far and those that were taken back.
pub(super) fn moves(ui: &mut Ui, view: &View) {
    let palette = Palette::of(ui);
    let line = view.session.line();
    let (tree, current) = (view.session.tree(), view.session.current());
    let now = tree.ply(current);
    let notation = notation(view.words, view.session.setup().game);
    card(ui).inner_margin(Margin::symmetric(12, 8)).shadow(egui::Shadow::NONE).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        if line.len() < 2 {
            muted(ui, view.words.get("no-moves-yet"));
            return;
        }
        ScrollArea::vertical().id_salt("moves").auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::new(4.0, 2.0);
            // Nothing in the list is pressed.
            ui.spacing_mut().interact_size.y = 22.0;
            let column = ((ui.available_width() - 40.0) / 2.0).max(40.0);
            for (row, pair) in line[1..].chunks(2).enumerate() {
                ui.horizontal(|ui| {
                    let number = RichText::new(format!("{}", row + 1)).size(theme::SMALL);
                    let size = Vec2::new(30.0, 22.0);
                    ui.add_sized(size, Label::new(number.color(palette.muted)));
                    for (n, &node) in pair.iter().enumerate() {
                        let ply = row * 2 + n + 1;
                        let text = move_name(view.words, tree, node, &notation);
                        let ink = match ply.cmp(&now) {
                            std::cmp::Ordering::Less => palette.ink,
                            std::cmp::Ordering::Equal => palette.accent,
                            std::cmp::Ordering::Greater => palette.muted,
                        };
                        let size = Vec2::new(column, 22.0);
                        let (rect, shown) = ui.allocate_exact_size(size, Sense::hover());
                        let at = rect.left_center() + Vec2::new(10.0, 0.0);
                        let font = FontId::proportional(theme::BODY);
                        ui.painter().text(at, egui::Align2::LEFT_CENTER, text, font, ink);
                        if ply == now {
                            shown.scroll_to_me(None);
                        }
                    }
                });
            }
        });
    });
}

/// How many icon buttons there are.
pub(super) fn count(view: &View) -> usize {
    if view.session.is_computers_only() { 6 } else { 5 }
}

/// The row of icon buttons, spread over the room there is.
pub(super) fn buttons(ui: &mut Ui, view: &mut View) {
    let count = count(view) as f32;
    let breadth = ui.spacing().interact_size.y;
    ui.scope(|ui| {
        let gap = (ui.available_width() - count * breadth) / (count - 1.0);
        let gap = gap.clamp(0.0, 48.0);
        let taken = count * breadth + (count - 1.0) * gap;
        let aside = ((ui.available_width() - taken) / 2.0).max(0.0);
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.horizontal(|ui| {
            ui.add_space(aside);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                button_rows(ui, view, count as usize);
            });
        });
    });
}

/// The icon buttons, so many in a row.
pub(super) fn button_rows(ui: &mut Ui, view: &mut View, across: usize) {
    let words = view.words;
    let running = view.session.ending().is_none();
    let paused = view.session.is_paused();
    let mut entries = vec![
        (ARROW_U_UP_LEFT, "undo", true, Wish::Order(Order::Undo)),
        (ARROW_U_UP_RIGHT, "redo", true, Wish::Order(Order::Redo)),
        (LIGHTBULB, "hint", running, Wish::Ask(Ask::Hint)),
        (ARROWS_DOWN_UP, "flip-board", true, Wish::Flip),
        (LIST, "more", true, Wish::Open(Sheet::More)),
    ];
    if view.session.is_computers_only() {
        let (icon, id) = if paused { (PLAY, "go-on") } else { (PAUSE, "pause") };
        entries.insert(2, (icon, id, running, Wish::Order(Order::Pause(!paused))));
    }
    for row in entries.chunks(across) {
        ui.horizontal(|ui| {
            for &(icon, id, enabled, wish) in row {
                if icon_button(ui, icon, &words.get(id), enabled).clicked() {
                    view.wishes.push(wish);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1000, "1 000"), (12_345_678, "12 345 678")];
        for (number, text) in cases {
            assert_eq!(grouped(number).replace('\u{a0}', " "), text);
        }
    }
}
