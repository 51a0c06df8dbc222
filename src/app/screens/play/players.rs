//! The rows of the two players: name, clock, count and captured pieces.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, WidgetType,
};

use super::bowls::Bowl;
use super::labels::{clock_label, player_name, short_player_name, signed};
use super::{View, connection};
use crate::app::session::{PlayerKind, Session, Turn};
use crate::app::text::Localization;
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::Face;
use crate::app::widgets::{theme, thumbnail};
use crate::core::{Point, Side, TimeControl};
use crate::games::{AnyPosition, Piece};

/// Height of a player's row.
pub(super) const PLAYER_HEIGHT: f32 = 52.0;

/// Diameter of a portrait.
const PORTRAIT_SIZE: f32 = 40.0;

/// Sides from top to bottom.
pub(super) fn side_order(view: &View) -> [Side; 2] {
    [view.bottom.other(), view.bottom]
}

pub(super) fn is_to_move(view: &View, side: Side) -> bool {
    view.session.ending().is_none()
        && view.session.side_to_move() == side
        && view.session.turn() != Turn::Nobody
}

/// Row of a player: piece, name, captured pieces, clock and count.
pub(super) fn player_row(ui: &mut Ui, view: &View, side: Side) {
    let palette = Palette::of(ui);
    let on_turn = is_to_move(view, side);
    let size = Vec2::new(ui.available_width(), PLAYER_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    describe(&response, view, side);
    let painter = ui.painter();
    let fill = if on_turn { palette.panel } else { Color32::TRANSPARENT };
    let line = match on_turn {
        true => Stroke::new(1.5 * palette.line_weight, palette.accent),
        false => Stroke::new(palette.line_weight, palette.hairline),
    };
    painter.rect(rect, CornerRadius::same(10), fill, line, StrokeKind::Inside);
    let middle = rect.center().y;
    let position = view.session.position();
    paint_player(painter, view, egui::pos2(rect.left() + 28.0, middle), side);
    let mut right = rect.right() - 14.0;
    // Discs on the board are a large number; captures are said in words below the name.
    let count = position.counts().map(|counts| counts[side.index()]);
    if let Some(count) = count.filter(|_| position.counts_name().is_none()) {
        let (end, font) = (egui::pos2(right, middle), FontId::proportional(theme::BIG));
        painter.text(end, Align2::RIGHT_CENTER, count.to_string(), font, palette.ink);
        // Room for three digits, so that the layout is stable.
        right -= 50.0;
    }
    let clock = clock_label(view.l10n, view.session, side);
    let limited = view.session.clock().control() != TimeControl::Unlimited;
    let clock_ink = if limited { palette.ink } else { palette.muted };
    let clock_size = if limited { theme::LARGE } else { theme::SMALL };
    let clock = painter.layout_no_wrap(clock, FontId::proportional(clock_size), clock_ink);
    let at = egui::pos2(right - clock.size().x, middle - clock.size().y / 2.0);
    right = at.x - 8.0;
    painter.galley(at, clock, clock_ink);
    if let Some(quality) = view.online.as_ref().and_then(|online| online.quality(side)) {
        quality.paint(painter, &palette, egui::pos2(right, middle));
        right -= connection::WIDTH + 8.0;
    }
    let left = rect.left() + 60.0;
    let material = Material::of(view.session, side);
    let bowl = Bowl::of(position, side);
    let has_row = bowl.is_some() || !material.is_empty();
    let name = |text: String| {
        let (font, width) = (FontId::proportional(theme::BODY), (right - left).max(20.0));
        let mut job = egui::text::LayoutJob::simple(text, font, palette.ink, width);
        job.wrap.max_rows = if has_row { 1 } else { 2 };
        painter.layout_job(job)
    };
    let mut shown = name(player_name(view.l10n, view.session, side));
    if shown.elided {
        shown = name(short_player_name(view.l10n, view.session, side));
    }
    let above = if has_row { 9.0 } else { 0.0 };
    let at = egui::pos2(left, middle - above - shown.size().y / 2.0);
    painter.galley(at, shown, palette.ink);
    let row = Rect::from_min_max(egui::pos2(left, middle + 3.0), egui::pos2(right, middle + 21.0));
    match bowl {
        Some(bowl) => {
            let words = count.filter(|_| position.counts_name().is_some());
            let words = words.map_or(String::new(), |count| count_text(view.l10n, position, count));
            let font = FontId::proportional(theme::SMALL);
            let words = painter.layout_no_wrap(words, font, palette.ink);
            let room = row.with_max_x(row.right() - words.size().x - 8.0);
            let end = bowl.paint(painter, view, room, side);
            let at = egui::pos2(end, row.center().y - words.size().y / 2.0);
            painter.galley(at, words, palette.ink);
        }
        None => material.paint(painter, &palette, view, row),
    }
}

/// Paints the portrait of a player with the piece of their side.
fn paint_player(painter: &Painter, view: &View, centre: Pos2, side: Side) {
    // Of two people at this device the first is the one whose device it is.
    let is_player = view.session.player_of(side) == 0
        || view.session.player_kind(side.other()) != PlayerKind::Human;
    let face = match view.session.player_kind(side) {
        PlayerKind::Human if is_player => Face::Player,
        PlayerKind::Human | PlayerKind::Remote => Face::Guest,
        PlayerKind::Computer(level) => Face::Level(level),
        PlayerKind::Engine(_) => Face::Engine,
    };
    let place = Rect::from_center_size(centre, Vec2::splat(PORTRAIT_SIZE));
    thumbnail::paint_portrait(painter, place, face, view.paint);
    let (game, position) = (view.session.setup().game, view.session.position());
    let badge = centre + Vec2::splat(PORTRAIT_SIZE * 0.36);
    painter.circle_filled(badge, 9.5, view.paint.surface_colour(game, position));
    thumbnail::paint_player_piece(painter, badge, 7.5, game, position, side, view.paint);
}

/// Tells screen readers of a player: name, clock, and captures or discs.
fn describe(response: &egui::Response, view: &View, side: Side) {
    let position = view.session.position();
    let count =
        position.counts().map(|counts| count_text(view.l10n, position, counts[side.index()]));
    let lead = Some(Material::of(view.session, side).lead).filter(|&lead| lead > 0);
    let parts = [
        Some(player_name(view.l10n, view.session, side)),
        count,
        lead.map(|lead| signed(f64::from(lead))),
        Some(clock_label(view.l10n, view.session, side)),
    ];
    let quality = view.online.as_ref().and_then(|online| online.quality(side));
    let quality = quality.map(|quality| quality.text(view.l10n));
    let parts = parts.into_iter().chain([quality.clone()]);
    let parts: Vec<_> = parts.flatten().filter(|part| !part.is_empty()).collect();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, parts.join(", ")));
    if let Some(quality) = quality {
        response.clone().on_hover_text(quality);
    }
}

