//! Edits of the record under review.

use crate::app::session::{EditGroup, ReviewSession};
use crate::core::Point;
use crate::record::{Glyph, InfoField, NodeId, Shape, ShapeColour, ShapeKind};

/// The tool for marking points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// A circle.
    #[default]
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// The next unused letter.
    Letter,
    /// The next unused number.
    Number,
}

impl Tool {
    /// Every tool.
    pub const ALL: [Tool; 6] =
        [Tool::Circle, Tool::Triangle, Tool::Square, Tool::Cross, Tool::Letter, Tool::Number];

    /// The figure it draws, given the shapes already there.
    fn figure(self, shapes: &[Shape]) -> ShapeKind {
        let free = |mut texts: Box<dyn Iterator<Item = String>>| {
            let taken = |text: &String| {
                shapes.iter().any(|shape| shape.kind == ShapeKind::Label(text.clone()))
            };
            ShapeKind::Label(texts.find(|text| !taken(text)).unwrap_or_default())
        };
        match self {
            Tool::Circle => ShapeKind::Circle,
            Tool::Triangle => ShapeKind::Triangle,
            Tool::Square => ShapeKind::Square,
            Tool::Cross => ShapeKind::Cross,
            Tool::Letter => free(Box::new(('A'..='Z').chain('a'..='z').map(String::from))),
            Tool::Number => free(Box::new((1..1000).map(|number: u32| number.to_string()))),
        }
    }
}

/// An edit of the record under review.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The comment of this node.
    Comment(NodeId, String),
    /// Toggles this annotation glyph of this node; it replaces another one of its kind.
    Glyph(NodeId, Glyph),
    /// Toggles an arrow in this colour, or a mark on one point if both points are the
    /// same.
    Shape(Point, Point, Tool, ShapeColour),
    /// Deletes every shape of this node.
    ClearShapes(NodeId),
    /// Promotes the variation of this node by one place towards the main line.
    Promote(NodeId),
    /// Deletes this node and its descendants.
    Delete(NodeId),
    /// Sets a field of the game's metadata.
    Info(InfoField, String),
}

impl Edit {
    /// Makes the edit in one undo step, unless it would change nothing.
    pub fn apply(&self, record: &mut ReviewSession) {
        let session = record.session();
        let (tree, current) = (session.tree(), session.current());
        let there = |node: NodeId| tree.contains(node);
        match self {
            Edit::Comment(node, text) => {
                if there(*node) && tree.annotations(*node).comment != *text {
                    record.edit(Some(EditGroup::Comment(*node)), |tree| {
                        tree.annotations_mut(*node).comment.clone_from(text);
                    });
                }
            }
            Edit::Glyph(node, glyph) => {
                if there(*node) && !(*node == tree.root() && glyph.is_move_assessment()) {
                    record.edit(None, |tree| {
                        toggle_glyph(&mut tree.annotations_mut(*node).glyphs, *glyph);
                    });
                }
            }
            Edit::Shape(from, to, tool, colour) => record.edit(None, |tree| {
                let shapes = &mut tree.annotations_mut(current).shapes;
                toggle_shape(shapes, *from, *to, *tool, *colour);
            }),
            Edit::ClearShapes(node) => {
                if there(*node) && !tree.annotations(*node).shapes.is_empty() {
                    record.edit(None, |tree| tree.annotations_mut(*node).shapes.clear());
                }
            }
            Edit::Promote(node) => {
                let mut promoted = tree.clone();
                if there(*node) && promoted.promote(*node) {
                    record.replace_tree(promoted);
                }
            }
            Edit::Delete(node) => {
                if there(*node) && *node != tree.root() {
                    record.edit(None, |tree| _ = tree.delete(*node));
                }
            }
            Edit::Info(field, text) => {
                if tree.info().get(*field) != text {
                    record.edit(Some(EditGroup::Info(*field)), |tree| {
                        tree.info_mut().set(*field, text);
                    });
                }
            }
        }
    }
}

/// Adds a glyph in place of another one of its kind, or removes it.
fn toggle_glyph(glyphs: &mut Vec<Glyph>, glyph: Glyph) {
    let had = glyphs.contains(&glyph);
    glyphs.retain(|other| other.is_move_assessment() != glyph.is_move_assessment());
    if !had {
        glyphs.push(glyph);
        glyphs.sort_unstable();
    }
}

/// Adds a shape, changes its colour, or removes it.
fn toggle_shape(shapes: &mut Vec<Shape>, from: Point, to: Point, tool: Tool, colour: ShapeColour) {
    let is_text = |figure: &ShapeKind| matches!(figure, ShapeKind::Label(_));
    let figure = if from == to { tool.figure(shapes) } else { ShapeKind::Arrow(to) };
    let same = |shape: &Shape| {
        shape.at == from && (shape.kind == figure || (is_text(&shape.kind) && is_text(&figure)))
    };
    match shapes.iter().position(same) {
        // A label is removed whatever its colour, since the next one would have another
        // text.
        Some(place) if shapes[place].colour == colour || is_text(&figure) => {
            shapes.remove(place);
        }
        Some(place) => shapes[place].colour = colour,
        None => shapes.push(Shape { at: from, kind: figure, colour }),
    }
}
