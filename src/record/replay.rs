//! Walking through a tree with the position at hand, in memory that does not
//! grow with the tree.

use super::{GameTree, NodeId};
use crate::core::Move;
use crate::games::{AnyPosition, Refusal};

/// How many positions are kept to come back to. What is not kept is played
/// again from the nearest one before it.
const KEPT: usize = 32;

/// A place in a tree and its position.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    node: NodeId,
    position: AnyPosition,
    kept: Vec<(NodeId, AnyPosition)>,
}

impl Replay {
    /// At the root.
    pub(super) fn new(tree: &GameTree) -> Replay {
        Replay { node: tree.root(), position: tree.start().clone(), kept: Vec::new() }
    }

    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    pub(super) fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Remembers this place, since it will be come back to.
    pub(super) fn keep(&mut self) {
        if self.kept.last().is_some_and(|kept| kept.0 == self.node) {
            return;
        }
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push((self.node, self.position.clone()));
    }

    /// The position at this node.
    pub(super) fn go(&mut self, tree: &GameTree, node: NodeId) -> &AnyPosition {
        if node == self.node {
            return &self.position;
        }
        let mut ahead = Vec::new();
        let mut at = node;
        while at != self.node {
            if let Some(kept) = self.kept.iter().position(|kept| kept.0 == at) {
                self.kept.truncate(kept + 1);
                self.position = self.kept[kept].1.clone();
                break;
            }
            ahead.push(at);
            let Some(parent) = tree.parent(at) else {
                self.position = tree.start().clone();
                break;
            };
            at = parent;
        }
        for mv in ahead.into_iter().rev().filter_map(|node| tree.move_at(node)) {
            // Only legal moves come into a tree.
            let _ = self.position.play(mv);
        }
        self.node = node;
        &self.position
    }

    /// Goes on by a move, which comes into the tree if it is not there yet.
    pub(super) fn play(&mut self, tree: &mut GameTree, mv: Move) -> Result<NodeId, Refusal> {
        self.position.play(mv)?;
        let known = tree.child_by(self.node, mv);
        self.node = known.unwrap_or_else(|| tree.add(self.node, mv));
        Ok(self.node)
    }
}
