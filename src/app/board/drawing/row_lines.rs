//! Lines through rows of pieces.

use super::{BoardDrawing, Cap, Form, Layer};
use crate::games::{Ruling, Segment};
use crate::record::{GameTree, NodeId};

/// Width of a line, in cells, and its minimum in pixels.
const LINE_WIDTH: f32 = 0.11;
const MIN_LINE_WIDTH: f32 = 2.0;

/// Length of a line beyond the centre of its last point, in cells.
const OVERHANG: f32 = 0.3;

/// The rows that made the move to this node lose the game, such as those of a foul.
pub fn losing_rows(tree: &GameTree, node: NodeId) -> Vec<Segment> {
    let (Some(parent), Some(mv)) = (tree.parent(node), tree.move_at(node)) else {
        return Vec::new();
    };
    if tree.position(node).outcome().is_none() {
        return Vec::new();
    }
    let warnings = tree.position(parent).warnings().into_iter();
    let mut losing = warnings.filter(|warning| warning.mv == mv && warning.ruling == Ruling::Loss);
    losing.next().map_or(Vec::new(), |warning| warning.rows)
}

impl BoardDrawing<'_> {
    /// Lines through winning rows, or through those that make a move forbidden or losing,
    /// drawn up to this part (0 to 1).
    pub fn row_lines(&mut self, rows: &[Segment], won: bool, part: f32) {
        let (layout, colours) = (self.layout, self.colours);
        let color = if won { colours.accent } else { colours.refused };
        let width = layout.cell * LINE_WIDTH * colours.line_weight.sqrt();
        let width = width.max(MIN_LINE_WIDTH);
        for &ends in rows {
            let [from, to] = ends.map(|point| layout.centre_of(point));
            // Slightly beyond the centres of the pieces at the ends.
            let beyond = (to - from).normalize_or_zero() * layout.cell * OVERHANG;
            let from = from - beyond;
            let to = from.lerp(to + beyond, part);
            let form = Form::Line { from, to, width, cap: Cap::Round };
            self.add(Layer::RowLines, color, form);
        }
    }
}
