//! The picture of a tree: from afar dots and lines, from near a board with the values of
//! each node.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    Vec2, pos2,
};

use super::camera::TreeView;
use super::text::{Node, cut_text, node_name, node_value, window_texts};
use crate::app::board::drawing::Marker;
use crate::app::features::laboratory::Experiment;
use crate::app::text::Localization;
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{BoardMarks, PaintContext, paint_marked_board};
use crate::games::Game;
use crate::search::trace::{NodeEnd, NodeKind};

/// Width of a leaf from which its node is a card with a board, and one with a text.
const CARD_ZOOM: f32 = 74.0;
const TEXT_ZOOM: f32 = 30.0;

/// Width of a leaf below which nodes that fall on each other are drawn once.
const MERGE_ZOOM: f32 = 2.5;

/// Largest width of a card, and height of a line of its text.
const CARD_WIDTH: f32 = 104.0;
const LINE: f32 = 13.0;

/// Size of the text in cards.
const TINY: f32 = 11.0;

/// Texts, game, paint and palette that a tree is drawn with.
pub(super) struct TreePaint<'a> {
    pub(super) l10n: &'a Localization,
    pub(super) game: &'static dyn Game,
    pub(super) paint: PaintContext<'a>,
    pub(super) palette: Palette,
}

impl TreePaint<'_> {
    /// Draws what is in view of the tree as it is now. `view` is that of the experiment's
    /// layout.
    pub(super) fn tree(&self, painter: &Painter, view: &TreeView, experiment: &mut Experiment) {
        let mut mesh = Mesh::default();
        let mut detailed = Vec::new();
        let radius = (view.zoom() * 0.38).clamp(1.2, 13.0);
        let is_card = view.zoom() >= CARD_ZOOM;
        let card = card_size(view);
        let half = if is_card { card.y / 2.0 } else { radius };
        let nodes = &experiment.trace().tree.nodes;
        for level in view.levels() {
            let y = view.y(level);
            let mut last = (f32::NEG_INFINITY, Color32::TRANSPARENT);
            for &n in view.nodes(level) {
                let node = &nodes[n as usize];
                if !experiment.replay().has_entered(node) {
                    continue;
                }
                let x = view.x(view.layout.x[n as usize]);
                let colour = self.colour(experiment, n, node);
                if view.zoom() < MERGE_ZOOM && x - last.0 < 0.9 && colour == last.1 {
                    continue;
                }
                last = (x, colour);
                if level > 0
                    && let Some(above) = view.place(node.parent)
                {
                    let weight = self.edge_weight(experiment, n, node);
                    let ink = if node.is_skipped() { self.palette.hairline } else { colour };
                    let from = pos2(above.x, above.y + half);
                    line(&mut mesh, from, pos2(x, y - half), weight, ink.gamma_multiply(0.7));
                }
                if view.zoom() >= TEXT_ZOOM {
                    detailed.push((n, pos2(x, y), colour));
                } else {
                    let dot = Rect::from_center_size(pos2(x, y), Vec2::splat(2.0 * radius));
                    mesh.add_colored_rect(dot, colour);
                }
            }
        }
        painter.add(Shape::mesh(mesh));
        for (n, at, colour) in detailed {
            if is_card {
                self.card(painter, Rect::from_center_size(at, card), experiment, n, colour);
            } else {
                self.disc(painter, at, radius, experiment, n, colour);
            }
        }
        self.shown_node(painter, view, experiment, half.max(5.0) + 4.0);
    }

    /// A ring around the node that is looked at.
    fn shown_node(&self, painter: &Painter, view: &TreeView, experiment: &Experiment, radius: f32) {
        let Some(at) = view.place(experiment.shown_node()) else { return };
        let stroke = Stroke::new(2.0 * self.palette.line_weight, self.palette.accent);
        if view.zoom() >= CARD_ZOOM {
            let rect = Rect::from_center_size(at, card_size(view)).expand(3.0);
            painter.rect_stroke(rect, CornerRadius::same(8), stroke, StrokeKind::Outside);
        } else {
            painter.circle_stroke(at, radius, stroke);
        }
    }

    /// The colour that tells how a node's value was found.
    pub(super) fn colour(&self, experiment: &Experiment, n: u32, node: &Node) -> Color32 {
        let palette = self.palette;
        if node.is_skipped() {
            return palette.hairline;
        }
        if experiment.trace().algorithm.has_playouts() {
            let rate = experiment.replay().stats().win_rate(n).unwrap_or(0.5) as f32;
            return theme::mix(palette.muted, palette.good, rate);
        }
        if !experiment.replay().has_left(node) {
            return palette.ink;
        }
        match node.end {
            NodeEnd::Cutoff => palette.accent,
            NodeEnd::Table => palette.sources[1],
            NodeEnd::GameOver | NodeEnd::Solved => palette.good,
            NodeEnd::Evaluated | NodeEnd::Searched => palette.muted,
            NodeEnd::Futile | NodeEnd::NullMove => palette.warning,
            NodeEnd::Stopped => palette.hairline,
        }
    }

    fn edge_weight(&self, experiment: &Experiment, n: u32, node: &Node) -> f32 {
        if !experiment.trace().algorithm.has_playouts() {
            return if node.is_skipped() { 0.6 } else { 1.0 };
        }
        let stats = experiment.replay().stats();
        let [visits, all] =
            [n, 0].map(|node| stats.visits.get(node as usize).copied().unwrap_or(0) as f32);
        0.5 + 5.0 * (visits / all.max(1.0)).sqrt()
    }

    /// The shortest text about a node: its value, visits, or the bound that cut it.
    fn brief(&self, experiment: &Experiment, n: u32, node: &Node) -> String {
        if node.is_skipped() {
            return cut_text(self.l10n, experiment, node);
        }
        if experiment.trace().algorithm.has_playouts() {
            return experiment.replay().stats().visits[n as usize].to_string();
        }
        if experiment.replay().has_left(node) {
            node_value(self.l10n, experiment, node)
        } else {
            "…".to_owned()
        }
    }

    fn disc(
        &self,
        painter: &Painter,
        at: Pos2,
        radius: f32,
        experiment: &Experiment,
        n: u32,
        colour: Color32,
    ) {
        let node = &experiment.trace().tree.nodes[n as usize];
        let stroke = Stroke::new(1.5 * self.palette.line_weight, colour);
        // The root's side takes the greatest value, the other the least.
        if node.is_skipped() {
            let size = Vec2::splat(radius * 0.6);
            let rect = Rect::from_center_size(at, 2.0 * size);
            painter.line_segment([rect.left_top(), rect.right_bottom()], stroke);
            painter.line_segment([rect.right_top(), rect.left_bottom()], stroke);
        } else if node.side == experiment.view_side() {
            let rect = Rect::from_center_size(at, Vec2::splat(1.8 * radius));
            painter.rect(rect, CornerRadius::ZERO, self.palette.panel, stroke, StrokeKind::Inside);
        } else {
            painter.circle(at, radius, self.palette.panel, stroke);
        }
        if experiment.is_folded(n) {
            painter.circle_filled(at + Vec2::new(0.0, radius + 3.0), 2.5, colour);
        }
        let font = FontId::proportional(TINY);
        let below = at + Vec2::new(0.0, radius + 1.0);
        let text = self.brief(experiment, n, node);
        painter.text(below, Align2::CENTER_TOP, text, font, self.palette.ink);
    }

    fn card(
        &self,
        painter: &Painter,
        rect: Rect,
        experiment: &mut Experiment,
        n: u32,
        colour: Color32,
    ) {
        let palette = self.palette;
        let node = experiment.trace().tree.nodes[n as usize].clone();
        let before = experiment.position(node.parent).cloned();
        let name = node_name(self.l10n, self.game, before.as_ref(), &node);
        let fill = if node.is_skipped() { palette.paper } else { palette.panel };
        let stroke = Stroke::new(1.5 * palette.line_weight, colour);
        painter.rect(rect, CornerRadius::same(6), fill, stroke, StrokeKind::Inside);
        let ink = if node.is_skipped() { palette.muted } else { palette.ink };
        let font = FontId::proportional(TINY);
        let title = match node.kind {
            NodeKind::Root | NodeKind::Iteration => name,
            _ => format!("{}. {name}", node.order + 1),
        };
        let inner = rect.shrink(4.0);
        painter.text(inner.left_top(), Align2::LEFT_TOP, title, font.clone(), ink);
        let brief = self.brief(experiment, n, &node);
        let lines = if experiment.trace().algorithm.has_playouts() {
            let rate = experiment.replay().stats().win_rate(n);
            let rate = rate.map_or("–".to_owned(), |rate| format!("{:.0} %", 100.0 * rate));
            [format!("{brief} ×"), rate]
        } else if node.is_skipped() {
            [self.l10n.get("laboratory-cut"), brief]
        } else {
            let [alpha, beta] = window_texts(self.l10n, experiment, &node);
            [brief, format!("{alpha} … {beta}")]
        };
        let board = Rect::from_min_max(
            pos2(inner.left(), inner.top() + LINE + 2.0),
            pos2(inner.right(), inner.bottom() - 2.0 * LINE - 2.0),
        );
        if board.height() >= 24.0
            && let Some(position) = experiment.position(n)
        {
            let target = node.mv.and_then(|mv| before.as_ref()?.landing(mv));
            let markers: Vec<_> = target.map(|at| (Marker::LastMove, at)).into_iter().collect();
            let marks = BoardMarks { markers: &markers, rows: &[], won: false };
            paint_marked_board(painter, board, self.game, position, marks, self.paint);
            if node.is_skipped() {
                painter.rect_filled(board, CornerRadius::ZERO, palette.paper.gamma_multiply(0.6));
            }
        }
        for (n, text) in lines.into_iter().rev().enumerate() {
            let at = pos2(inner.center().x, inner.bottom() - n as f32 * LINE);
            let ink = if n == 1 { ink } else { palette.muted };
            painter.text(at, Align2::CENTER_BOTTOM, text, font.clone(), ink);
        }
        if experiment.is_folded(n) {
            let text = format!("+{}", experiment.children(n).len());
            painter.text(rect.right_top(), Align2::RIGHT_BOTTOM, text, font, palette.accent);
        }
    }
}

fn card_size(view: &TreeView) -> Vec2 {
    Vec2::new((view.zoom() - 6.0).min(CARD_WIDTH), view.row() - 22.0)
}

/// Adds a line to a mesh.
fn line(mesh: &mut Mesh, from: Pos2, to: Pos2, width: f32, colour: Color32) {
    let across = (to - from).normalized().rot90() * width / 2.0;
    let first = mesh.vertices.len() as u32;
    for corner in [from + across, from - across, to - across, to + across] {
        mesh.colored_vertex(corner, colour);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}
