//! The replay of a trace: its state after any number of steps, forwards and backwards.

use super::record::TraceEvent;
use super::{NodeEnd, NodeKind, SearchTrace, TraceCounts, TraceNode};
use crate::core::Side;

/// Statistics of the nodes in Monte-Carlo tree search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeStats {
    /// Playouts through each node.
    pub visits: Vec<u32>,
    /// Of those, the sum of the results for the side that moved to the node.
    pub wins: Vec<f64>,
    /// Playouts by the plies from the root to their leaf.
    pub leaf_plies: Vec<u32>,
}

impl TreeStats {
    /// Win rate of the side that moved to a node, 0 to 1; `None` without a playout.
    #[must_use]
    pub fn win_rate(&self, node: u32) -> Option<f64> {
        let (visits, wins) = (self.visits.get(node as usize)?, self.wins.get(node as usize)?);
        (*visits > 0).then(|| wins / f64::from(*visits))
    }
}

/// The state of a trace after some of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    step: usize,
    counts: TraceCounts,
    stats: TreeStats,
}

impl Replay {
    /// The state before the first event.
    #[must_use]
    pub fn new<Mv>(trace: &SearchTrace<Mv>) -> Replay {
        let deepest = trace.nodes.iter().map(|node| usize::from(node.ply)).max().unwrap_or(0);
        let count = trace.nodes.len();
        let stats = TreeStats {
            visits: vec![0; count],
            wins: vec![0.0; count],
            leaf_plies: vec![0; deepest + 1],
        };
        Replay { step: 0, counts: TraceCounts::default(), stats }
    }

    /// The number of events so far.
    #[must_use]
    pub fn step(&self) -> usize {
        self.step
    }

    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> TraceCounts {
        self.counts
    }

    /// The statistics so far of Monte-Carlo tree search.
    #[must_use]
    pub fn stats(&self) -> &TreeStats {
        &self.stats
    }

    /// The node of the last event; the root before the first.
    #[must_use]
    pub fn current<Mv>(&self, trace: &SearchTrace<Mv>) -> u32 {
        self.step.checked_sub(1).and_then(|at| trace.events.get(at)).map_or(0, |event| match *event
        {
            TraceEvent::Enter(node)
            | TraceEvent::Leave(node)
            | TraceEvent::Skip(node)
            | TraceEvent::Expand(node)
            | TraceEvent::Playout { leaf: node, .. } => node,
        })
    }

    /// True if a node has appeared.
    #[must_use]
    pub fn has_entered<Mv>(&self, node: &TraceNode<Mv>) -> bool {
        node.entered < self.step as u32 || node.parent == 0 && node.kind == NodeKind::Root
    }

    /// True if a node has its value.
    #[must_use]
    pub fn has_left<Mv>(&self, node: &TraceNode<Mv>) -> bool {
        node.left < self.step as u32
    }

    /// Goes to the state after `step` events, or to the last.
    pub fn go_to<Mv>(&mut self, trace: &SearchTrace<Mv>, step: usize) {
        let step = step.min(trace.events.len());
        while self.step < step {
            self.apply(trace, trace.events[self.step], true);
            self.step += 1;
        }
        while self.step > step {
            self.step -= 1;
            self.apply(trace, trace.events[self.step], false);
        }
    }

    /// Counts an event or, backwards, takes it back.
    fn apply<Mv>(&mut self, trace: &SearchTrace<Mv>, event: TraceEvent, forwards: bool) {
        let count = |number: &mut u64, counts: bool| {
            let by = u64::from(counts);
            *number = if forwards { *number + by } else { number.saturating_sub(by) };
        };
        let counts = &mut self.counts;
        match event {
            TraceEvent::Enter(node) => {
                let kind = trace.nodes[node as usize].kind;
                count(&mut counts.nodes, kind != NodeKind::Iteration);
            }
            TraceEvent::Leave(node) => {
                let node = &trace.nodes[node as usize];
                count(&mut counts.cutoffs, node.end == NodeEnd::Cutoff);
                count(&mut counts.evaluations, node.end == NodeEnd::Evaluated);
                count(&mut counts.table_hits, node.in_table);
            }
            TraceEvent::Skip(_) => count(&mut counts.skipped, true),
            TraceEvent::Expand(_) => count(&mut counts.nodes, true),
            TraceEvent::Playout { leaf, result, .. } => {
                count(&mut counts.playouts, true);
                self.back_up(trace, leaf, result, forwards);
            }
        }
    }

    /// Backpropagates a playout or, backwards, takes it back.
    fn back_up<Mv>(&mut self, trace: &SearchTrace<Mv>, leaf: u32, result: f32, forwards: bool) {
        let sign = if forwards { 1 } else { -1 };
        let add = |number: &mut u32| *number = number.saturating_add_signed(sign);
        let plies = usize::from(trace.nodes[leaf as usize].ply);
        add(&mut self.stats.leaf_plies[plies]);
        let mut at = leaf;
        loop {
            add(&mut self.stats.visits[at as usize]);
            let parent = trace.nodes[at as usize].parent;
            if at == 0 {
                break;
            }
            let mover = trace.nodes[parent as usize].side;
            let won = if mover == Side::First { result } else { 1.0 - result };
            self.stats.wins[at as usize] += f64::from(sign) * f64::from(won);
            at = parent;
        }
    }
}

impl<Mv> SearchTrace<Mv> {
    /// The counts after evenly spread numbers of events, at most `points` of them, from none
    /// to all.
    #[must_use]
    pub fn series(&self, points: usize) -> Vec<(usize, TraceCounts)> {
        let mut replay = Replay::new(self);
        let (last, points) = (self.events.len(), points.max(2) - 1);
        let mut series = Vec::with_capacity(points + 1);
        for n in 0..=points {
            let step = last * n / points;
            if series.last().is_some_and(|&(before, _)| before == step) {
                continue;
            }
            replay.go_to(self, step);
            series.push((step, replay.counts()));
        }
        series
    }
}
