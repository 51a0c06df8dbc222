//! Monte-Carlo tree search: UCT with rapid action value estimation (RAVE) from
//! all-moves-as-first (AMAF) statistics (Gelly and Silver, "Monte-Carlo tree
//! search and rapid action value estimation in computer Go", 2011).

use super::trace::SearchObserver;
use super::{Limits, SearchBudget, SearchResult, StopFlag};
use crate::core::{Random, Side};

/// Rules and playout policy of a game.
pub trait MctsGame {
    /// Positions inside the tree; cheap to clone.
    type Position: Clone;
    /// Moves of the game.
    type Move: Copy + Eq;

    /// The side to move.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Replaces `moves` with the candidate moves and their priors; none where
    /// the game is over.
    fn moves(&mut self, position: &Self::Position, moves: &mut Vec<(Self::Move, Prior)>);

    /// Plays a move that [`MctsGame::moves`] gave.
    fn play(&mut self, position: &mut Self::Position, mv: Self::Move);

    /// Plays a playout to the end of the game and records every move in
    /// `amaf`.
    fn simulate(
        &mut self,
        position: &mut Self::Position,
        random: &mut Random,
        amaf: &mut AmafTable,
    ) -> Playout;

    /// AMAF index of a move, below [`MctsGame::amaf_len`]: the same for the
    /// same move anywhere in a game.
    fn amaf_index(&self, mv: Self::Move) -> usize;

    /// Number of AMAF indices.
    fn amaf_len(&self) -> usize;
}

/// A playout to the end of the game.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    /// The result for the first side, 0 (lost) to 1 (won).
    pub result: f32,
    /// Plies played.
    pub plies: u32,
}

impl Playout {
    /// The result for a side, 0 (lost) to 1 (won).
    fn result_for(self, side: Side) -> f32 {
        if side == Side::First { self.result } else { 1.0 - self.result }
    }
}

/// Prior estimate of a move.
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    /// Expected win rate of the side that plays it, 0 to 1.
    pub win_rate: f32,
    /// Equivalent number of playouts; above 0.
    pub weight: f32,
}

/// The side that was the first to play each move of a playout, by AMAF index.
#[derive(Clone, Debug)]
pub struct AmafTable(Vec<Option<Side>>);

impl AmafTable {
    /// Records a move, unless it was played before.
    #[inline]
    pub fn record(&mut self, amaf_index: usize, side: Side) {
        if let Some(first) = self.0.get_mut(amaf_index) {
            first.get_or_insert(side);
        }
    }
}

/// Parameters of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct MctsParams {
    /// Bounds on the search. Nodes are plies played, in the tree and in
    /// playouts; the depth is that of the tree, and at depth 0 the moves have
    /// their priors alone.
    pub limits: Limits,
    /// Maximum number of playouts; 0 means as many as the tree can hold.
    pub playouts: u32,
    /// Number of principal variations; 0 means 1. Those of the other moves are
    /// not followed beyond the move itself.
    pub multi_pv: usize,
    /// Weights of the selection.
    pub selection: SelectionWeights,
}

/// Weights of the terms by which selection chooses a move.
#[derive(Clone, Copy, Debug)]
pub struct SelectionWeights {
    /// UCT exploration constant.
    pub exploration: f32,
    /// RAVE equivalence parameter k: visits at which AMAF and the playouts of the move
    /// itself weigh about the same (Gelly and Silver 2011, section 4); 0 for plain UCT.
    pub rave_k: f32,
}

impl SelectionWeights {
    /// Plain UCT for results of 0 and 1 (Kocsis and Szepesvári, "Bandit based Monte-Carlo
    /// planning", 2006).
    pub const UCT: SelectionWeights =
        SelectionWeights { exploration: std::f32::consts::FRAC_1_SQRT_2, rave_k: 0.0 };
}

/// With RAVE, which explores by itself.
impl Default for SelectionWeights {
    fn default() -> SelectionWeights {
        SelectionWeights { exploration: 0.12, rave_k: 600.0 }
    }
}

/// The playouts through a root move, which are its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutStats {
    /// Number of playouts. The best move is the most visited one.
    pub visits: u32,
    /// Win rate of the side that plays the move, 0 to 1; where there are no
    /// playouts, as estimated from its prior and AMAF statistics.
    pub win_rate: f32,
}

