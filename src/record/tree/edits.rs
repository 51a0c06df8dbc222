//! Changes of the game tree: new nodes, other orders of variations, nodes taken away.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::super::NodeAction;
use super::super::action::NO_SETUP;
use super::{Action, GameTree, NO_NODE, Node, NodeId};
use crate::core::Move;
use crate::games::{AnyPosition, IllegalMove};

/// Makes room for one more entry, growing by an eighth: a list that doubles takes
/// three times its memory while it grows, and files of records may be large.
fn reserve_one<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 4);
    }
}

impl GameTree {
    /// Plays a move and returns its node: an existing child, or else a new
    /// variation.
    ///
    /// # Errors
    /// The reason why the move is illegal; the tree stays as it was.
    pub fn play(&mut self, node: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child_for_move(node, mv) {
            return Ok(known);
        }
        let mut position = self.position(node).clone();
        position.play(mv)?;
        Ok(self.add_with_position(node, &NodeAction::Move(mv), position))
    }

    /// Carries out an action of any kind and returns its node: an existing child
    /// with this move, or else a new variation; always a new one for a setup.
    /// `None` if it cannot be carried out; the tree stays as it was.
    pub fn execute(&mut self, node: NodeId, action: &NodeAction) -> Option<NodeId> {
        if let Some(known) = self.child_for_action(node, action) {
            return Some(known);
        }
        let mut position = self.position(node).clone();
        action.apply(&mut position).then(|| self.add_with_position(node, action, position))
    }

    fn add_with_position(
        &mut self,
        node: NodeId,
        action: &NodeAction,
        position: AnyPosition,
    ) -> NodeId {
        let id = self.add(node, action);
        if let Some(table) = self.positions.get_mut() {
            table[id.index()] = OnceLock::from(position);
        }
        id
    }

    /// As [`GameTree::execute`], for an action that is known to be possible and
    /// not a child yet.
    pub(in crate::record) fn add(&mut self, node: NodeId, action: &NodeAction) -> NodeId {
        let action = match action {
            NodeAction::Move(mv) => Action::Move(*mv),
            NodeAction::Forced(forced) => Action::Forced(*forced),
            NodeAction::SetUp(set_up) if *set_up == *NO_SETUP => Action::Note,
            NodeAction::SetUp(set_up) => {
                reserve_one(&mut self.set_ups);
                self.set_ups.push(set_up.clone());
                Action::SetUp(self.set_ups.len() as u32 - 1)
            }
        };
        let id = self.push(action, node.0);
        match self.children(node).last() {
            Some(last) => self.nodes[last.index()].next_sibling = id.0,
            None => self.nodes[node.index()].first_child = id.0,
        }
        id
    }

    /// Uses up a number without a node.
    pub(in crate::record) fn skip_id(&mut self) {
        self.push(Action::None, NO_NODE);
    }

    fn push(&mut self, action: Action, parent: u32) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        reserve_one(&mut self.nodes);
        self.nodes.push(Node::detached(action, parent));
        if let Some(table) = self.positions.get_mut() {
            table.push(OnceLock::new());
        }
        id
    }

    /// Promotes the variation that holds this node by one level: at its
    /// branching point its move becomes the first child. Returns false if
    /// the node is on the main line.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            if self.nodes[parent.index()].first_child != at.0 {
                let mut order: Vec<_> = self.children(parent).filter(|&n| n != at).collect();
                order.insert(0, at);
                return self.set_order(parent, &order);
            }
            at = parent;
        }
        false
    }

    /// Reorders the children of a node. Returns false and changes nothing
    /// unless `order` holds each child exactly once.
    pub fn set_order(&mut self, node: NodeId, order: &[NodeId]) -> bool {
        let mut known: Vec<_> = self.children(node).collect();
        let mut wanted = order.to_vec();
        known.sort_unstable();
        wanted.sort_unstable();
        if known != wanted {
            return false;
        }
        self.link_children(node, order);
        true
    }

    /// Makes these nodes the children of a node, in this order.
    fn link_children(&mut self, node: NodeId, children: &[NodeId]) {
        let next = children.iter().skip(1).map(|id| id.0).chain([NO_NODE]);
        for (id, next) in children.iter().zip(next) {
            self.nodes[id.index()].next_sibling = next;
        }
        self.nodes[node.index()].first_child = children.first().map_or(NO_NODE, |id| id.0);
    }

    /// Deletes a node with its subtree. Returns false for the root, which
    /// cannot be deleted.
    pub fn delete(&mut self, node: NodeId) -> bool {
        let Some(parent) = self.parent(node) else { return false };
        let rest: Vec<_> = self.children(parent).filter(|&n| n != node).collect();
        self.nodes[node.index()].next_sibling = NO_NODE;
        self.link_children(parent, &rest);
        let mut pending = vec![node];
        while let Some(id) = pending.pop() {
            pending.extend(self.children(id));
            self.nodes[id.index()] = Node::detached(Action::None, NO_NODE);
            if let Some(table) = self.positions.get_mut() {
                table[id.index()] = OnceLock::new();
            }
        }
        true
    }

    /// Merges another record of the same game: its additional moves become
    /// variations, its annotations are copied to nodes that have none.
    /// Moves that are illegal here are skipped, with all that follows them.
    pub fn merge(&mut self, other: &GameTree) {
        let mut counterpart = HashMap::from([(other.root(), self.root())]);
        // A parent precedes its children.
        for node in other.nodes() {
            let here = match (other.parent(node), other.action(node)) {
                (Some(parent), Some(action)) => {
                    let Some(&at) = counterpart.get(&parent) else { continue };
                    let same = self.children(at).find(|&child| {
                        matches!(action, NodeAction::SetUp(_))
                            && self.action(child).as_ref() == Some(&action)
                    });
                    let Some(here) = same.or_else(|| self.execute(at, &action)) else { continue };
                    here
                }
                _ => self.root(),
            };
            counterpart.insert(node, here);
            if self.annotations(here).is_empty() && !other.annotations(node).is_empty() {
                *self.annotations_mut(here) = other.annotations(node).clone();
            }
        }
    }
}
