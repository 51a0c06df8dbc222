//! Widgets of all screens. Each works with mouse, touch and keyboard, shows the
//! keyboard focus, and is labelled for screen readers.

mod badge;
mod buttons;
mod chips;
mod inputs;
mod rail;
mod ring;
mod slider;
mod tiles;

use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Frame, Galley, Margin, Response, RichText, Sense, Stroke,
    StrokeKind, Ui, Vec2,
};

pub use badge::{badge, badge_picture, paint_badge};
pub use buttons::{ButtonStyle, button, icon_button, wide_button};
pub use chips::{ChipPicture, chip, chips, choice};
pub use inputs::{
    NAME_WIDTH, NUMBER_WIDTH, combo_box, field, labelled_switch, long_field, row, stepper,
    switch_row,
};
pub use rail::rail;
pub use ring::progress_ring;
pub use slider::{slider, slider_with_text};
pub use tiles::tile;

use super::theme::{self, Palette};
use egui_phosphor::regular::HOURGLASS;

/// Corner radius of buttons and fields.
const CORNER_RADIUS: u8 = 8;

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

/// Gives a widget the focus if no other has it, as to the main button of a page.
pub fn focus_by_default(ui: &Ui, response: &Response) {
    if ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
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

/// A rounded bar of this size, filled up to `part` (0 to 1).
pub fn progress_bar(ui: &mut Ui, size: Vec2, part: f32) {
    let palette = Palette::of(ui);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let round = CornerRadius::same((size.y / 2.0) as u8);
    ui.painter().rect_filled(rect, round, palette.hairline);
    let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, round, palette.good);
}

/// A sign that something is being worked out: it turns, unless nothing is to move.
pub fn spinner(ui: &mut Ui) {
    let palette = Palette::of(ui);
    if ui.style().animation_time > 0.0 {
        ui.add(egui::Spinner::new().size(14.0).color(palette.muted));
    } else {
        ui.label(RichText::new(HOURGLASS).size(theme::BODY).color(palette.muted));
    }
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

/// A card as wide as the column with its name above its content.
pub fn titled_card(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        heading(ui, name);
        add(ui);
    });
    ui.add_space(4.0);
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

/// The name of a part of a card.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    let palette = Palette::of(ui);
    ui.label(RichText::new(text).size(theme::BODY).color(palette.ink))
}

/// Secondary text.
pub fn muted(ui: &mut Ui, text: impl Into<String>) -> Response {
    let palette = Palette::of(ui);
    ui.label(RichText::new(text).size(theme::SMALL).color(palette.muted))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Pos2, Rect};

    use super::inputs::switch;
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
        for style in [ButtonStyle::Primary, ButtonStyle::Plain, ButtonStyle::Quiet] {
            assert!(size(|ui| _ = button(ui, style, None, "一")).y >= 44.0);
            assert!(size(|ui| _ = button(ui, style, None, long)).y >= 44.0);
            assert!(size(|ui| _ = wide_button(ui, style, Some("+"), "一")).y >= 44.0);
        }
        assert!(both(size(|ui| _ = icon_button(ui, "+", "more", true))) >= 44.0);
        assert!(size(|ui| _ = choice(ui, &mut chosen, &values)).y >= 44.0);
        assert!(size(|ui| _ = rail(ui, "level", &mut 3, 10, |_| String::new())).y >= 44.0);
        assert!(size(|ui| _ = stepper(ui, "size", "19", NUMBER_WIDTH, true, true)).y >= 44.0);
        assert!(both(size(|ui| _ = switch(ui, "sound", &mut on))) >= 44.0);
        assert!(size(|ui| _ = switch_row(ui, long, &mut on)).y >= 44.0);
        assert!(size(|ui| _ = slider(ui, "sound", &mut volume, 0..=100, 5.0, "%")).y >= 44.0);
        let field = size(|ui| _ = field(ui, "name", "", &mut name));
        assert!(field.y >= 44.0, "{field:?}");
    }

    #[test]
    fn the_text_beside_a_switch_toggles_it_too() {
        let sans = crate::content::assets_folder().join(crate::content::SANS);
        let sans = std::fs::read(sans).expect("the font is among the assets");
        for widget in [switch_row, labelled_switch] {
            let ctx = egui::Context::default();
            theme::install_fonts(&ctx, Some(&sans), None);
            let mut on = false;
            let mut frame = |events| {
                let screen = Rect::from_min_size(Pos2::ZERO, Vec2::new(360.0, 640.0));
                let input =
                    egui::RawInput { screen_rect: Some(screen), events, ..Default::default() };
                ctx.begin_pass(input);
                let mut ui = crate::app::widgets::root(&ctx);
                let rect = ui.scope(|ui| widget(ui, "Sound", &mut on)).response.rect;
                _ = ctx.end_pass();
                (rect, on)
            };
            let (rect, _) = frame(Vec::new());
            // The text of a row is at its left, and that of a switch alone at its right.
            let (left, right) = (rect.left_center(), rect.right_center());
            for (pos, nudge) in [(left, 8.0), (right, -8.0)] {
                let pos = pos + Vec2::new(nudge, 0.0);
                let before = frame(Vec::new()).1;
                let button = |pressed| egui::Event::PointerButton {
                    pos,
                    button: egui::PointerButton::Primary,
                    pressed,
                    modifiers: egui::Modifiers::NONE,
                };
                frame(vec![egui::Event::PointerMoved(pos)]);
                frame(vec![button(true)]);
                assert_ne!(frame(vec![button(false)]).1, before, "{pos:?}");
            }
        }
    }

    #[test]
    fn a_short_choice_is_no_narrower_than_a_finger() {
        let mut chosen = 1;
        let one = size(|ui| _ = choice(ui, &mut chosen, &[(1, "一".to_owned())]));
        assert!(one.x >= 44.0, "{one:?}");
    }
}
