//! A game with all its variations.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{Info, Notes};
use crate::core::{Move, Reading};
use crate::games::{AnyPosition, Game, Options, Refusal, SetupError};

/// A node of the tree it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(u32);

/// Stands for no node.
const NONE: u32 = u32::MAX;

/// What few nodes have.
#[derive(Clone, Debug, Default)]
struct Extras {
    notes: Notes,
    clock: Option<[Reading; 2]>,
}

/// Small, since a library reads files of many games whose moves take two
/// bytes each.
#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    /// `None` at the root and in nodes that were deleted.
    mv: Option<Move>,
    extras: Option<Box<Extras>>,
}

impl Node {
    const fn alone(mv: Option<Move>, parent: u32) -> Node {
        Node { parent, first_child: NONE, next_sibling: NONE, mv, extras: None }
    }
}

/// A game as a tree: the root is the starting position and each other node
/// is a move. The first child of a node continues the main line; the others
/// are variations.
///
/// A [`NodeId`] stays good while its node is not deleted, whatever happens to
/// other nodes; the numbers of deleted nodes are not given again.
#[derive(Clone, Debug)]
pub struct GameTree {
    game: &'static dyn Game,
    options: Options,
    info: Info,
    /// Where that is not the start that the options give.
    start_text: Option<Box<str>>,
    start: OnceLock<AnyPosition>,
    nodes: Vec<Node>,
    /// Positions that have been asked for, by number of the node.
    positions: OnceLock<Vec<OnceLock<AnyPosition>>>,
}

impl GameTree {
    /// A game before its first move.
    ///
    /// # Errors
    /// When the game has no such options.
    pub fn new(game: &'static dyn Game, options: Options) -> Result<GameTree, SetupError> {
        let start = game.start(&options)?;
        Ok(GameTree::with_start(game, options, start, None))
    }

    /// A game that begins from another position than the usual one, given as
    /// [`AnyPosition::text`] writes it.
    ///
    /// # Errors
    /// When the game has no such options or the text is no position of it.
    pub fn from_position(
        game: &'static dyn Game,
        options: Options,
        text: &str,
    ) -> Result<GameTree, SetupError> {
        let start = game.position(&options, text)?;
        let text = start.text();
        let usual = game.start(&options)?.text() == text;
        Ok(GameTree::with_start(game, options, start, (!usual).then(|| text.into())))
    }

