//! Widgets of all screens. Each works with mouse, touch and keyboard, shows the
//! keyboard focus, and is labelled for screen readers.

use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, CursorIcon, FontId, Frame, Galley, Layout, Margin, Pos2,
    Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};
use std::sync::Arc;

use super::theme::{self, Palette};

/// Corner radius of buttons and fields.
const CORNER_RADIUS: u8 = 8;

/// Width of a row below which its control is placed under its label.
const STACK_BELOW: f32 = 380.0;

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

/// Draws the keyboard focus ring of a widget.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let palette = Palette::of(ui);
        ui.painter().rect_stroke(
            response.rect.expand(2.0),
            CornerRadius::same(CORNER_RADIUS + 2),
            Stroke::new(2.0 * palette.line_weight, palette.accent),
            StrokeKind::Outside,
        );
    }
}

/// Minimum size of a touch target, in points.
pub const TOUCH_TARGET: f32 = 44.0;

/// Height of a row or small button: `usual` with a mouse, or that of a touch target.
pub fn row_height(ui: &Ui, usual: f32) -> f32 {
    // Read from the global style, since some rows override it locally.
    let finger = ui.ctx().global_style().spacing.interact_size.y >= TOUCH_TARGET;
    if finger { usual.max(TOUCH_TARGET) } else { usual }
}

/// Shows the name of an icon as a tooltip: on hover, or on a long press, which then
/// does not click.
pub fn named(ui: &Ui, mut response: Response, name: &str) -> Response {
    let id = response.id.with("told");
    let (now, since, touched) =
        ui.input(|input| (input.time, input.pointer.press_start_time(), input.any_touches()));
    let rests = response.is_pointer_button_down_on()
        && touched
        && since.is_some_and(|since| now - since >= LONG_PRESS);
    let told = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    if rests {
        response.show_tooltip_text(name);
    }
    if told && response.clicked() {
        response.flags.remove(egui::response::Flags::CLICKED);
    }
    if rests != told {
        ui.data_mut(|data| data.insert_temp(id, rests));
    }
    response.on_hover_text(name)
}

/// Duration of a long press, in seconds.
const LONG_PRESS: f64 = 0.5;

/// Height of a widget that can be pressed.
fn target_height(ui: &Ui) -> f32 {
    ui.spacing().interact_size.y
}

fn layout_text(ui: &Ui, text: &str, font: FontId, most: f32) -> Arc<Galley> {
    // The colour is set when the text is painted.
    ui.painter().layout(text.to_owned(), font, Color32::PLACEHOLDER, most)
}

/// A button with an optional icon before its text.
pub fn button(ui: &mut Ui, weight: ButtonStyle, icon: Option<&str>, text: &str) -> Response {
    sized_button(ui, weight, icon, text, 0.0)
}

/// A button as wide as the available space.
pub fn wide_button(ui: &mut Ui, weight: ButtonStyle, icon: Option<&str>, text: &str) -> Response {
    let width = ui.available_width();
    sized_button(ui, weight, icon, text, width)
}

