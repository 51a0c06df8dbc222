//! Layout of a page: heading with a back button, scrolling body, fixed footer.

use bevy_egui::egui::{self, Align, Color32, Frame, Layout, Margin, Ui, Vec2};
use egui_phosphor::regular::ARROW_LEFT;

use crate::app::widgets::controls::{icon_button, title};
use crate::app::widgets::{keys, theme, toasts};

/// Width of the column of a page of text and rows, in egui points.
pub const COLUMN_WIDTH: f32 = 640.0;

/// Width of the column of a page of cards.
pub const CARDS_WIDTH: f32 = 1120.0;

/// Height of the shadow at the edge of what scrolls.
const SHADOW_HEIGHT: f32 = 8.0;

/// Draws a page with a column of this width. Returns true when the player wants to go back.
pub fn show(
    ui: &mut Ui,
    (id, width): (&str, f32),
    heading: &str,
    back: &str,
    foot: impl FnOnce(&mut Ui),
    body: impl FnOnce(&mut Ui),
) -> bool {
    show_unscrolled(ui, (id, width), heading, back, foot, |ui| {
        let area = egui::ScrollArea::vertical().id_salt(id).auto_shrink([false, false]);
        scrolled(ui, area, |ui| {
            centred_column(ui, width, |ui| {
                body(ui);
                ui.add_space(24.0);
            });
        });
    })
}

/// Draws a page whose body fills the window between heading and footer, which have a column
/// of this width. Returns true when the player wants to go back.
pub fn show_unscrolled(
    ui: &mut Ui,
    (id, width): (&str, f32),
    heading: &str,
    back: &str,
    foot: impl FnOnce(&mut Ui),
    body: impl FnOnce(&mut Ui),
) -> bool {
    // The key closes an open list first.
    let has_popup = egui::Popup::is_any_open(ui.ctx());
    let mut leave = !has_popup && ui.ctx().input(|input| keys::BACK.is_pressed(input));
    let frame = |y| Frame::new().inner_margin(Margin::symmetric(16, y));
    egui::Panel::top(egui::Id::new((id, "top")))
        .frame(frame(8))
        .show_separator_line(false)
        .resizable(false)
        .show(ui, |ui| {
            centred_column(ui, width, |ui| {
                ui.horizontal(|ui| {
                    leave |= icon_button(ui, ARROW_LEFT, back, true).clicked();
                    ui.label(title(heading, theme::BIG));
                });
            });
        });
    egui::Panel::bottom(egui::Id::new((id, "foot")))
        .frame(frame(8))
        .show_separator_line(false)
        .resizable(false)
        .show(ui, |ui| centred_column(ui, width, foot));
    toasts::reserve_strip(ui);
    egui::CentralPanel::default().frame(scrolled_frame()).show(ui, body);
    leave
}

/// Shows what scrolls, with a shadow at each edge behind which there is more.
pub fn scrolled(ui: &mut Ui, area: egui::ScrollArea, body: impl FnOnce(&mut Ui)) {
    let shown = area.show(ui, |ui| {
        scroll_by_keys(ui);
        body(ui);
    });
    let (rect, offset) = (shown.inner_rect, shown.state.offset.y);
    let below = shown.content_size.y - rect.height() - offset;
    let palette = theme::Palette::of(ui);
    let strength = if palette.dark { 0.5 } else { 0.14 };
    for (more, edge, direction) in [
        (offset, rect.top(), egui::Direction::TopDown),
        (below, rect.bottom(), egui::Direction::BottomUp),
    ] {
        let part = (more / SHADOW_HEIGHT).clamp(0.0, 1.0);
        if part > 0.0 {
            let inner = match direction {
                egui::Direction::TopDown => edge + SHADOW_HEIGHT,
                _ => edge - SHADOW_HEIGHT,
            };
            let shade = egui::Rect::from_x_y_ranges(
                rect.x_range(),
                egui::Rangef::new(edge.min(inner), edge.max(inner)),
            );
            let colours = [Color32::BLACK.gamma_multiply(strength * part), Color32::TRANSPARENT];
            ui.painter().add(egui::Shape::gradient_rect(shade, direction, colours));
            // A shadow hardly shows on dark ground.
            if palette.dark {
                let line = egui::Stroke::new(1.0, palette.hairline.gamma_multiply(part));
                ui.painter().hline(rect.x_range(), edge, line);
            }
        }
    }
}

/// Scrolls the area of this `Ui` by the keys pressed, unless they move a text cursor.
pub fn scroll_by_keys(ui: &mut Ui) {
    let keys = [(keys::PAGE_DOWN, 1.0), (keys::PAGE_UP, -1.0)];
    let pressed =
        ui.input(|input| keys.into_iter().find(|(key, _)| key.is_pressed(input)).map(|(_, by)| by));
    if let Some(pages) = pressed
        && !ui.ctx().text_edit_focused()
    {
        // So many pages down, of which a little stays in sight.
        ui.scroll_with_delta(Vec2::new(0.0, -pages * 0.9 * ui.clip_rect().height()));
    }
}

/// The frame of a scrolling body, whose lane for the scroll bar is part of its margin.
pub fn scrolled_frame() -> Frame {
    let right = 16 - theme::SCROLL_LANE;
    Frame::new().inner_margin(Margin { left: 16, right, ..Margin::ZERO })
}

/// A horizontally centred column of at most this width.
pub fn centred_column(ui: &mut Ui, max_width: f32, add: impl FnOnce(&mut Ui)) {
    let width = ui.available_width().min(max_width);
    let left = (ui.available_width() - width) / 2.0;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(left);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(8.0);
            ui.set_width(width);
            add(ui);
        });
    });
}
