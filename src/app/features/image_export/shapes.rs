//! Annotation shapes: arrows, lines, figures on points, labels, and coloured fields.

use std::f32::consts::TAU;

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::primitives;
use super::scene::Scene;
use crate::core::Point;
use crate::games::{AnyPosition, Grid};
use crate::record::{Shape, ShapeColour, ShapeKind};

/// Width of arrows and lines, of the rim around them and of the outline of figures, in
/// cells.
const ARROW_WIDTH: f32 = 0.13;
const RIM_WIDTH: f32 = 0.045;
const OUTLINE_WIDTH: f32 = 0.075;

/// Gaps between an arrow and the centres of its points, in cells.
const START_GAP: f32 = 0.28;
const END_GAP: f32 = 0.10;

/// Length and width of an arrowhead, in cells.
const ARROWHEAD: Vec2 = Vec2::new(0.40, 0.44);

/// Opacity of a coloured field.
const FIELD_ALPHA: f32 = 0.5;

/// Font size of labels by number of characters, in cells.
const LABEL_SIZES: [f32; 3] = [0.58, 0.46, 0.34];

/// Most characters of a label that are shown.
const MAX_LABEL_CHARS: usize = 6;

/// Variants of a colour for light ground, medium ground, and dark ground.
fn tones(colour: ShapeColour) -> [Color; 3] {
    let tones = match colour {
        ShapeColour::Green => [[0x1B, 0x6B, 0x45], [0x2B, 0x93, 0x5F], [0x8D, 0xE8, 0xB4]],
        ShapeColour::Red => [[0xA3, 0x26, 0x1B], [0xCB, 0x3A, 0x2B], [0xFF, 0x9A, 0x8A]],
        ShapeColour::Yellow => [[0x86, 0x58, 0x00], [0xE2, 0xA3, 0x1E], [0xFF, 0xDC, 0x6B]],
        ShapeColour::Blue => [[0x1D, 0x4C, 0x97], [0x2F, 0x6F, 0xC4], [0x93, 0xC9, 0xFF]],
    };
    tones.map(|[r, g, b]| Color::srgb_u8(r, g, b))
}

fn legible(light: f32, colour: ShapeColour) -> Color {
    let [deep, _, pale] = tones(colour);
    if light > 0.5 { deep } else { pale }
}

/// Rim colour that contrasts with the ground.
fn rim(light: f32) -> Color {
    if light > 0.5 { Color::WHITE.with_alpha(0.55) } else { Color::BLACK.with_alpha(0.45) }
}

/// Returns true if a point is on the board; files may contain others.
fn is_on_board(scene: &Scene, point: Point) -> bool {
    point.file < scene.layout.board.files && point.rank < scene.layout.board.ranks
}

/// Draws the shapes below the pieces.
pub(super) fn draw_under(canvas: &mut Pixmap, scene: &Scene, shapes: &[Shape]) {
    for shape in shapes {
        if shape.kind != ShapeKind::Highlight || !is_on_board(scene, shape.at) {
            continue;
        }
        let [_, usual, pale] = tones(shape.colour);
        let colour = if scene.surface_lightness(shape.at) > 0.5 { usual } else { pale };
        let middle = scene.layout.centre_of(shape.at);
        let place = Rect::from_center_size(middle, Vec2::splat(scene.layout.cell));
        primitives::fill_rect(canvas, place, colour.with_alpha(FIELD_ALPHA));
    }
}

/// Draws the shapes above the pieces: figures, then arrows, labels last.
pub(super) fn draw_over(
    canvas: &mut Pixmap,
    scene: &Scene,
    position: &AnyPosition,
    shapes: &[Shape],
) {
    let shapes = || shapes.iter().filter(|shape| is_on_board(scene, shape.at));
    for shape in shapes() {
        let light = scene.lightness_at(position, shape.at);
        let color = legible(light, shape.colour);
        match &shape.kind {
            ShapeKind::Highlight
            | ShapeKind::Label(_)
            | ShapeKind::Arrow(_)
            | ShapeKind::Line(_) => {}
            figure => figure_on_point(canvas, scene, shape.at, figure, color, rim(light)),
        }
    }
    for shape in shapes() {
        let [_, color, _] = tones(shape.colour);
        match shape.kind {
            ShapeKind::Arrow(to) if is_on_board(scene, to) && to != shape.at => {
                arrow(canvas, scene, shape.at, to, color);
            }
            ShapeKind::Line(to) if is_on_board(scene, to) && to != shape.at => {
                let ends = [shape.at, to].map(|point| scene.layout.centre_of(point));
                let Some(path) = primitives::polyline(&ends) else { continue };
                let cell = scene.layout.cell;
                let pale = Color::WHITE.with_alpha(0.6);
                primitives::stroke_path(
                    canvas,
                    &path,
                    (ARROW_WIDTH + 2.0 * RIM_WIDTH) * cell,
                    pale,
                );
                primitives::stroke_path(canvas, &path, ARROW_WIDTH * cell, color);
            }
            _ => {}
        }
    }
    for shape in shapes() {
        if let ShapeKind::Label(text) = &shape.kind {
            let color = legible(scene.lightness_at(position, shape.at), shape.colour);
            label(canvas, scene, position, shape.at, text, color);
        }
    }
}

