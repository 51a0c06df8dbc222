//! Input that the player has begun on the board and not played yet.

use bevy::prelude::*;

use crate::core::{Move, Point};
use crate::record::NodeId;

/// A move that waits for the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// Serial number of the session.
    pub(super) serial: u64,
    /// The node at which it was chosen, where the opponent is to move.
    pub(super) node: NodeId,
    /// The piece that moves; `None` for a stone that is placed.
    pub from: Option<Point>,
    /// The target.
    pub to: Point,
}

/// The target of precise touch input, which is confirmed before it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchAim {
    /// The point.
    pub point: Point,
    /// Position of the finger that aims, until it is lifted.
    pub finger: Option<Vec2>,
    /// The point that waited for confirmation when the finger came down.
    pub(super) previous: Option<Point>,
}

/// State of the player's interaction with the board.
#[derive(Resource, Default)]
pub struct Cursor {
    /// The point under the pointer.
    pub hover: Option<Point>,
    /// The point of the keyboard cursor, once it has been used.
    pub keyboard: Option<Point>,
    /// The selected piece, which is to be moved.
    pub selected: Option<Point>,
    /// The dragged piece and the position of the pointer.
    pub dragged: Option<(Point, Vec2)>,
    /// The target of precise touch input, or the point that waits for confirmation.
    pub touch_aim: Option<TouchAim>,
    /// The promotion moves to choose from.
    pub promotion_choices: Vec<Move>,
    /// A move with a penalty by the rules that was requested once: it is explained
    /// first, and played when it is requested again.
    pub pending_confirm: Option<Move>,
    /// The move that waits for the opponent's.
    pub premove: Option<Premove>,
    /// The arrow being drawn: from a point to a position in the window.
    pub pending_arrow: Option<(Point, Vec2)>,
    /// The target of the last illegal move, and the time until which it is marked.
    pub illegal_point: Option<(Point, std::time::Duration)>,
}

impl Cursor {
    /// Returns true if the player has started a move without playing it.
    pub fn has_pending_input(&self) -> bool {
        self.selected.is_some()
            || self.pending_confirm.is_some()
            || self.touch_aim.is_some()
            || self.premove.is_some()
            || !self.promotion_choices.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.premove = None;
        self.selected = None;
        self.dragged = None;
        self.touch_aim = None;
        self.pending_confirm = None;
        self.promotion_choices.clear();
    }
}
