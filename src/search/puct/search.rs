//! The search.

use std::f64::consts::FRAC_2_PI;

use super::tree::{Backup, Edge, PuctTree};
use super::{Evaluation, PuctGame, PuctParams, PuctResult, Report, VisitStats};
use crate::core::{Random, Side};
use crate::search::{SearchBudget, SearchResult, StopFlag};

/// Exploration constant, and its growth with the logarithm of the visits.
const EXPLORATION: f64 = 1.0;
const EXPLORATION_GROWTH: f64 = 0.45;
const EXPLORATION_BASE: f64 = 500.0;

/// Loss of utility that is expected of a move that was not visited, times the square root of the
/// priors of those that were.
const FIRST_PLAY_REDUCTION: f64 = 0.2;
const ROOT_FIRST_PLAY_REDUCTION: f64 = 0.1;

/// Weight of the lead in the utility, beside the win, which ranges from -1 to 1; and of the lead
/// against that which the root expects: without them, a player that is sure to win, or to lose,
/// would play anything.
const LEAD_WEIGHT: f64 = 0.1;
const RELATIVE_LEAD_WEIGHT: f64 = 0.2;

/// Part of the lead of the root from which relative leads are counted.
const CENTER_PART: f64 = 0.8;

/// Visits between reports, from the same number on.
const REPORT_EVERY: u32 = 64;

/// Searches a position and reports whenever the number of visits has doubled, and then every 64
/// visits. The tree is that of an earlier search of this very position, or empty. Returns the root
/// moves, the most visited first; none if the game is over, otherwise at least one, however early it
/// is stopped. It is deterministic for the same seed, tree and limits without a time.
pub fn puct_search<G: PuctGame>(
    game: &mut G,
    position: &G::Position,
    tree: &mut PuctTree<G::Move>,
    params: &PuctParams<G::Move>,
    (seed, stop): (u64, &StopFlag),
    report: &mut Report<'_, G::Move>,
) -> Vec<PuctResult<G::Move>> {
    if params.root_moves.is_some() || params.noise.is_some() {
        *tree = PuctTree::default();
    }
    let mut search = Search {
        budget: SearchBudget::new(params.limits, stop.clone()),
        moves: Vec::new(),
        path: Vec::new(),
        depth: 0,
        center: 0.0,
        game,
        tree,
        params,
    };
    if search.tree.nodes.is_empty() {
        search.add_root(position, &mut Random::new(seed));
    }
    if search.tree.nodes[0].edges == 0 {
        return Vec::new();
    }
    search.center = CENTER_PART * search.tree.nodes[0].mean().lead;
    let max_depth = params.limits.depth.unwrap_or(u32::MAX) as usize;
    let max_visits = if params.visits == 0 { u32::MAX } else { params.visits };
    while max_depth > 0 && search.tree.visits() < max_visits && !search.tree.is_full() {
        if !search.budget.spend_slowly(1) {
            break;
        }
        search.visit(position, max_depth);
        let visits = search.tree.visits();
        if visits.is_power_of_two() && visits < REPORT_EVERY || visits % REPORT_EVERY == 0 {
            report(&search.results());
        }
    }
    search.results()
}

struct Search<'a, G: PuctGame> {
    game: &'a mut G,
    tree: &'a mut PuctTree<G::Move>,
    params: &'a PuctParams<G::Move>,
    budget: SearchBudget,
    moves: Vec<(G::Move, f32)>,
    /// Nodes from the root to the leaf.
    path: Vec<usize>,
    depth: usize,
    /// Lead of the first side from which relative leads are counted.
    center: f64,
}

/// Sign that turns values from the first side's view to a side's.
fn sign(side: Side) -> f64 {
    match side {
        Side::First => 1.0,
        Side::Second => -1.0,
    }
}

