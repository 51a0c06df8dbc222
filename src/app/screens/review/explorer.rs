//! What is usually played in the position shown: the moves of the opening
//! books, and how often each was played in the library and how it scored.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{BOOKMARK_SIMPLE, TRASH};

use super::{View, Wish};
use crate::app::openings::said;
use crate::app::screens::moves::notation;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, focus_ring, line_height, muted, named};
use crate::core::Move;
use crate::library::MoveStat;

/// Height of one move.
const ROW: f32 = 28.0;

/// A move with what is known of it.
struct Entry {
    mv: Move,
    /// Its place among the moves of the books, if it is in one.
    name: String,
    own: bool,
    in_book: bool,
    stat: Option<MoveStat>,
}

/// The moves of the books and of the library together: those that were
/// played most first, then those of the books by weight.
fn entries(view: &View) -> Vec<Entry> {
    let words = view.words;
    let (tree, node) = (view.session.tree(), view.session.current());
    let stats = view.explored.stats(view.session);
    let mut entries: Vec<Entry> = stats
        .iter()
        .map(|stat| Entry {
            mv: stat.mv,
            name: String::new(),
            own: false,
            in_book: false,
            stat: Some(*stat),
        })
        .collect();
    for known in view.openings.books().moves(tree, node) {
        let name = known.name.map_or(String::new(), |name| said(words, name));
        match entries.iter_mut().find(|entry| entry.mv == known.mv) {
            Some(entry) => {
                entry.in_book = true;
                entry.own |= known.own;
                if entry.name.is_empty() {
                    entry.name = name;
                }
            }
            None => {
                entries.push(Entry {
                    mv: known.mv,
                    name,
                    own: known.own,
                    in_book: true,
                    stat: None,
                });
            }
        }
    }
    entries
}

/// Draws the moves, each as a row that plays it.
pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    let entries = entries(view);
    let (tree, node) = (view.session.tree(), view.session.current());
    if entries.is_empty() {
        muted(ui, words.get("explore-none"));
    }
    let notation = notation(words, tree.game());
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for entry in &entries {
            let text = match entry.mv {
                Move::Pass => words.get("pass"),
                mv => view.session.position().move_text_in(&notation, mv).unwrap_or_default(),
            };
            if show_entry(ui, view, entry, &text) {
                view.wishes.push(Wish::Play(entry.mv));
            }
        }
    });
    if tree.parent(node).is_some() && tree.start_text().is_none() {
        let own = view.openings.is_own(tree, node);
        let (icon, id) = match own {
            true => (TRASH, "explore-remove"),
            false => (BOOKMARK_SIMPLE, "explore-add"),
        };
        if button(ui, Weight::Quiet, Some(icon), &words.get(id)).clicked() {
            view.wishes.push(Wish::OwnBook(!own));
        }
    }
}

/// One move. Returns whether it was chosen.
fn show_entry(ui: &mut Ui, view: &View, entry: &Entry, text: &str) -> bool {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), line_height(ui, ROW));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let count = entry
        .stat
        .map(|stat| view.words.with("explore-games", &[("games", stat.games.to_string())]));
    let said = format!("{text} {} {}", entry.name, count.as_deref().unwrap_or_default());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &said));
    let painter = ui.painter();
    if response.hovered() {
        let fill = theme::mix(palette.panel, palette.ink, 0.08);
        painter.rect_filled(rect, CornerRadius::same(5), fill);
    }
    let middle = rect.center().y;
    let body = FontId::proportional(theme::BODY);
    let small = FontId::proportional(theme::SMALL);
    let ink = if entry.in_book { palette.ink } else { palette.muted };
    let at = egui::pos2(rect.left() + 6.0, middle);
    painter.text(at, egui::Align2::LEFT_CENTER, text, body, ink);
    let mut right = rect.right() - 4.0;
    if let Some(stat) = entry.stat {
        let breadth = (rect.width() * 0.3).min(110.0);
        let bar = Rect::from_center_size(
            egui::pos2(right - breadth / 2.0, middle),
            Vec2::new(breadth, 14.0),
        );
        scores(ui, bar, stat);
        right = bar.left() - 8.0;
        let at = egui::pos2(right, middle);
        let text = stat.games.to_string();
        let drawn =
            painter.text(at, egui::Align2::RIGHT_CENTER, text, small.clone(), palette.muted);
        right = drawn.left() - 8.0;
    }
    let left = rect.left() + 74.0;
    let mut name = entry.name.clone();
    if entry.own {
        let own = view.words.get("explore-own");
        name = if name.is_empty() { own } else { format!("{name} · {own}") };
    }
    let room = (right - left).max(10.0);
    let mut job = egui::text::LayoutJob::simple(name, small, palette.muted, room);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = ui.painter().layout_job(job);
    let at = egui::pos2(left, middle - galley.size().y / 2.0);
    ui.painter().galley(at, galley, Color32::PLACEHOLDER);
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), &said).clicked()
}

/// How the games with a move ended: won by the first side, drawn, won by the
/// second.
fn scores(ui: &Ui, bar: Rect, stat: MoveStat) {
    let palette = Palette::of(ui);
    let [first, second] = stat.wins;
    let known = (first + stat.draws + second).max(1) as f32;
    let parts = [
        (first, theme::mix(palette.panel, palette.ink, 0.04)),
        (stat.draws, theme::mix(palette.panel, palette.ink, 0.28)),
        (second, theme::mix(palette.panel, palette.ink, 0.75)),
    ];
    let mut left = bar.left();
    for (count, fill) in parts {
        let right = left + bar.width() * count as f32 / known;
        ui.painter().rect_filled(bar.with_min_x(left).with_max_x(right), 0, fill);
        left = right;
    }
    let line = Stroke::new(palette.weight, palette.hairline);
    ui.painter().rect_stroke(bar, CornerRadius::same(3), line, StrokeKind::Inside);
}
