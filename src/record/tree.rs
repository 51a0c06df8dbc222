//! The game tree: a game with all its variations and annotations.

mod edits;

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::action::NO_SETUP;
use super::{Annotations, ForcedMove, GameInfo, NodeAction, SetUp};
use crate::core::{Decision, Move, Reading};
use crate::games::{AnyPosition, Game, Options, SetupError};

/// Handle of a node, valid for the tree it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(u32);

/// Sentinel for no node.
const NO_NODE: u32 = u32::MAX;

/// Data that few nodes have, boxed to keep nodes small.
#[derive(Clone, Debug, Default)]
struct Extras {
    annotations: Annotations,
    clocks: Option<[Reading; 2]>,
}

/// A [`NodeAction`] in little memory.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// None: the root, or a node that was deleted.
    None,
    Move(Move),
    Forced(ForcedMove),
    /// Nothing: a node with annotations alone.
    Note,
    /// The setup with this number.
    SetUp(u32),
}

/// A node in first-child, next-sibling form. Small, since importing a file of
/// two bytes a move makes very many of them.
#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    action: Action,
    extras: Option<Box<Extras>>,
}

impl Node {
    const fn detached(action: Action, parent: u32) -> Node {
        Node { parent, first_child: NO_NODE, next_sibling: NO_NODE, action, extras: None }
    }
}

/// A game as a tree: the root is the starting position and each other node
/// is a move, or in records of other programs a [`NodeAction`] of another kind.
/// The first child of a node continues the main line; the others are variations.
///
/// A [`NodeId`] stays valid until its node is deleted, whatever happens to
/// other nodes; numbers of deleted nodes are not reused.
///
/// ```
/// use tianyuan::games::{Options, registry};
/// use tianyuan::record::{GameTree, Glyph};
///
/// let mut tree = GameTree::new(registry::find("chess").unwrap(), Options::default())?;
/// let root = tree.root();
/// for text in ["e4", "d4"] {
///     let mv = tree.position(root).parse_move(text)?;
///     tree.play(root, mv)?;
/// }
/// let [main, variation]: [_; 2] = tree.children(root).collect::<Vec<_>>().try_into().unwrap();
/// tree.annotations_mut(variation).comment = "The queen's pawn.".to_owned();
/// tree.promote(variation);
/// assert_eq!(tree.main_line().nth(1), Some(variation));
/// assert_eq!(tree.move_text(main).as_deref(), Some("e4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    game: &'static dyn Game,
    options: Options,
    info: GameInfo,
    /// Starting position, where it is not the one that the options give.
    start_text: Option<Box<str>>,
    start: OnceLock<AnyPosition>,
    nodes: Vec<Node>,
    /// The setups of nodes.
    set_ups: Vec<SetUp>,
    /// Cache of positions by node number.
    positions: OnceLock<Vec<OnceLock<AnyPosition>>>,
}

impl GameTree {
    /// A tree that is only its root.
    ///
    /// # Errors
    /// When the game has no such options.
    pub fn new(game: &'static dyn Game, options: Options) -> Result<GameTree, SetupError> {
        let start = game.start(&options)?;
        Ok(GameTree::with_start(game, options, start, None))
    }

