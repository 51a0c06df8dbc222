//! The search.

use std::f64::consts::FRAC_2_PI;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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

/// Utility that is counted for each visit that is on its way, for the side that plays the move
/// (virtual loss): other threads look elsewhere meanwhile.
const VIRTUAL_LOSS: f64 = -1.0;

/// Longest wait of a thread for another one before it looks at the limits.
const WAIT: Duration = Duration::from_millis(10);

/// Searches a position and reports whenever the number of visits has doubled, and then every 64
/// visits. There is a thread for each of the games, the first of which is searched on this one. The
/// tree is that of an earlier search of this very position, or empty. Returns the root moves, the
/// most visited first; none if the game is over, otherwise at least one, however early it is
/// stopped. With one game it is deterministic for the same seed, tree and limits without a time.
pub fn puct_search<G: PuctGame>(
    games: &mut [G],
    position: &G::Position,
    tree: &mut PuctTree<G::Move>,
    params: &PuctParams<G::Move>,
    (seed, stop): (u64, &StopFlag),
    report: &mut Report<'_, G::Move>,
) -> Vec<PuctResult<G::Move>> {
    let Some((game, helpers)) = games.split_first_mut() else { return Vec::new() };
    if params.root_moves.is_some() || params.noise.is_some() {
        *tree = PuctTree::default();
    }
    let budget = SearchBudget::new(params.limits, stop.clone());
    let mut shared = Shared { budget, depth: 0, center: 0.0, tree, params };
    if shared.tree.nodes.is_empty() {
        shared.add_root(game, position, &mut Random::new(seed));
    }
    if shared.tree.nodes[0].edges == 0 {
        return Vec::new();
    }
    shared.center = CENTER_PART * shared.tree.nodes[0].mean().lead;
    let search = Search { shared: Mutex::new(shared), arrival: Condvar::new(), position };
    if helpers.is_empty() {
        search.work(game, Some(report));
    } else {
        std::thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(|| search.work(helper, None));
            }
            search.work(game, Some(report));
        });
    }
    search.lock().results()
}

/// A search by one or more threads. One at a time looks at the tree; evaluations, which take
/// longest, go on beside each other.
struct Search<'a, G: PuctGame> {
    shared: Mutex<Shared<'a, G::Move>>,
    /// A visit has come.
    arrival: Condvar,
    position: &'a G::Position,
}

/// State that the threads share.
struct Shared<'a, Mv> {
    tree: &'a mut PuctTree<Mv>,
    params: &'a PuctParams<Mv>,
    budget: SearchBudget,
    depth: usize,
    /// Lead of the first side from which relative leads are counted.
    center: f64,
}

/// The end of a way down the tree.
enum Leaf<P> {
    /// The game is over, or the tree deep enough: its value.
    Known(Backup),
    /// A node that was added for this position, to be evaluated.
    New(P),
    /// Another thread evaluates it.
    Awaited,
}

/// The number of visits, more than these, at which is reported.
fn next_report(visits: u32) -> u32 {
    match visits {
        0..REPORT_EVERY => (visits + 1).next_power_of_two(),
        _ => (visits / REPORT_EVERY + 1) * REPORT_EVERY,
    }
}

impl<'a, G: PuctGame> Search<'a, G> {
    fn lock(&self) -> MutexGuard<'_, Shared<'a, G::Move>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Visits until a bound is reached; the thread that has `report` tells of it.
    fn work(&self, game: &mut G, mut report: Option<&mut Report<'_, G::Move>>) {
        let (mut path, mut moves) = (Vec::new(), Vec::new());
        let mut shared = self.lock();
        let mut report_at = next_report(shared.tree.visits());
        while shared.may_visit() && shared.budget.spend_slowly(1) {
            let leaf = loop {
                match shared.descend(game, self.position, &mut path) {
                    Leaf::Awaited => {
                        let waited = self.arrival.wait_timeout(shared, WAIT);
                        shared = waited.unwrap_or_else(PoisonError::into_inner).0;
                        if !shared.may_visit() || !shared.budget.spend_slowly(0) {
                            return;
                        }
                    }
                    leaf => break leaf,
                }
            };
            let value = match leaf {
                Leaf::Known(value) => value,
                Leaf::New(position) => {
                    shared.set_pending(&path, true);
                    drop(shared);
                    let evaluation = game.evaluate(&position, &mut moves);
                    shared = self.lock();
                    shared.set_pending(&path, false);
                    let side = game.side_to_move(&position);
                    let leaf = path.last().copied().unwrap_or_default();
                    shared.tree.set_moves(leaf, &mut moves);
                    shared.backup(side, &evaluation)
                }
                Leaf::Awaited => unreachable!("it was waited for"),
            };
            shared.add(&path, &value);
            self.arrival.notify_all();
            let visits = shared.tree.visits();
            if let Some(report) = report.as_mut().filter(|_| visits >= report_at) {
                report(&shared.results());
                report_at = next_report(visits);
            }
        }
    }
}

/// Sign that turns values from the first side's view to a side's.
fn sign(side: Side) -> f64 {
    match side {
        Side::First => 1.0,
        Side::Second => -1.0,
    }
}

