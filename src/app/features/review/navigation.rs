//! Navigation in the game tree.

use crate::app::session::Session;
use crate::record::{Glyph, NodeId};

/// A node to go to, relative to the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// This node.
    Node(NodeId),
    /// The root.
    First,
    /// The parent.
    Previous,
    /// The next node of the line.
    Next,
    /// The end of the line.
    Last,
    /// The sibling variation this many places after (before, if negative) the current
    /// one.
    Sibling(i32),
    /// The next bad move of the line (1), or the previous one (-1).
    Mistake(i32),
}

/// Annotation glyphs of bad moves, mildest first.
pub const BAD_GLYPHS: [Glyph; 3] = [Glyph::Dubious, Glyph::Mistake, Glyph::Blunder];

/// Returns true if this move is annotated as bad.
pub fn is_bad_move(session: &Session, node: NodeId) -> bool {
    session.tree().annotations(node).glyphs.iter().any(|glyph| BAD_GLYPHS.contains(glyph))
}

/// The target of a navigation from the current node; `None` if there is none.
pub fn target(session: &Session, go: Navigation) -> Option<NodeId> {
    let (tree, current) = (session.tree(), session.current());
    match go {
        Navigation::Node(node) => Some(node).filter(|&node| tree.contains(node)),
        Navigation::First => Some(tree.root()),
        Navigation::Previous => tree.parent(current),
        Navigation::Next => session.line().get(tree.ply(current) + 1).copied(),
        Navigation::Last => session.line().last().copied(),
        Navigation::Sibling(by) => {
            let siblings: Vec<_> = tree.children(tree.parent(current)?).collect();
            let here = siblings.iter().position(|&node| node == current)?;
            let there = here.checked_add_signed(by as isize)?;
            siblings.get(there).copied()
        }
        Navigation::Mistake(by) => {
            let line = session.line();
            let (before, rest) = line.split_at(tree.ply(current));
            if by < 0 {
                before.iter().rev().copied().find(|&node| is_bad_move(session, node))
            } else {
                rest.iter().skip(1).copied().find(|&node| is_bad_move(session, node))
            }
        }
    }
}
