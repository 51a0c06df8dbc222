//! Tiles: one of several values, each shown by a picture with its name below.

use bevy_egui::egui::{
    CornerRadius, CursorIcon, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};

use super::chips::ChipPicture;
use super::{CORNER_RADIUS, focus_ring, layout_text};
use crate::app::widgets::theme::{self, Palette};

/// Size of the picture of a tile. Three tiles fit beside each other on a phone.
const TILE_SIZE: Vec2 = Vec2::new(84.0, 56.0);

/// Space around the picture, and height of the name below it.
const PADDING: f32 = 8.0;
const NAME_HEIGHT: f32 = 26.0;

/// A tile with a picture of [`TILE_SIZE`]. Returns true if it was pressed.
pub fn tile(ui: &mut Ui, selected: bool, text: &str, paint: ChipPicture) -> bool {
    let palette = Palette::of(ui);
    let size = TILE_SIZE + Vec2::new(2.0 * PADDING, 2.0 * PADDING + NAME_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, selected, text));
    if ui.is_rect_visible(rect) {
        let is_hot = response.hovered() || response.has_focus();
        let fill = theme::mix(palette.panel, palette.ink, if is_hot { 0.06 } else { 0.0 });
        let line = match selected {
            true => Stroke::new(2.5 * palette.line_weight, palette.seal),
            false => Stroke::new(palette.line_weight, palette.hairline),
        };
        let round = CornerRadius::same(CORNER_RADIUS);
        ui.painter().rect(rect, round, fill, line, StrokeKind::Inside);
        paint(ui.painter(), Rect::from_min_size(rect.min + Vec2::splat(PADDING), TILE_SIZE));
        let font = FontId::proportional(theme::SMALL);
        let name = layout_text(ui, text, font, size.x - PADDING);
        let room = Rect::from_min_max(rect.left_bottom() - Vec2::new(0.0, NAME_HEIGHT), rect.max);
        let at = room.center() - name.size() / 2.0;
        ui.painter().galley(at, name, palette.ink);
    }
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
