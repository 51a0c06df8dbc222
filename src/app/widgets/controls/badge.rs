//! Badges: a small disc with the number of things that wait.

use bevy_egui::egui::{
    Align2, FontId, Painter, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType,
};

use crate::app::widgets::theme::Palette;

/// Diameter of a badge.
pub const BADGE: f32 = 18.0;

/// Size of its number.
const NUMBER: f32 = 12.0;

/// Paints a badge; more than 9 things are many.
pub fn paint_badge(painter: &Painter, palette: &Palette, centre: Pos2, count: usize) {
    let text = if count > 9 { "9+".to_owned() } else { count.to_string() };
    painter.circle_filled(centre, BADGE / 2.0, palette.seal);
    let font = FontId::proportional(NUMBER);
    painter.text(centre, Align2::CENTER_CENTER, text, font, palette.on_seal);
}

/// A badge among other controls; `name` says what waits.
pub fn badge(ui: &mut Ui, count: usize, name: &str) {
    let palette = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BADGE), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, name));
    paint_badge(ui.painter(), &palette, rect.center(), count);
    response.on_hover_text(name);
}

/// The picture of a chip that is a badge: its size and what paints it.
pub fn badge_picture(palette: Palette, count: usize) -> (Vec2, impl Fn(&Painter, Rect)) {
    let paint = move |painter: &Painter, rect: Rect| {
        paint_badge(painter, &palette, rect.center(), count);
    };
    (Vec2::splat(BADGE), paint)
}
