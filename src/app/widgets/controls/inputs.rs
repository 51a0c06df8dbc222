//! Controls that change a value: steppers, switches and text fields,
//! and the rows in which they stand beside their labels.

use bevy_egui::egui::{
    self, Align, CornerRadius, CursorIcon, FontId, Layout, Margin, Pos2, Rect, Response, RichText,
    Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::{focus_ring, icon_button, layout_text, target_height};
use crate::app::widgets::theme::{self, Palette};

/// Width of a row below which its control is placed under its label.
const STACK_BELOW: f32 = 380.0;

/// Width of a number in a stepper, and that of a name.
pub const NUMBER_WIDTH: f32 = 104.0;
pub const NAME_WIDTH: f32 = 184.0;

/// A value between a decrease and an increase button, in the same width whatever the value
/// is. Returns the requested change in steps.
pub fn stepper(ui: &mut Ui, name: &str, shown: &str, width: f32, less: bool, more: bool) -> i64 {
    use egui_phosphor::regular::{MINUS, PLUS};
    let mut change = 0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if icon_button(ui, MINUS, &format!("{name} −"), less).clicked() {
            change = -1;
        }
        let width = width.min(ui.max_rect().width() - 2.0 * (target_height(ui) + 4.0)).max(48.0);
        let label = layout_text(ui, shown, FontId::proportional(theme::BODY), width);
        let size = Vec2::new(width, target_height(ui).max(label.size().y));
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

/// The text that names a switch, which toggles it too. Returns true if it did. The switch
/// alone takes the focus.
fn switch_label(ui: &mut Ui, text: &str, on: &mut bool) -> bool {
    let text = RichText::new(text).color(Palette::of(ui).ink);
    let label = egui::Label::new(text).wrap().selectable(false).sense(Sense::CLICK);
    let turned = ui.add(label).on_hover_cursor(CursorIcon::PointingHand).clicked();
    *on ^= turned;
    turned
}

/// A switch and the text that names it, to its right. Returns true if it was toggled.
pub fn labelled_switch(ui: &mut Ui, name: &str, on: &mut bool) -> bool {
    ui.horizontal(|ui| switch(ui, name, on) | switch_label(ui, name, on)).inner
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
    let response = ui.add(edit);
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
            let width = (ui.available_width() * 0.34).min(220.0);
            column(ui, width, |ui| ui.add(egui::Label::new(text).wrap()));
            control(ui)
        })
        .inner
    }
}

/// A part of a row, of this width.
fn column<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let size = Vec2::new(width, target_height(ui));
    let layout = Layout::left_to_right(Align::Center);
    let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(width);
        add(ui)
    });
    shown.inner
}

/// A label and a switch, always side by side. Returns true if it was toggled.
pub fn switch_row(ui: &mut Ui, label: &str, on: &mut bool) -> bool {
    ui.horizontal(|ui| {
        let room = ui.available_width();
        let width = match room < STACK_BELOW {
            true => (room - SWITCH_WIDTH - 16.0).max(40.0),
            false => (room * 0.34).min(220.0),
        };
        let pressed = column(ui, width, |ui| switch_label(ui, label, on));
        pressed | switch(ui, label, on)
    })
    .inner
}
