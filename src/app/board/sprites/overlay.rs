//! Sprites of the overlay that a game offers, such as the ownership of points.

use bevy::prelude::*;

use super::SpritePainter;
use crate::app::board::{BoardSystems, OverlayState};
use crate::app::session::{ActiveSession, Session};

#[derive(Component, Default)]
struct OverlaySprite;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_overlay.in_set(BoardSystems::Animate));
}

fn draw_overlay(
    mut painter: SpritePainter<OverlaySprite>,
    active_session: Res<ActiveSession>,
    overlays: Res<OverlayState>,
) {
    if !(overlays.is_changed() || painter.is_stale()) {
        return;
    }
    let position = active_session.session().map(Session::position);
    painter.redraw(|drawing| {
        if let (Some(overlay), Some(position)) = (overlays.shown(), position) {
            drawing.owners(overlay, position);
        }
    });
}
