//! What a piece becomes when it arrives: a card beside its place, one picture
//! for each choice.

use bevy_egui::egui::{
    Align2, Area, Context, CornerRadius, CursorIcon, Id, Order, Sense, Ui, Vec2, WidgetInfo,
    WidgetType, pos2,
};

use super::thumbnail::{self, Brush};
use crate::app::board::{Cursor, Placed};
use crate::app::session::Session;
use crate::app::ui::Words;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{card, focus_ring, named};
use crate::core::Move;
use crate::games::Piece;

/// Edge of a choice, in logical pixels.
const EDGE: f32 = 52.0;

/// Shows the card while there is something to choose. Returns what was
/// chosen.
pub fn show(
    ctx: &Context,
    words: &Words,
    session: &Session,
    cursor: &Cursor,
    placed: &Placed,
    brush: Brush,
) -> Option<Move> {
    let layout = placed.0.as_ref()?;
    let at = cursor.promoting.first().and_then(|mv| mv.target())?;
    let place = layout.position(at) / ctx.zoom_factor();
    let half = layout.cell / ctx.zoom_factor() * 0.55;
    // Towards the middle of the board, so that it covers no edge.
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
                // What is chosen most comes first.
                for (n, &mv) in cursor.promoting.iter().rev().enumerate() {
                    if choice(ui, words, session, brush, mv, n == 0) {
                        chosen = Some(mv);
                    }
                }
            });
        });
    });
    chosen
}

/// One choice. Returns whether it was taken.
fn choice(
    ui: &mut Ui,
    words: &Words,
    session: &Session,
    brush: Brush,
    mv: Move,
    first: bool,
) -> bool {
    let Move::Travel { promotion: Some(kind), .. } = mv else { return false };
    let (game, position) = (session.setup().game, session.position());
    let name = position.piece_names().get(usize::from(kind)).copied().unwrap_or_default();
    let name = words.get(&format!("piece-{name}"));
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(EDGE), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    let palette = Palette::of(ui);
    let ground = match response.hovered() || response.has_focus() {
        true => palette.hairline,
        false => brush.ground(position),
    };
    ui.painter().rect_filled(rect, CornerRadius::same(8), ground);
    let piece = Piece { side: position.side_to_move(), kind };
    let radius = EDGE * 0.42;
    thumbnail::picture(ui.painter(), rect.center(), radius, game, position, piece, brush);
    let elsewhere =
        ui.memory(|memory| memory.focused().is_none_or(|focused| focused == Id::new("board")));
    if first && elsewhere {
        response.request_focus();
    }
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), &name).clicked()
}
