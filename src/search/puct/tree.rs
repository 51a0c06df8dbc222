//! The search tree, which is kept from move to move.

use crate::core::Side;

/// Maximum number of nodes and of edges, in all about 250 MB.
pub const MAX_NODES: usize = 1_000_000;
pub const MAX_EDGES: usize = 12_000_000;

/// Edges of a node below the root: those of lower priors are left out.
const MAX_EDGES_OF_NODE: usize = 128;

/// Priors that the edges of a node below the root cover together.
const COVERED_PRIORS: f32 = 0.999;

/// A move in the tree. Those of a node are sorted by their priors, the largest first.
#[derive(Clone, Copy, Debug)]
pub struct Edge<Mv> {
    pub mv: Mv,
    pub prior: f32,
    /// The node after the move; 0, which is the root, if it was not visited.
    pub child: u32,
}

/// A position in the tree. Sums are from the first side's view.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub side: Side,
    pub first_edge: u32,
    pub edges: u16,
    /// Edges with a node behind them, which are the first ones.
    pub visited_edges: u16,
    pub visits: u32,
    /// Visits that are on their way: their leaves are being evaluated.
    pub pending: u32,
    pub utility: f64,
    pub wins: f64,
    pub lead: f64,
}

/// A value that is added to the nodes of a path, from the first side's view.
#[derive(Clone, Copy, Debug)]
pub struct Backup {
    pub utility: f64,
    pub wins: f64,
    pub lead: f64,
}

impl Node {
    /// The mean of what was added.
    pub fn mean(&self) -> Backup {
        let visits = f64::from(self.visits.max(1));
        Backup {
            utility: self.utility / visits,
            wins: self.wins / visits,
            lead: self.lead / visits,
        }
    }

    /// True until its first evaluation has come: it has no edges yet.
    pub fn is_unknown(&self) -> bool {
        self.visits == 0
    }

    /// Adds a visit that has come.
    pub fn add(&mut self, value: &Backup) {
        self.visits += 1;
        self.utility += value.utility;
        self.wins += value.wins;
        self.lead += value.lead;
    }
}

/// A tree of searched positions. It belongs to one position, its root.
#[derive(Clone, Debug)]
pub struct PuctTree<Mv> {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge<Mv>>,
}

impl<Mv> Default for PuctTree<Mv> {
    fn default() -> Self {
        PuctTree { nodes: Vec::new(), edges: Vec::new() }
    }
}

impl<Mv: Copy + Eq> PuctTree<Mv> {
    /// Visits of the root.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// True if nothing more can be added.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= MAX_NODES || self.edges.len() + MAX_EDGES_OF_NODE >= MAX_EDGES
    }

    /// The range of a node's edges.
    pub(super) fn edge_range(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first_edge as usize..node.first_edge as usize + usize::from(node.edges)
    }

    /// Adds a node whose evaluation is to come.
    pub(super) fn add_unknown(&mut self, side: Side) -> usize {
        self.nodes.push(Node {
            side,
            first_edge: self.edges.len() as u32,
            edges: 0,
            visited_edges: 0,
            visits: 0,
            pending: 0,
            utility: 0.0,
            wins: 0.0,
            lead: 0.0,
        });
        self.nodes.len() - 1
    }

    /// Gives a node its moves, the root all of them. Sorts the moves.
    pub(super) fn set_moves(&mut self, node: usize, moves: &mut Vec<(Mv, f32)>) {
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        if node > 0 {
            let mut covered = 0.0;
            let is_needed = |(_, prior): &&(Mv, f32)| {
                let needed = covered < COVERED_PRIORS;
                covered += prior;
                needed
            };
            let needed = moves.iter().take(MAX_EDGES_OF_NODE).take_while(is_needed).count();
            moves.truncate(needed);
        }
        self.nodes[node].first_edge = self.edges.len() as u32;
        self.nodes[node].edges = moves.len() as u16;
        self.edges.extend(moves.iter().map(|&(mv, prior)| Edge { mv, prior, child: 0 }));
    }

    /// Makes the position after these moves the root; empties the tree if it is not in it.
    pub fn advance(&mut self, moves: impl IntoIterator<Item = Mv>) {
        let mut root = 0;
        for mv in moves {
            let edges = self.nodes.get(root).map_or(0..0, |_| self.edge_range(root));
            let edge = self.edges[edges].iter().find(|edge| edge.mv == mv && edge.child > 0);
            let Some(edge) = edge else {
                *self = PuctTree::default();
                return;
            };
            root = edge.child as usize;
        }
        if root > 0 {
            *self = self.subtree(root);
        }
    }

    /// The part of the tree below a node.
    fn subtree(&self, root: usize) -> PuctTree<Mv> {
        let mut tree = PuctTree { nodes: vec![self.nodes[root]], edges: Vec::new() };
        let mut sources = vec![root];
        let mut next = 0;
        while let Some(&source) = sources.get(next) {
            tree.nodes[next].first_edge = tree.edges.len() as u32;
            for edge in &self.edges[self.edge_range(source)] {
                let mut edge = *edge;
                if edge.child > 0 {
                    sources.push(edge.child as usize);
                    tree.nodes.push(self.nodes[edge.child as usize]);
                    edge.child = tree.nodes.len() as u32 - 1;
                }
                tree.edges.push(edge);
            }
            next += 1;
        }
        tree
    }
}
