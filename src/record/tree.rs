//! A game with all its variations.

use crate::core::{Move, Reading};
use crate::games::{AnyPosition, Game, Options, Refusal, SetupError};

/// A node of the tree it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    mv: Option<Move>,
    position: AnyPosition,
    clock: Option<[Reading; 2]>,
}

/// A game as a tree: the root is the starting position and each other node
/// is a move. The first child of a node continues the main line; the others
/// are variations. Nodes are only ever added, so a [`NodeId`] stays good.
#[derive(Clone, Debug)]
pub struct GameTree {
    game: &'static dyn Game,
    options: Options,
    nodes: Vec<Node>,
}

impl GameTree {
    /// A game before its first move.
    ///
    /// # Errors
    /// When the game has no such options.
    pub fn new(game: &'static dyn Game, options: Options) -> Result<GameTree, SetupError> {
        let position = game.start(&options)?;
        let root = Node { parent: None, children: Vec::new(), mv: None, position, clock: None };
        Ok(GameTree { game, options, nodes: vec![root] })
    }

    /// Which game this is.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The options it is played under.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The starting position.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The node before this one; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0].parent
    }

    /// The nodes after this one, main line first.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// The move that led here; `None` at the root.
    #[must_use]
    pub fn move_at(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.0].mv
    }

    /// The position after that move.
    #[must_use]
    pub fn position(&self, node: NodeId) -> &AnyPosition {
        &self.nodes[node.0].position
    }

    /// What both clocks showed after that move, in games played with clocks.
    #[must_use]
    pub fn clock(&self, node: NodeId) -> Option<[Reading; 2]> {
        self.nodes[node.0].clock
    }

    /// Notes what both clocks show after this node's move.
    pub fn set_clock(&mut self, node: NodeId, faces: [Reading; 2]) {
        self.nodes[node.0].clock = Some(faces);
    }

    /// The node that this move leads to: an existing one if the move was
    /// played here before, otherwise a new variation.
    ///
    /// # Errors
    /// Says why the move is not legal; the tree stays as it was.
    pub fn play(&mut self, node: NodeId, mv: Move) -> Result<NodeId, Refusal> {
        let known = self.children(node).iter().copied().find(|&n| self.move_at(n) == Some(mv));
        if let Some(known) = known {
            return Ok(known);
        }
        let mut position = self.position(node).clone();
        position.play(mv)?;
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node {
            parent: Some(node),
            children: Vec::new(),
            mv: Some(mv),
            position,
            clock: None,
        });
        self.nodes[node.0].children.push(id);
        Ok(id)
    }

    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(node), |&n| self.parent(n)).collect();
        path.reverse();
        path
    }

    /// How many moves lead from the root to this node.
    #[must_use]
    pub fn ply(&self, node: NodeId) -> usize {
        self.path(node).len() - 1
    }

    /// The move that led here in the usual notation of the game.
    #[must_use]
    pub fn move_text(&self, node: NodeId) -> Option<String> {
        self.move_text_in(node, "")
    }

    /// The move that led here in this notation of the game; in the usual one
    /// for a name that is none.
    #[must_use]
    pub fn move_text_in(&self, node: NodeId, notation: &str) -> Option<String> {
        let (parent, mv) = (self.parent(node)?, self.move_at(node)?);
        self.position(parent).move_text_in(notation, mv).ok()
    }

    /// Every node in the order of its making; a parent precedes its children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The node with this number, if there is one.
    #[must_use]
    pub fn node(&self, number: usize) -> Option<NodeId> {
        (number < self.nodes.len()).then_some(NodeId(number))
    }
}

impl NodeId {
    /// The node's number in its tree, counted in the order of making; the
    /// root is 0.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0
    }
}