/// The result for a root move, whose depth is the longest path in the tree, and
/// whose nodes are plies played, in the tree and in playouts.
pub type MctsResult<Mv> = SearchResult<Mv, PlayoutStats>;

/// Maximum number of tree nodes, at 36 bytes: about 150 MB.
const MAX_NODES: usize = 4_000_000;

/// Visits of a leaf at which it is expanded.
const EXPAND_AT_VISITS: f32 = 2.0;

/// Playouts between reports.
const REPORT_EVERY: u32 = 1000;

struct Node<Mv> {
    mv: Option<Mv>,
    amaf_index: u32,
    first_child: u32,
    children: u32,
    visits: f32,
    /// Won by the side that played `mv`.
    wins: f32,
    amaf_visits: f32,
    amaf_wins: f32,
}

impl<Mv> Node<Mv> {
    /// UCT-RAVE selection score for the side that plays the node's move.
    #[inline]
    fn selection_score(&self, log_parent: f32, weights: SelectionWeights) -> f32 {
        let SelectionWeights { exploration, rave_k } = weights;
        let amaf = self.amaf_wins / self.amaf_visits;
        if self.visits == 0.0 {
            return amaf + exploration * log_parent.sqrt();
        }
        let beta = (rave_k / (3.0 * self.visits + rave_k)).sqrt();
        let mean = self.wins / self.visits;
        let exploration = exploration * (log_parent / (self.visits + 1.0)).sqrt();
        beta * amaf + (1.0 - beta) * mean + exploration
    }
}

/// Receiver of results while the search goes on: the root moves, the most visited first.
pub type Report<'a, Mv> = dyn FnMut(&[MctsResult<Mv>]) + 'a;

/// Searches a position and reports every thousand playouts. Returns the root
/// moves, the most visited first; none if the game is over, otherwise at least
/// one, however early it is stopped. It is deterministic for the same seed and
/// limits without a time.
pub fn mcts_search<G: MctsGame>(
    game: &mut G,
    position: &G::Position,
    params: &MctsParams,
    seed: u64,
    stop: &StopFlag,
    report: &mut Report<'_, G::Move>,
) -> Vec<MctsResult<G::Move>> {
    mcts_observed(game, position, params, seed, stop, report, ())
}

/// As [`mcts_search`], and tells `observer` of every playout.
pub fn mcts_observed<G: MctsGame>(
    game: &mut G,
    position: &G::Position,
    params: &MctsParams,
    seed: u64,
    stop: &StopFlag,
    report: &mut Report<'_, G::Move>,
    observer: impl SearchObserver<G::Move>,
) -> Vec<MctsResult<G::Move>> {
    let mut search = Search {
        amaf_len: game.amaf_len(),
        nodes: vec![Node {
            mv: None,
            amaf_index: 0,
            first_child: 0,
            children: 0,
            visits: 0.0,
            wins: 0.0,
            amaf_visits: 1.0,
            amaf_wins: 0.5,
        }],
        moves: Vec::new(),
        path: Vec::new(),
        amaf: AmafTable(Vec::new()),
        random: Random::new(seed),
        budget: SearchBudget::new(params.limits, stop.clone()),
        depth: 0,
        multi_pv: params.multi_pv.max(1),
        selection: params.selection,
        game,
        observer,
    };
    search.expand(0, position);
    if search.nodes[0].children == 0 {
        return Vec::new();
    }
    if params.limits.depth == Some(0) {
        return search.results();
    }
    let max_playouts = if params.playouts == 0 { u32::MAX } else { params.playouts };
    let mut playouts = 0;
    while playouts < max_playouts && search.nodes.len() < MAX_NODES {
        let mut next = position.clone();
        let plies = search.iterate(&mut next, params.limits.depth.unwrap_or(u32::MAX).max(1));
        playouts += 1;
        if !search.budget.spend(u64::from(plies)) {
            break;
        }
        if playouts % REPORT_EVERY == 0 {
            report(&search.results());
        }
    }
    search.results()
}

