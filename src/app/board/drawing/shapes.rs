//! Shapes on the board: arrows, circles, labels and other annotations of a record, and the
//! best moves of the analysis.

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};

use super::super::Layout;
use super::{BoardDrawing, BoardImage, Cap, EDGE_GROWTH, Form, Layer, MaskShape, Plate};
use crate::core::{Move, Point};
use crate::games::AnyPosition;
use crate::record::{Shape, ShapeColour, ShapeKind};

/// Width of an arrow's shaft and of a line, in cells, and its minimum in pixels.
const SHAFT_WIDTH: f32 = 0.15;
const MIN_SHAFT_WIDTH: f32 = 2.0;

/// Width of the edge around an arrow, a line and a label, in cells, and its minimum in
/// pixels.
const EDGE_WIDTH: f32 = 0.027;
const MIN_EDGE_WIDTH: f32 = 1.0;

/// Size of the frame of a highlighted field, in cells.
const HIGHLIGHT_FRAME_SIZE: f32 = 0.9;

/// Length and width of an arrow's head, in cells.
const HEAD_LENGTH: f32 = 0.42;

/// Distance between the centre of its point and the start of an arrow, in cells.
const START_OFFSET: f32 = 0.16;

/// Size of a circle around a point, and of the ring on a suggested point, in cells.
const CIRCLE_SIZE: f32 = 0.94;
const SUGGESTION_SIZE: f32 = 0.92;

/// Size of the frame on a point that a second engine suggests, in cells, and of its arrows as a
/// part of the usual ones, so that both are seen where they agree.
const SECOND_FRAME_SIZE: f32 = 0.62;
const SECOND_ARROW_PART: f32 = 0.55;

/// Most characters of a label that are shown.
const MAX_LABEL_CHARS: usize = 4;

/// The display colour of a shape.
pub fn shape_colour(colour: ShapeColour) -> Color {
    match colour {
        ShapeColour::Green => Color::srgb_u8(0x2F, 0x8A, 0x5B),
        ShapeColour::Red => Color::srgb_u8(0xC0, 0x3A, 0x2B),
        ShapeColour::Yellow => Color::srgb_u8(0xE0, 0xA1, 0x1B),
        ShapeColour::Blue => Color::srgb_u8(0x2F, 0x6D, 0xB5),
    }
}

/// The shapes whose points are on the board; files may contain others.
fn on_board<'a>(layout: &Layout, shapes: &'a [Shape]) -> impl Iterator<Item = &'a Shape> {
    shapes.iter().filter(move |shape| {
        let end = match shape.kind {
            ShapeKind::Arrow(to) | ShapeKind::Line(to) => to,
            _ => shape.at,
        };
        layout.contains(shape.at) && layout.contains(end)
    })
}