impl<G: PuctGame> Search<'_, G> {
    fn add_root(&mut self, position: &G::Position, random: &mut Random) {
        let evaluation = self.game.evaluate(position, &mut self.moves);
        if let Some(wanted) = &self.params.root_moves {
            self.moves.retain(|(mv, _)| wanted.contains(mv));
            let sum: f32 = self.moves.iter().map(|(_, prior)| prior).sum();
            let count = self.moves.len() as f32;
            for (_, prior) in &mut self.moves {
                *prior = if sum > 0.0 { *prior / sum } else { 1.0 / count };
            }
        }
        if let Some(noise) = self.params.noise {
            let mut priors: Vec<f32> = self.moves.iter().map(|(_, prior)| *prior).collect();
            noise.apply(&mut priors, random);
            self.moves.iter_mut().zip(priors).for_each(|((_, prior), noisy)| *prior = noisy);
        }
        let side = self.game.side_to_move(position);
        self.center = CENTER_PART * sign(side) * f64::from(evaluation.lead);
        let value = self.backup(side, &evaluation);
        let root = self.tree.add_node(side, &mut self.moves);
        self.tree.nodes[root].add(&value);
    }

    /// The value of an evaluation for the side to move, from the first side's view.
    fn backup(&self, side: Side, evaluation: &Evaluation) -> Backup {
        let sign = sign(side);
        let win = sign * (2.0 * f64::from(evaluation.win) - 1.0);
        let lead = sign * f64::from(evaluation.lead);
        let scale = f64::from(self.params.score_scale);
        let mut utility = win;
        if scale > 0.0 {
            let deviation = f64::from(evaluation.deviation);
            // Close to the mean over the distribution of the lead.
            let much = |lead: f64, scale: f64| {
                FRAC_2_PI * (lead / (scale * scale + deviation * deviation).sqrt()).atan()
            };
            utility += LEAD_WEIGHT * much(lead, 2.0 * scale)
                + RELATIVE_LEAD_WEIGHT * much(lead - self.center, 0.75 * scale);
        }
        Backup { utility, wins: 0.5 * (win + 1.0), lead }
    }

    /// One visit: selection, expansion, evaluation and backpropagation.
    fn visit(&mut self, position: &G::Position, max_depth: usize) {
        let mut position = position.clone();
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        let value = loop {
            // The game is over, or the tree deep enough.
            if self.tree.nodes[node].edges == 0 || self.path.len() > max_depth {
                break self.tree.nodes[node].mean();
            }
            let edge = self.select(node);
            let Edge { mv, child, .. } = self.tree.edges[edge];
            self.game.play(&mut position, mv);
            if child > 0 {
                node = child as usize;
                self.path.push(node);
                continue;
            }
            let evaluation = self.game.evaluate(&position, &mut self.moves);
            let side = self.game.side_to_move(&position);
            let value = self.backup(side, &evaluation);
            let leaf = self.tree.add_node(side, &mut self.moves);
            self.tree.edges[edge].child = leaf as u32;
            self.tree.nodes[node].visited_edges += 1;
            self.path.push(leaf);
            break value;
        };
        self.depth = self.depth.max(self.path.len() - 1);
        for &node in &self.path {
            self.tree.nodes[node].add(&value);
        }
    }

    /// The edge to follow. Moves are visited in the order of their priors, so that of those without
    /// visits only the first one counts.
    fn select(&self, at: usize) -> usize {
        let node = &self.tree.nodes[at];
        let (range, sign) = (self.tree.edge_range(at), sign(node.side));
        let visited = range.start..range.start + usize::from(node.visited_edges);
        let visits = f64::from(node.visits);
        let growth = ((visits + EXPLORATION_BASE) / EXPLORATION_BASE).ln();
        let exploration =
            (EXPLORATION + EXPLORATION_GROWTH * growth) * (visits - 1.0 + 0.01).max(0.01).sqrt();
        let (mut best, mut best_score, mut covered) = (range.start, f64::NEG_INFINITY, 0.0);
        for n in visited.clone() {
            let edge = &self.tree.edges[n];
            let child = &self.tree.nodes[edge.child as usize];
            let prior = f64::from(edge.prior);
            covered += prior;
            let score = sign * child.utility / f64::from(child.visits)
                + exploration * prior / (1.0 + f64::from(child.visits));
            if score > best_score {
                (best, best_score) = (n, score);
            }
        }
        if visited.end < range.end {
            let reduction = if at == 0 { ROOT_FIRST_PLAY_REDUCTION } else { FIRST_PLAY_REDUCTION };
            let expected = sign * node.utility / visits - reduction * covered.sqrt();
            let prior = f64::from(self.tree.edges[visited.end].prior);
            if expected + exploration * prior > best_score {
                best = visited.end;
            }
        }
        best
    }

    /// The principal variation from a node on.
    fn principal_variation(&self, mut node: usize, pv: &mut Vec<G::Move>) {
        loop {
            let edges = &self.tree.edges[self.tree.edge_range(node)];
            let visited = edges.iter().take(usize::from(self.tree.nodes[node].visited_edges));
            // The first of the most visited.
            let best = visited.rev().max_by_key(|edge| self.tree.nodes[edge.child as usize].visits);
            let Some(edge) = best else { break };
            pv.push(edge.mv);
            node = edge.child as usize;
        }
    }

    /// The root moves, the most visited first, and those without visits by their priors.
    fn results(&self) -> Vec<PuctResult<G::Move>> {
        let root = &self.tree.nodes[0];
        let (sign, visited) = (sign(root.side), usize::from(root.visited_edges));
        let edges = &self.tree.edges[self.tree.edge_range(0)];
        let visits = |n: usize| {
            if n < visited { self.tree.nodes[edges[n].child as usize].visits } else { 0 }
        };
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(visits(n)));
        let result = |(rank, &n): (usize, &usize)| {
            let edge = &edges[n];
            let node = if n < visited { &self.tree.nodes[edge.child as usize] } else { root };
            let mean = node.mean();
            let value = VisitStats {
                visits: visits(n),
                win_rate: (0.5 + sign * (mean.wins - 0.5)) as f32,
                lead: (sign * mean.lead) as f32,
                prior: edge.prior,
            };
            let mut result = SearchResult::unsearched(edge.mv, value);
            if rank < self.params.multi_pv.max(1) && n < visited {
                self.principal_variation(edge.child as usize, &mut result.pv);
            }
            SearchResult {
                depth: self.depth as u32,
                nodes: self.budget.nodes(),
                elapsed: self.budget.elapsed(),
                ..result
            }
        };
        order.iter().enumerate().map(result).collect()
    }
}
