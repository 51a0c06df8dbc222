//! A cursor through a game tree that knows its position, in memory independent
//! of the size of the tree.

use super::{GameTree, NodeAction, NodeId};
use crate::core::Move;
use crate::games::{AnyPosition, IllegalMove};

/// Checkpoints kept at most. Other positions are replayed from the nearest
/// checkpoint before them.
const MAX_CHECKPOINTS: usize = 12;

/// Fewest moves from a checkpoint on the way to a node.
const MIN_REPLAY: usize = 8;

/// A node of a tree with its position.
#[derive(Clone, Debug)]
pub(super) struct TreeCursor {
    node: NodeId,
    position: AnyPosition,
    checkpoints: Vec<(NodeId, AnyPosition)>,
}

impl TreeCursor {
    /// A cursor at the root.
    pub(super) fn new(tree: &GameTree) -> TreeCursor {
        TreeCursor { node: tree.root(), position: tree.start().clone(), checkpoints: Vec::new() }
    }

    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    pub(super) fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Stores the position here for a later return, as before a variation.
    pub(super) fn checkpoint(&mut self) {
        if self.checkpoints.last().is_some_and(|kept| kept.0 == self.node) {
            return;
        }
        if self.checkpoints.len() == MAX_CHECKPOINTS {
            self.checkpoints.remove(0);
        }
        self.checkpoints.push((self.node, self.position.clone()));
    }

    /// Moves to a node and returns its position.
    pub(super) fn go_to(&mut self, tree: &GameTree, node: NodeId) -> &AnyPosition {
        if node == self.node {
            return &self.position;
        }
        let mut unplayed = Vec::new();
        let mut at = node;
        while at != self.node {
            if let Some(kept) = self.checkpoints.iter().position(|kept| kept.0 == at) {
                self.checkpoints.truncate(kept + 1);
                self.position = self.checkpoints[kept].1.clone();
                break;
            }
            unplayed.push(at);
            let Some(parent) = tree.parent(at) else {
                self.position = tree.start().clone();
                break;
            };
            at = parent;
        }
        let mut left = unplayed.len();
        for node in unplayed.into_iter().rev() {
            tree.advance(&mut self.position, node);
            left -= 1;
            // Who goes back once goes back further: halfway to the node, halfway from
            // there, and so on, it then costs little.
            if left >= MIN_REPLAY && left.is_power_of_two() {
                self.node = node;
                self.checkpoint();
            }
        }
        self.node = node;
        &self.position
    }

    /// Plays a move, which is added to the tree unless it is there already.
    pub(super) fn play(&mut self, tree: &mut GameTree, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position.play(mv)?;
        let existing = tree.child_for_move(self.node, mv);
        self.node = existing.unwrap_or_else(|| tree.add(self.node, &NodeAction::Move(mv)));
        Ok(self.node)
    }

    /// Carries out an action as [`GameTree::execute`].
    pub(super) fn execute(&mut self, tree: &mut GameTree, action: &NodeAction) -> Option<NodeId> {
        if !action.apply(&mut self.position) {
            return None;
        }
        let existing = tree.child_for_action(self.node, action);
        self.node = existing.unwrap_or_else(|| tree.add(self.node, action));
        Some(self.node)
    }
}
