//! Sprites of the overlay that a game offers, such as the ownership of points.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::SpritePainter;
use crate::app::board::{BoardSystems, EndOfGame, OverlayState};
use crate::app::session::{ActiveSession, Session};
use crate::core::Point;

#[derive(Component, Default)]
struct OverlaySprite;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_overlay.in_set(BoardSystems::Animate));
}

fn draw_overlay(
    mut painter: SpritePainter<OverlaySprite>,
    active_session: Res<ActiveSession>,
    overlays: Res<OverlayState>,
    end: Res<EndOfGame>,
    mut was_counting: Local<bool>,
) {
    let counts = end.is_showing();
    if !(overlays.is_changed() || painter.is_stale() || counts || *was_counting) {
        return;
    }
    *was_counting = counts;
    let counted: HashSet<Point> = end.counted_points().collect();
    let position = active_session.session().map(Session::position);
    painter.redraw(|drawing| {
        if let (Some(overlay), Some(position)) = (overlays.shown(), position) {
            drawing.owners(overlay, position, |point| !counts || counted.contains(&point));
        }
    });
}
