//! A record under review: navigation, and edits that can be undone and redone.

use super::game::{ActionError, GameAction, GameEvent, Session};
use crate::core::Move;
use crate::record::{GameTree, InfoField, NodeId};

/// Depth of the undo history.
const MAX_UNDO_STEPS: usize = 200;

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

/// A record under review with its undo history. Every change of the record goes through
/// it.
pub struct ReviewSession {
    session: Session,
    done: Vec<Snapshot>,
    undone: Vec<Snapshot>,
    revision: u64,
}

impl ReviewSession {
    pub(super) fn new(session: Session, revision: u64) -> ReviewSession {
        ReviewSession { session, done: Vec::new(), undone: Vec::new(), revision }
    }

    /// The record and the current node.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// A number that differs after each change of the record, and from that of any record
    /// reviewed before.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns true if there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns true if there is an edit to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Makes another node of the record the current one. `None` if it is that already.
    pub fn go_to(&mut self, node: NodeId) -> Option<GameEvent> {
        let (tree, from) = (self.session.tree(), self.session.current());
        if node == from {
            return None;
        }
        let (before, after) = (tree.ply(from), tree.ply(node));
        let change = match (tree.parent(node), tree.move_at(node)) {
            (Some(parent), Some(mv)) if parent == from => {
                GameEvent::Moved(tree.position(parent).side_to_move(), mv)
            }
            _ if after < before => GameEvent::TookBack(before - after),
            _ => GameEvent::Redid(after - before),
        };
        self.session.go_to(node);
        Some(change)
    }

    /// Follows a move on the board, or starts a variation with it.
    pub(super) fn play(&mut self, mv: Move) -> Result<GameEvent, ActionError> {
        let position = self.session.position();
        let side = position.side_to_move();
        if let Some(node) = self.session.tree().child_for_move(self.session.current(), mv) {
            self.session.go_to(node);
            return Ok(GameEvent::Moved(side, mv));
        }
        position.check(mv).map_err(ActionError::IllegalMove)?;
        self.begin_edit(None);
        self.session.apply(GameAction::Play(mv))
    }

    /// Changes the record in one undo step. Consecutive changes of the same group share
    /// one. If the change deletes the current node, its nearest remaining ancestor becomes
    /// the current one.
    pub fn edit(&mut self, group: Option<EditGroup>, change: impl FnOnce(&mut GameTree)) {
        self.begin_edit(group);
        let path = self.session.tree().path(self.session.current());
        let tree = self.session.tree_mut();
        change(tree);
        let left = path.into_iter().rev().find(|&node| tree.contains(node));
        let node = left.unwrap_or(tree.root());
        // The change may have added nodes after the end of the line.
        self.session.go_to(node);
    }

    /// Replaces the record by a changed copy in one undo step. The line follows the first
    /// children from the current node on.
    pub fn replace_tree(&mut self, tree: GameTree) {
        self.begin_edit(None);
        self.session.set_tree(tree, self.session.current());
    }

    /// Undoes the last edit, if there is one.
    pub fn undo(&mut self) {
        if let Some(before) = self.done.pop() {
            self.undone.push(self.snapshot(before.group));
            self.restore(before);
        }
    }

    /// Redoes the last undone edit, if there is one.
    pub fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.done.push(self.snapshot(after.group));
            self.restore(after);
        }
    }

    fn snapshot(&self, group: Option<EditGroup>) -> Snapshot {
        Snapshot { tree: self.session.tree().clone(), node: self.session.current(), group }
    }

    fn restore(&mut self, snapshot: Snapshot) {
        self.session.set_tree(snapshot.tree, snapshot.node);
        self.revision += 1;
    }

    /// Takes a snapshot before an edit and counts the edit.
    fn begin_edit(&mut self, group: Option<EditGroup>) {
        self.revision += 1;
        self.undone.clear();
        if group.is_some() && self.done.last().is_some_and(|step| step.group == group) {
            return;
        }
        if self.done.len() == MAX_UNDO_STEPS {
            self.done.remove(0);
        }
        self.done.push(self.snapshot(group));
    }
}
