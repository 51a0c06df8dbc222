//! Markers on points: legal moves, last move, cursor, hint, check and refused moves.

use bevy::color::{Alpha, Color};

use super::{BoardDrawing, BoardImage, Layer, MaskShape, PIECE_SIZE};
use crate::core::{Move, Point};
use crate::games::Piece;
use crate::record::{GameTree, NodeId};

/// A marker on a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Marker {
    /// A legal move.
    Legal,
    /// A legal capture.
    Capture,
    /// The last move: a stone placed here, or a piece moved from here.
    LastMove,
    /// The piece that moved last.
    LastMoveTarget,
    /// The best move, shown as a hint.
    Hint,
    /// The keyboard cursor.
    Cursor,
    /// The selected piece.
    Selected,
    /// A preview of the piece that a click would place, or an offered piece.
    Ghost(Piece),
    /// A move here loses by the rules.
    LosingMove,
    /// A move here ends the game as a draw.
    DrawingMove,
    /// The king here is in check.
    Check,
    /// A target of the puzzle.
    PuzzleTarget,
    /// An illegal move here was rejected.
    IllegalMove,
}

/// The markers of the move that led to a node: on the stone placed, or on both points of a
/// piece that moved.
pub fn last_move(tree: &GameTree, node: NodeId) -> Vec<(Marker, Point)> {
    let (Some(parent), Some(mv)) = (tree.parent(node), tree.played_at(node)) else {
        return Vec::new();
    };
    let Some(landing) = tree.position(parent).landing(mv) else { return Vec::new() };
    match mv {
        // A dot would hide the piece.
        Move::FromTo { from, .. } => {
            vec![(Marker::LastMove, from), (Marker::LastMoveTarget, landing)]
        }
        _ => vec![(Marker::LastMove, landing)],
    }
}

/// Factor of the line widths from which a theme is drawn for weak eyes.
const STRONG_LINES: f32 = 1.5;

impl BoardDrawing<'_> {
    /// Markers, later ones above earlier ones.
    pub fn markers(&mut self, markers: &[(Marker, Point)]) {
        for &(marker, point) in markers {
            self.marker(marker, point);
        }
    }

    /// One marker, with its size in cells.
    fn marker(&mut self, marker: Marker, point: Point) {
        let colours = self.colours;
        let faint = colours.ink.with_alpha((0.45 * colours.line_weight).min(0.9));
        let (shape, size, color) = match marker {
            Marker::Legal => return self.disc(Layer::Markers, point, 0.22, faint),
            // Where pieces have dots of their own, another shape.
            Marker::LastMove if colours.line_weight >= STRONG_LINES => {
                (MaskShape::Frame, 0.46, colours.accent)
            }
            Marker::LastMove => return self.disc(Layer::Markers, point, 0.20, colours.accent),
            Marker::LastMoveTarget => {
                return self.mask(Layer::Markers, MaskShape::Frame, point, 0.98, colours.accent);
            }
            Marker::Ghost(piece) => {
                let (image, pale) = (BoardImage::Piece(piece), Color::WHITE.with_alpha(0.5));
                return self.image(Layer::Markers, image, point, PIECE_SIZE, pale);
            }
            Marker::Check => {
                let glow = colours.refused.with_alpha(0.75);
                return self.mask(Layer::Glow, MaskShape::Glow, point, 1.25, glow);
            }
            Marker::Capture => {
                return self.mask(Layer::Markers, MaskShape::Ring, point, 0.96, faint);
            }
            Marker::PuzzleTarget => (MaskShape::Ring, 0.6, colours.accent),
            Marker::Hint => (MaskShape::Ring, 0.92, colours.hint),
            Marker::Cursor => (MaskShape::Frame, 0.98, colours.cursor),
            Marker::Selected => (MaskShape::Ring, 0.98, colours.cursor),
            Marker::LosingMove => (MaskShape::Cross, 0.36, colours.refused),
            Marker::DrawingMove => (MaskShape::Ring, 0.42, colours.ink),
            Marker::IllegalMove => (MaskShape::Cross, 0.55, colours.refused),
        };
        self.edged(Layer::Markers, shape, point, size, color);
    }
}
