//! The bar of both sides' chances, beside the board or below it.

use bevy_egui::egui::{
    Color32, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::View;
use super::evaluation::evaluation_text;
use crate::app::widgets::theme::Palette;
use crate::core::Side;
use crate::games::Game;
use crate::record::Evaluation;
use crate::record::analysis::{
    empty_fraction, evaluation_of_outcome, evaluation_of_value, win_probability,
};

/// Thickness of the bar, in egui points.
pub(super) const THICKNESS: f32 = 10.0;

/// Distance of the bar from the board.
const GAP: f32 = 5.0;

/// Space that the bar takes beside the board.
pub(super) const LANE: f32 = THICKNESS + 2.0 * GAP;

/// The colours of both sides on bars and graphs.
pub(super) fn side_colours(game: &dyn Game, palette: Palette) -> [Color32; 2] {
    let [light, dark] = [Color32::from_rgb(250, 247, 240), Color32::from_rgb(52, 47, 42)];
    let of = |name: &str| match name {
        "white" => light,
        "black" => dark,
        _ => palette.accent,
    };
    match game.side_names().map(of) {
        // Neither has a colour of its own.
        [first, second] if first == second => [dark, light],
        colours => colours,
    }
}

/// The evaluation of the position shown: of the engine that looks at it, of the record, or
/// of the result.
fn evaluation(view: &View) -> Option<Evaluation> {
    let session = view.session;
    let position = session.position();
    let side = position.side_to_move();
    let live = view.analysis.engine_lines(session).first().and_then(|info| info.score);
    let live = live.map(|value| evaluation_of_value(&value, side));
    let outcome = || position.outcome().map(|outcome| evaluation_of_outcome(&outcome, None));
    let recorded = session.tree().annotations(session.current()).evaluation;
    outcome().or(live).or(recorded)
}

/// First side's chance, 0 to 1, with the text of the evaluation.
fn chance(view: &View) -> Option<(f32, String)> {
    let evaluation = evaluation(view)?;
    let chance = win_probability(&evaluation, empty_fraction(view.session.position()));
    Some((chance as f32, evaluation_text(view.l10n, evaluation)))
}

/// Draws the bar at the left of the board, which takes this rectangle; the side at the
/// bottom of the board is at the bottom of the bar.
pub(super) fn beside_board(ui: &mut Ui, view: &View, board: Rect, bottom: Side) {
    let left = board.left() - GAP - THICKNESS;
    let rect = Rect::from_x_y_ranges(left..=left + THICKNESS, board.y_range());
    paint(ui, view, rect, |part| match bottom {
        Side::First => rect.with_min_y(rect.bottom() - part * rect.height()),
        Side::Second => rect.with_max_y(rect.top() + part * rect.height()),
    });
}

/// Draws the bar across a panel; its space is always taken.
pub(super) fn across(ui: &mut Ui, view: &View) {
    let size = Vec2::new(ui.available_width(), THICKNESS);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    paint(ui, view, rect.shrink2(Vec2::new(0.0, 2.0)), |part| {
        rect.shrink2(Vec2::new(0.0, 2.0)).with_max_x(rect.left() + part * rect.width())
    });
}

/// Paints the bar; `share` is the first side's part of it.
fn paint(ui: &mut Ui, view: &View, rect: Rect, share: impl Fn(f32) -> Rect) {
    let Some((chance, text)) = chance(view) else { return };
    let palette = Palette::of(ui);
    let [first, second] = side_colours(view.session.setup().game, palette);
    let id = ui.id().with("evaluation-bar");
    let chance = ui.ctx().animate_value_with_time(id, chance, 0.2);
    let round = CornerRadius::same(3);
    ui.painter().rect_filled(rect, round, second);
    ui.painter().with_clip_rect(share(chance)).rect_filled(rect, round, first);
    let frame = Stroke::new(palette.line_weight, palette.muted);
    ui.painter().rect_stroke(rect, round, frame, StrokeKind::Outside);
    let response = ui.interact(rect.expand(3.0), id, Sense::hover());
    let name = view.l10n.format("review-worth", &[("worth", text)]);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, &name));
    response.on_hover_text(name);
}
