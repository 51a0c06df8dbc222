//! A recorded search: the tree as an arena of nodes, and what happened in order.

use serde::{Deserialize, Serialize};

use super::super::Window;
use super::{Birth, Individual, NodeEnd, SkipReason};
use crate::core::Side;

/// The step of an event that never comes.
pub const UNTIL_THE_END: u32 = u32::MAX;

/// The kind of a node of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeKind {
    /// The root, which is node 0.
    Root,
    /// A depth of iterative deepening, below the root.
    Iteration,
    /// The position after a move.
    Move,
    /// The position after a null move.
    NullMove,
    /// The position of the parent once more, as in a search that leaves out its best move.
    Again,
    /// The position after a move that was not searched.
    Skipped(SkipReason),
}

/// The meaning of the value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bound {
    /// The value lies within the window.
    Exact,
    /// At or above beta: the true value is at least this.
    Lower,
    /// At or below alpha: the true value is at most this.
    Upper,
}

/// A node of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceNode<Mv> {
    /// The node above it, which comes before it in the arena; that of the root is the root.
    pub parent: u32,
    /// The move that leads to it; `None` where the parent's position stays, after a null
    /// move, and for a move that the rules do not know.
    pub mv: Option<Mv>,
    /// Its kind.
    pub kind: NodeKind,
    /// Its number among the children of its parent, in the order of the search, from 0.
    pub order: u16,
    /// Plies of moves from the root.
    pub ply: u16,
    /// Remaining depth, in plies.
    pub depth: i16,
    /// The side to move; for a move that was not searched, the side that would play it.
    pub side: Side,
    /// The window, from the side to move's view.
    pub window: Window,
    /// The value, from the side to move's view; 0 as long as there is none.
    pub value: i32,
    /// The way in which the value was found.
    pub end: NodeEnd,
    /// True if the transposition table had an entry.
    pub in_table: bool,
    /// Nodes searched below it that the trace does not hold.
    pub unrecorded: u32,
    /// Prior win rate of the move in Monte-Carlo tree search.
    pub prior: f32,
    /// The step at which it appears.
    pub entered: u32,
    /// The step at which it has its value; [`UNTIL_THE_END`] if it never has one.
    pub left: u32,
}

impl<Mv> TraceNode<Mv> {
    /// The meaning of the value.
    #[must_use]
    pub fn bound(&self) -> Bound {
        if self.value >= self.window.beta {
            Bound::Lower
        } else if self.value <= self.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// The node with another move.
    #[must_use]
    pub fn with_move<Other>(self, mv: Option<Other>) -> TraceNode<Other> {
        let TraceNode { parent, kind, order, ply, depth, side, window, value, end, .. } = self;
        let TraceNode { in_table, unrecorded, prior, entered, left, .. } = self;
        TraceNode {
            parent,
            mv,
            kind,
            order,
            ply,
            depth,
            side,
            window,
            value,
            end,
            in_table,
            unrecorded,
            prior,
            entered,
            left,
        }
    }

    /// True for a move that was not searched.
    #[must_use]
    pub fn is_skipped(&self) -> bool {
        matches!(self.kind, NodeKind::Skipped(_))
    }
}

/// An event of a trace: one step of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum TraceEvent {
    /// A node is entered, or a depth begun.
    Enter(u32),
    /// A node is left with its value.
    Leave(u32),
    /// A move is not searched.
    Skip(u32),
    /// A node is added to the tree of Monte-Carlo tree search.
    Expand(u32),
    /// A playout from this node, with its backpropagation.
    Playout {
        /// The node that was selected.
        leaf: u32,
        /// The result for the first side, 0 (lost) to 1 (won).
        result: f32,
        /// Plies of the simulation.
        plies: u32,
    },
}

/// Numbers that a search counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceCounts {
    /// Nodes entered, and positions of the game's own solver.
    pub nodes: u64,
    /// Nodes at which a move reached beta.
    pub cutoffs: u64,
    /// Nodes that the transposition table knew.
    pub table_hits: u64,
    /// Nodes with a static evaluation.
    pub evaluations: u64,
    /// Moves that were not searched.
    pub skipped: u64,
    /// Playouts.
    pub playouts: u64,
}

/// A generation of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its members, the fittest first.
    pub population: Vec<Individual>,
    /// The children that replace the less fit half of it.
    pub births: Vec<Birth>,
}

/// A recorded search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchTrace<Mv> {
    /// The nodes, each after its parent; the first is the root.
    pub nodes: Vec<TraceNode<Mv>>,
    /// Events of the search, in order.
    pub events: Vec<TraceEvent>,
    /// The generations of an evolution, from the first; empty for other searches.
    pub generations: Vec<Generation>,
    /// Counts of the whole search, including what the tree does not hold.
    pub totals: TraceCounts,
    /// True if the search went on when the tree was full.
    pub is_cut_short: bool,
}

impl<Mv> SearchTrace<Mv> {
    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn path(&self, node: u32) -> Vec<u32> {
        let mut path = vec![node];
        let mut at = node;
        while let Some(found) = self.nodes.get(at as usize).filter(|_| at != 0) {
            at = found.parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The children of every node, in the order of the search: those of node `n` are
    /// `children[starts[n]..starts[n + 1]]`.
    #[must_use]
    pub fn children(&self) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0u32; self.nodes.len() + 1];
        for node in self.nodes.iter().skip(1) {
            starts[node.parent as usize + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut next = starts.clone();
        let mut children = vec![0; self.nodes.len().saturating_sub(1)];
        for (n, node) in self.nodes.iter().enumerate().skip(1) {
            let at = &mut next[node.parent as usize];
            children[*at as usize] = n as u32;
            *at += 1;
        }
        (starts, children)
    }

    /// True if the arena is sound: every node comes after its parent, and every event names
    /// a node. A trace from elsewhere is checked before it is used.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let count = self.nodes.len() as u32;
        let is_node = |n: u32| n < count;
        count > 0
            && self.nodes.iter().enumerate().skip(1).all(|(n, node)| (node.parent as usize) < n)
            && self.events.iter().all(|event| match *event {
                TraceEvent::Enter(n)
                | TraceEvent::Leave(n)
                | TraceEvent::Skip(n)
                | TraceEvent::Expand(n)
                | TraceEvent::Playout { leaf: n, .. } => is_node(n),
            })
    }
}
