//! Sprites of the shapes of a record and of the best moves of the analysis.

use bevy::prelude::*;

use super::SpritePainter;
use crate::app::board::{Annotations, BoardSystems, Cursor};
use crate::app::session::{ActiveSession, Mode};
use crate::core::{Move, Point};
use crate::record::{Shape, ShapeColour};

/// The shapes being shown, to detect changes.
#[derive(Resource, Default, PartialEq)]
struct DrawnShapes {
    shapes: Vec<Shape>,
    /// The best moves, best first.
    best: Vec<Move>,
    /// Those of a second engine.
    second_best: Vec<Move>,
    /// The arrow being drawn.
    pending_arrow: Option<(Point, Vec2, ShapeColour)>,
}

#[derive(Component, Default)]
struct ShapeSprite;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DrawnShapes>()
        .add_systems(Update, draw_shapes.in_set(BoardSystems::Annotate));
}

fn draw_shapes(
    mut painter: SpritePainter<ShapeSprite>,
    active_session: Res<ActiveSession>,
    cursor: Res<Cursor>,
    annotations: Res<Annotations>,
    mut shown: ResMut<DrawnShapes>,
) {
    let mut now = DrawnShapes::default();
    if painter.layout().is_some() {
        now.best.clone_from(&annotations.suggestions);
        now.second_best.clone_from(&annotations.second_suggestions);
        now.shapes.clone_from(&annotations.shapes);
    }
    if let (Some(_), Some(session)) = (painter.layout(), active_session.session_in(Mode::Review)) {
        now.shapes.clone_from(&session.tree().annotations(session.current()).shapes);
        now.pending_arrow =
            cursor.pending_arrow.map(|(from, to)| (from, to, annotations.pen_colour));
    }
    if *shown == now && !painter.is_stale() {
        return;
    }
    painter.redraw(|drawing| {
        if let Some(session) = active_session.session() {
            drawing.suggestions(session.position(), &now.best);
            drawing.second_suggestions(session.position(), &now.second_best);
        }
        drawing.shapes(&now.shapes);
        if let Some((from, to, colour)) = now.pending_arrow {
            drawing.pending_shape(from, to, colour);
        }
    });
    *shown = now;
}
