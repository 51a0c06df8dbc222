//! The observer that records a trace.

use super::super::Window;
use super::super::mcts::Playout;
use super::record::UNTIL_THE_END;
use super::{
    Birth, Generation, Individual, NodeEnd, NodeKind, SearchObserver, SearchTrace, SkipReason,
    TraceCounts, TraceEvent, TraceNode,
};
use crate::core::Side;

/// Bounds on what is recorded. The search itself goes on beyond them, and is counted.
#[derive(Clone, Copy, Debug)]
pub struct RecorderLimits {
    /// Maximum number of nodes.
    pub nodes: usize,
    /// Maximum number of events; playouts need no new node.
    pub events: usize,
    /// Maximum distance from the root, in plies.
    pub plies: u16,
}

impl Default for RecorderLimits {
    fn default() -> RecorderLimits {
        RecorderLimits { nodes: 60_000, events: 200_000, plies: u16::MAX }
    }
}

/// A node that is being searched.
struct Open {
    /// Its place in the arena; `None` if it is not recorded.
    node: Option<u32>,
    /// The nearest node above it, or itself, that is recorded.
    recorded: u32,
    ply: u16,
    end: NodeEnd,
    in_table: bool,
}

/// Records a search.
pub struct Recorder<Mv> {
    limits: RecorderLimits,
    trace: SearchTrace<Mv>,
    open: Vec<Open>,
    /// The move that leads to the next node, if one was played.
    played: Option<Option<Mv>>,
    /// Number of children so far, by node.
    children: Vec<u16>,
    /// The arena's place of each node of Monte-Carlo tree search.
    tree_nodes: Vec<Option<u32>>,
    /// The deepest recorded node of the selection.
    selected: u32,
}

impl<Mv: Copy> Recorder<Mv> {
    /// A recorder for a search from a position with this side to move.
    #[must_use]
    pub fn new(side: Side, limits: RecorderLimits) -> Recorder<Mv> {
        let root = TraceNode {
            parent: 0,
            mv: None,
            kind: NodeKind::Root,
            order: 0,
            ply: 0,
            depth: 0,
            side,
            window: Window::FULL,
            value: 0,
            end: NodeEnd::Searched,
            in_table: false,
            unrecorded: 0,
            prior: 0.5,
            entered: 0,
            left: UNTIL_THE_END,
        };
        Recorder {
            limits,
            trace: SearchTrace {
                nodes: vec![root],
                events: Vec::new(),
                generations: Vec::new(),
                totals: TraceCounts::default(),
                is_cut_short: false,
            },
            open: Vec::new(),
            played: None,
            children: vec![0],
            tree_nodes: vec![Some(0)],
            selected: 0,
        }
    }

    /// Counts so far.
    #[must_use]
    pub fn totals(&self) -> TraceCounts {
        self.trace.totals
    }

    /// The trace. `value` is that of the root, for its side to move, where the search does
    /// not enter the root itself.
    #[must_use]
    pub fn finish(mut self, value: Option<i32>) -> SearchTrace<Mv> {
        let root = &mut self.trace.nodes[0];
        if let Some(value) = value
            && root.left == UNTIL_THE_END
        {
            root.value = value;
            root.left = self.trace.events.len() as u32;
            self.trace.events.push(TraceEvent::Leave(0));
        }
        self.trace
    }

    /// Adds a node, unless the tree is full or it is too deep.
    fn add(&mut self, node: TraceNode<Mv>) -> Option<u32> {
        let is_full = self.trace.nodes.len() >= self.limits.nodes
            || self.trace.events.len() >= self.limits.events;
        if is_full || node.ply > self.limits.plies {
            self.trace.is_cut_short |= is_full;
            return None;
        }
        let at = self.trace.nodes.len() as u32;
        self.children.push(0);
        let order = &mut self.children[node.parent as usize];
        let node = TraceNode { order: *order, entered: self.trace.events.len() as u32, ..node };
        *order = order.saturating_add(1);
        self.trace.nodes.push(node);
        Some(at)
    }

    fn event(&mut self, event: TraceEvent) {
        self.trace.events.push(event);
    }

    /// A child of a recorded node.
    fn child(&self, parent: u32, mv: Option<Mv>, kind: NodeKind) -> TraceNode<Mv> {
        let above = &self.trace.nodes[parent as usize];
        TraceNode {
            parent,
            mv,
            kind,
            order: 0,
            ply: above.ply + u16::from(mv.is_some() || kind == NodeKind::NullMove),
            depth: above.depth,
            side: above.side,
            window: above.window,
            value: 0,
            end: NodeEnd::Searched,
            in_table: false,
            unrecorded: 0,
            prior: 0.5,
            entered: 0,
            left: UNTIL_THE_END,
        }
    }

    /// Opens a node: with `fresh`, one that is added below the top one.
    fn open(&mut self, fresh: TraceNode<Mv>) {
        let (recorded, ply, may_add) = match self.open.last() {
            None => (0, fresh.ply, true),
            Some(top) => {
                let step = u16::from(matches!(fresh.kind, NodeKind::Move | NodeKind::NullMove));
                (top.recorded, top.ply.saturating_add(step), top.node.is_some())
            }
        };
        let node = if may_add { self.add(TraceNode { ply, ..fresh }) } else { None };
        match node {
            Some(node) => self.event(TraceEvent::Enter(node)),
            None => self.trace.nodes[recorded as usize].unrecorded += 1,
        }
        let recorded = node.unwrap_or(recorded);
        self.open.push(Open { node, recorded, ply, end: NodeEnd::Searched, in_table: false });
    }

