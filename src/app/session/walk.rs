//! A session that is gone through rather than played: the record under
//! review, the position of a puzzle, and the solution of a level.

use super::game::{Change, Refused, Seat, Session, Setup};
use crate::core::{Clock, TimeControl};
use crate::games::{Game, Options, SetupError};
use crate::record::{GameTree, NodeId};

impl Session {
    /// A game between people at one device from a position of its own.
    ///
    /// # Errors
    /// When the game has no such options or the text is no position of it.
    pub fn at(
        game: &'static dyn Game,
        options: Options,
        position: &str,
    ) -> Result<Session, SetupError> {
        GameTree::from_position(game, options, position).map(Session::of)
    }

    /// A record, at its start, as a game between people at one device.
    pub fn of(tree: GameTree) -> Session {
        let setup = Setup {
            game: tree.game(),
            options: tree.options().clone(),
            players: [Seat::Human; 2],
            first: 0,
            time: TimeControl::Unlimited,
            games: 1,
        };
        let root = tree.root();
        let mut session = Session {
            clock: Clock::new(setup.time),
            setup,
            tree,
            current: root,
            tip: root,
            early: None,
            offer: None,
            paused: false,
            results: Vec::new(),
        };
        session.visit(root);
        session
    }

    /// The record, to be changed. Whoever deletes nodes goes to one that is
    /// left with [`Session::visit`].
    pub fn tree_mut(&mut self) -> &mut GameTree {
        &mut self.tree
    }

    /// Puts another record of the same game in place of this one.
    pub fn set_tree(&mut self, tree: GameTree, node: NodeId) {
        self.tree = tree;
        self.tip = self.tree.root();
        self.visit(node);
    }

    /// Goes to any node of the record; the line goes on through it, the way
    /// it went before or else the main way.
    pub fn visit(&mut self, node: NodeId) {
        self.current = node;
        self.early = None;
        let on_line = self.tree.contains(self.tip) && self.line().contains(&node);
        let from = if on_line { self.tip } else { node };
        let ahead = std::iter::successors(Some(from), |&n| self.tree.children(n).next());
        self.tip = ahead.last().unwrap_or(from);
    }

    /// Takes the last move and all that follows it out of the record.
    ///
    /// # Errors
    /// When no move was played yet.
    pub fn cut(&mut self) -> Result<Change, Refused> {
        let node = self.current;
        let parent = self.tree.parent(node).ok_or(Refused::NothingToUndo)?;
        let change = self.take_back(Some(parent))?;
        self.tree.delete(node);
        if !self.tree.contains(self.tip) {
            self.tip = parent;
        }
        Ok(change)
    }

    /// Goes to this node, which is before the current one.
    pub fn go_back(&mut self, node: NodeId) -> Result<Change, Refused> {
        self.take_back(Some(node))
    }
}
