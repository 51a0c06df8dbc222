//! The bare board: frame, surface, lines and dots.

use bevy::prelude::*;

use super::art::{Art, Figure, RIVER_SIZE, SURFACE_PIXELS, dark_surface};
use super::{BoardSet, Layout, Placed, in_world, line};
use crate::app::ui::Look;

/// The parts of the bare board lie between these heights, in their order.
const LOWEST_Z: f32 = -0.5;
const HIGHEST_Z: f32 = 2.5;

/// Breadth of a grid line, in cells, and its least breadth in pixels.
const LINE: f32 = 0.022;
const THINNEST: f32 = 1.0;

/// Diameter of a dot on the bare board, in cells.
const DOT: f32 = 0.16;

/// What a part of the bare board shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// Its colour alone.
    Plain,
    /// The frame.
    Frame,
    /// What the board is made of, by its name.
    Surface(&'static str),
    /// A square of what the dark squares are made of, by its name: the part
    /// of it that lies under this square, in breadths of the whole board.
    Square(String, Rect),
    /// The words on one half of the river, in the colour of the part.
    River(usize),
    /// A shape, in the colour of the part.
    Figure(Figure),
}

/// A part of the bare board.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A picture that fills a rectangle.
    Picture {
        /// What it shows.
        shown: Shown,
        /// Where.
        place: Rect,
        /// Its colour.
        color: Color,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: Vec2,
        /// Where it ends; half its breadth further, so that corners are full.
        to: Vec2,
        /// Its breadth.
        breadth: f32,
        /// Its colour.
        color: Color,
    },
}

/// The bare board, lowest parts first; nothing until themes are read.
pub fn parts(layout: &Layout, look: &Look) -> Vec<Part> {
    let Some(theme) = look.board() else { return Vec::new() };
    let surface = layout.board.surface;
    let ink = look.line(surface);
    let mut parts = Vec::new();
    let mut picture = |shown, place, color| parts.push(Part::Picture { shown, place, color });
    let fall = Vec2::new(0.0, layout.cell * 0.10);
    let shadow = Rect::from_center_size(
        layout.outer.center() + fall,
        layout.outer.size() + Vec2::splat(layout.cell * 0.36),
    );
    picture(Shown::Figure(Figure::SoftSquare), shadow, Color::BLACK.with_alpha(0.34));
    picture(Shown::Frame, layout.outer, Color::WHITE);
    // A dark edge between the frame and the surface gives the frame depth.
    let edge = layout.surface.inflate((layout.cell * 0.035).max(1.0));
    picture(Shown::Plain, edge, ink);
    picture(Shown::Surface(surface), layout.surface, Color::WHITE);
    for square in layout.dark_squares() {
        // The part of the whole picture that lies under this square, so that
        // the grain runs on from square to square.
        let scale = 1.0 / layout.surface.width();
        let under = Rect::from_corners(
            (square.min - layout.surface.min) * scale,
            (square.max - layout.surface.min) * scale,
        );
        picture(Shown::Square(dark_surface(surface), under), square, Color::WHITE);
    }
    for (half, place) in layout.river().into_iter().flatten().enumerate() {
        let place = Rect::from_center_size(place, Vec2::splat(layout.cell * RIVER_SIZE));
        picture(Shown::River(half), place, ink.with_alpha(0.8));
    }
    let breadth = line_breadth(layout, theme.line_weight);
    let lines = layout.lines().into_iter();
    parts.extend(lines.map(|(from, to)| Part::Line { from, to, breadth, color: ink }));
    let dot = Vec2::splat((layout.cell * DOT).max(3.0) * theme.line_weight.sqrt());
    parts.extend(layout.dots().map(|place| Part::Picture {
        shown: Shown::Figure(Figure::Dot),
        place: Rect::from_center_size(place, dot),
        color: ink,
    }));
    parts
}

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
    let Some(layout) = &placed.0 else { return };
    let parts = parts(layout, &look);
    let step = (HIGHEST_Z - LOWEST_Z) / parts.len().max(1) as f32;
    for (n, part) in parts.into_iter().enumerate() {
        let z = LOWEST_Z + n as f32 * step;
        let (sprite, place) = match part {
            Part::Line { from, to, breadth, color } => {
                let (size, place) = line(from, to, breadth, breadth, z);
                (Sprite { color, custom_size: Some(size), ..default() }, place)
            }
            Part::Picture { shown, place, color } => {
                let (image, rect) = match shown {
                    Shown::Plain => (Handle::default(), None),
                    Shown::Frame => (art.frame(), None),
                    Shown::Surface(name) => (art.surface(name), None),
                    Shown::Square(name, under) => {
                        let pixels = SURFACE_PIXELS as f32;
                        let rect = Rect::from_corners(under.min * pixels, under.max * pixels);
                        (art.surface(&name), Some(rect))
                    }
                    Shown::River(half) => (art.river()[half].clone(), None),
                    Shown::Figure(figure) => (art.figure(figure), None),
                };
                let at = Transform::from_translation(in_world(place.center(), z));
                (Sprite { image, rect, color, custom_size: Some(place.size()), ..default() }, at)
            }
        };
        commands.spawn((Table, sprite, place));
    }
}

fn line_breadth(layout: &Layout, weight: f32) -> f32 {
    ((layout.cell * LINE).max(THINNEST) * weight).round().max(1.0)
}
