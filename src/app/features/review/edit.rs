//! Edits of a record, with undo and redo.

use crate::app::session::Session;
use crate::core::Point;
use crate::record::{GameTree, Glyph, InfoField, NodeId, Shape, ShapeColour, ShapeKind};

/// Depth of the undo history.
const MAX_UNDO_STEPS: usize = 200;

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

/// Groups consecutive edits into one undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditGroup {
    /// Typing the comment of one node.
    Comment(NodeId),
    /// Typing one field of the metadata.
    Info(InfoField),
}

struct Snapshot {
    tree: GameTree,
    node: NodeId,
    group: Option<EditGroup>,
}

/// Snapshots for undo and redo.
#[derive(Default)]
pub struct UndoHistory {
    done: Vec<Snapshot>,
    undone: Vec<Snapshot>,
}

impl UndoHistory {
    /// Returns true if there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns true if there is an edit to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes a snapshot before an edit. Consecutive edits of the same group share one.
    pub fn push(&mut self, session: &Session, group: Option<EditGroup>) {
        self.undone.clear();
        if group.is_some() && self.done.last().is_some_and(|step| step.group == group) {
            return;
        }
        if self.done.len() == MAX_UNDO_STEPS {
            self.done.remove(0);
        }
        self.done.push(snapshot(session, group));
    }

    /// Undoes the last edit. Returns false if there is none.
    pub fn undo(&mut self, session: &mut Session) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(snapshot(session, before.group));
        session.set_tree(before.tree, before.node);
        true
    }

    /// Redoes the last undone edit. Returns false if there is none.
    pub fn redo(&mut self, session: &mut Session) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(snapshot(session, after.group));
        session.set_tree(after.tree, after.node);
        true
    }

    /// Applies an edit. Returns true if it changed the record.
    pub fn edit(&mut self, session: &mut Session, edit: &Edit) -> bool {
        let tree = session.tree();
        let there = |node: NodeId| tree.contains(node);
        match edit {
            Edit::Comment(node, text) => {
                if !there(*node) || tree.annotations(*node).comment == *text {
                    return false;
                }
                self.push(session, Some(EditGroup::Comment(*node)));
                session.tree_mut().annotations_mut(*node).comment.clone_from(text);
            }
            Edit::Glyph(node, glyph) => {
                if !there(*node) || (*node == tree.root() && glyph.is_move_assessment()) {
                    return false;
                }
                self.push(session, None);
                let glyphs = &mut session.tree_mut().annotations_mut(*node).glyphs;
                let had = glyphs.contains(glyph);
                glyphs.retain(|other| other.is_move_assessment() != glyph.is_move_assessment());
                if !had {
                    glyphs.push(*glyph);
                    glyphs.sort_unstable();
                }
            }
            Edit::Shape(from, to, tool, colour) => {
                self.push(session, None);
                let node = session.current();
                toggle_shape(
                    &mut session.tree_mut().annotations_mut(node).shapes,
                    *from,
                    *to,
                    *tool,
                    *colour,
                );
            }
            Edit::ClearShapes(node) => {
                if !there(*node) || tree.annotations(*node).shapes.is_empty() {
                    return false;
                }
                self.push(session, None);
                session.tree_mut().annotations_mut(*node).shapes.clear();
            }
            Edit::Promote(node) => {
                let mut tried = tree.clone();
                if !there(*node) || !tried.promote(*node) {
                    return false;
                }
                self.push(session, None);
                let current = session.current();
                session.set_tree(tried, current);
            }
            Edit::Delete(node) => {
                let Some(parent) = tree.parent(*node).filter(|_| there(*node)) else {
                    return false;
                };
                let within = tree.path(session.current()).contains(node);
                self.push(session, None);
                let left = if within { parent } else { session.current() };
                session.tree_mut().delete(*node);
                session.go_to(left);
            }
            Edit::Info(field, text) => {
                if tree.info().get(*field) == text {
                    return false;
                }
                self.push(session, Some(EditGroup::Info(*field)));
                session.tree_mut().info_mut().set(*field, text);
            }
        }
        true
    }
}

fn snapshot(session: &Session, group: Option<EditGroup>) -> Snapshot {
    Snapshot { tree: session.tree().clone(), node: session.current(), group }
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
