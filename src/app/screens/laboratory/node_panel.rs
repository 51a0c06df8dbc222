//! The node that is looked at: its board, the moves that lead to it, and what the search found.

use bevy_egui::egui::{Grid, Sense, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular::{ARROWS_IN, CORNERS_OUT};

use super::text::{cut_text, end_text, node_name, node_value, window_texts};
use super::tree_paint::TreePaint;
use crate::app::board::drawing::Marker;
use crate::app::features::laboratory::Experiment;
use crate::app::text::side_name;
use crate::app::widgets::controls::{ButtonStyle, button, muted, title};
use crate::app::widgets::theme;
use crate::app::widgets::thumbnail::{BoardMarks, paint_marked_board};

/// Largest width of the board, in points.
const BOARD: f32 = 230.0;

/// Draws the node that is looked at.
pub(super) fn show(ui: &mut Ui, paint: &TreePaint, experiment: &mut Experiment) {
    let l10n = paint.l10n;
    let shown = experiment.shown_node();
    let node = experiment.trace().tree.nodes[shown as usize].clone();
    let mut names = Vec::new();
    for n in experiment.trace().tree.path(shown).into_iter().skip(1) {
        let at = experiment.trace().tree.nodes[n as usize].clone();
        let before = experiment.position(at.parent).cloned();
        names.push(node_name(l10n, paint.game, before.as_ref(), &at));
    }
    let path = if names.is_empty() { l10n.get("laboratory-root") } else { names.join(" › ") };
    ui.label(title(&path, theme::LARGE));
    let side = side_name(l10n, paint.game, node.side);
    muted(ui, l10n.format("laboratory-to-move", &[("side", side)]));
    let before = experiment.position(node.parent).cloned();
    let target = node.mv.and_then(|mv| before.as_ref()?.landing(mv));
    if let Some(position) = experiment.position(shown) {
        let size = Vec2::splat(ui.available_width().min(BOARD));
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &path));
        let markers: Vec<_> = target.map(|at| (Marker::LastMove, at)).into_iter().collect();
        let rows = position.winning_rows();
        let marks = BoardMarks { markers: &markers, rows: &rows, won: true };
        paint_marked_board(ui.painter(), rect, paint.game, position, marks, paint.paint);
    } else {
        muted(ui, l10n.get("laboratory-no-board"));
    }
    let rows = facts(paint, experiment, shown);
    Grid::new("laboratory-node").num_columns(2).show(ui, |ui| {
        for (name, text) in rows {
            muted(ui, l10n.get(name));
            ui.label(text);
            ui.end_row();
        }
    });
    if !experiment.children(shown).is_empty() {
        let (icon, text) = match experiment.is_folded(shown) {
            true => (CORNERS_OUT, l10n.get("laboratory-unfold")),
            false => (ARROWS_IN, l10n.get("laboratory-fold")),
        };
        if button(ui, ButtonStyle::Plain, Some(icon), &text).clicked() {
            experiment.fold(shown);
        }
    }
}

/// Facts that are known of a node, each with the id of its name.
fn facts(paint: &TreePaint, experiment: &Experiment, n: u32) -> Vec<(&'static str, String)> {
    let l10n = paint.l10n;
    let node = &experiment.trace().tree.nodes[n as usize];
    let mut rows = Vec::new();
    if experiment.trace().algorithm.has_playouts() {
        let stats = experiment.replay().stats();
        rows.push(("laboratory-visits", stats.visits[n as usize].to_string()));
        if let Some(rate) = stats.win_rate(n).filter(|_| n != 0) {
            rows.push(("laboratory-win-rate", format!("{:.1} %", 100.0 * rate)));
        }
    } else if node.is_skipped() {
        rows.push(("laboratory-cut-by", cut_text(l10n, experiment, node)));
    } else {
        if experiment.replay().has_left(node) {
            rows.push(("laboratory-value", node_value(l10n, experiment, node)));
            rows.push(("laboratory-found-by", end_text(l10n, node.end)));
        }
        let [alpha, beta] = window_texts(l10n, experiment, node);
        rows.push(("laboratory-window", format!("{alpha} … {beta}")));
        rows.push(("laboratory-depth-left", node.depth.to_string()));
        if node.in_table {
            rows.push(("laboratory-in-table", "✓".to_owned()));
        }
    }
    if n != 0 {
        rows.push(("laboratory-order", (node.order + 1).to_string()));
    }
    if node.unrecorded > 0 {
        rows.push(("laboratory-unrecorded", node.unrecorded.to_string()));
    }
    rows
}
