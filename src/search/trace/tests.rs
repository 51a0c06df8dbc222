//! Laws of traces, on games that are small enough for exhaustive search.

use super::*;
use crate::core::{GameOverReason, Outcome, Position, Random, Side, mix};
use crate::search::mcts::{MctsParams, Playout, SelectionWeights, mcts_observed};
use crate::search::tests::{Evaluator, Row, Take};
use crate::search::{
    Limits, MoveOf, RandomPlayouts, Refinements, SearchBudget, SearchGame, SearchParams,
    SearchResult, Searcher, StopFlag, Window, minimax, plain_alpha_beta,
};

const REFINED: [Refinements; 4] = [
    Refinements { ordering: false, table: false, deepening: false },
    Refinements { ordering: true, table: false, deepening: false },
    Refinements { ordering: true, table: true, deepening: false },
    Refinements { ordering: true, table: true, deepening: true },
];

/// A uniform tree: every node has `breadth` children down to `depth` plies, where a hash of
/// the path is the value. Moves are ordered by their true value.
#[derive(Clone, Debug)]
struct Uniform {
    path: Vec<u8>,
    breadth: u8,
    depth: u32,
    seed: u64,
}

impl Uniform {
    fn value(&mut self) -> i32 {
        if self.path.len() as u32 == self.depth {
            return (self.key() % 2001) as i32 - 1000;
        }
        let breadth = self.breadth;
        let values = (0..breadth).map(|mv| {
            self.path.push(mv);
            let value = -self.value();
            self.path.pop();
            value
        });
        values.max().unwrap_or(0)
    }
}

impl Position for Uniform {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.path.len() % 2]
    }
    fn key(&self) -> u64 {
        self.path.iter().fold(self.seed, |key, &mv| mix(key ^ u64::from(mv + 1)))
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        if (self.path.len() as u32) < self.depth {
            moves.extend(0..self.breadth);
        }
    }
    fn is_legal(&self, mv: u8) -> bool {
        (self.path.len() as u32) < self.depth && mv < self.breadth
    }
    fn play(&mut self, mv: u8) {
        self.path.push(mv);
    }
    fn undo(&mut self, _: u8, (): ()) {
        self.path.pop();
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = self.path.len() as u32 == self.depth;
        over.then_some(Outcome { winner: None, reason: GameOverReason::Row, score: None })
    }
}

struct PerfectOrder;

impl SearchGame for PerfectOrder {
    type Position = Uniform;

    fn evaluate(&mut self, position: &Uniform) -> i32 {
        position.clone().value()
    }
    fn terminal_value(&self, position: &Uniform) -> i32 {
        position.clone().value()
    }
    fn move_order_score(&mut self, position: &mut Uniform, mv: u8, _: u32) -> i32 {
        position.play(mv);
        let value = -position.value();
        position.undo(mv, ());
        value
    }
    fn move_id(&self, mv: u8) -> u16 {
        u16::from(mv) + 1
    }
    fn costs_no_depth(&self, _: u8) -> bool {
        false
    }
    fn max_plies_left(&self, position: &Uniform) -> u32 {
        position.depth - position.path.len() as u32
    }
    fn solve(&mut self, _: &Uniform, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }
}

/// A plain search with its trace.
fn traced<G: SearchGame>(
    game: &mut G,
    position: &G::Position,
    refinements: Refinements,
    limits: RecorderLimits,
) -> (SearchResult<MoveOf<G>>, SearchTrace<MoveOf<G>>) {
    let mut recorder = Recorder::new(position.side_to_move(), limits);
    let stop = StopFlag::new();
    let bounds = Limits::default();
    let found =
        plain_alpha_beta(game, position, refinements, bounds, &stop, &mut recorder).unwrap();
    let trace = recorder.finish(Some(found.value));
    assert!(trace.is_sound());
    (found, trace)
}

/// That what a trace tells of each node agrees with itself.
fn check_bounds<Mv: Copy>(trace: &SearchTrace<Mv>) {
    let (starts, children) = trace.children();
    for (n, node) in trace.nodes.iter().enumerate() {
        let below = &children[starts[n] as usize..starts[n + 1] as usize];
        let cut = below.iter().any(|&child| {
            trace.nodes[child as usize].kind == NodeKind::Skipped(SkipReason::Cutoff)
        });
        if node.end == NodeEnd::Cutoff || cut {
            assert_eq!(node.end, NodeEnd::Cutoff);
            assert!(node.value >= node.window.beta, "{:?}", (node.value, node.window));
            assert_eq!(node.bound(), Bound::Lower);
        }
        assert!(
            below
                .iter()
                .enumerate()
                .all(|(order, &child)| { usize::from(trace.nodes[child as usize].order) == order })
        );
    }
}

