//! Text painted over the board: coordinates, move numbers and labels.

use bevy_egui::egui::{self, Align2, Color32, FontId, Ui};

use crate::app::board::{Layout, shape_colour};
use crate::app::features::image_export;
use crate::app::settings::ActiveTheme;
use crate::app::widgets::theme::to_color32;
use crate::core::{Move, Side};
use crate::record::{GameTree, NodeId, Shape, ShapeKind};

/// Paints file and rank names on the frame if it is wide enough.
pub(super) fn paint_coordinates(ui: &Ui, active_theme: &ActiveTheme, layout: &Layout) {
    let Some(colours) = active_theme.board_colours() else { return };
    let zoom = ui.ctx().zoom_factor();
    let ink = to_color32(colours.frame_ink);
    let (size, names) = layout.coordinate_labels();
    let size = (size / zoom).min(18.0);
    if size < 5.0 {
        return;
    }
    let painter = ui.painter();
    for (place, text) in names {
        let at = egui::pos2(place.x / zoom, place.y / zoom);
        painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
    }
}

/// Paints the move numbers onto the stones on the board.
pub(super) fn paint_move_numbers(
    ui: &Ui,
    active_theme: &ActiveTheme,
    layout: &Layout,
    tree: &GameTree,
    node: NodeId,
) {
    let Some(theme) = active_theme.board_colours() else { return };
    let position = tree.position(node);
    let zoom = ui.ctx().zoom_factor();
    let newest = tree.move_at(node).and_then(Move::target);
    for (point, number) in image_export::move_numbers(tree, node) {
        let Some(piece) = position.piece_at(point) else { continue };
        let (stone, plain) = match piece.side {
            Side::First => (Color32::BLACK, Color32::WHITE),
            Side::Second => (Color32::WHITE, Color32::BLACK),
        };
        let ink = if newest == Some(point) { to_color32(theme.accent) } else { plain };
        let place = layout.centre_of(point) / zoom;
        // Contrast themes put a symbol on the stones; it is covered.
        if theme.line_weight > 1.0 {
            let at = egui::pos2(place.x, place.y);
            ui.painter().circle_filled(at, layout.cell / zoom * 0.3, stone);
        }
        let text = number.to_string();
        let size = layout.cell / zoom * if text.len() > 2 { 0.34 } else { 0.42 };
        let at = egui::pos2(place.x, place.y);
        ui.painter().text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
    }
}

/// Paints the label shapes of a position.
pub(super) fn paint_labels(ui: &Ui, layout: &Layout, shapes: &[Shape]) {
    let zoom = ui.ctx().zoom_factor();
    let painter = ui.painter();
    for shape in shapes {
        let ShapeKind::Label(text) = &shape.kind else { continue };
        // Shapes from files may lie outside the board.
        if !layout.contains(shape.at) {
            continue;
        }
        let place = layout.centre_of(shape.at) / zoom;
        let at = egui::pos2(place.x, place.y);
        let cell = layout.cell / zoom;
        let text: String = text.chars().take(4).collect();
        let size = cell * if text.chars().count() > 2 { 0.34 } else { 0.5 };
        let text = painter.layout_no_wrap(text, FontId::proportional(size), Color32::WHITE);
        // On a filled circle, since the background may have any colour.
        let radius = (text.size().length() * 0.5).clamp(cell * 0.32, cell * 0.46);
        painter.circle_filled(at, radius, to_color32(shape_colour(shape.colour)));
        painter.galley(at - text.size() / 2.0, text, Color32::WHITE);
    }
}
