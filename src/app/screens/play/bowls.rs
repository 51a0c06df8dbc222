//! The bowls of stones beside the players' names: a bowl empties as stones are played, and
//! its lid fills with captured ones.

use std::f32::consts::PI;

use bevy_egui::egui::{self, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

use super::View;
use crate::app::widgets::theme::{Palette, colour};
use crate::app::widgets::thumbnail;
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Piece};

/// Width of a bowl and of a lid, and the gap between them.
const WIDTH: f32 = 26.0;
const GAP: f32 = 10.0;

/// Stones that are seen in a full bowl, from its rim up, and on a full lid.
const ROWS: [usize; 3] = [5, 4, 2];
const MOST_ON_LID: u32 = 5;

/// Radius of a stone.
const STONE: f32 = 3.6;

/// The stones of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bowl {
    /// The part of the stones that is left, 0 to 1.
    left: f32,
    /// Captured stones of the opponent.
    captured: u32,
}

impl Bowl {
    /// The bowl of a side; `None` in games without bowls.
    pub(super) fn of(position: &AnyPosition, side: Side) -> Option<Bowl> {
        if !position.has_bowls() {
            return None;
        }
        let board = position.board();
        let points = (0..board.ranks)
            .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)));
        let is_own = |&at: &Point| position.piece_at(at).is_some_and(|piece| piece.side == side);
        let captured = |side: Side| {
            let counts = position.counts().filter(|_| position.counts_name().is_some());
            counts.map_or(0, |counts| counts[side.index()])
        };
        let played = points.filter(is_own).count() as u32 + captured(side.other());
        let full = (u32::from(board.files) * u32::from(board.ranks)).div_ceil(2);
        let left = (1.0 - played as f32 / full as f32).clamp(0.0, 1.0);
        Some(Bowl { left, captured: captured(side) })
    }

    /// Number of stones that are seen in the bowl, out of those of a full one.
    fn stones_seen(self) -> usize {
        (self.left * ROWS.iter().sum::<usize>() as f32).ceil() as usize
    }

    /// Paints the bowl and its lid into a row, if there is room; otherwise the bowl alone,
    /// or nothing. Returns where the row goes on.
    pub(super) fn paint(self, painter: &Painter, view: &View, row: Rect, side: Side) -> f32 {
        if row.width() < WIDTH {
            return row.left();
        }
        let edge = Palette::get(painter.ctx()).muted;
        let rim = egui::pos2(row.left() + WIDTH / 2.0, row.bottom() - 9.0);
        let stone = |at: Pos2, side: Side| {
            let (game, position) = (view.session.setup().game, view.session.position());
            let piece = Piece { side: position.colour_of(side), kind: 0 };
            // Light stones would vanish on a light panel.
            painter.circle_filled(at, STONE + 0.4, edge);
            thumbnail::paint_piece(painter, at, STONE, game, position, piece, view.paint);
        };
        let mut seen = self.stones_seen();
        for (row, most) in ROWS.into_iter().enumerate() {
            let here = seen.min(most);
            seen -= here;
            for n in 0..here {
                let x = (n as f32 - (here - 1) as f32 / 2.0) * STONE * 1.25;
                stone(rim + Vec2::new(x, 0.5 - row as f32 * STONE * 0.85), side);
            }
        }
        let wood = view
            .paint
            .board_theme(view.session.setup().game)
            .surface("frame")
            .map_or(Color32::DARK_GRAY, |it| colour(it.base));
        let dark = view.paint.theme.dark;
        let line = Stroke::new(1.0, if dark { Color32::from_gray(150) } else { wood });
        painter.add(Shape::convex_polygon(dish(rim, WIDTH, 9.0), wood, line));
        if row.width() < 2.0 * WIDTH + GAP || view.session.position().counts_name().is_none() {
            return row.left() + WIDTH + GAP;
        }
        let lid = egui::pos2(rim.x + WIDTH + GAP, row.bottom() - 4.0);
        let captured = self.captured.min(MOST_ON_LID) as usize;
        for n in 0..captured {
            let x = (n as f32 - (captured - 1) as f32 / 2.0) * STONE * 1.3;
            stone(lid + Vec2::new(x, -2.0), side.other());
        }
        painter.add(Shape::convex_polygon(dish(lid, WIDTH, 4.0), wood, line));
        row.left() + 2.0 * (WIDTH + GAP)
    }
}

/// The lower half of an ellipse below a rim.
fn dish(rim: Pos2, width: f32, depth: f32) -> Vec<Pos2> {
    let corner = |n: u8| {
        let angle = PI * f32::from(n) / 12.0;
        rim + Vec2::new(angle.cos() * width / 2.0, angle.sin() * depth)
    };
    (0..=12).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    #[test]
    fn a_bowl_empties_with_the_stones_played_and_the_lid_holds_those_captured() {
        let bowls = |game: &str, moves: &str| {
            let mut position = registry::find(game).unwrap().start(&Default::default()).unwrap();
            for text in moves.split_whitespace() {
                let mv = position.parse_move(text).unwrap();
                position.play(mv).unwrap();
            }
            Side::BOTH.map(|side| Bowl::of(&position, side))
        };
        let full = Bowl { left: 1.0, captured: 0 };
        assert_eq!(bowls("go", ""), [Some(full); 2]);
        // A stone on D5 is captured by its four neighbours.
        let [black, white] = bowls("go", "D4 D5 C5 Q16 E5 Q4 D6").map(Option::unwrap);
        assert_eq!((black.captured, white.captured), (1, 0));
        // 181 stones fill half of the board; the captured one is not given back.
        assert!((black.left - (1.0 - 4.0 / 181.0)).abs() < 1e-6);
        assert!((white.left - (1.0 - 3.0 / 181.0)).abs() < 1e-6);
        assert!(black.stones_seen() > 0);
        assert_eq!(Bowl { left: 0.0, captured: 0 }.stones_seen(), 0);
        for game in ["chess", "reversi", "tictactoe"] {
            assert_eq!(bowls(game, ""), [None; 2], "{game}");
        }
    }
}