struct Search<'a, G: MctsGame, O> {
    game: &'a mut G,
    observer: O,
    selection: SelectionWeights,
    amaf_len: usize,
    nodes: Vec<Node<G::Move>>,
    moves: Vec<(G::Move, Prior)>,
    /// Nodes from the root to the leaf, each with its side to move.
    path: Vec<(usize, Side)>,
    amaf: AmafTable,
    random: Random,
    budget: SearchBudget,
    depth: u32,
    /// Number of principal variations in a result.
    multi_pv: usize,
}

impl<G: MctsGame, O: SearchObserver<G::Move>> Search<'_, G, O> {
    /// Adds the children of a leaf.
    fn expand(&mut self, node: usize, position: &G::Position) {
        self.game.moves(position, &mut self.moves);
        let first = self.nodes.len();
        for &(mv, prior) in &self.moves {
            let weight = prior.weight.max(0.01);
            self.observer.expand(node, self.nodes.len(), mv, prior.win_rate);
            self.nodes.push(Node {
                mv: Some(mv),
                amaf_index: self.game.amaf_index(mv) as u32,
                first_child: 0,
                children: 0,
                visits: 0.0,
                wins: 0.0,
                amaf_visits: weight,
                amaf_wins: weight * prior.win_rate,
            });
        }
        self.nodes[node].first_child = first as u32;
        self.nodes[node].children = self.moves.len() as u32;
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let first = self.nodes[node].first_child as usize;
        first..first + self.nodes[node].children as usize
    }

    /// One iteration: selection, expansion, playout and backpropagation.
    /// Returns the plies played.
    fn iterate(&mut self, position: &mut G::Position, max_depth: u32) -> u32 {
        self.path.clear();
        let mut node = 0;
        loop {
            let depth = self.path.len() as u32;
            let side = self.game.side_to_move(position);
            self.observer.select(node, side);
            self.path.push((node, side));
            let leaf = &self.nodes[node];
            let may_expand = depth < max_depth && self.nodes.len() < MAX_NODES;
            if leaf.children == 0 && leaf.visits >= EXPAND_AT_VISITS && may_expand {
                self.expand(node, position);
            }
            let log = self.nodes[node].visits.max(1.0).ln();
            let score = |n: &usize| self.nodes[*n].selection_score(log, self.selection);
            let Some(best) = self
                .children(node)
                .max_by(|a, b| score(a).total_cmp(&score(b)).then_with(|| b.cmp(a)))
            else {
                break;
            };
            let Some(mv) = self.nodes[best].mv else { break };
            self.game.play(position, mv);
            node = best;
        }
        let depth = self.path.len() as u32 - 1;
        self.depth = self.depth.max(depth);
        self.amaf.0.clear();
        self.amaf.0.resize(self.amaf_len, None);
        let playout = self.game.simulate(position, &mut self.random, &mut self.amaf);
        self.observer.simulate(playout);
        for n in (0..self.path.len()).rev() {
            let (at, side) = self.path[n];
            if let Some(&(child, _)) = self.path.get(n + 1) {
                let amaf_index = self.nodes[child].amaf_index as usize;
                self.amaf.0[amaf_index] = Some(side);
            }
            let own = playout.result_for(side);
            let range = self.children(at);
            for child in &mut self.nodes[range] {
                if self.amaf.0[child.amaf_index as usize] == Some(side) {
                    child.amaf_visits += 1.0;
                    child.amaf_wins += own;
                }
            }
            self.nodes[at].visits += 1.0;
            // A side may move twice in a row, so the mover is the parent's
            // side to move.
            if let Some(&(_, mover)) = n.checked_sub(1).and_then(|n| self.path.get(n)) {
                self.nodes[at].wins += playout.result_for(mover);
            }
            self.observer.back_up(at, self.nodes[at].visits, self.nodes[at].wins);
        }
        playout.plies + depth + 1
    }

    /// The most visited child; of equals the one with the better value.
    fn best_child(&self, node: usize) -> Option<usize> {
        let score = |node: &Node<G::Move>| node.selection_score(0.0, self.selection);
        self.children(node).max_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            a.visits.total_cmp(&b.visits).then(score(a).total_cmp(&score(b)))
        })
    }

    /// The principal variation from this node on, beginning with its move.
    fn principal_variation(&self, mut node: usize) -> Vec<G::Move> {
        let mut pv: Vec<_> = self.nodes[node].mv.into_iter().collect();
        while let Some(child) = self.best_child(node) {
            if self.nodes[child].visits < EXPAND_AT_VISITS {
                break;
            }
            pv.extend(self.nodes[child].mv);
            node = child;
        }
        pv
    }

    /// The root moves, the most visited first.
    fn results(&self) -> Vec<MctsResult<G::Move>> {
        let score = |node: &Node<G::Move>| node.selection_score(0.0, self.selection);
        let mut children: Vec<_> = self.children(0).collect();
        children.sort_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            b.visits.total_cmp(&a.visits).then(score(b).total_cmp(&score(a)))
        });
        let result = |(rank, &node): (usize, &usize)| {
            let child = &self.nodes[node];
            let best = child.mv?;
            let win_rate = if child.visits > 0.0 {
                child.wins / child.visits
            } else {
                child.amaf_wins / child.amaf_visits
            };
            let value = PlayoutStats { visits: child.visits as u32, win_rate };
            let unsearched = SearchResult::unsearched(best, value);
            let has_pv = rank < self.multi_pv;
            Some(SearchResult {
                pv: if has_pv { self.principal_variation(node) } else { unsearched.pv },
                depth: self.depth,
                nodes: self.budget.nodes(),
                elapsed: self.budget.elapsed(),
                ..unsearched
            })
        };
        children.iter().enumerate().filter_map(result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Take one to three matches; whoever takes the last one wins.
    struct Matches;

    impl MctsGame for Matches {
        type Position = (u32, Side);
        type Move = u32;

        fn side_to_move(&self, position: &(u32, Side)) -> Side {
            position.1
        }
        fn moves(&mut self, position: &(u32, Side), moves: &mut Vec<(u32, Prior)>) {
            moves.clear();
            let takes = 1..=position.0.min(3);
            moves.extend(takes.map(|take| (take, Prior { win_rate: 0.5, weight: 1.0 })));
        }
        fn play(&mut self, position: &mut (u32, Side), take: u32) {
            *position = (position.0 - take, position.1.other());
        }
        fn simulate(
            &mut self,
            position: &mut (u32, Side),
            random: &mut Random,
            _: &mut AmafTable,
        ) -> Playout {
            let mut plies = 0;
            while position.0 > 0 {
                let take = 1 + random.below(position.0.min(3) as usize) as u32;
                self.play(position, take);
                plies += 1;
            }
            Playout { result: if position.1 == Side::First { 0.0 } else { 1.0 }, plies }
        }
        fn amaf_index(&self, take: u32) -> usize {
            take as usize
        }
        fn amaf_len(&self) -> usize {
            4
        }
    }

    fn search_matches(left: u32, params: &MctsParams, stop: &StopFlag) -> Vec<MctsResult<u32>> {
        mcts_search(&mut Matches, &(left, Side::Second), params, 3, stop, &mut |_| ())
    }

    #[test]
    fn the_winning_move_is_found_with_a_high_win_rate() {
        let params = MctsParams { playouts: 20_000, ..MctsParams::default() };
        for left in [5, 6, 7, 9, 10, 11] {
            let found = search_matches(left, &params, &StopFlag::new());
            assert_eq!(found[0].best, left % 4, "{left} matches: {found:?}");
            assert!(found[0].value.win_rate > 0.8);
            let playouts: u32 = found.iter().map(|line| line.value.visits).sum();
            assert_eq!((found[0].pv[0], playouts), (left % 4, 20_000));
        }
    }

    #[test]
    fn results_are_deterministic_and_a_stopped_search_has_moves() {
        let params = MctsParams { playouts: 500, ..MctsParams::default() };
        let answer = |stop: &StopFlag| {
            let found = search_matches(13, &params, stop);
            found.into_iter().map(|line| (line.best, line.value)).collect::<Vec<_>>()
        };
        assert_eq!(answer(&StopFlag::new()), answer(&StopFlag::new()));
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(answer(&stop).len(), 3);
        assert_eq!(search_matches(0, &params, &stop), []);
    }
}
