//! The trace of one algorithm with its replay and the layout of its tree.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::TreeLayout;
use crate::core::Side;
use crate::games::{AlgorithmTrace, AnyPosition};
use crate::search::trace::{NodeKind, Replay, TraceCounts, TraceEvent};

/// Points of a curve.
const CURVE_POINTS: usize = 240;

/// Positions of nodes that are kept.
const MAX_POSITIONS: usize = 2000;

/// A search that is looked at.
pub struct Experiment {
    trace: AlgorithmTrace,
    replay: Replay,
    /// Counts over the events.
    series: Vec<(usize, TraceCounts)>,
    starts: Vec<u32>,
    children: Vec<u32>,
    folded: HashSet<u32>,
    layout: Arc<TreeLayout>,
    chosen: Option<u32>,
    /// The generation and the child of an evolution that are looked at.
    pub birth: (usize, usize),
    position: AnyPosition,
    positions: HashMap<u32, Option<AnyPosition>>,
}

impl Experiment {
    /// A trace of a search of this position, before its first event.
    pub fn new(trace: AlgorithmTrace, position: AnyPosition) -> Experiment {
        let (starts, children) = trace.tree.children();
        let folded = HashSet::new();
        Experiment {
            replay: Replay::new(&trace.tree),
            series: trace.tree.series(CURVE_POINTS),
            layout: Arc::new(TreeLayout::new(&starts, &children, &folded)),
            starts,
            children,
            folded,
            chosen: None,
            birth: (0, 0),
            trace,
            position,
            positions: HashMap::new(),
        }
    }

    /// The trace of what the algorithm did.
    pub fn trace(&self) -> &AlgorithmTrace {
        &self.trace
    }

    /// The state that is shown.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Counts over the events, from none to all.
    pub fn series(&self) -> &[(usize, TraceCounts)] {
        &self.series
    }

    /// The places of the nodes.
    pub fn layout(&self) -> Arc<TreeLayout> {
        self.layout.clone()
    }

    /// The children of a node.
    pub fn children(&self, node: u32) -> &[u32] {
        let at = node as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) => &self.children[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The root's moves: its children, or those of the last depth of iterative deepening that
    /// has begun.
    pub fn root_moves(&self) -> &[u32] {
        let nodes = &self.trace.tree.nodes;
        let has_begun = |node: &&u32| {
            let node = &nodes[**node as usize];
            node.kind == NodeKind::Iteration && self.replay.has_entered(node)
        };
        match self.children(0).iter().rev().find(has_begun) {
            Some(&depth) => self.children(depth),
            None => self.children(0),
        }
    }

    /// The node that is looked at: the one that was chosen, or that of the last event.
    pub fn shown_node(&self) -> u32 {
        let is_there = |node: &u32| self.replay.has_entered(&self.trace.tree.nodes[*node as usize]);
        self.chosen.filter(is_there).unwrap_or_else(|| self.replay.current(&self.trace.tree))
    }

    /// The node that was chosen.
    pub fn chosen(&self) -> Option<u32> {
        self.chosen
    }

    /// Looks at a node; with `None` at that of the last event.
    pub fn choose(&mut self, node: Option<u32>) {
        self.chosen = node.filter(|&node| (node as usize) < self.trace.tree.nodes.len());
    }

    /// True if what is below a node is folded away.
    pub fn is_folded(&self, node: u32) -> bool {
        self.folded.contains(&node)
    }

    /// Folds what is below a node away, or unfolds it.
    pub fn fold(&mut self, node: u32) {
        if self.children(node).is_empty() {
            return;
        }
        if !self.folded.remove(&node) {
            self.folded.insert(node);
        }
        let layout = TreeLayout::new(&self.starts, &self.children, &self.folded);
        self.layout = Arc::new(layout);
    }

    /// The side whose view all values are shown from: the root's side to move.
    pub fn view_side(&self) -> Side {
        self.trace.tree.nodes[0].side
    }

    /// The position of a node; that of its parent where it has no move of the rules, and
    /// `None` where the rules do not know a move on the way.
    pub fn position(&mut self, node: u32) -> Option<&AnyPosition> {
        if self.positions.len() > MAX_POSITIONS {
            self.positions.clear();
        }
        if !self.positions.contains_key(&node) {
            let mut position = Some(self.position.clone());
            for at in self.trace.tree.path(node) {
                let node = &self.trace.tree.nodes[at as usize];
                position = match node.mv {
                    Some(mv) => position.and_then(|mut at| at.play(mv).is_ok().then_some(at)),
                    None if node.kind == NodeKind::Move => None,
                    None => position,
                };
            }
            self.positions.insert(node, position);
        }
        self.positions.get(&node)?.as_ref()
    }

    /// The position that is searched.
    pub fn root_position(&self) -> &AnyPosition {
        &self.position
    }

    /// True at the last event.
    pub fn is_at_end(&self) -> bool {
        self.replay.step() >= self.trace.tree.events.len()
    }

    /// Goes to the state after so many events.
    pub fn go_to(&mut self, step: usize) {
        self.replay.go_to(&self.trace.tree, step);
    }

    /// One event forwards: in Monte-Carlo tree search a playout, with its expansion.
    pub fn step_forwards(&mut self) {
        let tree = &self.trace.tree;
        let mut to = self.replay.step() + 1;
        while matches!(tree.events.get(to - 1), Some(TraceEvent::Expand(_))) {
            to += 1;
        }
        self.go_to(to);
    }

    /// One event backwards, in the same way.
    pub fn step_backwards(&mut self) {
        let mut to = self.replay.step().saturating_sub(1);
        while to > 0 && matches!(self.trace.tree.events[to - 1], TraceEvent::Expand(_)) {
            to -= 1;
        }
        self.go_to(to);
    }

    /// So many nodes or playouts forwards, with what happens until the next.
    pub fn advance(&mut self, work: u64) {
        let done = |replay: &Replay| replay.counts().nodes + replay.counts().playouts;
        let until = done(&self.replay) + work;
        while work > 0 && done(&self.replay) < until && !self.is_at_end() {
            self.step_forwards();
        }
    }
}
