//! Lines over the pieces: through the row that won, and through the rows
//! that make a move one which the rules punish.

use std::time::Duration;

use bevy::prelude::*;

use super::art::{Art, Figure};
use super::input::Cursor;
use super::insight::Insight;
use super::{BoardSet, Layout, Motion, Placed, in_world, line};
use crate::app::settings::Settings;
use crate::app::ui::Look;
use crate::games::Row;

/// Time in which a row is drawn through.
const DRAWN_TIME: Duration = Duration::from_millis(300);

const STROKE_Z: f32 = 7.0;

/// Breadth of a stroke, in cells.
const BREADTH: f32 = 0.11;

/// How far a stroke goes beyond the middle of its last point, in cells.
const BEYOND: f32 = 0.3;

/// The rows on show.
#[derive(Resource, Default, PartialEq)]
struct Strokes {
    rows: Vec<Row>,
    won: bool,
    since: Duration,
    finished: bool,
}

/// Where the stroke through a row begins and ends, and its breadth, for this
/// factor of the breadths of lines.
pub fn stroke(layout: &Layout, [from, to]: Row, weight: f32) -> (Vec2, Vec2, f32) {
    let (from, to) = (layout.position(from), layout.position(to));
    // A little beyond the middle of the pieces at its ends.
    let beyond = (to - from).normalize_or_zero() * layout.cell * BEYOND;
    let breadth = (layout.cell * BREADTH * weight.sqrt()).max(2.0);
    (from - beyond, to + beyond, breadth)
}

#[derive(Component)]
struct Stroke;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Strokes>().add_systems(Update, draw.in_set(BoardSet::Strike));
}

fn draw(
    mut commands: Commands,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    placed: Res<Placed>,
    cursor: Res<Cursor>,
    insight: Res<Insight>,
    art: Res<Art>,
    look: Res<Look>,
    mut strokes: ResMut<Strokes>,
    mut motion: ResMut<Motion>,
    drawn: Query<Entity, With<Stroke>>,
) {
    let (won, rows) = match (&placed.0, insight.explained(&cursor)) {
        (None, _) => (false, Vec::new()),
        (Some(_), Some(warning)) => (false, warning.rows.clone()),
        (Some(_), None) => (true, insight.winning.clone()),
    };
    let same = strokes.won == won && strokes.rows == rows;
    if !same {
        *strokes = Strokes { rows, won, since: time.elapsed(), finished: false };
    }
    let redraw = placed.is_changed() || art.is_changed() || look.is_changed();
    if same && strokes.finished && !redraw {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    let length = DRAWN_TIME.mul_f32(settings.motion());
    let passed = (time.elapsed() - strokes.since).as_secs_f32();
    let part = if length.is_zero() { 1.0 } else { (passed / length.as_secs_f32()).min(1.0) };
    strokes.finished = part >= 1.0;
    let (Some(layout), Some(theme)) = (&placed.0, look.board()) else { return };
    let color = if won { theme.accent } else { theme.refused };
    for (n, &row) in strokes.rows.iter().enumerate() {
        let (from, end, breadth) = stroke(layout, row, theme.line_weight);
        let to = from.lerp(end, part);
        let z = STROKE_Z + n as f32 * 0.01;
        let mut part = |image, (size, place): (Vec2, Transform)| {
            let sprite = Sprite { image, color, custom_size: Some(size), ..default() };
            commands.spawn((Stroke, sprite, place));
        };
        part(Handle::default(), line(from, to, breadth, 0.0, z));
        for cap in [from, to] {
            let place = Transform::from_translation(in_world(cap, z));
            part(art.figure(Figure::Dot), (Vec2::splat(breadth), place));
        }
    }
    motion.0 |= !strokes.rows.is_empty() && !strokes.finished;
}
