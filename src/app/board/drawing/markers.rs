//! Markers on points: legal moves, last move, cursor, hint, check and refused moves.

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};

use super::{BoardDrawing, BoardImage, Cap, Form, Layer, MaskShape, PIECE_SIZE};
use crate::core::{Move, Point};
use crate::games::Piece;
use crate::record::{GameTree, NodeId};

/// Opacity of a tinted square.
const TINT_STRENGTH: f32 = 0.6;

/// Opacity of the area of a hint.
const HINT_STRENGTH: f32 = 0.45;

/// A marker on a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Marker {
    /// A legal move.
    Legal,
    /// A legal capture.
    Capture,
    /// The last move: a stone placed here.
    LastMove,
    /// A square that a piece moved from or to in the last move.
    Moved,
    /// A square of a move that waits for the opponent's.
    Premove,
    /// The best move, or the piece to move, shown as a hint.
    Hint,
    /// A part of the board where the best move is: from the point to this opposite corner.
    HintArea(Point),
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
        Move::FromTo { from, .. } => vec![(Marker::Moved, from), (Marker::Moved, landing)],
        _ => vec![(Marker::LastMove, landing)],
    }
}

impl BoardDrawing<'_> {
    /// Markers, later ones above earlier ones.
    pub fn markers(&mut self, markers: &[(Marker, Point)]) {
        for &(marker, point) in markers {
            self.marker(marker, point);
        }
    }

    /// A tint of a whole square, under its piece; where lines are heavy, with a frame, so
    /// that it can be told without colour.
    fn tint(&mut self, point: Point, color: Color) {
        let (centre, cell) = (self.layout.centre_of(point), self.layout.cell);
        let square = Rect::from_center_size(centre, Vec2::splat(cell));
        self.add(Layer::Fields, color.with_alpha(TINT_STRENGTH), Form::Rect(square));
        if self.colours.has_strong_lines {
            self.edged(Layer::Fields, MaskShape::Frame, point, 0.98, color);
        }
    }

    /// A part of the board with an outline around it.
    fn hint_area(&mut self, one: Point, other: Point) {
        let (layout, color) = (self.layout, self.colours.hint);
        let corners = Rect::from_corners(layout.centre_of(one), layout.centre_of(other));
        let area = corners.inflate(layout.cell / 2.0);
        self.add(Layer::Fields, color.with_alpha(HINT_STRENGTH), Form::Rect(area));
        let [a, b] = [area.min, area.max];
        let [c, d] = [Vec2::new(a.x, b.y), Vec2::new(b.x, a.y)];
        let width = (layout.cell * 0.07 * self.colours.line_weight).max(1.5);
        for (growth, color) in [(1.0, self.edge_of(color)), (0.0, color)] {
            for (from, to) in [(a, c), (c, b), (b, d), (d, a)] {
                let form = Form::Line { from, to, width: width + growth, cap: Cap::Square };
                self.add(Layer::Fields, color, form);
            }
        }
    }

    /// One marker, with its size in cells.
    fn marker(&mut self, marker: Marker, point: Point) {
        let colours = self.colours;
        let faint = colours.ink.with_alpha((0.45 * colours.line_weight).min(0.9));
        let (shape, size, color) = match marker {
            Marker::Legal => return self.disc(Layer::Markers, point, 0.22, faint),
            // Where pieces have dots of their own, another shape.
            Marker::LastMove if colours.has_strong_lines => {
                (MaskShape::Frame, 0.46, colours.accent)
            }
            Marker::LastMove => return self.disc(Layer::Markers, point, 0.20, colours.accent),
            Marker::Moved => return self.tint(point, colours.moved),
            Marker::Premove => {
                let (centre, cell) = (self.layout.centre_of(point), self.layout.cell);
                let square = Rect::from_center_size(centre, Vec2::splat(cell));
                let fill = colours.premove.with_alpha(HINT_STRENGTH);
                self.add(Layer::Fields, fill, Form::Rect(square));
                (MaskShape::Frame, 0.98, colours.premove)
            }
            Marker::HintArea(other) => return self.hint_area(point, other),
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
            // Told from the ring of a selected piece by its shape too.
            Marker::Hint => (MaskShape::Corners, 0.98, colours.hint),
            Marker::Cursor => (MaskShape::Frame, 0.98, colours.cursor),
            Marker::Selected => (MaskShape::Ring, 0.98, colours.cursor),
            Marker::LosingMove => (MaskShape::Cross, 0.36, colours.refused),
            Marker::DrawingMove => (MaskShape::Ring, 0.42, colours.ink),
            Marker::IllegalMove => (MaskShape::Cross, 0.55, colours.refused),
        };
        self.edged(Layer::Markers, shape, point, size, color);
    }
}
