//! A link as a QR code, for the phone on the other side of the table.

use bevy_egui::egui::{Color32, Rect, Sense, Ui, Vec2};
use qrcode::{Color, QrCode};

/// White squares around the code, which readers need.
const QUIET_ZONE: usize = 4;

/// Draws the code in a square of about this size: of whole pixels, so that its squares are sharp.
pub(super) fn show(ui: &mut Ui, text: &str, size: f32) {
    let Ok(code) = QrCode::new(text) else { return };
    let width = code.width();
    let cells = (width + 2 * QUIET_ZONE) as f32;
    let scale = ui.ctx().pixels_per_point();
    let cell = (size * scale / cells).floor().max(1.0) / scale;
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(cell * cells), Sense::hover());
    let painter = ui.painter();
    // Black on white in every theme: not all readers know the reverse.
    painter.rect_filled(rect, 4.0, Color32::WHITE);
    for (index, colour) in code.to_colors().into_iter().enumerate() {
        if colour == Color::Dark {
            let at = Vec2::new((index % width) as f32, (index / width) as f32);
            let corner = rect.min + (at + Vec2::splat(QUIET_ZONE as f32)) * cell;
            painter.rect_filled(
                Rect::from_min_size(corner, Vec2::splat(cell)),
                0.0,
                Color32::BLACK,
            );
        }
    }
}