fn sized_button(
    ui: &mut Ui,
    weight: ButtonStyle,
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
        let (fill, stroke, ink) = colours(palette, weight, &response, ui.is_enabled());
        ui.painter().rect(
            rect,
            CornerRadius::same(CORNER_RADIUS),
            fill,
            stroke,
            StrokeKind::Inside,
        );
        // A list of wide buttons reads better left-aligned.
        let left = if weight == ButtonStyle::Quiet && least > 0.0 {
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
    weight: ButtonStyle,
    response: &Response,
    enabled: bool,
) -> (Color32, Stroke, Color32) {
    let hot = response.hovered() || response.has_focus();
    let pressed = response.is_pointer_button_down_on();
    let line = Stroke::new(palette.line_weight, palette.hairline);
    if !enabled {
        return (Color32::TRANSPARENT, line, palette.muted.gamma_multiply(0.6));
    }
    match weight {
        ButtonStyle::Primary => {
            let fill = if pressed {
                theme::mix(palette.accent, palette.ink, 0.25)
            } else if hot {
                theme::mix(palette.accent, palette.ink, 0.12)
            } else {
                palette.accent
            };
            (fill, Stroke::NONE, palette.on_accent)
        }
        ButtonStyle::Plain => {
            let mixed = if pressed {
                0.16
            } else if hot {
                0.08
            } else {
                0.0
            };
            (theme::mix(palette.panel, palette.ink, mixed), line, palette.ink)
        }
        ButtonStyle::Quiet => {
            let alpha = if pressed {
                0.16
            } else if hot {
                0.08
            } else {
                0.0
            };
            (palette.ink.gamma_multiply(alpha), Stroke::NONE, palette.ink)
        }
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

/// Segmented control: one of several values, all visible. Returns true if the value
/// changed.
pub fn choice<T: Copy + PartialEq>(ui: &mut Ui, chosen: &mut T, values: &[(T, String)]) -> bool {
    let palette = Palette::of(ui);
    let mut changed = false;
    let height = target_height(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(6.0);
        ui.horizontal_wrapped(|ui| {
            for (value, text) in values {
                let selected = *chosen == *value;
                let most = (ui.max_rect().width() - 28.0).max(24.0);
                let label = layout_text(ui, text, FontId::proportional(theme::BODY), most);
                let size = Vec2::new(
                    (label.size().x + 26.0).max(TOUCH_TARGET),
                    height.max(label.size().y + 10.0),
                );
                let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                response.widget_info(|| {
                    WidgetInfo::selected(WidgetType::RadioButton, true, selected, text)
                });
                let hot = response.hovered() || response.has_focus();
                let fill = match (selected, hot) {
                    (true, _) => palette.ink,
                    (false, true) => theme::mix(palette.panel, palette.ink, 0.08),
                    (false, false) => Color32::TRANSPARENT,
                };
                let ink = if selected { palette.panel } else { palette.ink };
                let line = Stroke::new(palette.line_weight, palette.hairline);
                ui.painter().rect(
                    rect,
                    CornerRadius::same(CORNER_RADIUS),
                    fill,
                    line,
                    StrokeKind::Inside,
                );
                ui.painter().galley(rect.center() - label.size() / 2.0, label, ink);
                focus_ring(ui, &response);
                if response.on_hover_cursor(CursorIcon::PointingHand).clicked() && !selected {
                    *chosen = *value;
                    changed = true;
                }
            }
        });
    });
    changed
}

/// A value between a decrease and an increase button. Returns the requested change in
/// steps.
pub fn stepper(ui: &mut Ui, name: &str, shown: &str, less: bool, more: bool) -> i64 {
    use egui_phosphor::regular::{MINUS, PLUS};
    let mut change = 0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if icon_button(ui, MINUS, &format!("{name} −"), less).clicked() {
            change = -1;
        }
        let label = layout_text(ui, shown, FontId::proportional(theme::BODY), 240.0);
        let size = Vec2::new(label.size().x.max(56.0), target_height(ui).max(label.size().y));
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, shown));
        let ink = Palette::of(ui).ink;
        ui.painter().galley(rect.center() - label.size() / 2.0, label, ink);
        if icon_button(ui, PLUS, &format!("{name} +"), more).clicked() {
            change = 1;
        }
    });
    change
}

/// Width of a switch.
const SWITCH_WIDTH: f32 = 52.0;

/// A switch. Returns true if it was toggled.
pub fn switch(ui: &mut Ui, name: &str, on: &mut bool) -> bool {
    let palette = Palette::of(ui);
    let size = Vec2::new(SWITCH_WIDTH, target_height(ui));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, *on, name));
    let turned = response.clicked();
    if turned {
        *on = !*on;
    }
    let at = ui.ctx().animate_bool(response.id, *on);
    let track = Rect::from_center_size(rect.center(), Vec2::new(46.0, 26.0));
    let fill = theme::mix(theme::mix(palette.panel, palette.ink, 0.16), palette.good, at);
    let line = Stroke::new(palette.line_weight, palette.muted);
    ui.painter().rect(track, CornerRadius::same(13), fill, line, StrokeKind::Inside);
    let x = egui::lerp(track.left() + 13.0..=track.right() - 13.0, at);
    let knob = Pos2::new(x, track.center().y);
    ui.painter().circle(knob, 10.0, palette.panel, Stroke::new(1.0, palette.muted));
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand);
    turned
}

/// A number on a slider. Returns true if it changed.
pub fn slider<N: egui::emath::Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: std::ops::RangeInclusive<N>,
    step: f64,
    suffix: &str,
) -> bool {
    let palette = Palette::of(ui);
    ui.spacing_mut().slider_width = (ui.available_width() - 76.0).clamp(80.0, 220.0);
    let slider = egui::Slider::new(value, range).step_by(step).show_value(false);
    let response = ui.add(slider);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, name));
    focus_ring(ui, &response);
    ui.label(RichText::new(format!("{:.0}{suffix}", value.to_f64())).color(palette.ink));
    response.changed()
}

/// Most characters of a text field.
const MAX_FIELD_CHARS: usize = 60;

/// A single-line text field, as wide as the available space up to a readable width.
/// `hint` is shown while it is empty.
pub fn field(ui: &mut Ui, name: &str, hint: &str, text: &mut String) -> Response {
    let palette = Palette::of(ui);
    let height = target_height(ui);
    let edit = egui::TextEdit::singleline(text)
        .hint_text(RichText::new(hint).color(palette.muted))
        .char_limit(MAX_FIELD_CHARS)
        .margin(Margin::symmetric(10, 2))
        .min_size(Vec2::new(0.0, height))
        .vertical_align(Align::Center)
        .desired_width(ui.available_width().min(368.0));
    let response = ui
        .scope(|ui| {
            ui.visuals_mut().extreme_bg_color = theme::mix(palette.panel, palette.ink, 0.03);
            ui.add(edit)
        })
        .inner;
    let value = text.clone();
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, "", value.clone(), "");
        info.label = Some(name.to_owned());
        info
    });
    // egui draws the focus ring of text fields itself.
    response
}