impl<Mv: Copy + Eq> Shared<'_, Mv> {
    fn add_root<G: PuctGame<Move = Mv>>(
        &mut self,
        game: &mut G,
        position: &G::Position,
        random: &mut Random,
    ) {
        let mut moves = Vec::new();
        let evaluation = game.evaluate(position, &mut moves);
        if let Some(wanted) = &self.params.root_moves {
            moves.retain(|(mv, _)| wanted.contains(mv));
            let sum: f32 = moves.iter().map(|(_, prior)| prior).sum();
            let count = moves.len() as f32;
            for (_, prior) in &mut moves {
                *prior = if sum > 0.0 { *prior / sum } else { 1.0 / count };
            }
        }
        if let Some(noise) = self.params.noise {
            let mut priors: Vec<f32> = moves.iter().map(|(_, prior)| *prior).collect();
            noise.apply(&mut priors, random);
            moves.iter_mut().zip(priors).for_each(|((_, prior), noisy)| *prior = noisy);
        }
        let side = game.side_to_move(position);
        self.center = CENTER_PART * sign(side) * f64::from(evaluation.lead);
        let value = self.backup(side, &evaluation);
        let root = self.tree.add_unknown(side);
        self.tree.set_moves(root, &mut moves);
        self.tree.nodes[root].add(&value);
    }

    /// True unless the tree has all visits that it may have, those on their way included.
    fn may_visit(&self) -> bool {
        let max_visits = if self.params.visits == 0 { u32::MAX } else { self.params.visits };
        let root = &self.tree.nodes[0];
        self.max_depth() > 0 && root.visits + root.pending < max_visits && !self.tree.is_full()
    }

    fn max_depth(&self) -> usize {
        self.params.limits.depth.unwrap_or(u32::MAX) as usize
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

    /// Goes down from the root by the best edges; `path` is then the nodes on the way.
    fn descend<G: PuctGame<Move = Mv>>(
        &mut self,
        game: &mut G,
        position: &G::Position,
        path: &mut Vec<usize>,
    ) -> Leaf<G::Position> {
        let mut position = position.clone();
        path.clear();
        path.push(0);
        let mut node = 0;
        loop {
            if self.tree.nodes[node].is_unknown() {
                return Leaf::Awaited;
            }
            if self.tree.nodes[node].edges == 0 || path.len() > self.max_depth() {
                return Leaf::Known(self.tree.nodes[node].mean());
            }
            let edge = self.select(node);
            let Edge { mv, child, .. } = self.tree.edges[edge];
            game.play(&mut position, mv);
            if child > 0 {
                node = child as usize;
                path.push(node);
                continue;
            }
            let leaf = self.tree.add_unknown(game.side_to_move(&position));
            self.tree.edges[edge].child = leaf as u32;
            self.tree.nodes[node].visited_edges += 1;
            path.push(leaf);
            return Leaf::New(position);
        }
    }

    /// Notes that a visit is on its way along this path, or no longer.
    fn set_pending(&mut self, path: &[usize], is_pending: bool) {
        for &node in path {
            let pending = &mut self.tree.nodes[node].pending;
            *pending = if is_pending { *pending + 1 } else { *pending - 1 };
        }
    }

    /// Adds a visit that has come to the nodes of its path.
    fn add(&mut self, path: &[usize], value: &Backup) {
        self.depth = self.depth.max(path.len() - 1);
        for &node in path {
            self.tree.nodes[node].add(value);
        }
    }

    /// The edge to follow. Moves are visited in the order of their priors, so that of those without
    /// visits only the first one counts.
    fn select(&self, at: usize) -> usize {
        let node = &self.tree.nodes[at];
        let (range, sign) = (self.tree.edge_range(at), sign(node.side));
        let visited = range.start..range.start + usize::from(node.visited_edges);
        let visits = f64::from(node.visits + node.pending);
        let growth = ((visits + EXPLORATION_BASE) / EXPLORATION_BASE).ln();
        let exploration =
            (EXPLORATION + EXPLORATION_GROWTH * growth) * (visits - 1.0 + 0.01).max(0.01).sqrt();
        let (mut best, mut best_score, mut covered) = (range.start, f64::NEG_INFINITY, 0.0);
        for n in visited.clone() {
            let edge = &self.tree.edges[n];
            let child = &self.tree.nodes[edge.child as usize];
            let prior = f64::from(edge.prior);
            covered += prior;
            let pending = f64::from(child.pending);
            let visits = f64::from(child.visits) + pending;
            let score = (sign * child.utility + pending * VIRTUAL_LOSS) / visits
                + exploration * prior / (1.0 + visits);
            if score > best_score {
                (best, best_score) = (n, score);
            }
        }
        if visited.end < range.end {
            let reduction = if at == 0 { ROOT_FIRST_PLAY_REDUCTION } else { FIRST_PLAY_REDUCTION };
            let mean = node.utility / f64::from(node.visits);
            let expected = sign * mean - reduction * covered.sqrt();
            let prior = f64::from(self.tree.edges[visited.end].prior);
            if expected + exploration * prior > best_score {
                best = visited.end;
            }
        }
        best
    }

    /// The principal variation from a node on.
    fn principal_variation(&self, mut node: usize, pv: &mut Vec<Mv>) {
        loop {
            let edges = &self.tree.edges[self.tree.edge_range(node)];
            let visited = edges.iter().take(usize::from(self.tree.nodes[node].visited_edges));
            // The first of the most visited.
            let best = visited.rev().max_by_key(|edge| self.tree.nodes[edge.child as usize].visits);
            let Some(edge) = best.filter(|edge| !self.tree.nodes[edge.child as usize].is_unknown())
            else {
                break;
            };
            pv.push(edge.mv);
            node = edge.child as usize;
        }
    }

    /// The root moves, the most visited first, and those without visits by their priors.
    fn results(&self) -> Vec<PuctResult<Mv>> {
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
            let node = if visits(n) > 0 { &self.tree.nodes[edge.child as usize] } else { root };
            let mean = node.mean();
            let value = VisitStats {
                visits: visits(n),
                win_rate: (0.5 + sign * (mean.wins - 0.5)) as f32,
                lead: (sign * mean.lead) as f32,
                prior: edge.prior,
            };
            let mut result = SearchResult::unsearched(edge.mv, value);
            if rank < self.params.multi_pv.max(1) && visits(n) > 0 {
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
