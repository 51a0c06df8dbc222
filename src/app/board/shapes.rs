//! Shapes on the board: arrows, circles and other annotations of a record, and the best
//! moves of the analysis.

use bevy::prelude::*;

use super::annotations::Annotations;
use super::input::Cursor;
use super::textures::{BoardTextures, MaskShape};
use super::{BoardSystems, CurrentLayout, Layout, line_sprite, to_world};
use crate::app::session::{ActiveSession, Mode};
use crate::app::settings::ActiveTheme;
use crate::core::{Move, Point};
use crate::record::{self, Shape, ShapeColour};

/// Above the pieces and markers.
const SHAPE_Z: f32 = 6.5;

/// Below the pieces.
const FIELD_Z: f32 = 2.5;

/// Width of an arrow's shaft and length of its head, in cells.
const SHAFT_WIDTH: f32 = 0.15;
const HEAD_LENGTH: f32 = 0.42;

/// Distance between the centre of its point and the start of an arrow, in cells.
const START_OFFSET: f32 = 0.16;

/// The display colour of a shape.
pub fn shape_colour(colour: ShapeColour) -> Color {
    match colour {
        ShapeColour::Green => Color::srgb_u8(0x2F, 0x8A, 0x5B),
        ShapeColour::Red => Color::srgb_u8(0xC0, 0x3A, 0x2B),
        ShapeColour::Yellow => Color::srgb_u8(0xE0, 0xA1, 0x1B),
        ShapeColour::Blue => Color::srgb_u8(0x2F, 0x6D, 0xB5),
    }
}

/// The shapes being shown, to detect changes.
#[derive(Resource, Default, PartialEq)]
struct DrawnShapes {
    shapes: Vec<Shape>,
    /// The best moves, best first.
    best: Vec<Move>,
    /// The arrow being drawn.
    pending_arrow: Option<(Point, Vec2, ShapeColour)>,
}

#[derive(Component)]
struct ShapeSprite;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DrawnShapes>()
        .add_systems(Update, draw_shapes.in_set(BoardSystems::Annotate));
}

fn draw_shapes(
    mut commands: Commands,
    active_session: Res<ActiveSession>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    annotations: Res<Annotations>,
    textures: Res<BoardTextures>,
    active_theme: Res<ActiveTheme>,
    mut shown: ResMut<DrawnShapes>,
    drawn: Query<Entity, With<ShapeSprite>>,
) {
    let mut now = DrawnShapes::default();
    if let (Some(_), Some(session)) = (&current_layout.0, active_session.session_in(Mode::Review)) {
        now.shapes.clone_from(&session.tree().annotations(session.current()).shapes);
        now.best.clone_from(&annotations.suggestions);
        now.pending_arrow =
            cursor.pending_arrow.map(|(from, to)| (from, to, annotations.pen_colour));
    }
    let redraw = current_layout.is_changed() || textures.is_changed() || active_theme.is_changed();
    if *shown == now && !redraw {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    if let (Some(layout), Some(theme)) = (&current_layout.0, active_theme.board_colours()) {
        let mut brush =
            ShapePainter { commands: &mut commands, textures: &textures, layout, order: 0 };
        for (rank, &mv) in now.best.iter().enumerate().rev() {
            let strength = 0.85 - 0.2 * rank.min(3) as f32;
            brush.suggestion(mv, theme.hint.with_alpha(strength));
        }
        // Files may contain points outside the board.
        let on_board = |shape: &&Shape| {
            let end = match shape.kind {
                record::ShapeKind::Arrow(to) | record::ShapeKind::Line(to) => to,
                _ => shape.at,
            };
            layout.contains(shape.at) && layout.contains(end)
        };
        for shape in now.shapes.iter().filter(on_board) {
            brush.shape(shape);
        }
        if let Some((from, to, colour)) = now.pending_arrow {
            let color = shape_colour(colour).with_alpha(0.6);
            match layout.point_at(to) {
                Some(point) if point == from => brush.figure(MaskShape::Ring, from, 0.94, color),
                _ => brush.arrow(from, to, color),
            }
        }
    }
    *shown = now;
}

/// Spawns sprites, later ones above earlier ones.
struct ShapePainter<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    textures: &'a BoardTextures,
    layout: &'a Layout,
    order: u32,
}

impl ShapePainter<'_, '_, '_> {
    fn z(&mut self) -> f32 {
        self.order += 1;
        SHAPE_Z + self.order as f32 * 0.001
    }

    fn spawn(&mut self, image: Handle<Image>, color: Color, size: Vec2, place: Transform) {
        let sprite = Sprite { image, color, custom_size: Some(size), ..default() };
        self.commands.spawn((ShapeSprite, sprite, place));
    }

    fn figure(&mut self, figure: MaskShape, at: Point, size: f32, color: Color) {
        let z = self.z();
        let place = Transform::from_translation(to_world(self.layout.centre_of(at), z));
        let size = Vec2::splat(self.layout.cell * size);
        self.spawn(self.textures.mask(figure), color, size, place);
    }

    fn line(&mut self, from: Vec2, to: Vec2, color: Color) {
        let z = self.z();
        let (size, place) =
            line_sprite(from, to, (self.layout.cell * SHAFT_WIDTH).max(2.0), 0.0, z);
        self.spawn(Handle::default(), color, size, place);
    }

    /// An arrow from a point to a position in the window.
    fn arrow(&mut self, from: Point, to: Vec2, color: Color) {
        let start = self.layout.centre_of(from);
        let along = (to - start).normalize_or_zero();
        if along == Vec2::ZERO {
            return;
        }
        let head = (self.layout.cell * HEAD_LENGTH).min((to - start).length());
        let start =
            start + along * (self.layout.cell * START_OFFSET).min((to - start).length() - head);
        self.line(start, to - along * head, color);
        let z = self.z();
        let (_, place) = line_sprite(to - along * head, to, 1.0, 0.0, z);
        self.spawn(self.textures.mask(MaskShape::Arrowhead), color, Vec2::splat(head), place);
    }

    fn shape(&mut self, shape: &Shape) {
        let color = shape_colour(shape.colour).with_alpha(0.85);
        match &shape.kind {
            record::ShapeKind::Arrow(to) => self.arrow(shape.at, self.layout.centre_of(*to), color),
            record::ShapeKind::Line(to) => {
                self.line(self.layout.centre_of(shape.at), self.layout.centre_of(*to), color);
            }
            record::ShapeKind::Circle => self.figure(MaskShape::Ring, shape.at, 0.94, color),
            record::ShapeKind::Square => self.figure(MaskShape::Frame, shape.at, 0.8, color),
            record::ShapeKind::Triangle => self.figure(MaskShape::Triangle, shape.at, 0.7, color),
            record::ShapeKind::Cross => self.figure(MaskShape::Cross, shape.at, 0.6, color),
            record::ShapeKind::Highlight => {
                let place = to_world(self.layout.centre_of(shape.at), FIELD_Z);
                let size = Vec2::splat(self.layout.cell);
                let color = color.with_alpha(0.5);
                self.spawn(Handle::default(), color, size, Transform::from_translation(place));
            }
            // Labels are drawn by the user interface.
            record::ShapeKind::Label(_) => {}
        }
    }

    /// A move suggested by the analysis.
    fn suggestion(&mut self, mv: Move, color: Color) {
        match mv {
            Move::FromTo { from, to, .. } => self.arrow(from, self.layout.centre_of(to), color),
            _ => {
                if let Some(at) = mv.target() {
                    self.figure(MaskShape::Ring, at, 0.92, color);
                }
            }
        }
    }
}
