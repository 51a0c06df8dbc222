//! A small board painted into the interface: the face of a game on its card.

use bevy_egui::egui::{Color32, CornerRadius, Painter, Pos2, Rect, Stroke, Vec2};

use crate::app::ui::theme::colour;
use crate::content::theme::Theme;
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Grid};

/// Paints a position as large as fits into `area`.
pub fn paint(painter: &Painter, area: Rect, position: &AnyPosition, theme: &Theme) {
    let board = position.board();
    let (files, ranks) = (f32::from(board.files), f32::from(board.ranks));
    let cell = (area.width() / files).min(area.height() / ranks);
    let surface = Rect::from_center_size(area.center(), Vec2::new(files, ranks) * cell);
    let base = theme.surface(board.surface).map_or(Color32::GRAY, |kind| colour(kind.base));
    let line = colour(theme.board.line);
    let frame = surface.expand(cell * 0.18);
    let wood = theme.surface("frame").map_or(line, |kind| colour(kind.base));
    painter.rect_filled(frame, CornerRadius::same(4), wood);
    painter.rect_filled(surface, CornerRadius::ZERO, base);
    let stroke = Stroke::new(theme.line_weight, line);
    let (inset, more) = match board.grid {
        Grid::Squares => (0.0, 1),
        Grid::Intersections => (0.5 * cell, 0),
    };
    let inner = surface.shrink(inset);
    for n in 0..board.files + more {
        painter.vline(inner.left() + f32::from(n) * cell, inner.y_range(), stroke);
    }
    for n in 0..board.ranks + more {
        painter.hline(inner.x_range(), inner.top() + f32::from(n) * cell, stroke);
    }
    for file in 0..board.files {
        for rank in 0..board.ranks {
            let Some(piece) = position.piece_at(Point::new(file, rank)) else { continue };
            let row = if board.first_rank_on_top { rank } else { board.ranks - 1 - rank };
            let offset = Vec2::new(f32::from(file) + 0.5, f32::from(row) + 0.5) * cell;
            let plain = theme.line_weight > 1.5;
            disc(painter, surface.min + offset, cell * 0.40, piece.side, plain);
        }
    }
}

/// A round piece with a rim and a little light from the top left; a `plain`
/// one differs from the other side's by shape as well.
pub fn disc(painter: &Painter, centre: Pos2, radius: f32, side: Side, plain: bool) {
    if plain {
        return plain_disc(painter, centre, radius, side);
    }
    let (body, rim) = match side {
        Side::First => (Color32::from_rgb(38, 36, 34), Color32::from_rgb(98, 92, 85)),
        Side::Second => (Color32::from_rgb(246, 242, 233), Color32::from_rgb(150, 142, 128)),
    };
    let shadow = Vec2::new(radius * 0.05, radius * 0.10);
    painter.circle_filled(centre + shadow, radius, Color32::from_black_alpha(70));
    painter.circle(centre, radius, body, Stroke::new((radius * 0.07).max(0.8), rim));
    if side == Side::First {
        let glint = centre - Vec2::splat(radius * 0.34);
        painter.circle_filled(glint, radius * 0.22, Color32::from_white_alpha(34));
    }
}

/// Black with a white ring, white with a black dot.
fn plain_disc(painter: &Painter, centre: Pos2, radius: f32, side: Side) {
    let line = (radius * 0.10).max(1.0);
    match side {
        Side::First => {
            painter.circle(centre, radius, Color32::BLACK, Stroke::new(line, Color32::WHITE));
            painter.circle_stroke(centre, radius * 0.5, Stroke::new(line, Color32::WHITE));
        }
        Side::Second => {
            painter.circle_filled(centre, radius, Color32::WHITE);
            painter.circle_filled(centre, radius * 0.28, Color32::BLACK);
        }
    }
}
