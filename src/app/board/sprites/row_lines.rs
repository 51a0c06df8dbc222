//! Sprites of the lines over the pieces: through winning rows, and through the rows that
//! make a move forbidden or losing.

use std::time::Duration;

use bevy::prelude::*;

use super::{IsAnimating, SpritePainter};
use crate::app::board::{BoardSystems, Cursor, RuleHints};
use crate::app::settings::Settings;
use crate::games::Segment;

/// Duration of the animation of a line.
const DRAW_TIME: Duration = Duration::from_millis(300);

/// The rows being shown.
#[derive(Resource, Default, PartialEq)]
struct RowLines {
    rows: Vec<Segment>,
    won: bool,
    since: Duration,
    finished: bool,
}

#[derive(Component, Default)]
struct RowLineSprite;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RowLines>()
        .add_systems(Update, draw_row_lines.in_set(BoardSystems::Annotate));
}

fn draw_row_lines(
    mut painter: SpritePainter<RowLineSprite>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    cursor: Res<Cursor>,
    rule_hints: Res<RuleHints>,
    mut lines: ResMut<RowLines>,
    mut is_animating: ResMut<IsAnimating>,
) {
    let (won, rows) = match (painter.layout(), rule_hints.focused_warning(&cursor)) {
        (None, _) => (false, Vec::new()),
        (Some(_), Some(warning)) => (false, warning.rows.clone()),
        (Some(_), None) if !rule_hints.losing_rows.is_empty() => {
            (false, rule_hints.losing_rows.clone())
        }
        (Some(_), None) => (true, rule_hints.winning_rows.clone()),
    };
    let same = lines.won == won && lines.rows == rows;
    if !same {
        *lines = RowLines { rows, won, since: time.elapsed(), finished: false };
    }
    if same && lines.finished && !painter.is_stale() {
        return;
    }
    let length = DRAW_TIME.mul_f32(settings.animation_scale());
    let passed = (time.elapsed() - lines.since).as_secs_f32();
    let part = if length.is_zero() { 1.0 } else { (passed / length.as_secs_f32()).min(1.0) };
    lines.finished = part >= 1.0;
    painter.redraw(|drawing| drawing.row_lines(&lines.rows, won, part));
    is_animating.0 |= painter.layout().is_some() && !lines.rows.is_empty() && !lines.finished;
}
