//! A sheet that lies over a screen: in reach of the thumb on a phone, beside
//! the board elsewhere.

use bevy_egui::egui::{
    self, Align2, Area, Color32, Context, Id, Key, Modal, Order, ScrollArea, Ui, Vec2,
};
use egui_phosphor::regular::X;

use crate::app::ui::widgets::{card, icon_button, title};
use crate::app::ui::{Words, root, theme};

/// What a person did about a sheet itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing: it stays.
    Not,
    /// Back to what was before it.
    Back,
    /// Away with it.
    Away,
}

/// Draws a sheet of this name and heading, no broader than this.
pub fn show(
    ctx: &Context,
    name: &str,
    words: &Words,
    heading: &str,
    broadest: f32,
    body: impl FnOnce(&mut Ui),
) -> Left {
    let window = ctx.content_rect();
    let breadth = (window.width() - 16.0).min(broadest);
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
        ui.set_width(breadth - 32.0);
        ui.horizontal(|ui| {
            ui.label(title(heading, theme::LARGE));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                closed = icon_button(ui, X, &words.get("close"), true).clicked();
            });
        });
        let most = (window.height() - 120.0).max(60.0);
        ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            // Room for the ring around the line that the keyboard is on.
            ui.add_space(3.0);
            body(ui);
            ui.add_space(3.0);
        });
    });
    match (ctx.input(|input| input.key_pressed(Key::Escape)), closed || shown.should_close()) {
        (true, _) => Left::Back,
        (false, true) => Left::Away,
        (false, false) => Left::Not,
    }
}
