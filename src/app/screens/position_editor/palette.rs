//! The tools of the editor: the pieces that can be placed, the hand, the eraser, and the
//! side to move.

use bevy_egui::egui::{
    self, CornerRadius, CursorIcon, FontId, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{ERASER, HAND_GRABBING};

use super::board::{piece_tile, tile_size};
use super::{UiAction, View};
use crate::app::features::position_editor::Brush;
use crate::app::widgets::controls::{ButtonStyle, button, focus_ring, named};
use crate::app::widgets::theme::Palette;
use crate::core::Side;
use crate::games::Piece;

/// Space between tiles.
const GAP: f32 = 4.0;

/// The pieces in rows of their sides, then the other tools and the side to move.
pub(super) fn show(ui: &mut Ui, view: &mut View) {
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    let setup = view.edited.game().position_setup();
    let kinds = setup.palette();
    let pieces = |side| kinds.iter().map(move |&kind| Brush::Piece(Piece { side, kind }));
    if setup.moves_pieces() {
        let size = tile_size(ui, kinds.len(), GAP);
        for side in Side::BOTH {
            ui.horizontal(|ui| pieces(side).for_each(|brush| tile(ui, view, brush, size)));
        }
        tools(ui, view, &[Brush::Hand, Brush::Eraser]);
    } else {
        let mut brushes: Vec<_> = Side::BOTH.into_iter().flat_map(pieces).collect();
        brushes.push(Brush::Eraser);
        tools(ui, view, &brushes);
    }
}

/// A row of tools and the side to move.
fn tools(ui: &mut Ui, view: &mut View, brushes: &[Brush]) {
    ui.horizontal(|ui| {
        let size = Vec2::splat(super::MAX_TILE.min(ui.spacing().interact_size.y.max(40.0)));
        for &brush in brushes {
            tile(ui, view, brush, size);
        }
        turn_button(ui, view);
    });
}

/// The button that passes the turn to the other side.
fn turn_button(ui: &mut Ui, view: &mut View) {
    let side = view.edited.draft().side_to_move;
    let text = view.l10n.format("turn", &[("side", view.side_name(side))]);
    let response = button(ui, ButtonStyle::Plain, None, &text);
    if response.on_hover_text(view.l10n.get("position-turn")).clicked() {
        view.actions.push(UiAction::SetSideToMove(side.other()));
    }
}

fn tile(ui: &mut Ui, view: &mut View, brush: Brush, size: Vec2) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let selected = view.edited.brush == brush;
    let palette = Palette::of(ui);
    let inner = rect.shrink(2.0);
    let name = match brush {
        Brush::Piece(piece) => {
            piece_tile(ui, inner, view, piece);
            view.piece_name(piece)
        }
        Brush::Hand => icon(ui, &response, inner, HAND_GRABBING, view.l10n.get("position-hand")),
        Brush::Eraser => icon(ui, &response, inner, ERASER, view.l10n.get("position-eraser")),
    };
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, selected, &name));
    if selected {
        let line = Stroke::new(2.5 * palette.line_weight, palette.accent);
        ui.painter().rect_stroke(rect, CornerRadius::same(8), line, StrokeKind::Inside);
    } else if response.hovered() {
        let line = Stroke::new(palette.line_weight, palette.muted);
        ui.painter().rect_stroke(rect, CornerRadius::same(8), line, StrokeKind::Inside);
    }
    focus_ring(ui, &response);
    let response = named(ui, response.on_hover_cursor(CursorIcon::PointingHand), &name);
    if response.clicked() {
        view.actions.push(UiAction::SetBrush(brush));
    }
}

/// Paints a tool's icon. Returns its name.
fn icon(ui: &Ui, response: &Response, rect: egui::Rect, icon: &str, name: String) -> String {
    let palette = Palette::of(ui);
    let line = Stroke::new(palette.line_weight, palette.hairline);
    let fill = if response.hovered() { palette.ink.gamma_multiply(0.08) } else { palette.panel };
    let rounding = CornerRadius::same(6);
    ui.painter().rect(rect, rounding, fill, line, StrokeKind::Inside);
    let font = FontId::proportional(20.0);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, icon, font, palette.ink);
    name
}
