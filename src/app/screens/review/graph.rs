//! Evaluation graph: expected score by move, errors, and the current position.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, Mesh, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, WidgetType,
};

use super::{UiAction, View};
use crate::app::features::review::{Navigation, ReviewRequest, is_bad_move};
use crate::app::widgets::theme::{self, Palette};
use crate::record::NodeId;
use crate::record::analysis::{empty_fraction, win_probability};

/// Draws the graph of the current line. Returns false if fewer than two positions have an
/// evaluation.
pub(super) fn show(ui: &mut Ui, view: &mut View, height: f32) -> bool {
    let session = view.session;
    let (tree, line) = (session.tree(), session.line());
    let value = |&node: &NodeId| {
        let known = tree.annotations(node).evaluation?;
        Some(win_probability(&known, empty_fraction(tree.position(node))))
    };
    let values: Vec<Option<f64>> = line.iter().map(value).collect();
    if values.iter().flatten().count() < 2 {
        return false;
    }
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), height);
    // Without keys of its own, it takes no focus.
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK | Sense::DRAG);
    let name = view.l10n.get("review-graph");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, &name));
    let painter = ui.painter_at(rect);
    // First side's share below the curve, second side's above.
    let [light, dark] = [
        theme::mix(palette.panel, palette.ink, 0.04),
        theme::mix(palette.panel, palette.ink, 0.30),
    ];
    // Neutral where there is no evaluation.
    painter.rect_filled(rect, CornerRadius::same(6), palette.panel);
    let inner = rect.shrink2(Vec2::new(0.0, 3.0));
    let step = inner.width() / (line.len() - 1).max(1) as f32;
    let at = |ply: usize, value: f64| {
        let y = inner.bottom() - value as f32 * inner.height();
        Pos2::new(inner.left() + ply as f32 * step, y)
    };
    let known: Vec<(usize, Pos2)> = values
        .iter()
        .enumerate()
        .filter_map(|(ply, value)| value.map(|value| (ply, at(ply, value))))
        .collect();
    painter.add(Shape::mesh(area_mesh(&known, rect, [light, dark])));
    painter.hline(rect.x_range(), inner.center().y, Stroke::new(1.0, palette.hairline));
    let curve = known.iter().map(|&(_, place)| place).collect();
    painter.add(Shape::line(curve, Stroke::new(1.6 * palette.line_weight, palette.ink)));
    let bad = known.iter().filter(|(ply, _)| is_bad_move(session, line[*ply]));
    for &(_, place) in bad {
        painter.circle(place, 3.6, palette.accent, Stroke::new(1.0, palette.panel));
    }
    let now = tree.ply(session.current());
    let x = inner.left() + now as f32 * step;
    painter.vline(x, rect.y_range(), Stroke::new(1.6, palette.accent));
    paint_border(&painter, rect, palette);
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if let Some(pos) = response.interact_pointer_pos() {
        let ply = ((pos.x - inner.left()) / step).round().clamp(0.0, (line.len() - 1) as f32);
        if let Some(&node) = line.get(ply as usize).filter(|&&node| node != session.current()) {
            view.actions.push(UiAction::Review(ReviewRequest::Navigate(Navigation::Node(node))));
        }
    }
    true
}

/// The areas below and above the curve through these points, in these colours.
fn area_mesh(known: &[(usize, Pos2)], rect: Rect, [below, above]: [Color32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    for pair in known.windows(2) {
        let [a, b] = [pair[0].1, pair[1].1];
        let corners = [(a.x, a.y), (b.x, b.y)];
        for (edge, fill) in [(rect.bottom(), below), (rect.top(), above)] {
            let base = mesh.vertices.len() as u32;
            for (x, y) in corners.into_iter().chain([(b.x, edge), (a.x, edge)]) {
                mesh.colored_vertex(Pos2::new(x, y), fill);
            }
            mesh.add_triangle(base, base + 1, base + 2);
            mesh.add_triangle(base, base + 2, base + 3);
        }
    }
    mesh
}

fn paint_border(painter: &egui::Painter, rect: Rect, palette: Palette) {
    let line = Stroke::new(palette.line_weight, palette.hairline);
    painter.rect_stroke(rect, CornerRadius::same(6), line, egui::StrokeKind::Inside);
}
