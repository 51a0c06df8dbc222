//! Pieces at rest with their shadows, and the owners of points.

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};

use super::{BoardDrawing, BoardImage, Form, Layer};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Board, Overlay, Piece};

/// Size of a piece, in cells.
pub const PIECE_SIZE: f32 = 0.84;

/// Smallest absolute value of ownership that is drawn.
const MIN_OWNERSHIP: f32 = 0.08;

/// Size of the piece on a point with full ownership, in cells.
const OWNER_SIZE: f32 = 0.46;

/// Size of the mark of a counted point, in cells.
const COUNTED_SIZE: f32 = 0.16;

/// Strength of the shade over the board.
const SHADE: f32 = 0.28;

/// Offset of the shadow of a piece of this size, to the right and down; `lift` is 0 for
/// a piece on the board.
pub fn shadow_offset(size: f32, lift: f32) -> Vec2 {
    let down = size * (0.035 + 0.12 * lift.max(0.0));
    Vec2::new(down * 0.5, down)
}

/// The owner of a point and how sure that is, up to 1; `None` for a point of nobody.
pub fn owner_of(overlay: &Overlay, board: &Board, point: Point) -> Option<(Side, f32)> {
    // The values go rank by rank.
    let index = usize::from(point.rank) * usize::from(board.files) + usize::from(point.file);
    let &value = overlay.values.get(index)?;
    let side = if value > 0.0 { Side::First } else { Side::Second };
    (value.abs() >= MIN_OWNERSHIP).then_some((side, value.abs().min(1.0)))
}

impl BoardDrawing<'_> {
    /// The pieces of a position.
    pub fn pieces(&mut self, position: &AnyPosition) {
        for point in self.layout.points() {
            if let Some(piece) = position.piece_at(point) {
                self.piece(point, piece);
            }
        }
    }

    /// A piece on a point.
    pub fn piece(&mut self, point: Point, piece: Piece) {
        let layout = self.layout;
        if layout.has_round_pieces() {
            let size = layout.cell * PIECE_SIZE;
            let centre = layout.centre_of(point) + shadow_offset(size, 0.0);
            let rect = Rect::from_center_size(centre, Vec2::splat(size));
            let form = Form::Image { image: BoardImage::PieceShadow, rect, rotation: 0.0 };
            self.add(Layer::Shadows, Color::WHITE, form);
        }
        let image = BoardImage::Piece(piece);
        self.image(Layer::Pieces, image, point, PIECE_SIZE, Color::WHITE);
    }

    /// A shade over this part (0 to 1) of the board from the left, this strong (0 to 1).
    pub fn shade(&mut self, part: f32, strength: f32) {
        let surface = self.layout.outer;
        let right = surface.min.x + surface.width() * part;
        let rect = Rect { max: Vec2::new(right, surface.max.y), ..surface };
        self.add(Layer::Shade, Color::BLACK.with_alpha(SHADE * strength), Form::Rect(rect));
    }

    /// Marks of points that have been counted.
    pub fn counted(&mut self, points: impl Iterator<Item = Point>) {
        let color = self.colours.hint;
        for point in points {
            self.disc(Layer::Owners, point, COUNTED_SIZE * 1.3, self.edge_of(color));
            self.disc(Layer::Owners, point, COUNTED_SIZE, color);
        }
    }

    /// Small pieces of the owners of those points that are shown, the larger the surer.
    pub fn owners(
        &mut self,
        overlay: &Overlay,
        position: &AnyPosition,
        is_shown: impl Fn(Point) -> bool,
    ) {
        for point in self.layout.points().filter(|&point| is_shown(point)) {
            let Some((side, strength)) = owner_of(overlay, &self.layout.board, point) else {
                continue;
            };
            let owner = Piece { side, kind: 0 };
            // A living stone shows the owner of its point by itself.
            if position.piece_at(point) == Some(owner) {
                continue;
            }
            let color = Color::WHITE.with_alpha(0.45 + 0.4 * strength);
            let size = OWNER_SIZE * strength.sqrt();
            self.image(Layer::Owners, BoardImage::Piece(owner), point, size, color);
        }
    }
}
