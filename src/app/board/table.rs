//! The bare board: frame, surface, lines and dots.

use bevy::prelude::*;

use super::art::{Art, Figure, RIVER_SIZE, SURFACE_PIXELS, dark_surface};
use super::{BoardSet, Layout, Placed, in_world, line};
use crate::app::ui::Look;

const SHADOW_Z: f32 = -0.5;
const FRAME_Z: f32 = 0.0;
const SURFACE_Z: f32 = 1.0;
const LINE_Z: f32 = 2.0;

/// Breadth of a grid line, in cells, and its least breadth in pixels.
const LINE: f32 = 0.022;
const THINNEST: f32 = 1.0;

/// Diameter of a dot on the bare board, in cells.
const DOT: f32 = 0.16;

#[derive(Component)]
struct Table;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lay.in_set(BoardSet::Mirror));
}

/// Builds the bare board anew whenever its place or its look changes.
fn lay(
    mut commands: Commands,
    placed: Res<Placed>,
    art: Res<Art>,
    look: Res<Look>,
    laid: Query<Entity, With<Table>>,
) {
    if !(placed.is_changed() || art.is_changed() || look.is_changed()) {
        return;
    }
    for entity in &laid {
        commands.entity(entity).despawn();
    }
    let (Some(layout), Some(theme)) = (&placed.0, look.board()) else { return };
    let line_color = look.line(layout.board.surface);
    let mut picture = |image, place: Rect, z, color| {
        commands.spawn((
            Table,
            Sprite { image, color, custom_size: Some(place.size()), ..default() },
            Transform::from_translation(in_world(place.center(), z)),
        ));
    };
    let fall = Vec2::new(0.0, layout.cell * 0.10);
    let shadow = Rect::from_center_size(
        layout.outer.center() + fall,
        layout.outer.size() + Vec2::splat(layout.cell * 0.36),
    );
    picture(art.figure(Figure::SoftSquare), shadow, SHADOW_Z, Color::BLACK.with_alpha(0.34));
    picture(art.frame(), layout.outer, FRAME_Z, Color::WHITE);
    // A dark edge between the frame and the surface gives the frame depth.
    let edge = layout.surface.inflate((layout.cell * 0.035).max(1.0));
    picture(Handle::default(), edge, FRAME_Z + 0.5, line_color);
    picture(art.surface(layout.board.surface), layout.surface, SURFACE_Z, Color::WHITE);
    let dot = Vec2::splat((layout.cell * DOT).max(3.0) * theme.line_weight.sqrt());
    for place in layout.dots() {
        let place = Rect::from_center_size(place, dot);
        picture(art.figure(Figure::Dot), place, LINE_Z + 0.5, line_color);
    }
    for (place, words) in layout.river().into_iter().flatten().zip(art.river()) {
        let place = Rect::from_center_size(place, Vec2::splat(layout.cell * RIVER_SIZE));
        picture(words, place, LINE_Z, line_color.with_alpha(0.8));
    }
    let dark = art.surface(&dark_surface(layout.board.surface));
    for square in layout.dark_squares() {
        // The part of the whole picture that lies under this square, so that
        // the grain runs on from square to square.
        let scale = SURFACE_PIXELS as f32 / layout.surface.width();
        let part = Rect::from_corners(
            (square.min - layout.surface.min) * scale,
            (square.max - layout.surface.min) * scale,
        );
        commands.spawn((
            Table,
            Sprite {
                image: dark.clone(),
                rect: Some(part),
                custom_size: Some(square.size()),
                ..default()
            },
            Transform::from_translation(in_world(square.center(), SURFACE_Z + 0.5)),
        ));
    }
    let breadth = line_breadth(layout, theme.line_weight);
    for (from, to) in layout.lines() {
        let (size, place) = line(from, to, breadth, breadth, LINE_Z);
        commands.spawn((
            Table,
            Sprite { color: line_color, custom_size: Some(size), ..default() },
            place,
        ));
    }
}

fn line_breadth(layout: &Layout, weight: f32) -> f32 {
    ((layout.cell * LINE).max(THINNEST) * weight).round().max(1.0)
}