    /// A tree from a custom starting position, given in the format of
    /// [`Notation::text`](crate::games::Notation::text).
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
            info: GameInfo::default(),
            start_text,
            start: OnceLock::from(start),
            nodes: vec![Node::detached(Action::None, NO_NODE)],
            set_ups: Vec::new(),
            positions: OnceLock::new(),
        }
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The options it is played under.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game information: players, event, date, result.
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The game information, mutable.
    pub fn info_mut(&mut self) -> &mut GameInfo {
        &mut self.info
    }

    /// The starting position.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        self.start.get_or_init(|| {
            let made = match &self.start_text {
                Some(text) => self.game.position(&self.options, text),
                None => self.game.start(&self.options),
            };
            made.expect("the starting position was valid when the tree was made")
        })
    }

    /// The starting position as text, where it is not the one that the options
    /// give.
    #[must_use]
    pub fn start_text(&self) -> Option<&str> {
        self.start_text.as_deref()
    }

    /// The root, before the first move.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    fn id(number: u32) -> Option<NodeId> {
        (number != NO_NODE).then_some(NodeId(number))
    }

    /// The parent of a node; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        Self::id(self.nodes[node.index()].parent)
    }

    /// The children of a node, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = Self::id(self.nodes[node.index()].first_child);
        std::iter::successors(first, |child| Self::id(self.nodes[child.index()].next_sibling))
    }

    /// The legal move that led here; `None` at the root and where the record has
    /// another action.
    #[must_use]
    pub fn move_at(&self, node: NodeId) -> Option<Move> {
        match self.nodes[node.index()].action {
            Action::Move(mv) => Some(mv),
            Action::None | Action::Note | Action::Forced(_) | Action::SetUp(_) => None,
        }
    }

    /// The move that led here although the rules refuse it.
    #[must_use]
    pub fn forced_at(&self, node: NodeId) -> Option<ForcedMove> {
        match self.nodes[node.index()].action {
            Action::Forced(forced) => Some(forced),
            Action::None | Action::Note | Action::Move(_) | Action::SetUp(_) => None,
        }
    }

    /// The move that led here, whether the rules allow it or not.
    #[must_use]
    pub fn played_at(&self, node: NodeId) -> Option<Move> {
        self.move_at(node).or_else(|| Some(self.forced_at(node)?.mv))
    }

    /// The stones set up here.
    #[must_use]
    pub fn set_up_at(&self, node: NodeId) -> Option<&SetUp> {
        match self.nodes[node.index()].action {
            Action::SetUp(number) => self.set_ups.get(number as usize),
            Action::Note => Some(&NO_SETUP),
            Action::None | Action::Move(_) | Action::Forced(_) => None,
        }
    }

    /// The action that led here; `None` at the root.
    #[must_use]
    pub fn action(&self, node: NodeId) -> Option<NodeAction> {
        let set_up = || self.set_up_at(node).cloned().map(NodeAction::SetUp);
        self.move_at(node)
            .map(NodeAction::Move)
            .or_else(|| self.forced_at(node).map(NodeAction::Forced))
            .or_else(set_up)
    }

    /// True if some node but the root is no legal move.
    #[must_use]
    pub fn has_other_actions(&self) -> bool {
        self.nodes().skip(1).any(|node| self.move_at(node).is_none())
    }

    /// Makes the position of a node from that of its parent.
    pub(crate) fn advance(&self, position: &mut AnyPosition, node: NodeId) {
        // Only what can be carried out comes into a tree.
        match self.nodes[node.index()].action {
            Action::None | Action::Note => {}
            Action::Move(mv) => _ = position.play(mv),
            Action::Forced(forced) => _ = NodeAction::Forced(forced).apply(position),
            Action::SetUp(_) => {
                if let Some(after) = self.set_up_at(node).and_then(|set_up| set_up.apply(position))
                {
                    *position = after;
                }
            }
        }
    }

    /// The position of this node.
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
        let mut unplayed = vec![node];
        let mut from = self.start();
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            if let Some(position) = known(parent) {
                from = position;
                break;
            }
            unplayed.push(parent);
            at = parent;
        }
        let mut position = from.clone();
        for node in unplayed.into_iter().rev() {
            self.advance(&mut position, node);
        }
        table[node.index()].get_or_init(|| position)
    }

    fn extras(&mut self, node: NodeId) -> &mut Extras {
        self.nodes[node.index()].extras.get_or_insert_default()
    }

    /// The annotations of a node.
    #[must_use]
    pub fn annotations(&self, node: NodeId) -> &Annotations {
        const EMPTY: &Annotations = &Annotations::NONE;
        self.nodes[node.index()].extras.as_ref().map_or(EMPTY, |extras| &extras.annotations)
    }

    /// The annotations of a node, mutable.
    pub fn annotations_mut(&mut self, node: NodeId) -> &mut Annotations {
        &mut self.extras(node).annotations
    }

    /// Both clocks' readings after the move, first side first; `None` in games
    /// without clocks.
    #[must_use]
    pub fn clocks(&self, node: NodeId) -> Option<[Reading; 2]> {
        self.nodes[node.index()].extras.as_ref()?.clocks
    }

    /// Sets both clocks' readings after the move.
    pub fn set_clocks(&mut self, node: NodeId, readings: [Reading; 2]) {
        self.extras(node).clocks = Some(readings);
    }

    /// The child that this move leads to, if there is one.
    #[must_use]
    pub fn child_for_move(&self, node: NodeId, mv: Move) -> Option<NodeId> {
        self.children(node).find(|&child| self.move_at(child) == Some(mv))
    }

    /// The child with this move, legal or not; `None` for a setup, of which a
    /// node may have many alike.
    pub(super) fn child_for_action(&self, node: NodeId, action: &NodeAction) -> Option<NodeId> {
        match *action {
            NodeAction::Move(mv) => self.child_for_move(node, mv),
            NodeAction::Forced(forced) => {
                self.children(node).find(|&child| self.forced_at(child) == Some(forced))
            }
            NodeAction::SetUp(_) => None,
        }
    }

    /// Frees spare capacity and cached positions, which are computed again on
    /// demand.
    pub fn drop_caches(&mut self) {
        self.nodes.shrink_to_fit();
        self.set_ups.shrink_to_fit();
        self.start = OnceLock::new();
        self.positions = OnceLock::new();
    }

    /// True if this node is in the tree and has not been deleted.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        let is_linked = |node: &Node| node.parent != NO_NODE;
        node == self.root() || self.nodes.get(node.index()).is_some_and(is_linked)
    }

    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(node), |&n| self.parent(n)).collect();
        path.reverse();
        path
    }

    /// The main line: the root, then first children to the end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| self.children(node).next())
    }

    /// True if the players have exchanged colours by the end of the main line. What is known of
    /// players and the result is by sides; readers expect it by colours.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        // A position costs more than to look for a swap, of which nearly all games have none.
        let swaps = |node| self.played_at(node) == Some(Move::Decide(Decision::Swap));
        (self.start().is_swapped() || self.main_line().any(swaps))
            && self.main_line().last().is_some_and(|end| self.position(end).is_swapped())
    }

    /// The number of nodes from the root to this node, the root left out: its
    /// place in a line.
    #[must_use]
    pub fn ply(&self, node: NodeId) -> usize {
        std::iter::successors(self.parent(node), |&n| self.parent(n)).count()
    }

    /// The number of moves from the root to this node, legal or not.
    #[must_use]
    pub fn move_number(&self, node: NodeId) -> usize {
        let path = std::iter::successors(Some(node), |&n| self.parent(n));
        path.filter(|&node| self.played_at(node).is_some()).count()
    }

    /// The action that led here as text: a legal move in the game's default
    /// notation, another one by its colour and point.
    #[must_use]
    pub fn action_text(&self, node: NodeId) -> Option<String> {
        Some(match self.action(node)? {
            NodeAction::Move(_) => self.move_text(node)?,
            NodeAction::Forced(ForcedMove { side, mv }) => {
                let at = mv.target().map(|at| self.start().board().point_name(at));
                let side = self.game.side_names()[side.index()];
                format!("{side} {} (irregular)", at.as_deref().unwrap_or("pass"))
            }
            NodeAction::SetUp(set_up) if set_up.changes_nothing() => "note".to_owned(),
            NodeAction::SetUp(_) => "setup".to_owned(),
        })
    }

    /// The legal move that led here in the game's default notation.
    #[must_use]
    pub fn move_text(&self, node: NodeId) -> Option<String> {
        self.move_text_in(node, "")
    }

    /// The legal move that led here in the named notation; in the default one if
    /// the name is unknown.
    #[must_use]
    pub fn move_text_in(&self, node: NodeId, notation: &str) -> Option<String> {
        let (parent, mv) = (self.parent(node)?, self.move_at(node)?);
        self.position(parent).move_text_in(notation, mv).ok()
    }

    /// Every node in order of creation; a parent precedes its children.
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
    /// The node's number in its tree in order of creation; the root is 0.
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
