//! Sprites of the end of a game: the shade over the board, and what has been counted.

use bevy::prelude::*;

use super::SpritePainter;
use crate::app::board::{BoardSystems, EndOfGame};

#[derive(Component, Default)]
struct EndOfGameSprite;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_end_of_game.in_set(BoardSystems::Annotate));
}

fn draw_end_of_game(
    mut painter: SpritePainter<EndOfGameSprite>,
    end: Res<EndOfGame>,
    mut was_showing: Local<bool>,
) {
    if end.is_showing() || *was_showing {
        painter.redraw(|drawing| {
            if let Some((part, strength)) = end.shade() {
                drawing.shade(part, strength);
                if end.counts_pieces() {
                    drawing.counted(end.counted_points());
                }
            }
        });
        *was_showing = end.is_showing();
    }
}
