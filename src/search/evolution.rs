//! Evolutionary algorithm for a linear policy: a population of random weights
//! of move features plays games among itself; the better half survives, the
//! other is replaced by mutated crossovers of it.

use std::cmp::Ordering;

use super::trace::{Birth, Gene, Individual, SearchObserver};
use super::{Limits, SearchBudget, StopFlag};
use crate::core::{Position, Random};

/// Features of the moves of a game.
pub trait FeatureExtractor {
    /// The positions of the game.
    type Position: Position;

    /// Number of features.
    const COUNT: usize;

    /// Writes the [`FeatureExtractor::COUNT`] features of a legal move, of
    /// magnitude about 1, into `features`.
    fn extract(
        &mut self,
        position: &Self::Position,
        mv: <Self::Position as Position>::Move,
        features: &mut [f32],
    );
}

/// Parameters of an evolution.
#[derive(Clone, Copy, Debug)]
pub struct EvolutionParams {
    /// Population size; at least 2.
    pub population: usize,
    /// Number of generations; 0 leaves random weights.
    pub generations: u32,
    /// Games that each individual starts in a generation.
    pub games: u32,
    /// Plies after which an unfinished game counts as drawn.
    pub max_plies: u32,
    /// Maximum number of positions evaluated in all.
    pub nodes: u64,
}

/// The fittest weights of an evolution.
#[derive(Clone, Debug, PartialEq)]
pub struct EvolvedWeights {
    /// Weight of each move feature, -1 to 1.
    pub weights: Vec<f32>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Completed generations.
    pub generations: u32,
    /// False if the evolution was cut short by the limits or the stop flag.
    pub complete: bool,
}

/// Evolves weights by games from `start`. Deterministic for the same seed,
/// unless `limits` or `stop` cut it short; then the result is the best so far.
/// `observer` is told of every generation and birth.
pub fn evolve<F: FeatureExtractor>(
    extractor: &mut F,
    start: &F::Position,
    params: &EvolutionParams,
    seed: u64,
    limits: Limits,
    stop: &StopFlag,
    mut observer: impl SearchObserver<<F::Position as Position>::Move>,
) -> EvolvedWeights {
    let limits = limits.and(Limits { nodes: Some(params.nodes), ..Limits::default() });
    let mut tournament = Tournament {
        extractor,
        budget: SearchBudget::new(limits, stop.clone()),
        random: Random::new(seed),
        features: vec![0.0; F::COUNT],
        moves: Vec::new(),
    };
    let count = params.population.max(2);
    let mut population: Vec<Individual> = (0..count)
        .map(|_| {
            let weights = (0..F::COUNT).map(|_| tournament.uniform(1.0)).collect();
            Individual { weights, fitness: 0 }
        })
        .collect();
    let mut generations = 0;
    'evolution: while generations < params.generations {
        population.iter_mut().for_each(|one| one.fitness = 0);
        for one in 0..count {
            for _ in 0..params.games {
                let other = (one + 1 + tournament.random.below(count - 1)) % count;
                let players = [&population[one], &population[other]];
                let result =
                    tournament.play_game(start, players.map(|player| &player.weights[..]), params);
                population[one].fitness += result;
                population[other].fitness -= result;
                // Fitness within half a generation is not comparable.
                if tournament.budget.is_spent() {
                    break 'evolution;
                }
            }
        }
        // A stable sort: of equals the older one survives.
        population.sort_by_key(|one| std::cmp::Reverse(one.fitness));
        observer.generation(&population);
        for child in count.div_ceil(2)..count {
            let [mother, father] = [0, 1].map(|_| tournament.random.below(count.div_ceil(2)));
            let (weights, genes) = tournament.crossover(&population, [mother, father]);
            population[child].weights = weights;
            observer.birth(&Birth { child, parents: [mother, father], genes });
        }
        generations += 1;
    }
    let nodes = tournament.budget.nodes();
    EvolvedWeights {
        weights: population.swap_remove(0).weights,
        nodes,
        generations,
        complete: generations == params.generations || nodes >= params.nodes,
    }
}

/// Every legal move with its weighted sum of features, best first; of equals
/// the one listed first. Empty if the game is over.
pub fn rank_moves<F: FeatureExtractor>(
    extractor: &mut F,
    position: &F::Position,
    weights: &[f32],
) -> Vec<(f32, <F::Position as Position>::Move)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut features = vec![0.0; F::COUNT];
    let mut ranked: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            extractor.extract(position, mv, &mut features);
            (dot(&features, weights), mv)
        })
        .collect();
    ranked.sort_by(|(a, _), (b, _)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    ranked
}

fn dot(features: &[f32], weights: &[f32]) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// State of an evolution in progress.
struct Tournament<'a, F: FeatureExtractor> {
    extractor: &'a mut F,
    budget: SearchBudget,
    random: Random,
    features: Vec<f32>,
    moves: Vec<<F::Position as Position>::Move>,
}

impl<F: FeatureExtractor> Tournament<'_, F> {
    /// A uniform random number from `-by` to `by`.
    fn uniform(&mut self, by: f32) -> f32 {
        (2.0 * self.random.next_f64() as f32 - 1.0) * by
    }

    /// Plays a game: 1 if the first player wins, -1 if the second does, else
    /// 0. The first two plies are random, so that no game is played twice.
    fn play_game(
        &mut self,
        start: &F::Position,
        players: [&[f32]; 2],
        params: &EvolutionParams,
    ) -> i32 {
        let mut position = start.clone();
        for ply in 0..params.max_plies {
            position.legal_moves(&mut self.moves);
            if self.moves.is_empty() || !self.budget.spend(self.moves.len() as u64) {
                break;
            }
            let weights = players[position.side_to_move().index()];
            // Starts at a random move, so that ties are broken at random.
            let first = self.random.below(self.moves.len());
            let (mut best_score, mut best) = (f32::NEG_INFINITY, first);
            if ply >= 2 {
                for n in 0..self.moves.len() {
                    let at = (first + n) % self.moves.len();
                    self.extractor.extract(&position, self.moves[at], &mut self.features);
                    let score = dot(&self.features, weights);
                    if score > best_score {
                        (best_score, best) = (score, at);
                    }
                }
            }
            position.play(self.moves[best]);
        }
        match position.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) => 1 - 2 * winner.index() as i32,
            None => 0,
        }
    }

    /// Uniform crossover of the parents' weights, with mutations, and where each weight
    /// comes from.
    fn crossover(
        &mut self,
        population: &[Individual],
        parents: [usize; 2],
    ) -> (Vec<f32>, Vec<Gene>) {
        (0..F::COUNT)
            .map(|n| {
                let parent = u8::from(self.random.next_f64() >= 0.5);
                let inherited = population[parents[usize::from(parent)]].weights[n];
                let mutated = self.random.next_f64() < 0.3;
                let weight = if mutated {
                    (inherited + self.uniform(0.4)).clamp(-1.0, 1.0)
                } else {
                    inherited
                };
                (weight, Gene { parent, mutated })
            })
            .unzip()
    }
}

/// The moves of a game in which both sides play the move of highest weight, up to
/// `max_plies`.
pub fn play_by_weights<F: FeatureExtractor>(
    extractor: &mut F,
    start: &F::Position,
    weights: &[f32],
    max_plies: usize,
) -> Vec<<F::Position as Position>::Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < max_plies
        && let Some(&(_, best)) = rank_moves(extractor, &position, weights).first()
    {
        position.play(best);
        moves.push(best);
    }
    moves
}
