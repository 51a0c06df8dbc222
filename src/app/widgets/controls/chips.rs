//! Chips: one of several values, all visible, as text or with a small picture.

use bevy_egui::egui::{
    Color32, CornerRadius, CursorIcon, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, WidgetType,
};

use super::{CORNER_RADIUS, TOUCH_TARGET, focus_ring, layout_text, target_height};
use crate::app::widgets::theme::{self, Palette};

/// Space between chips.
const GAP: f32 = 6.0;

/// Draws the picture of a chip into a rectangle.
pub type ChipPicture<'a> = &'a dyn Fn(&Painter, Rect);

/// Segmented control: one of several values, all visible. Returns true if the value
/// changed.
pub fn choice<T: Copy + PartialEq>(ui: &mut Ui, chosen: &mut T, values: &[(T, String)]) -> bool {
    let mut changed = false;
    chips(ui, |ui| {
        for (value, text) in values {
            if chip(ui, *chosen == *value, text, None) && *chosen != *value {
                *chosen = *value;
                changed = true;
            }
        }
    });
    changed
}

/// A row of chips, in several lines where it is too long for one.
pub fn chips<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        ui.horizontal_wrapped(add).inner
    })
    .inner
}

/// Space beside the content of a chip, and between its picture and its text.
const PADDING: f32 = 13.0;
const PICTURE_PADDING: f32 = 10.0;
const PICTURE_GAP: f32 = 6.0;

/// One chip, with an optional picture of this size before its text. Returns true if it was
/// pressed.
pub fn chip(ui: &mut Ui, selected: bool, text: &str, picture: Option<(Vec2, ChipPicture)>) -> bool {
    let palette = Palette::of(ui);
    let room = picture.map_or(0.0, |(size, _)| size.x + PICTURE_GAP);
    let padding = if picture.is_some() { PICTURE_PADDING } else { PADDING };
    let most = (ui.max_rect().width() - 28.0 - room).max(24.0);
    let label = layout_text(ui, text, FontId::proportional(theme::BODY), most);
    let size = Vec2::new(
        (room + label.size().x + 2.0 * padding).max(TOUCH_TARGET),
        target_height(ui).max(label.size().y + 10.0),
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, selected, text));
    let hot = response.hovered() || response.has_focus();
    let fill = match (selected, hot) {
        (true, _) => palette.ink,
        (false, true) => theme::mix(palette.panel, palette.ink, 0.08),
        (false, false) => Color32::TRANSPARENT,
    };
    let ink = if selected { palette.panel } else { palette.ink };
    let line = Stroke::new(palette.line_weight, palette.hairline);
    let round = CornerRadius::same(CORNER_RADIUS);
    ui.painter().rect(rect, round, fill, line, StrokeKind::Inside);
    let left = rect.center().x - (room + label.size().x) / 2.0;
    if let Some((size, paint)) = picture {
        let corner = Pos2::new(left, rect.center().y - size.y / 2.0);
        paint(ui.painter(), Rect::from_min_size(corner, size));
    }
    let at = Pos2::new(left + room, rect.center().y - label.size().y / 2.0);
    ui.painter().galley(at, label, ink);
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