impl BoardDrawing<'_> {
    /// The shapes of a record without their labels.
    pub fn shapes(&mut self, shapes: &[Shape]) {
        for shape in on_board(self.layout, shapes) {
            self.shape(shape);
        }
    }

    /// The labels among the shapes of a record.
    pub fn labels(&mut self, shapes: &[Shape]) {
        for shape in on_board(self.layout, shapes) {
            if let ShapeKind::Label(text) = &shape.kind {
                self.label(shape.at, text, shape_colour(shape.colour));
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let at = shape.at;
        let color = shape_colour(shape.colour);
        match &shape.kind {
            ShapeKind::Arrow(to) => self.arrow(at, self.layout.centre_of(*to), color, 1.0),
            ShapeKind::Line(to) => {
                let ends = [at, *to].map(|point| self.layout.centre_of(point));
                self.shaft_edge(ends, color, self.shaft_width(1.0));
                self.shaft(ends, color, self.shaft_width(1.0));
            }
            ShapeKind::Circle => self.edged(Layer::Shapes, MaskShape::Ring, at, CIRCLE_SIZE, color),
            ShapeKind::Square => self.edged(Layer::Shapes, MaskShape::Frame, at, 0.8, color),
            ShapeKind::Triangle => self.edged(Layer::Shapes, MaskShape::Triangle, at, 0.7, color),
            ShapeKind::Cross => self.edged(Layer::Shapes, MaskShape::Cross, at, 0.6, color),
            ShapeKind::Highlight => {
                let size = Vec2::splat(self.layout.cell);
                let field = Rect::from_center_size(self.layout.centre_of(at), size);
                self.add(Layer::Fields, color.with_alpha(0.5), Form::Rect(field));
                self.edged(Layer::Fields, MaskShape::Frame, at, HIGHLIGHT_FRAME_SIZE, color);
            }
            // Text lies above everything else and has its own method.
            ShapeKind::Label(_) => {}
        }
    }

    /// The moves that the analysis suggests in a position, best first: the best one is the
    /// strongest.
    pub fn suggestions(&mut self, position: &AnyPosition, best: &[Move]) {
        let ring = (MaskShape::Ring, SUGGESTION_SIZE);
        self.suggested(position, best, self.colours.hint, ring, 1.0);
    }

    /// The moves that a second engine suggests, in a colour and shape of their own.
    pub fn second_suggestions(&mut self, position: &AnyPosition, best: &[Move]) {
        let frame = (MaskShape::Frame, SECOND_FRAME_SIZE);
        self.suggested(position, best, self.colours.premove, frame, SECOND_ARROW_PART);
    }

    /// Suggested moves: arrows, as thick as this part of the usual ones, and marks on points.
    fn suggested(
        &mut self,
        position: &AnyPosition,
        best: &[Move],
        color: Color,
        (mark, size): (MaskShape, f32),
        part: f32,
    ) {
        for (rank, mv) in best.iter().enumerate().rev() {
            let color = color.with_alpha(1.0 - 0.22 * rank.min(3) as f32);
            let Some(at) = position.landing(*mv) else { continue };
            match *mv {
                Move::FromTo { from, .. } => {
                    self.arrow(from, self.layout.centre_of(at), color, part);
                }
                _ => self.edged(Layer::Shapes, mark, at, size, color),
            }
        }
    }

    /// The shape being drawn, from a point to the position of the pointer: a circle while
    /// that is over the same point, and otherwise an arrow.
    pub fn pending_shape(&mut self, from: Point, to: Vec2, colour: ShapeColour) {
        let color = shape_colour(colour).with_alpha(0.6);
        match self.layout.point_at(to) {
            Some(point) if point == from => {
                self.edged(Layer::Shapes, MaskShape::Ring, from, CIRCLE_SIZE, color);
            }
            _ => self.arrow(from, to, color, 1.0),
        }
    }

    /// An arrow from a point to a position, as thick as this part of the usual ones.
    fn arrow(&mut self, from: Point, to: Vec2, color: Color, part: f32) {
        let (cell, start) = (self.layout.cell, self.layout.centre_of(from));
        let along = (to - start).normalize_or_zero();
        if along == Vec2::ZERO {
            return;
        }
        let length = (to - start).length();
        let head = (cell * HEAD_LENGTH * part).min(length);
        let width = self.shaft_width(part);
        let neck = to - along * head;
        let shaft = [start + along * (cell * START_OFFSET).min(length - head), neck];
        let tip = |image, growth: f32| Form::Image {
            image,
            rect: Rect::from_center_size((neck + to) / 2.0, Vec2::splat(head * growth)),
            rotation: along.to_angle(),
        };
        let edge = BoardImage::Edge(MaskShape::Arrowhead);
        self.shaft_edge(shaft, color, width);
        self.add(Layer::Shapes, self.edge_of(color), tip(edge, EDGE_GROWTH));
        self.shaft(shaft, color, width);
        self.add(Layer::Shapes, color, tip(BoardImage::Mask(MaskShape::Arrowhead), 1.0));
    }

    fn shaft(&mut self, [from, to]: [Vec2; 2], color: Color, width: f32) {
        self.add(Layer::Shapes, color, Form::Line { from, to, width, cap: Cap::Flat });
    }

    /// The edge around a shaft of this colour and width.
    fn shaft_edge(&mut self, [from, to]: [Vec2; 2], color: Color, width: f32) {
        let edge = self.edge_width();
        let beyond = (to - from).normalize_or_zero() * edge;
        let (from, to) = (from - beyond, to + beyond);
        let width = width + 2.0 * edge;
        let form = Form::Line { from, to, width, cap: Cap::Flat };
        self.add(Layer::Shapes, self.edge_of(color), form);
    }

    /// Width of the shaft of an arrow that is as thick as this part of the usual ones.
    fn shaft_width(&self, part: f32) -> f32 {
        (self.layout.cell * SHAFT_WIDTH * part).max(MIN_SHAFT_WIDTH)
    }

    fn edge_width(&self) -> f32 {
        (self.layout.cell * EDGE_WIDTH).max(MIN_EDGE_WIDTH)
    }

    /// A short text on a filled disc, since the ground may have any colour.
    fn label(&mut self, at: Point, text: &str, color: Color) {
        let cell = self.layout.cell;
        let text: String = text.chars().take(MAX_LABEL_CHARS).collect();
        let size = cell * if text.chars().count() > 2 { 0.34 } else { 0.5 };
        let plate = Plate {
            color,
            min_radius: cell * 0.32,
            max_radius: cell * 0.46,
            edge: self.edge_of(color),
            edge_width: self.edge_width(),
        };
        let centre = self.layout.centre_of(at);
        let form = Form::Text { text, centre, size, plate: Some(plate) };
        self.add(Layer::Text, Color::WHITE, form);
    }
}
