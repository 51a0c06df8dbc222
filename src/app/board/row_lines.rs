//! Lines over the pieces: through winning rows, and through the rows that make a move
//! forbidden or losing.

use std::time::Duration;

use bevy::prelude::*;

use super::input::Cursor;
use super::rule_hints::RuleHints;
use super::textures::{BoardTextures, MaskShape};
use super::{BoardSystems, CurrentLayout, IsAnimating, Layout, line_sprite, to_world};
use crate::app::settings::{ActiveTheme, Settings};
use crate::games::Segment;

/// Duration of the animation of a line.
const DRAW_TIME: Duration = Duration::from_millis(300);

const ROW_LINE_Z: f32 = 7.0;

/// Width of a line, in cells.
const LINE_WIDTH: f32 = 0.11;

/// Length of a line beyond the centre of its last point, in cells.
const OVERHANG: f32 = 0.3;

/// The rows being shown.
#[derive(Resource, Default, PartialEq)]
struct RowLines {
    rows: Vec<Segment>,
    won: bool,
    since: Duration,
    finished: bool,
}

/// Start, end and width of the line through a row; `weight` scales line widths.
pub fn row_line(layout: &Layout, [from, to]: Segment, weight: f32) -> (Vec2, Vec2, f32) {
    let (from, to) = (layout.centre_of(from), layout.centre_of(to));
    // Slightly beyond the centres of the pieces at the ends.
    let beyond = (to - from).normalize_or_zero() * layout.cell * OVERHANG;
    let width = (layout.cell * LINE_WIDTH * weight.sqrt()).max(2.0);
    (from - beyond, to + beyond, width)
}

#[derive(Component)]
struct RowLine;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RowLines>()
        .add_systems(Update, draw_row_lines.in_set(BoardSystems::Annotate));
}

fn draw_row_lines(
    mut commands: Commands,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    rule_hints: Res<RuleHints>,
    textures: Res<BoardTextures>,
    active_theme: Res<ActiveTheme>,
    mut strokes: ResMut<RowLines>,
    mut is_animating: ResMut<IsAnimating>,
    drawn: Query<Entity, With<RowLine>>,
) {
    let (won, rows) = match (&current_layout.0, rule_hints.focused_warning(&cursor)) {
        (None, _) => (false, Vec::new()),
        (Some(_), Some(warning)) => (false, warning.rows.clone()),
        (Some(_), None) => (true, rule_hints.winning_rows.clone()),
    };
    let same = strokes.won == won && strokes.rows == rows;
    if !same {
        *strokes = RowLines { rows, won, since: time.elapsed(), finished: false };
    }
    let redraw = current_layout.is_changed() || textures.is_changed() || active_theme.is_changed();
    if same && strokes.finished && !redraw {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    let length = DRAW_TIME.mul_f32(settings.animation_scale());
    let passed = (time.elapsed() - strokes.since).as_secs_f32();
    let part = if length.is_zero() { 1.0 } else { (passed / length.as_secs_f32()).min(1.0) };
    strokes.finished = part >= 1.0;
    let (Some(layout), Some(theme)) = (&current_layout.0, active_theme.board_colours()) else {
        return;
    };
    let color = if won { theme.accent } else { theme.refused };
    for (n, &row) in strokes.rows.iter().enumerate() {
        let (from, end, width) = row_line(layout, row, theme.line_weight);
        let to = from.lerp(end, part);
        let z = ROW_LINE_Z + n as f32 * 0.01;
        let mut part = |image, (size, place): (Vec2, Transform)| {
            let sprite = Sprite { image, color, custom_size: Some(size), ..default() };
            commands.spawn((RowLine, sprite, place));
        };
        part(Handle::default(), line_sprite(from, to, width, 0.0, z));
        for cap in [from, to] {
            let place = Transform::from_translation(to_world(cap, z));
            part(textures.mask(MaskShape::Dot), (Vec2::splat(width), place));
        }
    }
    is_animating.0 |= !strokes.rows.is_empty() && !strokes.finished;
}
