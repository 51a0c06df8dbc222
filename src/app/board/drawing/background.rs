//! The empty board: shadow, frame, surface, grid, star points, and coordinates.

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};

use super::{BoardDrawing, BoardImage, Cap, Form, Layer, MaskShape};

/// Width of a grid line, in cells, and its minimum in pixels.
const LINE_WIDTH: f32 = 0.022;
const MIN_LINE_WIDTH: f32 = 1.0;

/// Size of a cell in pixels from which on the corner marks of a Xiangqi board are drawn.
const MIN_MARKED_CELL: f32 = 20.0;

/// Diameter of a star point, in cells, and its minimum in pixels.
const STAR_POINT_SIZE: f32 = 0.16;
const MIN_STAR_POINT_SIZE: f32 = 3.0;

/// Width of the dark edge between the frame and the surface, in cells.
const EDGE_WIDTH: f32 = 0.035;

/// Growth of the board's shadow beyond the frame, and its shift down, in cells.
const SHADOW_GROWTH: f32 = 0.36;
const SHADOW_SHIFT: f32 = 0.10;

/// Size of the square that holds the text on one half of a river, in cells.
pub const RIVER_SIZE: f32 = 2.2;

/// Smallest font size of coordinates; smaller ones are left out.
const MIN_COORDINATE_SIZE: f32 = 5.0;

impl BoardDrawing<'_> {
    /// The shadow of the whole board.
    pub fn board_shadow(&mut self) {
        let (outer, cell) = (self.layout.outer, self.layout.cell);
        let rect = Rect::from_center_size(
            outer.center() + Vec2::new(0.0, cell * SHADOW_SHIFT),
            outer.size() + Vec2::splat(cell * SHADOW_GROWTH),
        );
        let shadow = BoardImage::Mask(MaskShape::SoftSquare);
        self.background_image(shadow, rect, Color::BLACK.with_alpha(0.34));
    }

    /// The empty board without coordinates.
    pub fn empty_board(&mut self) {
        let (layout, line) = (self.layout, self.colours.line);
        let surface = layout.board.surface;
        self.background_image(BoardImage::Frame, layout.outer, Color::WHITE);
        // A dark edge between the frame and the surface gives the frame depth.
        let edge = layout.surface.inflate((layout.cell * EDGE_WIDTH).max(1.0));
        self.add(Layer::Board, line, Form::Rect(edge));
        self.background_image(BoardImage::Surface(surface), layout.surface, Color::WHITE);
        for square in layout.dark_squares() {
            let scale = 1.0 / layout.surface.width();
            let part = Rect::from_corners(
                (square.min - layout.surface.min) * scale,
                (square.max - layout.surface.min) * scale,
            );
            self.background_image(BoardImage::DarkSquare { surface, part }, square, Color::WHITE);
        }
        for (half, centre) in layout.river().into_iter().flatten().enumerate() {
            let rect = Rect::from_center_size(centre, Vec2::splat(layout.cell * RIVER_SIZE));
            self.background_image(BoardImage::River(half), rect, line.with_alpha(0.8));
        }
        self.grid();
        self.star_points();
    }

    /// The grid lines, with the palaces and corner marks of a Xiangqi board.
    fn grid(&mut self) {
        let weight = self.colours.line_weight;
        let width = (self.layout.cell * LINE_WIDTH).max(MIN_LINE_WIDTH) * weight;
        let width = width.round().max(1.0);
        // On a small picture the marks would be blots.
        let marks = match self.layout.cell >= MIN_MARKED_CELL {
            true => self.layout.corner_marks(),
            false => Vec::new(),
        };
        for (from, to) in self.layout.grid_lines().into_iter().chain(marks) {
            let form = Form::Line { from, to, width, cap: Cap::Square };
            self.add(Layer::Board, self.colours.line, form);
        }
    }

    fn star_points(&mut self) {
        let layout = self.layout;
        let size = (layout.cell * STAR_POINT_SIZE).max(MIN_STAR_POINT_SIZE);
        let radius = size * self.colours.line_weight.sqrt() / 2.0;
        for centre in layout.dots() {
            self.add(Layer::Board, self.colours.line, Form::Disc { centre, radius });
        }
    }

    /// The names of files and ranks on the frame, in a font of at most `max_size`; none if
    /// there is no room for them.
    pub fn coordinates(&mut self, max_size: f32) {
        let (size, labels) = self.layout.coordinate_labels();
        let size = size.min(max_size);
        if size < MIN_COORDINATE_SIZE {
            return;
        }
        for (centre, text) in labels {
            let form = Form::Text { text, centre, size, plate: None };
            self.add(Layer::Text, self.colours.frame_ink, form);
        }
    }

    fn background_image(&mut self, image: BoardImage, rect: Rect, color: Color) {
        self.add(Layer::Board, color, Form::Image { image, rect, rotation: 0.0 });
    }
}