    fn with_start(
        game: &'static dyn Game,
        options: Options,
        start: AnyPosition,
        start_text: Option<Box<str>>,
    ) -> GameTree {
        GameTree {
            game,
            options,
            info: Info::default(),
            start_text,
            start: OnceLock::from(start),
            nodes: vec![Node::alone(None, NONE)],
            positions: OnceLock::new(),
        }
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

    /// Who played, where, when, and how it ended.
    #[must_use]
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The same, to be changed.
    pub fn info_mut(&mut self) -> &mut Info {
        &mut self.info
    }

    /// The position in which the game begins.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        self.start.get_or_init(|| {
            let made = match &self.start_text {
                Some(text) => self.game.position(&self.options, text),
                None => self.game.start(&self.options),
            };
            made.expect("a tree is made only with a start that its game has")
        })
    }

    /// Text of the position in which the game begins, where that is not the
    /// one its options give.
    #[must_use]
    pub fn start_text(&self) -> Option<&str> {
        self.start_text.as_deref()
    }

    /// The starting position.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    fn id(number: u32) -> Option<NodeId> {
        (number != NONE).then_some(NodeId(number))
    }

    /// The node before this one; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        Self::id(self.nodes[node.index()].parent)
    }

    /// The nodes after this one, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = Self::id(self.nodes[node.index()].first_child);
        std::iter::successors(first, |child| Self::id(self.nodes[child.index()].next_sibling))
    }

    /// The move that led here; `None` at the root.
    #[must_use]
    pub fn move_at(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    /// The position after that move.
    #[must_use]
    pub fn position(&self, node: NodeId) -> &AnyPosition {
        let table = self
            .positions
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(self.nodes.len()).collect());
        let known = |node: NodeId| {
            if node == self.root() { Some(self.start()) } else { table[node.index()].get() }
        };
        if let Some(position) = known(node) {
            return position;
        }
        let mut ahead = vec![node];
        let mut from = self.start();
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            if let Some(position) = known(parent) {
                from = position;
                break;
            }
            ahead.push(parent);
            at = parent;
        }
        let mut position = from.clone();
        for mv in ahead.into_iter().rev().filter_map(|node| self.move_at(node)) {
            // Only legal moves come into a tree.
            let _ = position.play(mv);
        }
        table[node.index()].get_or_init(|| position)
    }

    fn extras(&mut self, node: NodeId) -> &mut Extras {
        self.nodes[node.index()].extras.get_or_insert_default()
    }

    /// What is written about this node.
    #[must_use]
    pub fn notes(&self, node: NodeId) -> &Notes {
        const NOTHING: &Notes = &Notes::NONE;
        self.nodes[node.index()].extras.as_ref().map_or(NOTHING, |extras| &extras.notes)
    }

    /// The same, to be changed.
    pub fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        &mut self.extras(node).notes
    }

    /// What both clocks showed after that move, in games played with clocks.
    #[must_use]
    pub fn clock(&self, node: NodeId) -> Option<[Reading; 2]> {
        self.nodes[node.index()].extras.as_ref()?.clock
    }

    /// Notes what both clocks show after this node's move.
    pub fn set_clock(&mut self, node: NodeId, faces: [Reading; 2]) {
        self.extras(node).clock = Some(faces);
    }

    /// The node that this move leads to, if it is in the tree.
    #[must_use]
    pub fn child_by(&self, node: NodeId, mv: Move) -> Option<NodeId> {
        self.children(node).find(|&child| self.move_at(child) == Some(mv))
    }

    /// The node that this move leads to: an existing one if the move was
    /// played here before, otherwise a new variation.
    ///
    /// # Errors
    /// Says why the move is not legal; the tree stays as it was.
    pub fn play(&mut self, node: NodeId, mv: Move) -> Result<NodeId, Refusal> {
        if let Some(known) = self.child_by(node, mv) {
            return Ok(known);
        }
        let mut position = self.position(node).clone();
        position.play(mv)?;
        let id = self.add(node, mv);
        if let Some(table) = self.positions.get_mut() {
            table[id.index()] = OnceLock::from(position);
        }
        Ok(id)
    }

    /// As [`GameTree::play`], for a move that the caller knows to be legal
    /// and not to be there.
    pub(super) fn add(&mut self, node: NodeId, mv: Move) -> NodeId {
        let id = self.push(Some(mv), node.0);
        match self.children(node).last() {
            Some(last) => self.nodes[last.index()].next_sibling = id.0,
            None => self.nodes[node.index()].first_child = id.0,
        }
        id
    }

    /// A number that belongs to no node.
    pub(super) fn skip_number(&mut self) {
        self.push(None, NONE);
    }

    fn push(&mut self, mv: Option<Move>, parent: u32) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::alone(mv, parent));
        if let Some(table) = self.positions.get_mut() {
            table.push(OnceLock::new());
        }
        id
    }

    /// Sets memory aside for this many nodes more.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve_exact(nodes);
    }

    /// Gives back memory that was set aside for growth, and what can be made
    /// again.
    pub fn settle(&mut self) {
        self.nodes.shrink_to_fit();
        self.start = OnceLock::new();
        self.positions = OnceLock::new();
    }

    /// Makes the line through this node the main one where it last leaves a
    /// line before it: there its move becomes the first child. Tells whether
    /// there was anything to do.
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

    /// Puts the children of a node into this order. Tells whether these were
    /// its children, each once; otherwise nothing changes.
    pub fn set_order(&mut self, node: NodeId, order: &[NodeId]) -> bool {
        let mut known: Vec<_> = self.children(node).collect();
        let mut wanted = order.to_vec();
        known.sort_unstable();
        wanted.sort_unstable();
        if known != wanted {
            return false;
        }
        let next = order.iter().skip(1).map(|id| id.0).chain([NONE]);
        for (id, next) in order.iter().zip(next) {
            self.nodes[id.index()].next_sibling = next;
        }
        self.nodes[node.index()].first_child = order.first().map_or(NONE, |id| id.0);
        true
    }

    /// Takes this node and all that follows it out of the tree. Tells
    /// whether it was there; the root cannot be deleted.
    pub fn delete(&mut self, node: NodeId) -> bool {
        let Some(parent) = self.parent(node) else { return false };
        let rest: Vec<_> = self.children(parent).filter(|&n| n != node).collect();
        self.nodes[node.index()].next_sibling = NONE;
        let next = rest.iter().skip(1).map(|id| id.0).chain([NONE]);
        for (id, next) in rest.iter().zip(next) {
            self.nodes[id.index()].next_sibling = next;
        }
        self.nodes[parent.index()].first_child = rest.first().map_or(NONE, |id| id.0);
        let mut doomed = vec![node];
        while let Some(id) = doomed.pop() {
            doomed.extend(self.children(id));
            self.nodes[id.index()] = Node::alone(None, NONE);
            if let Some(table) = self.positions.get_mut() {
                table[id.index()] = OnceLock::new();
            }
        }
        true
    }

    /// Takes over what another record of the same game has beside this one:
    /// its further moves as variations, and its notes where there are none
    /// here. What does not fit on this record is left out.
    pub fn absorb(&mut self, other: &GameTree) {
        let mut places = std::collections::HashMap::from([(other.root(), self.root())]);
        // A parent precedes its children.
        for node in other.nodes() {
            let here = match (other.parent(node), other.move_at(node)) {
                (Some(parent), Some(mv)) => {
                    let Some(&at) = places.get(&parent) else { continue };
                    let Ok(here) = self.play(at, mv) else { continue };
                    here
                }
                _ => self.root(),
            };
            places.insert(node, here);
            if self.notes(here).is_empty() && !other.notes(node).is_empty() {
                *self.notes_mut(here) = other.notes(node).clone();
            }
        }
    }

    /// Whether this node is in the tree and has not been deleted.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        node == self.root() || self.nodes.get(node.index()).is_some_and(|node| node.mv.is_some())
    }

    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(node), |&n| self.parent(n)).collect();
        path.reverse();
        path
    }

    /// The root and the first child of each node after it.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| self.children(node).next())
    }

    /// How many moves lead from the root to this node.
    #[must_use]
    pub fn ply(&self, node: NodeId) -> usize {
        std::iter::successors(self.parent(node), |&n| self.parent(n)).count()
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
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len() as u32).map(NodeId).filter(|&node| self.contains(node))
    }

    /// The node with this number, if there is one.
    #[must_use]
    pub fn node(&self, number: usize) -> Option<NodeId> {
        let node = NodeId(u32::try_from(number).ok()?);
        self.contains(node).then_some(node)
    }
}

impl NodeId {
    /// The node's number in its tree, counted in the order of making; the
    /// root is 0.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The root of every tree.
    pub(super) const ROOT: NodeId = NodeId(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}
