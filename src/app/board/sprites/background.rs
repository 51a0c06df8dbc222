//! Sprites of the empty board.

use bevy::prelude::*;

use super::SpritePainter;
use crate::app::board::BoardSystems;

#[derive(Component, Default)]
struct BackgroundSprite;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_background.in_set(BoardSystems::Sync));
}

fn draw_background(mut painter: SpritePainter<BackgroundSprite>) {
    if painter.is_stale() {
        painter.redraw(|drawing| {
            drawing.board_shadow();
            drawing.empty_board();
        });
    }
}
