//! Sprites of the markers on points.

use bevy::prelude::*;

use super::SpritePainter;
use crate::app::board::BoardSystems;
use crate::app::board::markers::{Markers, update_markers};

#[derive(Component, Default)]
struct MarkerSprite;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_markers.in_set(BoardSystems::Animate).after(update_markers));
}

fn draw_markers(mut painter: SpritePainter<MarkerSprite>, markers: Res<Markers>) {
    if markers.is_changed() || painter.is_stale() {
        painter.redraw(|drawing| drawing.markers(&markers.0));
    }
}
