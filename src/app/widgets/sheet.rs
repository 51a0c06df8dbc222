//! A modal sheet over a screen: at the bottom on phones, in reach of the thumb, and at
//! the side elsewhere.

use bevy_egui::egui::{
    self, Align2, Area, Color32, Context, Id, Modal, Order, ScrollArea, Ui, Vec2,
};
use egui_phosphor::regular::X;

use crate::app::text::Localization;
use crate::app::widgets::controls::{card, icon_button};
use crate::app::widgets::{keys, page, root, theme};

/// Outcome of drawing a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetResponse {
    /// It stays open.
    Open,
    /// Back to the sheet before it (Escape).
    Back,
    /// Closed by its button or a click outside.
    Closed,
}

/// Draws a sheet with this id and heading, of at most this width.
pub fn show(
    ctx: &Context,
    name: &str,
    l10n: &Localization,
    heading: &str,
    max_width: f32,
    body: impl FnOnce(&mut Ui),
) -> SheetResponse {
    let window = ctx.content_rect();
    let width = (window.width() - 16.0).min(max_width);
    let (align, offset) = if window.height() > window.width() {
        (Align2::CENTER_BOTTOM, Vec2::new(0.0, -8.0))
    } else {
        (Align2::RIGHT_CENTER, Vec2::new(-8.0, 0.0))
    };
    let id = Id::new(("sheet", name));
    let area = Area::new(id).order(Order::Foreground).anchor(align, offset);
    let modal = Modal::new(id).area(area).frame(card(&root(ctx)));
    let mut closed = false;
    let shown = modal.backdrop_color(Color32::from_black_alpha(70)).show(ctx, |ui| {
        ui.set_width(width - 32.0);
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(heading).size(theme::LARGE));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                closed = icon_button(ui, X, &l10n.get("close"), true).clicked();
            });
        });
        let max_height = (window.height() - 120.0).max(60.0);
        let area = ScrollArea::vertical().max_height(max_height).min_scrolled_height(max_height);
        page::scrolled(ui, area, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            // Room for the focus ring of the first item.
            ui.add_space(3.0);
            body(ui);
            ui.add_space(3.0);
        });
    });
    match (ctx.input(|input| keys::BACK.is_pressed(input)), closed || shown.should_close()) {
        (true, _) => SheetResponse::Back,
        (false, true) => SheetResponse::Closed,
        (false, false) => SheetResponse::Open,
    }
}
