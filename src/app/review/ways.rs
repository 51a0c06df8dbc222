//! Ways through a record.

use crate::app::session::Session;
use crate::record::{Glyph, NodeId};

/// Another position to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// This one.
    To(NodeId),
    /// The start.
    First,
    /// One move back.
    Back,
    /// One move on along the line.
    Forward,
    /// The end of the line.
    Last,
    /// The variation so many places after this one, or before it.
    Other(i32),
    /// The next bad move of the line after here (1), or the last one before
    /// (-1).
    Mistake(i32),
}

/// Judgements of bad moves, from the least.
pub const BAD: [Glyph; 3] = [Glyph::Dubious, Glyph::Mistake, Glyph::Blunder];

/// Whether somebody called this move bad.
pub fn is_bad(session: &Session, node: NodeId) -> bool {
    session.tree().notes(node).glyphs.iter().any(|glyph| BAD.contains(glyph))
}

/// Where that is from the position shown; `None` if there is nothing.
pub fn target(session: &Session, go: Go) -> Option<NodeId> {
    let (tree, current) = (session.tree(), session.current());
    match go {
        Go::To(node) => Some(node).filter(|&node| tree.contains(node)),
        Go::First => Some(tree.root()),
        Go::Back => tree.parent(current),
        Go::Forward => session.line().get(tree.ply(current) + 1).copied(),
        Go::Last => session.line().last().copied(),
        Go::Other(by) => {
            let siblings: Vec<_> = tree.children(tree.parent(current)?).collect();
            let here = siblings.iter().position(|&node| node == current)?;
            let there = here.checked_add_signed(by as isize)?;
            siblings.get(there).copied()
        }
        Go::Mistake(by) => {
            let line = session.line();
            let (before, rest) = line.split_at(tree.ply(current));
            if by < 0 {
                before.iter().rev().copied().find(|&node| is_bad(session, node))
            } else {
                rest.iter().skip(1).copied().find(|&node| is_bad(session, node))
            }
        }
    }
}
