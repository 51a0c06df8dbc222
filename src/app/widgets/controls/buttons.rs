//! Buttons with text, with an icon, or with both.

use bevy_egui::egui::{
    Color32, CornerRadius, CursorIcon, FontId, Pos2, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};

use super::{CORNER_RADIUS, TOUCH_TARGET, focus_ring, layout_text, named, target_height};
use crate::app::widgets::theme::{self, Palette};

/// Visual emphasis of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// The main action of a screen.
    Primary,
    /// Another action.
    Plain,
    /// A minor action: no frame until it is hovered.
    Quiet,
}

/// A button with an optional icon before its text.
pub fn button(ui: &mut Ui, style: ButtonStyle, icon: Option<&str>, text: &str) -> Response {
    sized_button(ui, style, icon, text, 0.0)
}

/// A button as wide as the available space.
pub fn wide_button(ui: &mut Ui, style: ButtonStyle, icon: Option<&str>, text: &str) -> Response {
    let width = ui.available_width();
    sized_button(ui, style, icon, text, width)
}

fn sized_button(
    ui: &mut Ui,
    style: ButtonStyle,
    icon: Option<&str>,
    text: &str,
    least: f32,
) -> Response {
    let palette = Palette::of(ui);
    let padding = Vec2::new(14.0, 7.0);
    let icon = icon.map(|icon| layout_text(ui, icon, FontId::proportional(18.0), f32::INFINITY));
    let icon_room = icon.as_ref().map_or(0.0, |icon| icon.size().x + 8.0);
    let most = (ui.available_width() - 2.0 * padding.x - icon_room).max(24.0);
    let label = layout_text(ui, text, FontId::proportional(theme::BODY), most);
    let content = Vec2::new(icon_room + label.size().x, label.size().y);
    let size = (content + 2.0 * padding).max(Vec2::new(least.max(TOUCH_TARGET), target_height(ui)));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, ui.is_enabled(), text));
    if ui.is_rect_visible(rect) {
        let (fill, stroke, ink) = colours(palette, style, &response, ui.is_enabled());
        ui.painter().rect(
            rect,
            CornerRadius::same(CORNER_RADIUS),
            fill,
            stroke,
            StrokeKind::Inside,
        );
        // A list of wide buttons reads better left-aligned.
        let left = if style == ButtonStyle::Quiet && least > 0.0 {
            rect.left() + padding.x
        } else {
            rect.center().x - content.x / 2.0
        };
        if let Some(icon) = icon {
            let at = Pos2::new(left, rect.center().y - icon.size().y / 2.0);
            ui.painter().galley(at, icon, ink);
        }
        let at = Pos2::new(left + icon_room, rect.center().y - label.size().y / 2.0);
        ui.painter().galley(at, label, ink);
    }
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// Fill, outline and text of a button.
fn colours(
    palette: Palette,
    style: ButtonStyle,
    response: &Response,
    enabled: bool,
) -> (Color32, Stroke, Color32) {
    let hot = response.hovered() || response.has_focus();
    let pressed = response.is_pointer_button_down_on();
    let line = Stroke::new(palette.line_weight, palette.hairline);
    if !enabled {
        return (Color32::TRANSPARENT, line, palette.muted.gamma_multiply(0.6));
    }
    let tint = match (pressed, hot) {
        (true, _) => 0.16,
        (false, true) => 0.08,
        (false, false) => 0.0,
    };
    match style {
        ButtonStyle::Primary => {
            let fill = if pressed {
                theme::mix(palette.seal, palette.ink, 0.25)
            } else if hot {
                theme::mix(palette.seal, palette.ink, 0.12)
            } else {
                palette.seal
            };
            (fill, Stroke::NONE, palette.on_seal)
        }
        ButtonStyle::Plain => (theme::mix(palette.panel, palette.ink, tint), line, palette.ink),
        ButtonStyle::Quiet => (palette.ink.gamma_multiply(tint), Stroke::NONE, palette.ink),
    }
}

/// A square icon button; its name is shown on hover and read by screen readers.
pub fn icon_button(ui: &mut Ui, icon: &str, name: &str, enabled: bool) -> Response {
    let palette = Palette::of(ui);
    let size = Vec2::splat(target_height(ui).min(ui.available_width().max(24.0)));
    ui.add_enabled_ui(enabled, |ui| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
        let (fill, _, ink) = colours(palette, ButtonStyle::Quiet, &response, enabled);
        ui.painter().rect_filled(rect, CornerRadius::same(CORNER_RADIUS), fill);
        let galley = layout_text(ui, icon, FontId::proportional(22.0), f32::INFINITY);
        let at = rect.center() - galley.size() / 2.0;
        ui.painter().galley(at, galley, ink);
        focus_ring(ui, &response);
        named(ui, response.on_hover_cursor(CursorIcon::PointingHand), name)
    })
    .inner
}
