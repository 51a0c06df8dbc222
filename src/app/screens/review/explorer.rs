//! Opening explorer: moves of the opening books, and statistics of the library.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{BOOKMARK_SIMPLE, TRASH};

use super::{UiAction, View};
use crate::app::features::openings::localized_name;
use crate::app::text::notation;
use crate::app::widgets::controls::{ButtonStyle, button, focus_ring, muted, named, row_height};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Move;
use crate::library::MoveStat;

/// Height of a row.
const ROW_HEIGHT: f32 = 28.0;

/// A move in the books or in the library.
struct ExplorerMove {
    mv: Move,
    /// Name of the opening that it leads to; empty if unknown.
    name: String,
    in_user_book: bool,
    in_book: bool,
    stat: Option<MoveStat>,
}

/// Moves of library and books: those of the library by number of games, then those of the
/// books by weight.
fn explorer_moves(view: &View) -> Vec<ExplorerMove> {
    let l10n = view.l10n;
    let (tree, node) = (view.session.tree(), view.session.current());
    let stats = view.explored.stats(view.session);
    let mut entries: Vec<ExplorerMove> = stats
        .iter()
        .map(|stat| ExplorerMove {
            mv: stat.mv,
            name: String::new(),
            in_user_book: false,
            in_book: false,
            stat: Some(*stat),
        })
        .collect();
    for known in view.openings.books().moves(tree, node) {
        let name = known.name.map_or(String::new(), |name| localized_name(l10n, name));
        match entries.iter_mut().find(|entry| entry.mv == known.mv) {
            Some(entry) => {
                entry.in_book = true;
                entry.in_user_book |= known.is_user;
                if entry.name.is_empty() {
                    entry.name = name;
                }
            }
            None => {
                entries.push(ExplorerMove {
                    mv: known.mv,
                    name,
                    in_user_book: known.is_user,
                    in_book: true,
                    stat: None,
                });
            }
        }
    }
    entries
}

/// Lists the moves; pressing one plays it.
pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let entries = explorer_moves(view);
    let (tree, node) = (view.session.tree(), view.session.current());
    if entries.is_empty() {
        muted(ui, l10n.get("explore-none"));
    }
    let notation = notation(l10n, tree.game());
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for entry in &entries {
            let text = match entry.mv {
                Move::Pass => l10n.get("pass"),
                mv => view.session.position().move_text_in(&notation, mv).unwrap_or_default(),
            };
            if move_row(ui, view, entry, &text) {
                view.actions.push(UiAction::Play(entry.mv));
            }
        }
    });
    if tree.parent(node).is_some() && tree.start_text().is_none() {
        let own = view.openings.is_in_user_book(tree, node);
        let (icon, id) = match own {
            true => (TRASH, "explore-remove"),
            false => (BOOKMARK_SIMPLE, "explore-add"),
        };
        if button(ui, ButtonStyle::Quiet, Some(icon), &l10n.get(id)).clicked() {
            view.actions.push(UiAction::EditUserBook(!own));
        }
    }
}

/// Row of a move. Returns true when pressed.
fn move_row(ui: &mut Ui, view: &View, entry: &ExplorerMove, text: &str) -> bool {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), row_height(ui, ROW_HEIGHT));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let count = entry
        .stat
        .map(|stat| view.l10n.format("explore-games", &[("games", stat.games.to_string())]));
    let spoken = format!("{text} {} {}", entry.name, count.as_deref().unwrap_or_default());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
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
        let width = (rect.width() * 0.3).min(110.0);
        let bar =
            Rect::from_center_size(egui::pos2(right - width / 2.0, middle), Vec2::new(width, 14.0));
        result_bar(ui, bar, stat);
        right = bar.left() - 8.0;
        let at = egui::pos2(right, middle);
        let text = stat.games.to_string();
        let drawn =
            painter.text(at, egui::Align2::RIGHT_CENTER, text, small.clone(), palette.muted);
        right = drawn.left() - 8.0;
    }
    let left = rect.left() + 74.0;
    let mut name = entry.name.clone();
    if entry.in_user_book {
        let own = view.l10n.get("explore-own");
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
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), &spoken).clicked()
}

/// Bar of results: first side's wins, draws, second side's wins.
fn result_bar(ui: &Ui, bar: Rect, stat: MoveStat) {
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
    let line = Stroke::new(palette.line_weight, palette.hairline);
    ui.painter().rect_stroke(bar, CornerRadius::same(3), line, StrokeKind::Inside);
}
