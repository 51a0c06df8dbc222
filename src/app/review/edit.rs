//! What can be written into a record, and how it is taken back.

use crate::app::session::Session;
use crate::core::Point;
use crate::record::{Colour, Field, Figure, GameTree, Glyph, NodeId, Shape};

/// How many edits can be taken back.
const MOST_STEPS: usize = 200;

/// What points are marked with.
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
    /// The next letter that is not on the board.
    Letter,
    /// The next number that is not on the board.
    Number,
}

impl Tool {
    /// Every tool.
    pub const ALL: [Tool; 6] =
        [Tool::Circle, Tool::Triangle, Tool::Square, Tool::Cross, Tool::Letter, Tool::Number];

    /// What it draws beside these shapes.
    fn figure(self, shapes: &[Shape]) -> Figure {
        let free = |mut texts: Box<dyn Iterator<Item = String>>| {
            let taken = |text: &String| {
                shapes.iter().any(|shape| shape.figure == Figure::Label(text.clone()))
            };
            Figure::Label(texts.find(|text| !taken(text)).unwrap_or_default())
        };
        match self {
            Tool::Circle => Figure::Circle,
            Tool::Triangle => Figure::Triangle,
            Tool::Square => Figure::Square,
            Tool::Cross => Figure::Cross,
            Tool::Letter => free(Box::new(('A'..='Z').chain('a'..='z').map(String::from))),
            Tool::Number => free(Box::new((1..1000).map(|number: u32| number.to_string()))),
        }
    }
}

/// Something to write into the record on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The comment of this node.
    Comment(NodeId, String),
    /// This judgement of this node: takes it away if it is there, and puts it
    /// in place of another of its kind.
    Glyph(NodeId, Glyph),
    /// An arrow, or a mark on one point if both are the same: takes it away
    /// if it is there in this colour.
    Mark(Point, Point, Tool, Colour),
    /// Takes every mark of this node away.
    ClearMarks(NodeId),
    /// Brings the variation of this node one place nearer to the main line.
    Promote(NodeId),
    /// Takes this node and all after it out of the record.
    Delete(NodeId),
    /// What is known of the game.
    Info(Field, String),
}

/// What one edit after another may be taken back with as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Writing the comment of one node.
    Comment(NodeId),
    /// Writing one thing that is known of the game.
    Info(Field),
}

struct Step {
    tree: GameTree,
    node: NodeId,
    stroke: Option<Stroke>,
}

/// How the record was before each edit, and after those that were taken back.
#[derive(Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl History {
    /// Whether an edit can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether one that was taken back can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Remembers how the record is before an edit. One that goes on with the
    /// same stroke is taken back together with it.
    pub fn note(&mut self, session: &Session, stroke: Option<Stroke>) {
        self.undone.clear();
        if stroke.is_some() && self.done.last().is_some_and(|step| step.stroke == stroke) {
            return;
        }
        if self.done.len() == MOST_STEPS {
            self.done.remove(0);
        }
        self.done.push(step(session, stroke));
    }

    /// Takes the last edit back. Tells whether there was one.
    pub fn undo(&mut self, session: &mut Session) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(step(session, before.stroke));
        session.set_tree(before.tree, before.node);
        true
    }

    /// Makes the edit again that was taken back last. Tells whether there was
    /// one.
    pub fn redo(&mut self, session: &mut Session) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(step(session, after.stroke));
        session.set_tree(after.tree, after.node);
        true
    }

    /// Writes into the record. Tells whether that changed it.
    pub fn edit(&mut self, session: &mut Session, edit: &Edit) -> bool {
        let tree = session.tree();
        let there = |node: NodeId| tree.contains(node);
        match edit {
            Edit::Comment(node, text) => {
                if !there(*node) || tree.notes(*node).comment == *text {
                    return false;
                }
                self.note(session, Some(Stroke::Comment(*node)));
                session.tree_mut().notes_mut(*node).comment.clone_from(text);
            }
            Edit::Glyph(node, glyph) => {
                if !there(*node) || (*node == tree.root() && glyph.is_of_move()) {
                    return false;
                }
                self.note(session, None);
                let glyphs = &mut session.tree_mut().notes_mut(*node).glyphs;
                let had = glyphs.contains(glyph);
                glyphs.retain(|other| other.is_of_move() != glyph.is_of_move());
                if !had {
                    glyphs.push(*glyph);
                    glyphs.sort_unstable();
                }
            }
            Edit::Mark(from, to, tool, colour) => {
                self.note(session, None);
                let node = session.current();
                mark(&mut session.tree_mut().notes_mut(node).shapes, *from, *to, *tool, *colour);
            }
            Edit::ClearMarks(node) => {
                if !there(*node) || tree.notes(*node).shapes.is_empty() {
                    return false;
                }
                self.note(session, None);
                session.tree_mut().notes_mut(*node).shapes.clear();
            }
            Edit::Promote(node) => {
                let mut tried = tree.clone();
                if !there(*node) || !tried.promote(*node) {
                    return false;
                }
                self.note(session, None);
                let current = session.current();
                session.set_tree(tried, current);
            }
            Edit::Delete(node) => {
                let Some(parent) = tree.parent(*node).filter(|_| there(*node)) else {
                    return false;
                };
                let within = tree.path(session.current()).contains(node);
                self.note(session, None);
                let left = if within { parent } else { session.current() };
                session.tree_mut().delete(*node);
                session.visit(left);
            }
            Edit::Info(field, text) => {
                if tree.info().get(*field) == text {
                    return false;
                }
                self.note(session, Some(Stroke::Info(*field)));
                session.tree_mut().info_mut().set(*field, text);
            }
        }
        true
    }
}

fn step(session: &Session, stroke: Option<Stroke>) -> Step {
    Step { tree: session.tree().clone(), node: session.current(), stroke }
}

/// Draws a mark, draws it in another colour, or takes it away.
fn mark(shapes: &mut Vec<Shape>, from: Point, to: Point, tool: Tool, colour: Colour) {
    let is_text = |figure: &Figure| matches!(figure, Figure::Label(_));
    let figure = if from == to { tool.figure(shapes) } else { Figure::Arrow(to) };
    let same = |shape: &Shape| {
        shape.at == from && (shape.figure == figure || (is_text(&shape.figure) && is_text(&figure)))
    };
    match shapes.iter().position(same) {
        // A text is taken away whatever its colour: it would be another text.
        Some(place) if shapes[place].colour == colour || is_text(&figure) => {
            shapes.remove(place);
        }
        Some(place) => shapes[place].colour = colour,
        None => shapes.push(Shape { at: from, figure, colour }),
    }
}