#[test]
fn every_refinement_of_alpha_beta_finds_the_value_of_minimax_with_fewer_nodes() {
    for seed in 0..20 {
        let mut row = Row::random(seed);
        row.shorten(5);
        let stop = StopFlag::new();
        let mut recorder = Recorder::new(row.side_to_move(), RecorderLimits::default());
        let plain = minimax(&mut Evaluator, &row, Limits::default(), &stop, &mut recorder);
        let trace = recorder.finish(None);
        assert_eq!(trace.totals.nodes, plain[0].nodes);
        assert_eq!((trace.nodes[0].value, trace.totals.cutoffs), (plain[0].value, 0));
        let mut before = plain[0].nodes;
        for refinements in REFINED {
            let (found, trace) =
                traced(&mut Evaluator, &row, refinements, RecorderLimits::default());
            assert_eq!((found.value, found.is_exact()), (plain[0].value, true), "{row:?}");
            assert_eq!(trace.totals.nodes, found.nodes, "{refinements:?}");
            check_bounds(&trace);
            if !refinements.deepening {
                assert!(found.nodes <= before, "{refinements:?} {row:?}");
                before = found.nodes;
            }
        }
    }
}

#[test]
fn the_full_search_tells_of_as_many_nodes_as_it_counts() {
    for seed in 0..20 {
        let row = Row::random(seed);
        let mut recorder = Recorder::new(row.side_to_move(), RecorderLimits::default());
        let params = SearchParams::default();
        let stop = StopFlag::new();
        let found = Searcher::new(1)
            .search_observed(&mut Evaluator, &row, &params, &stop, &mut recorder)
            .unwrap();
        let quiet =
            Searcher::new(1).search(&mut Evaluator, &row, &params, &stop, &mut |_| ()).unwrap();
        assert_eq!((found.value, found.best, found.nodes), (quiet.value, quiet.best, quiet.nodes));
        let trace = recorder.finish(Some(found.value));
        assert_eq!((trace.totals.nodes, trace.is_sound()), (found.nodes, true));
        check_bounds(&trace);
    }
}

// Knuth and Moore, "An analysis of alpha-beta pruning", 1975: with the best move first
// everywhere, b^ceil(d/2) + b^floor(d/2) - 1 of the b^d leaves are looked at.
#[test]
fn with_perfect_ordering_alpha_beta_looks_at_the_leaves_of_the_minimal_tree_alone() {
    for (breadth, depth, seed) in [(3, 4, 1), (4, 5, 2), (2, 7, 3), (5, 3, 4)] {
        let tree = Uniform { path: Vec::new(), breadth, depth, seed };
        let ordered = Refinements { ordering: true, ..Refinements::default() };
        let (found, trace) = traced(&mut PerfectOrder, &tree, ordered, RecorderLimits::default());
        assert_eq!(found.value, tree.clone().value());
        let power = |plies: u32| u64::from(breadth).pow(plies);
        let minimal = power(depth.div_ceil(2)) + power(depth / 2) - 1;
        assert_eq!(trace.totals.evaluations, minimal, "{breadth} {depth}");
        let unordered =
            traced(&mut PerfectOrder, &tree, Refinements::default(), RecorderLimits::default());
        assert_eq!(unordered.0.value, found.value);
        assert!(unordered.1.totals.evaluations >= minimal);
        assert!(unordered.1.totals.evaluations < power(depth));
        check_bounds(&unordered.1);
    }
}

#[test]
fn a_replay_is_the_same_forwards_and_backwards() {
    let row = Row::random(3);
    let (_, trace) = traced(&mut Evaluator, &row, REFINED[3], RecorderLimits::default());
    check_replay(&trace);
    let mut replay = Replay::new(&trace);
    replay.go_to(&trace, usize::MAX);
    assert_eq!(replay.counts(), trace.totals);
    let visible = |replay: &Replay| trace.nodes.iter().filter(|n| replay.has_entered(n)).count();
    assert_eq!(visible(&replay), trace.nodes.len());
    replay.go_to(&trace, 0);
    assert_eq!(visible(&replay), 1);
}

/// That any way to a step leads to the same state.
fn check_replay<Mv>(trace: &SearchTrace<Mv>) {
    let mut random = Random::new(7);
    let mut wandering = Replay::new(trace);
    for _ in 0..50 {
        let step = random.below(trace.events.len() + 1);
        wandering.go_to(trace, step);
        let mut straight = Replay::new(trace);
        straight.go_to(trace, step);
        assert_eq!(wandering, straight, "{step}");
    }
}

#[test]
fn a_trace_that_is_full_says_so_and_still_counts_everything() {
    let row = Row::random(5);
    let limits = RecorderLimits { nodes: 50, ..RecorderLimits::default() };
    let (found, trace) = traced(&mut Evaluator, &row, Refinements::default(), limits);
    assert_eq!((trace.nodes.len(), trace.is_cut_short), (50, true));
    assert_eq!(trace.totals.nodes, found.nodes);
    let unrecorded: u64 = trace.nodes.iter().map(|node| u64::from(node.unrecorded)).sum();
    let skipped = trace.nodes.iter().filter(|node| node.is_skipped()).count() as u64;
    assert_eq!(unrecorded + 50 - skipped, found.nodes);
    let limits = RecorderLimits { plies: 3, ..RecorderLimits::default() };
    let (found, shallow) = traced(&mut Evaluator, &row, Refinements::default(), limits);
    assert!(!shallow.is_cut_short && shallow.nodes.iter().all(|node| node.ply <= 3));
    assert_eq!(shallow.totals.nodes, found.nodes);
}