/// Draws a circle, a square, a triangle or a cross: inside a stone, or around other
/// pieces.
fn figure_on_point(
    canvas: &mut Pixmap,
    scene: &Scene,
    point: Point,
    figure: &ShapeKind,
    color: Color,
    rim: Color,
) {
    let cell = scene.layout.cell;
    let middle = scene.layout.centre_of(point);
    let reach = cell * if scene.has_stones { 0.24 } else { 0.44 };
    let corners = |angles: &[f32]| -> Vec<Vec2> {
        angles.iter().map(|angle| middle + Vec2::from_angle(TAU * angle) * reach).collect()
    };
    let paths = match figure {
        ShapeKind::Circle => vec![primitives::circle(middle, reach)],
        ShapeKind::Square => vec![primitives::polygon(&corners(&[0.125, 0.375, 0.625, 0.875]))],
        ShapeKind::Triangle => vec![primitives::polygon(&corners(&[0.75, 1.0 / 12.0, 5.0 / 12.0]))],
        ShapeKind::Cross => {
            let [a, b, c, d] = [0.125, 0.625, 0.375, 0.875];
            vec![primitives::polyline(&corners(&[a, b])), primitives::polyline(&corners(&[c, d]))]
        }
        ShapeKind::Arrow(_) | ShapeKind::Line(_) | ShapeKind::Highlight | ShapeKind::Label(_) => {
            Vec::new()
        }
    };
    let stroke_width = (OUTLINE_WIDTH * cell).max(1.5);
    for (wider, color) in [(RIM_WIDTH * cell, rim), (0.0, color)] {
        for path in paths.iter().flatten() {
            primitives::stroke_path(canvas, path, stroke_width + wider, color);
        }
    }
}

/// Draws a short text on a point.
fn label(
    canvas: &mut Pixmap,
    scene: &Scene,
    position: &AnyPosition,
    point: Point,
    text: &str,
    color: Color,
) {
    let text: String = text.trim().chars().take(MAX_LABEL_CHARS).collect();
    let cell = scene.layout.cell;
    let count = text.chars().count().clamp(1, LABEL_SIZES.len());
    let wide = scene.fonts.width(&text, 1.0).max(0.01);
    let size = (LABEL_SIZES[count - 1] * cell).min(0.8 * cell / wide);
    let at = scene.layout.centre_of(point);
    let empty = position.piece_at(point).is_none();
    if empty && scene.layout.board.grid == Grid::Intersections {
        scene.clear_lines(canvas, point, 0.36 * cell);
    }
    scene.clear_stone(canvas, position, point);
    // Pieces have many colours; a rim sets the text off.
    let rim = (!empty && !scene.has_stones)
        .then(|| rim(scene.lightness_at(position, point)).with_alpha(0.85));
    scene.fonts.draw_bold(canvas, &text, size, at, color, rim);
}

/// Draws an arrow from one point to another.
fn arrow(canvas: &mut Pixmap, scene: &Scene, from: Point, to: Point, color: Color) {
    let cell = scene.layout.cell;
    let [from, to] = [from, to].map(|point| scene.layout.centre_of(point));
    let along = (to - from).normalize_or_zero();
    let across = along.perp();
    let start = from + along * START_GAP * cell;
    let tip = to - along * END_GAP * cell;
    let neck = tip - along * ARROWHEAD.x * cell;
    let (half, barb) = (across * ARROW_WIDTH / 2.0 * cell, across * ARROWHEAD.y / 2.0 * cell);
    let path = primitives::polygon(&[
        start + half,
        neck + half,
        neck + barb,
        tip,
        neck - barb,
        neck - half,
        start - half,
    ]);
    if let Some(path) = path {
        primitives::stroke_path(
            canvas,
            &path,
            2.0 * RIM_WIDTH * cell,
            Color::WHITE.with_alpha(0.6),
        );
        primitives::fill_path(canvas, &path, color);
    }
}
