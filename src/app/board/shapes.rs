//! What people and the analysis draw on the board: arrows, circles and other
//! marks of a record, and the moves that the computer thinks best.

use bevy::prelude::*;

use super::art::{Art, Figure};
use super::input::Cursor;
use super::{BoardSet, Layout, Placed, in_world, line};
use crate::app::review::{Analysis, Review};
use crate::app::session::Playing;
use crate::app::ui::Look;
use crate::core::{Move, Point};
use crate::record::{self, Colour, Shape};

/// Over the pieces and their marks.
const SHAPE_Z: f32 = 6.5;

/// Under the pieces.
const FIELD_Z: f32 = 2.5;

/// Breadth of an arrow's shaft, and length of its head, in cells.
const SHAFT: f32 = 0.15;
const HEAD: f32 = 0.42;

/// How far from the middle of its point an arrow begins, in cells.
const OFFSET: f32 = 0.16;

/// The colour of a shape.
pub fn shape_colour(colour: Colour) -> Color {
    match colour {
        Colour::Green => Color::srgb_u8(0x2F, 0x8A, 0x5B),
        Colour::Red => Color::srgb_u8(0xC0, 0x3A, 0x2B),
        Colour::Yellow => Color::srgb_u8(0xE0, 0xA1, 0x1B),
        Colour::Blue => Color::srgb_u8(0x2F, 0x6D, 0xB5),
    }
}

/// What is drawn now, to see whether something else is wanted.
#[derive(Resource, Default, PartialEq)]
struct Shown {
    shapes: Vec<Shape>,
    /// The best moves, best first.
    best: Vec<Move>,
    /// The arrow that is being drawn.
    sketch: Option<(Point, Vec2, Colour)>,
}

#[derive(Component)]
struct ShapeEntity;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>().add_systems(Update, draw.in_set(BoardSet::Strike));
}

fn draw(
    mut commands: Commands,
    playing: Res<Playing>,
    placed: Res<Placed>,
    cursor: Res<Cursor>,
    review: Res<Review>,
    analysis: Res<Analysis>,
    art: Res<Art>,
    look: Res<Look>,
    mut shown: ResMut<Shown>,
    drawn: Query<Entity, With<ShapeEntity>>,
) {
    let mut now = Shown::default();
    if let (Some(_), Some(session)) = (&placed.0, playing.review()) {
        now.shapes.clone_from(&session.tree().notes(session.current()).shapes);
        now.best = analysis.best(session);
        now.sketch = cursor.sketch.map(|(from, to)| (from, to, review.pen()));
    }
    let redraw = placed.is_changed() || art.is_changed() || look.is_changed();
    if *shown == now && !redraw {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    if let (Some(layout), Some(theme)) = (&placed.0, look.board()) {
        let mut brush = Brush { commands: &mut commands, art: &art, layout, order: 0 };
        for (rank, &mv) in now.best.iter().enumerate().rev() {
            let strength = 0.85 - 0.2 * rank.min(3) as f32;
            brush.suggestion(mv, theme.hint.with_alpha(strength));
        }
        // A file may speak of any point.
        let on_board = |shape: &&Shape| {
            let end = match shape.figure {
                record::Figure::Arrow(to) | record::Figure::Line(to) => to,
                _ => shape.at,
            };
            layout.has(shape.at) && layout.has(end)
        };
        for shape in now.shapes.iter().filter(on_board) {
            brush.shape(shape);
        }
        if let Some((from, to, colour)) = now.sketch {
            let color = shape_colour(colour).with_alpha(0.6);
            match layout.point_at(to) {
                Some(point) if point == from => brush.figure(Figure::Ring, from, 0.94, color),
                _ => brush.arrow(from, to, color),
            }
        }
    }
    *shown = now;
}

/// Draws one thing after another, later ones over earlier ones.
struct Brush<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    art: &'a Art,
    layout: &'a Layout,
    order: u32,
}

impl Brush<'_, '_, '_> {
    fn z(&mut self) -> f32 {
        self.order += 1;
        SHAPE_Z + self.order as f32 * 0.001
    }

    fn spawn(&mut self, image: Handle<Image>, color: Color, size: Vec2, place: Transform) {
        let sprite = Sprite { image, color, custom_size: Some(size), ..default() };
        self.commands.spawn((ShapeEntity, sprite, place));
    }

    fn figure(&mut self, figure: Figure, at: Point, size: f32, color: Color) {
        let z = self.z();
        let place = Transform::from_translation(in_world(self.layout.position(at), z));
        let size = Vec2::splat(self.layout.cell * size);
        self.spawn(self.art.figure(figure), color, size, place);
    }

    fn line(&mut self, from: Vec2, to: Vec2, color: Color) {
        let z = self.z();
        let (size, place) = line(from, to, (self.layout.cell * SHAFT).max(2.0), 0.0, z);
        self.spawn(Handle::default(), color, size, place);
    }

    /// An arrow from a point to a place in the window.
    fn arrow(&mut self, from: Point, to: Vec2, color: Color) {
        let start = self.layout.position(from);
        let along = (to - start).normalize_or_zero();
        if along == Vec2::ZERO {
            return;
        }
        let head = (self.layout.cell * HEAD).min((to - start).length());
        let start = start + along * (self.layout.cell * OFFSET).min((to - start).length() - head);
        self.line(start, to - along * head, color);
        let z = self.z();
        let (_, place) = line(to - along * head, to, 1.0, 0.0, z);
        self.spawn(self.art.figure(Figure::Head), color, Vec2::splat(head), place);
    }

    fn shape(&mut self, shape: &Shape) {
        let color = shape_colour(shape.colour).with_alpha(0.85);
        match &shape.figure {
            record::Figure::Arrow(to) => self.arrow(shape.at, self.layout.position(*to), color),
            record::Figure::Line(to) => {
                self.line(self.layout.position(shape.at), self.layout.position(*to), color);
            }
            record::Figure::Circle => self.figure(Figure::Ring, shape.at, 0.94, color),
            record::Figure::Square => self.figure(Figure::Frame, shape.at, 0.8, color),
            record::Figure::Triangle => self.figure(Figure::Triangle, shape.at, 0.7, color),
            record::Figure::Cross => self.figure(Figure::Cross, shape.at, 0.6, color),
            record::Figure::Field => {
                let place = in_world(self.layout.position(shape.at), FIELD_Z);
                let size = Vec2::splat(self.layout.cell);
                let color = color.with_alpha(0.5);
                self.spawn(Handle::default(), color, size, Transform::from_translation(place));
            }
            // Texts are written by the interface.
            record::Figure::Label(_) => {}
        }
    }

    /// A move that the computer thinks good.
    fn suggestion(&mut self, mv: Move, color: Color) {
        match mv {
            Move::Travel { from, to, .. } => self.arrow(from, self.layout.position(to), color),
            _ => {
                if let Some(at) = mv.target() {
                    self.figure(Figure::Ring, at, 0.92, color);
                }
            }
        }
    }
}
