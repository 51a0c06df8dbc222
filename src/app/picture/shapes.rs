//! What people and programs draw on a board to explain a move: arrows,
//! lines, figures on points, labels, and fields in colour.

use std::f32::consts::TAU;

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::pen;
use super::scene::Scene;
use crate::core::Point;
use crate::games::{AnyPosition, Grid};
use crate::record::{Colour, Figure, Shape};

/// Breadth of arrows and lines, of the rim around them and of the outline of
/// figures, in cells.
const ARROW: f32 = 0.13;
const RIM: f32 = 0.045;
const OUTLINE: f32 = 0.075;

/// How far an arrow keeps from the middles of its points, in cells.
const FROM_START: f32 = 0.28;
const FROM_END: f32 = 0.10;

/// Length and breadth of an arrow's head, in cells.
const HEAD: Vec2 = Vec2::new(0.40, 0.44);

/// How strong the colour of a field is.
const FIELD: f32 = 0.5;

/// Size of labels by how many characters they have, in cells.
const LABELS: [f32; 3] = [0.58, 0.46, 0.34];

/// Characters of a label that are shown.
const LONGEST: usize = 6;

/// A colour on light ground, between light and dark, and on dark ground.
fn tones(colour: Colour) -> [Color; 3] {
    let tones = match colour {
        Colour::Green => [[0x1B, 0x6B, 0x45], [0x2B, 0x93, 0x5F], [0x8D, 0xE8, 0xB4]],
        Colour::Red => [[0xA3, 0x26, 0x1B], [0xCB, 0x3A, 0x2B], [0xFF, 0x9A, 0x8A]],
        Colour::Yellow => [[0x86, 0x58, 0x00], [0xE2, 0xA3, 0x1E], [0xFF, 0xDC, 0x6B]],
        Colour::Blue => [[0x1D, 0x4C, 0x97], [0x2F, 0x6F, 0xC4], [0x93, 0xC9, 0xFF]],
    };
    tones.map(|[r, g, b]| Color::srgb_u8(r, g, b))
}

fn on(light: f32, colour: Colour) -> Color {
    let [deep, _, pale] = tones(colour);
    if light > 0.5 { deep } else { pale }
}

/// Light on dark ground and dark on light ground.
fn rim(light: f32) -> Color {
    if light > 0.5 { Color::WHITE.with_alpha(0.55) } else { Color::BLACK.with_alpha(0.45) }
}

/// Whether a point is on the board: files may speak of others.
fn is_on(scene: &Scene, point: Point) -> bool {
    point.file < scene.layout.board.files && point.rank < scene.layout.board.ranks
}

/// Draws what lies under the pieces.
pub(super) fn draw_under(canvas: &mut Pixmap, scene: &Scene, shapes: &[Shape]) {
    for shape in shapes {
        if shape.figure != Figure::Field || !is_on(scene, shape.at) {
            continue;
        }
        let [_, usual, pale] = tones(shape.colour);
        let colour = if scene.ground_light(shape.at) > 0.5 { usual } else { pale };
        let middle = scene.layout.position(shape.at);
        let place = Rect::from_center_size(middle, Vec2::splat(scene.layout.cell));
        pen::fill(canvas, place, colour.with_alpha(FIELD));
    }
}

/// Draws what lies over the pieces: figures, then arrows, labels last.
pub(super) fn draw_over(
    canvas: &mut Pixmap,
    scene: &Scene,
    position: &AnyPosition,
    shapes: &[Shape],
) {
    let shapes = || shapes.iter().filter(|shape| is_on(scene, shape.at));
    for shape in shapes() {
        let light = scene.light(position, shape.at);
        let color = on(light, shape.colour);
        match &shape.figure {
            Figure::Field | Figure::Label(_) | Figure::Arrow(_) | Figure::Line(_) => {}
            figure => figure_on_point(canvas, scene, shape.at, figure, color, rim(light)),
        }
    }
    for shape in shapes() {
        let [_, color, _] = tones(shape.colour);
        match shape.figure {
            Figure::Arrow(to) if is_on(scene, to) && to != shape.at => {
                arrow(canvas, scene, shape.at, to, color);
            }
            Figure::Line(to) if is_on(scene, to) && to != shape.at => {
                let ends = [shape.at, to].map(|point| scene.layout.position(point));
                let Some(path) = pen::open(&ends) else { continue };
                let cell = scene.layout.cell;
                let pale = Color::WHITE.with_alpha(0.6);
                pen::stroke_path(canvas, &path, (ARROW + 2.0 * RIM) * cell, pale);
                pen::stroke_path(canvas, &path, ARROW * cell, color);
            }
            _ => {}
        }
    }
    for shape in shapes() {
        if let Figure::Label(text) = &shape.figure {
            let color = on(scene.light(position, shape.at), shape.colour);
            label(canvas, scene, position, shape.at, text, color);
        }
    }
}