/// A label and its control: side by side, or stacked where the space is narrow.
pub fn row<R>(ui: &mut Ui, label: &str, control: impl FnOnce(&mut Ui) -> R) -> R {
    let text = RichText::new(label).color(Palette::of(ui).ink);
    if ui.available_width() < STACK_BELOW {
        ui.vertical(|ui| {
            ui.label(text);
            ui.add_space(2.0);
            ui.horizontal(control).inner
        })
        .inner
    } else {
        ui.horizontal(|ui| {
            let column = (ui.available_width() * 0.34).min(220.0);
            let size = Vec2::new(column, target_height(ui));
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(column);
                ui.add(egui::Label::new(text).wrap());
            });
            control(ui)
        })
        .inner
    }
}

/// A label and a switch, always side by side. Returns true if it was toggled.
pub fn switch_row(ui: &mut Ui, label: &str, on: &mut bool) -> bool {
    if ui.available_width() >= STACK_BELOW {
        return row(ui, label, |ui| switch(ui, label, on));
    }
    ui.horizontal(|ui| {
        let room = (ui.available_width() - SWITCH_WIDTH - 16.0).max(40.0);
        let size = Vec2::new(room, target_height(ui));
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(room);
            let text = RichText::new(label).color(Palette::of(ui).ink);
            ui.add(egui::Label::new(text).wrap());
        });
        switch(ui, label, on)
    })
    .inner
}

/// A card with a soft shadow.
pub fn card(ui: &Ui) -> Frame {
    let palette = Palette::of(ui);
    Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(palette.line_weight, palette.hairline))
        .corner_radius(CornerRadius::same(10))
        .inner_margin(Margin::same(16))
        .shadow(palette.shadow())
}

/// Text in the brush face: titles and the names of games.
pub fn title(text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).font(theme::kai_font(size))
}

/// The heading of a group of rows.
pub fn group(ui: &mut Ui, text: &str) {
    ui.add_space(12.0);
    ui.label(title(text, theme::LARGE).color(Palette::of(ui).ink));
    ui.add_space(4.0);
}

/// Secondary text.
pub fn muted(ui: &mut Ui, text: impl Into<String>) -> Response {
    let palette = Palette::of(ui);
    ui.label(RichText::new(text).size(theme::SMALL).color(palette.muted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a widget in a column as wide as a phone with touch targets, and returns
    /// its size.
    fn size(add: impl FnMut(&mut Ui)) -> Vec2 {
        let mut add = add;
        let ctx = egui::Context::default();
        ctx.all_styles_mut(|style| style.spacing.interact_size = Vec2::splat(44.0));
        let screen = Rect::from_min_size(Pos2::ZERO, Vec2::new(360.0, 640.0));
        ctx.begin_pass(egui::RawInput { screen_rect: Some(screen), ..Default::default() });
        let mut ui = crate::app::widgets::root(&ctx);
        let used = ui.scope(|ui| add(ui)).response.rect.size();
        _ = ctx.end_pass();
        used
    }

    #[test]
    fn everything_that_can_be_pressed_is_as_large_as_a_finger() {
        let long = "A text that is so long that it takes several lines on a phone held upright";
        let both = |size: Vec2| size.min_elem();
        let mut on = false;
        let mut volume = 40_u8;
        let mut name = String::new();
        let mut chosen = 1;
        let values = [(1, "一".to_owned()), (2, "II".to_owned())];
        for weight in [ButtonStyle::Primary, ButtonStyle::Plain, ButtonStyle::Quiet] {
            assert!(size(|ui| _ = button(ui, weight, None, "一")).y >= 44.0);
            assert!(size(|ui| _ = button(ui, weight, None, long)).y >= 44.0);
            assert!(size(|ui| _ = wide_button(ui, weight, Some("+"), "一")).y >= 44.0);
        }
        assert!(both(size(|ui| _ = icon_button(ui, "+", "more", true))) >= 44.0);
        assert!(size(|ui| _ = choice(ui, &mut chosen, &values)).y >= 44.0);
        assert!(size(|ui| _ = stepper(ui, "size", "19", true, true)).y >= 44.0);
        assert!(both(size(|ui| _ = switch(ui, "sound", &mut on))) >= 44.0);
        assert!(size(|ui| _ = switch_row(ui, long, &mut on)).y >= 44.0);
        assert!(size(|ui| _ = slider(ui, "sound", &mut volume, 0..=100, 5.0, " %")).y >= 44.0);
        let field = size(|ui| _ = field(ui, "name", "", &mut name));
        assert!(field.y >= 44.0, "{field:?}");
    }

    #[test]
    fn a_short_choice_is_no_narrower_than_a_finger() {
        let mut chosen = 1;
        let one = size(|ui| _ = choice(ui, &mut chosen, &[(1, "一".to_owned())]));
        assert!(one.x >= 44.0, "{one:?}");
    }
}