/// A count in words, such as captures; the bare number of pieces on the board.
fn count_text(l10n: &Localization, position: &AnyPosition, count: u32) -> String {
    let number = ("number", count.to_string());
    position.counts_name().map_or(count.to_string(), |name| l10n.format(name, &[number]))
}

/// Compact row of a player: piece, count, name and clock.
pub(super) fn compact_player(ui: &mut Ui, view: &View, side: Side, size: Vec2) {
    let palette = Palette::of(ui);
    let on_turn = is_to_move(view, side);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    describe(&response, view, side);
    let painter = ui.painter();
    if on_turn {
        let line = Stroke::new(1.5 * palette.line_weight, palette.accent);
        painter.rect(rect, CornerRadius::same(8), palette.panel, line, StrokeKind::Inside);
    }
    let middle = rect.center().y;
    let (game, position) = (view.session.setup().game, view.session.position());
    let at = egui::pos2(rect.left() + 16.0, middle);
    thumbnail::paint_player_piece(painter, at, 10.0, game, position, side, view.paint);
    let mut left = rect.left() + 32.0;
    if let Some(counts) = position.counts() {
        let text = counts[side.index()].to_string();
        let size = match position.counts_name() {
            None => theme::LARGE,
            Some(_) => {
                // Captures are told by a stone of the opponent.
                let (at, stone) = (egui::pos2(left + 6.0, middle), side.other());
                thumbnail::paint_player_piece(painter, at, 6.0, game, position, stone, view.paint);
                left += 16.0;
                theme::SMALL
            }
        };
        let (at, font) = (egui::pos2(left, middle), FontId::proportional(size));
        left = painter.text(at, Align2::LEFT_CENTER, text, font, palette.ink).right() + 8.0;
    }
    // Beside captures there is no room for the time used without a limit.
    let limited = view.session.clock().control() != TimeControl::Unlimited;
    let clock = match limited || position.counts_name().is_none() {
        true => clock_label(view.l10n, view.session, side),
        false => String::new(),
    };
    let at = egui::pos2(rect.right() - 6.0, middle);
    let font = FontId::proportional(theme::SMALL);
    let mut right =
        painter.text(at, Align2::RIGHT_CENTER, clock, font.clone(), palette.muted).left();
    let quality = view.online.as_ref().and_then(|online| online.quality(side));
    // Beside a long clock the bars would take the place of the name.
    if let Some(quality) = quality.filter(|_| right - left > 60.0) {
        quality.paint(painter, &palette, egui::pos2(right - 4.0, middle));
        right -= connection::WIDTH + 4.0;
    }
    // The name is truncated to the remaining width.
    let room = right - left - 6.0;
    if room > 24.0 {
        let name = short_player_name(view.l10n, view.session, side);
        let mut job = egui::text::LayoutJob::simple(name, font, palette.ink, room);
        job.wrap.max_rows = 1;
        job.wrap.break_anywhere = true;
        let name = painter.layout_job(job);
        let at = egui::pos2(left, middle - name.size().y / 2.0);
        painter.galley(at, name, palette.ink);
    }
}