/// Draws a circle, a square, a triangle or a cross: within the stone where
/// there are stones, around the figure where there are figures.
fn figure_on_point(
    canvas: &mut Pixmap,
    scene: &Scene,
    point: Point,
    figure: &Figure,
    color: Color,
    rim: Color,
) {
    let cell = scene.layout.cell;
    let middle = scene.layout.position(point);
    let reach = cell * if scene.has_stones { 0.24 } else { 0.44 };
    let corners = |angles: &[f32]| -> Vec<Vec2> {
        angles.iter().map(|angle| middle + Vec2::from_angle(TAU * angle) * reach).collect()
    };
    let paths = match figure {
        Figure::Circle => vec![pen::circle(middle, reach)],
        Figure::Square => vec![pen::closed(&corners(&[0.125, 0.375, 0.625, 0.875]))],
        Figure::Triangle => vec![pen::closed(&corners(&[0.75, 1.0 / 12.0, 5.0 / 12.0]))],
        Figure::Cross => {
            let [a, b, c, d] = [0.125, 0.625, 0.375, 0.875];
            vec![pen::open(&corners(&[a, b])), pen::open(&corners(&[c, d]))]
        }
        Figure::Arrow(_) | Figure::Line(_) | Figure::Field | Figure::Label(_) => Vec::new(),
    };
    let breadth = (OUTLINE * cell).max(1.5);
    for (wider, color) in [(RIM * cell, rim), (0.0, color)] {
        for path in paths.iter().flatten() {
            pen::stroke_path(canvas, path, breadth + wider, color);
        }
    }
}

/// Writes a short text on a point.
fn label(
    canvas: &mut Pixmap,
    scene: &Scene,
    position: &AnyPosition,
    point: Point,
    text: &str,
    color: Color,
) {
    let text: String = text.trim().chars().take(LONGEST).collect();
    let cell = scene.layout.cell;
    let count = text.chars().count().clamp(1, LABELS.len());
    let wide = scene.letters.width(&text, 1.0).max(0.01);
    let size = (LABELS[count - 1] * cell).min(0.8 * cell / wide);
    let at = scene.layout.position(point);
    let empty = position.piece_at(point).is_none();
    if empty && scene.layout.board.grid == Grid::Intersections {
        scene.clear_lines(canvas, point, 0.36 * cell);
    }
    scene.clear_stone(canvas, position, point);
    // Pieces have many colours; a rim lifts letters off them.
    let rim =
        (!empty && !scene.has_stones).then(|| rim(scene.light(position, point)).with_alpha(0.85));
    scene.letters.write_bold(canvas, &text, size, at, color, rim);
}

/// Draws an arrow from one point to another.
fn arrow(canvas: &mut Pixmap, scene: &Scene, from: Point, to: Point, color: Color) {
    let cell = scene.layout.cell;
    let [from, to] = [from, to].map(|point| scene.layout.position(point));
    let along = (to - from).normalize_or_zero();
    let across = along.perp();
    let start = from + along * FROM_START * cell;
    let tip = to - along * FROM_END * cell;
    let neck = tip - along * HEAD.x * cell;
    let (half, barb) = (across * ARROW / 2.0 * cell, across * HEAD.y / 2.0 * cell);
    let path = pen::closed(&[
        start + half,
        neck + half,
        neck + barb,
        tip,
        neck - barb,
        neck - half,
        start - half,
    ]);
    if let Some(path) = path {
        pen::stroke_path(canvas, &path, 2.0 * RIM * cell, Color::WHITE.with_alpha(0.6));
        pen::fill_path(canvas, &path, color);
    }
}
