//! Everything drawn on the board besides the position: written by the features that know it,
//! read by the systems that draw.

use bevy::prelude::*;

use crate::core::{Move, Point};
use crate::record::{Shape, ShapeColour};

/// Mark that a hint shows on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintMark {
    /// A part of the board, by two opposite corners, the lower one first.
    Area([Point; 2]),
    /// The piece to move.
    Piece(Point),
    /// The move.
    Move(Move),
}

/// Annotations of the position on the board.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// The hint, on request of the player.
    pub hint: Option<HintMark>,
    /// The points that a puzzle is about.
    pub targets: Vec<Point>,
    /// Moves that the analysis suggests, best first, or the next move of an answer.
    pub suggestions: Vec<Move>,
    /// Moves that a second engine suggests beside it, best first.
    pub second_suggestions: Vec<Move>,
    /// Scores are written on the points of legal moves, in place of their dots.
    pub has_move_scores: bool,
    /// Stones bear the numbers of their moves.
    pub move_numbers: bool,
    /// Marks and arrows of a lesson.
    pub shapes: Vec<Shape>,
    /// The colour of shapes that are being drawn.
    pub pen_colour: ShapeColour,
}