/// Records what backpropagation says, beside the trace.
struct WithVisits {
    recorder: Recorder<Take>,
    /// Visits, wins and the place in the trace, by the search's own numbers.
    told: Vec<(f32, f32)>,
}

impl SearchObserver<Take> for WithVisits {
    fn select(&mut self, node: usize, side: Side) {
        self.recorder.select(node, side);
    }
    fn expand(&mut self, parent: usize, child: usize, mv: Take, prior: f32) {
        self.recorder.expand(parent, child, mv, prior);
    }
    fn simulate(&mut self, playout: Playout) {
        self.recorder.simulate(playout);
    }
    fn back_up(&mut self, node: usize, visits: f32, wins: f32) {
        if self.told.len() <= node {
            self.told.resize(node + 1, (0.0, 0.0));
        }
        self.told[node] = (visits, wins);
    }
}

#[test]
fn visits_and_wins_of_a_replay_are_those_of_monte_carlo_tree_search() {
    let row = Row::random(6);
    for selection in [SelectionWeights::UCT, SelectionWeights::default()] {
        let recorder = Recorder::new(row.side_to_move(), RecorderLimits::default());
        let mut observer = WithVisits { recorder, told: Vec::new() };
        let params = MctsParams { playouts: 300, selection, ..MctsParams::default() };
        let mut game = RandomPlayouts::new(&Evaluator);
        let stop = StopFlag::new();
        let found = mcts_observed(&mut game, &row, &params, 2, &stop, &mut |_| (), &mut observer);
        let WithVisits { recorder, told } = observer;
        let trace = recorder.finish(None);
        assert!(trace.is_sound() && !trace.is_cut_short);
        check_replay(&trace);
        let mut replay = Replay::new(&trace);
        replay.go_to(&trace, usize::MAX);
        let stats = replay.stats();
        // The trace holds the nodes in the order of their expansion, as the search does.
        for (n, &(visits, wins)) in told.iter().enumerate() {
            assert_eq!(stats.visits[n] as f32, visits, "{n}");
            assert!(n == 0 || (stats.wins[n] as f32 - wins).abs() < 1e-3, "{n}");
        }
        assert_eq!((stats.visits[0], trace.totals.playouts), (300, 300));
        assert_eq!(stats.leaf_plies.iter().sum::<u32>(), 300);
        let (starts, children) = trace.children();
        for (n, node) in trace.nodes.iter().enumerate() {
            let below = &children[starts[n] as usize..starts[n + 1] as usize];
            let sum: u32 = below.iter().map(|&child| stats.visits[child as usize]).sum();
            assert!(sum <= stats.visits[n] && (n > 0 || sum == 300), "{:?}", node.mv);
        }
        let best = found.iter().map(|line| line.value.visits).sum::<u32>();
        assert_eq!(best, 300);
    }
}

#[test]
fn the_series_of_counts_rises_from_nothing_to_the_totals() {
    let (_, trace) = traced(&mut Evaluator, &Row::random(8), REFINED[3], RecorderLimits::default());
    let series = trace.series(40);
    assert!(series.len() <= 40 && series[0] == (0, TraceCounts::default()));
    assert_eq!(series.last().unwrap(), &(trace.events.len(), trace.totals));
    assert!(series.windows(2).all(|pair| {
        let [(a, before), (b, after)] = [pair[0], pair[1]];
        a < b && before.nodes <= after.nodes && before.cutoffs <= after.cutoffs
    }));
}

#[test]
fn an_evolution_tells_of_generations_and_of_the_origin_of_every_weight() {
    use crate::search::evolution::{EvolutionParams, evolve};
    let params =
        EvolutionParams { population: 8, generations: 3, games: 2, max_plies: 40, nodes: 100_000 };
    let row = Row::random(6);
    let mut recorder = Recorder::new(row.side_to_move(), RecorderLimits::default());
    let (stop, limits) = (StopFlag::new(), Limits::default());
    let bred = evolve(&mut Evaluator, &row, &params, 3, limits, &stop, &mut recorder);
    let alone = evolve(&mut Evaluator, &row, &params, 3, limits, &stop, ());
    assert_eq!(bred, alone);
    let trace = recorder.finish(None);
    assert_eq!(trace.generations.len(), 3);
    for pair in trace.generations.windows(2) {
        let (before, after) = (&pair[0].population, &pair[1].population);
        assert!(before.windows(2).all(|two| two[0].fitness >= two[1].fitness));
        for birth in &pair[0].births {
            let child = birth.genes.iter().enumerate().map(|(n, gene)| {
                let parent = birth.parents[usize::from(gene.parent)];
                (gene.mutated, before[parent].weights[n])
            });
            let child: Vec<_> = child.collect();
            // The child is among the next generation, in the order of its fitness there.
            assert!(after.iter().any(|one| {
                child.iter().zip(&one.weights).all(|(&(mutated, inherited), &weight)| {
                    mutated && (weight - inherited).abs() <= 0.4 || weight == inherited
                })
            }));
        }
    }
    assert_eq!(trace.generations[2].population[0].weights, bred.weights);
}