    fn close(&mut self, value: i32) {
        let Some(top) = self.open.pop() else { return };
        let totals = &mut self.trace.totals;
        totals.cutoffs += u64::from(top.end == NodeEnd::Cutoff);
        totals.evaluations += u64::from(top.end == NodeEnd::Evaluated);
        let Some(at) = top.node else { return };
        let left = self.trace.events.len() as u32;
        let node = &mut self.trace.nodes[at as usize];
        (node.value, node.end, node.in_table, node.left) = (value, top.end, top.in_table, left);
        self.event(TraceEvent::Leave(at));
    }
}

impl<Mv: Copy> SearchObserver<Mv> for Recorder<Mv> {
    fn begin_iteration(&mut self, depth: u32, window: Window) {
        self.played = None;
        let mut node = self.child(0, None, NodeKind::Iteration);
        node.depth = depth.min(i16::MAX as u32) as i16;
        node.window = window;
        self.open(node);
    }

    fn end_iteration(&mut self, value: i32) {
        // A stopped search leaves nodes without a value open.
        self.open.truncate(1);
        self.close(value);
    }

    fn play(&mut self, mv: Option<Mv>) {
        self.played = Some(mv);
    }

    fn enter(&mut self, depth: i32, window: Window, side: Side) {
        self.trace.totals.nodes += 1;
        let depth = depth.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let Some(mv) = self.played.take() else {
            match self.open.last() {
                // The root of a search without depths.
                None => {
                    let root = &mut self.trace.nodes[0];
                    (root.depth, root.window, root.side) = (depth, window, side);
                    let end = NodeEnd::Searched;
                    let open = Open { node: Some(0), recorded: 0, ply: 0, end, in_table: false };
                    self.open.push(open);
                    self.event(TraceEvent::Enter(0));
                }
                Some(top) => {
                    let again = self.child(top.recorded, None, NodeKind::Again);
                    self.open(TraceNode { depth, window, side, ..again });
                }
            }
            return;
        };
        let parent = self.open.last().map_or(0, |top| top.recorded);
        let kind = if mv.is_some() { NodeKind::Move } else { NodeKind::NullMove };
        let node = self.child(parent, mv, kind);
        self.open(TraceNode { depth, window, side, ..node });
    }

    fn narrow(&mut self, window: Window) {
        if let Some(at) = self.open.last().and_then(|top| top.node) {
            self.trace.nodes[at as usize].window = window;
        }
    }

    fn table_hit(&mut self) {
        self.trace.totals.table_hits += 1;
        if let Some(top) = self.open.last_mut() {
            top.in_table = true;
        }
    }

    fn solver_nodes(&mut self, nodes: u64) {
        self.trace.totals.nodes += nodes;
    }

    fn skip(&mut self, mv: Mv, reason: SkipReason) {
        self.trace.totals.skipped += 1;
        let Some(Open { node: Some(parent), .. }) = self.open.last() else { return };
        let node = self.child(*parent, Some(mv), NodeKind::Skipped(reason));
        if let Some(at) = self.add(node) {
            self.event(TraceEvent::Skip(at));
        }
    }

    fn end(&mut self, end: NodeEnd) {
        if let Some(top) = self.open.last_mut() {
            top.end = end;
        }
    }

    fn leave(&mut self, value: i32) {
        self.close(value);
    }

    fn select(&mut self, node: usize, side: Side) {
        if let Some(at) = self.tree_nodes.get(node).copied().flatten() {
            self.selected = at;
            self.trace.nodes[at as usize].side = side;
        }
    }

    fn expand(&mut self, parent: usize, child: usize, mv: Mv, prior: f32) {
        self.trace.totals.nodes += 1;
        let above = self.tree_nodes.get(parent).copied().flatten();
        let added = above.and_then(|above| {
            let node = self.child(above, Some(mv), NodeKind::Move);
            let side = node.side.other();
            self.add(TraceNode { prior, side, ..node })
        });
        match (added, above) {
            (Some(at), _) => self.event(TraceEvent::Expand(at)),
            (None, Some(above)) => self.trace.nodes[above as usize].unrecorded += 1,
            (None, None) => {}
        }
        if self.tree_nodes.len() <= child {
            self.tree_nodes.resize(child + 1, None);
        }
        self.tree_nodes[child] = added;
    }

    fn simulate(&mut self, playout: Playout) {
        self.trace.totals.playouts += 1;
        if self.trace.events.len() >= self.limits.events {
            self.trace.is_cut_short = true;
            return;
        }
        let Playout { result, plies } = playout;
        self.event(TraceEvent::Playout { leaf: self.selected, result, plies });
    }

    fn generation(&mut self, population: &[Individual]) {
        let population = population.to_vec();
        self.trace.generations.push(Generation { population, births: Vec::new() });
    }

    fn birth(&mut self, birth: &Birth) {
        if let Some(generation) = self.trace.generations.last_mut() {
            generation.births.push(birth.clone());
        }
    }
}
