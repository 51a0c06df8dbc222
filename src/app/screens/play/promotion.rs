//! What a piece becomes when it arrives: a card beside its place, one picture
//! for each choice.

use bevy_egui::egui::{
    Align2, Area, Context, CornerRadius, CursorIcon, Id, Order, Sense, Ui, Vec2, WidgetInfo,
    WidgetType, pos2,
};

use super::{View, Wish};
use crate::app::board::Placed;
use crate::app::screens::thumbnail;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{card, focus_ring};
use crate::core::Move;
use crate::games::Piece;

/// Edge of a choice, in logical pixels.
const EDGE: f32 = 52.0;

pub(super) fn show(ctx: &Context, placed: &Placed, view: &mut View) {
    let Some(layout) = &placed.0 else { return };
    let Some(at) = view.cursor.promoting.first().and_then(|mv| mv.target()) else { return };
    let place = layout.position(at) / ctx.zoom_factor();
    let half = layout.cell / ctx.zoom_factor() * 0.55;
    // Towards the middle of the board, so that it covers no edge.
    let (pivot, y) = match place.y > ctx.viewport_rect().center().y {
        true => (Align2::CENTER_BOTTOM, place.y - half),
        false => (Align2::CENTER_TOP, place.y + half),
    };
    let area = Area::new(Id::new("promotion"))
        .order(Order::Foreground)
        .pivot(pivot)
        .fixed_pos(pos2(place.x, y));
    area.show(ctx, |ui| {
        card(ui).inner_margin(6).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                // What is chosen most comes first.
                let choices = view.cursor.promoting.iter().rev();
                for (n, &mv) in choices.enumerate() {
                    choice(ui, view, mv, n == 0);
                }
            });
        });
    });
}

fn choice(ui: &mut Ui, view: &mut View, mv: Move, first: bool) {
    let Move::Travel { promotion: Some(kind), .. } = mv else { return };
    let (game, position) = (view.session.setup().game, view.session.position());
    let name = position.piece_names().get(usize::from(kind)).copied().unwrap_or_default();
    let name = view.words.get(&format!("piece-{name}"));
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(EDGE), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    let palette = Palette::of(ui);
    let ground = match response.hovered() || response.has_focus() {
        true => palette.hairline,
        false => view.brush.ground(position),
    };
    ui.painter().rect_filled(rect, CornerRadius::same(8), ground);
    let piece = Piece { side: position.side_to_move(), kind };
    let radius = EDGE * 0.42;
    thumbnail::picture(ui.painter(), rect.center(), radius, game, position, piece, view.brush);
    let elsewhere =
        ui.memory(|memory| memory.focused().is_none_or(|focused| focused == Id::new("board")));
    if first && elsewhere {
        response.request_focus();
    }
    focus_ring(ui, &response);
    if response.clicked() {
        view.wishes.push(Wish::Play(mv));
    }
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(name);
}
