//! How the game stood from move to move: a curve of the chance to win, the
//! moves that lost most, and where the board is now.

use bevy_egui::egui::{
    self, CornerRadius, CursorIcon, Mesh, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
    WidgetType,
};

use super::{View, Wish};
use crate::app::review::{Ask, Go, is_bad};
use crate::app::ui::theme::{self, Palette};
use crate::record::NodeId;
use crate::record::analysis::{chance, room};

/// Draws the curve of the line on the board, if anything is known of it.
/// Returns whether there was anything to draw.
pub(super) fn show(ui: &mut Ui, view: &mut View, height: f32) -> bool {
    let session = view.session;
    let (tree, line) = (session.tree(), session.line());
    let value = |&node: &NodeId| {
        let known = tree.notes(node).evaluation?;
        Some(chance(&known, room(tree.position(node))))
    };
    let values: Vec<Option<f64>> = line.iter().map(value).collect();
    if values.iter().flatten().count() < 2 {
        return false;
    }
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let name = view.words.get("review-graph");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, &name));
    let painter = ui.painter_at(rect);
    // The lower part is the first side's, the upper the second side's.
    let [light, dark] = [
        theme::mix(palette.panel, palette.ink, 0.04),
        theme::mix(palette.panel, palette.ink, 0.30),
    ];
    // Where nothing is known there is neither.
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
    let mut mesh = Mesh::default();
    for pair in known.windows(2) {
        let [a, b] = [pair[0].1, pair[1].1];
        let corners = [(a.x, a.y), (b.x, b.y)];
        for (edge, fill) in [(rect.bottom(), light), (rect.top(), dark)] {
            let base = mesh.vertices.len() as u32;
            for (x, y) in corners.into_iter().chain([(b.x, edge), (a.x, edge)]) {
                mesh.colored_vertex(Pos2::new(x, y), fill);
            }
            mesh.add_triangle(base, base + 1, base + 2);
            mesh.add_triangle(base, base + 2, base + 3);
        }
    }
    painter.add(Shape::mesh(mesh));
    painter.hline(rect.x_range(), inner.center().y, Stroke::new(1.0, palette.hairline));
    let curve = known.iter().map(|&(_, place)| place).collect();
    painter.add(Shape::line(curve, Stroke::new(1.6 * palette.weight, palette.ink)));
    let bad = known.iter().filter(|(ply, _)| is_bad(session, line[*ply]));
    for &(_, place) in bad {
        painter.circle(place, 3.6, palette.accent, Stroke::new(1.0, palette.panel));
    }
    let now = tree.ply(session.current());
    let x = inner.left() + now as f32 * step;
    painter.vline(x, rect.y_range(), Stroke::new(1.6, palette.accent));
    outline(&painter, rect, palette);
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if let Some(pos) = response.interact_pointer_pos() {
        let ply = ((pos.x - inner.left()) / step).round().clamp(0.0, (line.len() - 1) as f32);
        if let Some(&node) = line.get(ply as usize).filter(|&&node| node != session.current()) {
            view.wishes.push(Wish::Ask(Ask::Go(Go::To(node))));
        }
    }
    true
}

fn outline(painter: &egui::Painter, rect: Rect, palette: Palette) {
    let line = Stroke::new(palette.weight, palette.hairline);
    painter.rect_stroke(rect, CornerRadius::same(6), line, egui::StrokeKind::Inside);
}
