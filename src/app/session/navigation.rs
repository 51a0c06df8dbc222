//! Navigation in a session whose record is browsed or edited rather than played:
//! reviews, puzzles, and the solution of a level.

use std::time::Duration;

use super::game::{ActionError, GameEvent, Session};
use super::setup::{DEFAULT_ENGINE_TIME, GameSetup, PlayerKind};
use crate::core::{Clock, TimeControl};
use crate::games::{Game, Options, SetupError};
use crate::record::{GameTree, NodeId};

impl Session {
    /// A game between two people at one device from a given position.
    ///
    /// # Errors
    /// When the game has no such options, or the text is not a position of it.
    pub fn from_position(
        game: &'static dyn Game,
        options: Options,
        position: &str,
    ) -> Result<Session, SetupError> {
        GameTree::from_position(game, options, position).map(Session::from_tree)
    }

    /// A session at this node of a record, as a game between two people at one device.
    pub fn from_tree_at(tree: GameTree, node: NodeId) -> Session {
        let mut session = Session::from_tree(tree);
        session.go_to(node);
        session
    }

    /// A session at the start of a record, as a game between two people at one device.
    pub fn from_tree(tree: GameTree) -> Session {
        let setup = GameSetup {
            game: tree.game(),
            options: tree.options().clone(),
            players: [PlayerKind::Human; 2],
            first_player: 0,
            time: TimeControl::Unlimited,
            engine_time: DEFAULT_ENGINE_TIME,
            games: 1,
            adaptive: false,
            tournament: None,
        };
        let root = tree.root();
        let mut session = Session {
            clock: Clock::new(setup.time),
            setup,
            tree,
            current: root,
            line_end: root,
            declared_ending: None,
            draw_offer: None,
            paused: false,
            results: Vec::new(),
            elapsed: Duration::ZERO,
            unrated: false,
        };
        session.go_to(root);
        session
    }

    /// The record, for changes. After deleting nodes the caller goes to a remaining one
    /// with [`Session::go_to`].
    pub fn tree_mut(&mut self) -> &mut GameTree {
        &mut self.tree
    }

    /// Replaces the record by another one of the same game.
    pub(super) fn set_tree(&mut self, tree: GameTree, node: NodeId) {
        self.tree = tree;
        self.line_end = self.tree.root();
        self.go_to(node);
    }

    /// Makes any node of the record the current one. The line stays if it contains the
    /// node; otherwise it follows the first children.
    pub fn go_to(&mut self, node: NodeId) {
        self.current = node;
        self.declared_ending = None;
        let on_line = self.tree.contains(self.line_end) && self.line().contains(&node);
        let from = if on_line { self.line_end } else { node };
        let ahead = std::iter::successors(Some(from), |&n| self.tree.children(n).next());
        self.line_end = ahead.last().unwrap_or(from);
    }

    /// Deletes the current node with its descendants and goes to its parent.
    ///
    /// # Errors
    /// If the current node is the root.
    pub(super) fn delete_current(&mut self) -> Result<GameEvent, ActionError> {
        let node = self.current;
        let parent = self.tree.parent(node).ok_or(ActionError::NothingToUndo)?;
        let change = self.take_back(Some(parent))?;
        self.tree.delete(node);
        if !self.tree.contains(self.line_end) {
            self.line_end = parent;
        }
        Ok(change)
    }
}