/// Captured pieces of both sides beside each other, in games that have them. The row is there
/// before the first capture, so that nothing below it moves.
pub(super) fn captured_rows(ui: &mut Ui, view: &View, sides: [Side; 2]) {
    if !has_material(view.session) {
        return;
    }
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), 20.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let half = rect.width() / 2.0;
    for (n, side) in sides.into_iter().enumerate() {
        let left = rect.left() + 2.0 + n as f32 * half;
        let place = rect.with_min_x(left).with_max_x(left + half - 12.0);
        Material::of(view.session, side).paint(ui.painter(), &palette, view, place);
    }
}

/// The pieces that a side has captured, and its lead in material.
struct Material {
    taken: Vec<Piece>,
    /// In pawns; positive if this side is ahead.
    lead: i32,
}

/// Returns true in games with several kinds of pieces, whose captured pieces are shown.
fn has_material(session: &Session) -> bool {
    let position = session.position();
    position.piece_names().len() > 2 && position.counts().is_none()
}

impl Material {
    fn of(session: &Session, side: Side) -> Material {
        let position = session.position();
        let balance = position.material_balance().unwrap_or(0);
        let lead = if position.side_to_move() == side { balance } else { -balance };
        Material { taken: captured_pieces(session, side), lead }
    }

    /// True if there is nothing to show.
    fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.lead <= 0
    }

    /// Paints the captured pieces in a row, followed by the lead of the side that is ahead.
    fn paint(&self, painter: &Painter, palette: &Palette, view: &View, row: Rect) {
        let mut left = row.left();
        let lead = (self.lead > 0).then(|| {
            let font = FontId::proportional(theme::SMALL);
            painter.layout_no_wrap(signed(f64::from(self.lead)), font, palette.ink)
        });
        let right = row.right() - lead.as_ref().map_or(0.0, |lead| lead.size().x + 6.0);
        if !self.taken.is_empty() {
            let (game, position) = (view.session.setup().game, view.session.position());
            let step = ((right - left - 18.0) / self.taken.len() as f32).clamp(2.0, 13.0);
            let width = 18.0 + (self.taken.len() - 1) as f32 * step;
            let corner = egui::pos2(left - 2.0, row.center().y - 9.0);
            let ground = Rect::from_min_size(corner, Vec2::new(width, 18.0));
            let colour = view.paint.surface_colour(game, position);
            painter.rect_filled(ground, CornerRadius::same(5), colour);
            for (n, &piece) in self.taken.iter().enumerate() {
                let at = egui::pos2(left + 7.0 + n as f32 * step, row.center().y);
                thumbnail::paint_piece(painter, at, 8.0, game, position, piece, view.paint);
            }
            left = ground.right() + 6.0;
        }
        if let Some(lead) = lead {
            let at = egui::pos2(left, row.center().y - lead.size().y / 2.0);
            painter.galley(at, lead, palette.ink);
        }
    }
}

/// Pieces captured by a side in games with several kinds of pieces: those missing
/// compared with the start.
fn captured_pieces(session: &Session, by: Side) -> Vec<Piece> {
    let (before, now) = (session.tree().position(session.tree().root()), session.position());
    if !has_material(session) {
        return Vec::new();
    }
    let kinds = now.piece_names().len();
    let count = |position: &AnyPosition| {
        let board = position.board();
        let mut counts = vec![0_i32; kinds];
        for file in 0..board.files {
            for rank in 0..board.ranks {
                if let Some(piece) = position.piece_at(Point::new(file, rank))
                    && piece.side == by.other()
                    && let Some(count) = counts.get_mut(usize::from(piece.kind))
                {
                    *count += 1;
                }
            }
        }
        counts
    };
    let mut missing: Vec<i32> = count(before).iter().zip(count(now)).map(|(a, b)| a - b).collect();
    // A surplus comes from promotions of the first kind.
    let promoted: i32 = missing.iter().map(|&n| n.min(0)).sum();
    missing[0] += promoted;
    let kinds = (0_u8..).zip(missing);
    kinds
        .flat_map(|(kind, n)| {
            std::iter::repeat_n(Piece { side: by.other(), kind }, n.max(0) as usize)
        })
        .collect()
}
