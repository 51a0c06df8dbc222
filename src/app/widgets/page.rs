//! Layout of a page: heading with a back button, scrolling body, fixed footer.

use bevy_egui::egui::{self, Align, Frame, Key, Layout, Margin, Ui};
use egui_phosphor::regular::ARROW_LEFT;

use crate::app::widgets::controls::{icon_button, title};
use crate::app::widgets::{theme, toasts};

/// Width of the column in egui points.
const COLUMN_WIDTH: f32 = 640.0;

/// Draws a page. Returns true when the player wants to go back.
pub fn show(
    ui: &mut Ui,
    id: &str,
    heading: &str,
    back: &str,
    foot: impl FnOnce(&mut Ui),
    body: impl FnOnce(&mut Ui),
) -> bool {
    let mut leave = ui.ctx().input(|input| input.key_pressed(Key::Escape));
    let frame = |y| Frame::new().inner_margin(Margin::symmetric(16, y));
    egui::Panel::top(egui::Id::new((id, "top")))
        .frame(frame(8))
        .show_separator_line(false)
        .resizable(false)
        .show(ui, |ui| {
            centred_column(ui, COLUMN_WIDTH, |ui| {
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
        .show(ui, |ui| centred_column(ui, COLUMN_WIDTH, foot));
    toasts::reserve_strip(ui);
    egui::CentralPanel::default().frame(scrolled_frame()).show(ui, |ui| {
        egui::ScrollArea::vertical().id_salt(id).auto_shrink([false, false]).show(ui, |ui| {
            centred_column(ui, COLUMN_WIDTH, |ui| {
                body(ui);
                ui.add_space(24.0);
            });
        });
    });
    leave
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
            ui.spacing_mut().item_spacing = egui::Vec2::splat(8.0);
            ui.set_width(width);
            add(ui);
        });
    });
}
