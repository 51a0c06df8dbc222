//! The promotion dialog: a card beside the target square with one button for each piece.

use bevy_egui::egui::{
    Align2, Area, Context, CornerRadius, CursorIcon, Id, Order, Sense, Ui, Vec2, WidgetInfo,
    WidgetType, pos2,
};

use super::board_view;
use super::thumbnail::{self, PaintContext};
use crate::app::board::Layout;
use crate::app::session::Session;
use crate::app::text::Localization;
use crate::app::widgets::controls::{card, focus_ring, named};
use crate::app::widgets::theme::Palette;
use crate::core::Move;
use crate::games::Piece;

/// Size of a button, in egui points.
const BUTTON_SIZE: f32 = 52.0;

/// Shows the card while there are promotions to choose from. Returns the move that was
/// chosen.
pub(super) fn show(
    ctx: &Context,
    l10n: &Localization,
    session: &Session,
    choices: &[Move],
    layout: &Layout,
    paint: PaintContext,
) -> Option<Move> {
    let at = choices.first().and_then(|mv| mv.target())?;
    let place = layout.centre_of(at) / ctx.zoom_factor();
    let half = layout.cell / ctx.zoom_factor() * 0.55;
    // Opens towards the middle of the board, so that it stays inside.
    let (pivot, y) = match place.y > ctx.content_rect().center().y {
        true => (Align2::CENTER_BOTTOM, place.y - half),
        false => (Align2::CENTER_TOP, place.y + half),
    };
    let area = Area::new(Id::new("promotion"))
        .order(Order::Foreground)
        .pivot(pivot)
        .fixed_pos(pos2(place.x, y));
    let mut chosen = None;
    area.show(ctx, |ui| {
        card(ui).inner_margin(6).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                // The usual choice first.
                for (n, &mv) in choices.iter().rev().enumerate() {
                    if piece_button(ui, l10n, session, paint, mv, n == 0) {
                        chosen = Some(mv);
                    }
                }
            });
        });
    });
    chosen
}

/// Button for one piece. Returns true when pressed.
fn piece_button(
    ui: &mut Ui,
    l10n: &Localization,
    session: &Session,
    paint: PaintContext,
    mv: Move,
    first: bool,
) -> bool {
    let Move::FromTo { promotion: Some(kind), .. } = mv else { return false };
    let (game, position) = (session.setup().game, session.position());
    let name = position.piece_names().get(usize::from(kind)).copied().unwrap_or_default();
    let name = l10n.get(&format!("piece-{name}"));
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BUTTON_SIZE), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    let palette = Palette::of(ui);
    let ground = match response.hovered() || response.has_focus() {
        true => palette.hairline,
        false => paint.surface_colour(game, position),
    };
    ui.painter().rect_filled(rect, CornerRadius::same(8), ground);
    let piece = Piece { side: position.side_to_move(), kind };
    let radius = BUTTON_SIZE * 0.42;
    thumbnail::paint_piece(ui.painter(), rect.center(), radius, game, position, piece, paint);
    if first && board_view::no_other_has_focus(ui) {
        response.request_focus();
    }
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), &name).clicked()
}
