//! Numbers of moves on the stones that they placed.

use bevy::color::Color;

use super::{BoardDrawing, Form, Layer};
use crate::core::{Move, Point, Side};
use crate::record::{GameTree, NodeId};

/// Diameter of the disc that covers the symbol on a stone, in cells.
const COVER_SIZE: f32 = 0.6;

/// The numbers of the moves, counted from the root, that placed the stones in the
/// position at a node.
#[must_use]
fn stone_numbers(tree: &GameTree, node: NodeId) -> Vec<(Point, usize)> {
    let position = tree.position(node);
    let mut numbers = numbered_moves(tree, node).0;
    numbers.retain(|&(point, _)| position.piece_at(point).is_some());
    numbers
}

/// The number of the move that led to a node, counted in the same way.
#[must_use]
pub fn count_moves(tree: &GameTree, node: NodeId) -> usize {
    numbered_moves(tree, node).1
}

/// For each point the number of the last move that placed a stone there, and the number
/// of the last move, counted from the root. Forced passes and decisions that place no
/// stone are not counted.
fn numbered_moves(tree: &GameTree, node: NodeId) -> (Vec<(Point, usize)>, usize) {
    let mut found: Vec<(Point, usize)> = Vec::new();
    let mut count = 0;
    let mut before = tree.root();
    for node in tree.path(node) {
        match tree.played_at(node) {
            Some(Move::Place(point)) => {
                count += 1;
                found.retain(|&(at, _)| at != point);
                found.push((point, count));
            }
            Some(Move::FromTo { .. }) => count += 1,
            Some(Move::Pass) if tree.position(before).legal_moves().len() > 1 => count += 1,
            Some(Move::Pass | Move::Decide(_)) | None => {}
        }
        before = node;
    }
    (found, count)
}

impl BoardDrawing<'_> {
    /// The numbers of the moves up to a node on the stones that stand there; the newest in
    /// the colour of the last move.
    pub fn move_numbers(&mut self, tree: &GameTree, node: NodeId) {
        let position = tree.position(node);
        let newest = tree.played_at(node).and_then(Move::target);
        for (point, number) in stone_numbers(tree, node) {
            let Some(piece) = position.piece_at(point) else { continue };
            let (stone, plain) = match piece.side {
                Side::First => (Color::BLACK, Color::WHITE),
                Side::Second => (Color::WHITE, Color::BLACK),
            };
            let color = if newest == Some(point) { self.colours.accent } else { plain };
            // Contrast themes put a symbol on the stones; it is covered.
            if self.colours.line_weight > 1.0 {
                self.disc(Layer::Text, point, COVER_SIZE, stone);
            }
            let text = number.to_string();
            let size = self.layout.cell * if text.len() > 2 { 0.34 } else { 0.42 };
            let centre = self.layout.centre_of(point);
            self.add(Layer::Text, color, Form::Text { text, centre, size, plate: None });
        }
    }
}
