//! The description of a board that is to be drawn: one list of primitives, whoever paints
//! it.
//!
//! A [`BoardDrawing`] collects primitives. Each part of the board is described in one
//! place, with its sizes and colours:
//!
//! | file | describes |
//! |---|---|
//! | `background.rs` | the empty board: shadow, frame, surface, grid, star points, river, coordinates |
//! | `pieces.rs` | pieces with their shadows, and the owners of points |
//! | `markers.rs` | last move, legal moves, hint, selection, check, cursor, refused moves |
//! | `shapes.rs` | arrows, circles, labels and other shapes of a record, and suggested moves |
//! | `row_lines.rs` | lines through winning or forbidden rows |
//! | `move_numbers.rs` | numbers on stones |
//! | `colours.rs` | the colours of the theme, as the board uses them |
//!
//! It knows neither entities nor painters. Three painters draw it: `board::sprites` in the
//! window, `widgets::board_painter` with egui (cards, the magnifier, and the text over the
//! sprites), and `features::image_export` into files.

mod background;
mod colours;
#[cfg(test)]
mod legibility;
mod markers;
mod move_numbers;
mod pieces;
mod primitive;
mod row_lines;
mod shapes;
#[cfg(test)]
mod tests;

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};

use super::Layout;
pub use crate::content::sets::dark_surface;
use crate::content::theme::Theme;
use crate::core::Point;

pub use background::RIVER_SIZE;
use colours::BoardColours;
pub use colours::{surface, to_color};
pub use markers::{Marker, last_move};
pub use move_numbers::{can_number_stones, count_moves};
pub use pieces::{PIECE_SIZE, owner_of, shadow_offset};
pub use primitive::{BoardImage, Cap, EDGE_GROWTH, Form, Layer, MaskShape, Plate, Primitive};
pub use row_lines::losing_rows;
pub use shapes::shape_colour;

/// The primitives of a board in the order in which they are described. Lengths and
/// positions are those of the layout.
pub struct BoardDrawing<'a> {
    /// The geometry of the board.
    pub layout: &'a Layout,
    colours: BoardColours,
    primitives: Vec<Primitive>,
}

impl<'a> BoardDrawing<'a> {
    /// A drawing without primitives.
    pub fn new(layout: &'a Layout, theme: &Theme) -> BoardDrawing<'a> {
        let colours = BoardColours::of(theme, layout.board.surface);
        BoardDrawing { layout, colours, primitives: Vec::new() }
    }

    /// The primitives, lowest first.
    pub fn into_primitives(mut self) -> Vec<Primitive> {
        self.primitives.sort_by_key(|primitive| primitive.layer);
        self.primitives
    }

    fn add(&mut self, layer: Layer, color: Color, form: Form) {
        self.primitives.push(Primitive { layer, color, form });
    }

    /// A disc on a point, with its diameter in cells.
    fn disc(&mut self, layer: Layer, point: Point, size: f32, color: Color) {
        let radius = self.layout.cell * size / 2.0;
        self.add(layer, color, Form::Disc { centre: self.layout.centre_of(point), radius });
    }

    /// A square image on a point, with its size in cells.
    fn image(&mut self, layer: Layer, image: BoardImage, point: Point, size: f32, color: Color) {
        let size = Vec2::splat(self.layout.cell * size);
        let rect = Rect::from_center_size(self.layout.centre_of(point), size);
        self.add(layer, color, Form::Image { image, rect, rotation: 0.0 });
    }

    /// A mask shape on a point with an edge around it, with its size in cells.
    fn edged(&mut self, layer: Layer, shape: MaskShape, point: Point, size: f32, color: Color) {
        let edge = self.edge_of(color);
        self.image(layer, BoardImage::Edge(shape), point, size * EDGE_GROWTH, edge);
        self.mask(layer, shape, point, size, color);
    }

    /// The colour of the edge around something of this colour, as transparent as that.
    fn edge_of(&self, color: Color) -> Color {
        self.colours.edge.with_alpha(0.9 * color.alpha())
    }

    /// A mask shape on a point, with its size in cells.
    fn mask(&mut self, layer: Layer, shape: MaskShape, point: Point, size: f32, color: Color) {
        self.image(layer, BoardImage::Mask(shape), point, size, color);
    }
}
