//! A player that nobody taught: it weighs a few features of each move, and
//! the weights are bred. A population of random weights plays against
//! itself; those that win most have children that differ from them a little,
//! and the others die out.

use std::cmp::Ordering;

use super::{Budget, Limits, Stop};
use crate::core::{Position, Random};

/// What can be seen of a move before it is played.
pub trait Features {
    /// The positions of the game.
    type Position: Position;

    /// How many features a move has.
    const COUNT: usize;

    /// Writes the features of a legal move, [`Features::COUNT`] numbers of
    /// about the size of 1, over what is in `features`.
    fn describe(
        &mut self,
        position: &Self::Position,
        mv: <Self::Position as Position>::Move,
        features: &mut [f32],
    );
}

/// How a player is bred.
#[derive(Clone, Copy, Debug)]
pub struct Breeding {
    /// How many live at a time; at least 2.
    pub population: usize,
    /// How often the worse half is replaced; 0 leaves random weights.
    pub generations: u32,
    /// Games that each one begins in a generation.
    pub games: u32,
    /// Plies after which an unfinished game counts as drawn.
    pub longest: u32,
    /// Positions that may be looked at in all: what bounds the time.
    pub nodes: u64,
}

/// A bred player.
#[derive(Clone, Debug, PartialEq)]
pub struct Bred {
    /// What each feature of a move is worth, -1 to 1.
    pub weights: Vec<f32>,
    /// Positions looked at until it was bred.
    pub nodes: u64,
    /// Generations that were completed.
    pub generations: u32,
    /// Whether it was bred as asked, and not cut short.
    pub complete: bool,
}

/// One of a population.
#[derive(Clone, Debug)]
struct Individual {
    weights: Vec<f32>,
    /// Games won less games lost in this generation.
    fitness: i32,
}

/// Breeds a player that moves from `start`. The same seed gives the same
/// player, unless `limits` or `stop` cut the breeding short; then it is the
/// best there is so far.
pub fn breed<F: Features>(
    features: &mut F,
    start: &F::Position,
    breeding: &Breeding,
    seed: u64,
    limits: Limits,
    stop: &Stop,
) -> Bred {
    let limits = limits.and(Limits { nodes: Some(breeding.nodes), ..Limits::default() });
    let mut arena = Arena {
        features,
        budget: Budget::new(limits, stop.clone()),
        random: Random::new(seed),
        seen: vec![0.0; F::COUNT],
        moves: Vec::new(),
    };
    let count = breeding.population.max(2);
    let mut population: Vec<Individual> = (0..count)
        .map(|_| {
            let weights = (0..F::COUNT).map(|_| arena.spread(1.0)).collect();
            Individual { weights, fitness: 0 }
        })
        .collect();
    let mut generations = 0;
    'breeding: while generations < breeding.generations {
        population.iter_mut().for_each(|one| one.fitness = 0);
        for one in 0..count {
            for _ in 0..breeding.games {
                let other = (one + 1 + arena.random.below(count - 1)) % count;
                let players = [&population[one], &population[other]];
                let result = arena.game(start, players.map(|player| &player.weights[..]), breeding);
                population[one].fitness += result;
                population[other].fitness -= result;
                // Half a generation tells nobody's worth.
                if arena.budget.is_spent() {
                    break 'breeding;
                }
            }
        }
        // A stable order: of equals the older one lives.
        population.sort_by_key(|one| std::cmp::Reverse(one.fitness));
        for child in count.div_ceil(2)..count {
            let [mother, father] = [0, 1].map(|_| arena.random.below(count.div_ceil(2)));
            population[child].weights = arena.child(&population, mother, father);
        }
        generations += 1;
    }
    let nodes = arena.budget.nodes();
    Bred {
        weights: population.swap_remove(0).weights,
        nodes,
        generations,
        complete: generations == breeding.generations || nodes >= breeding.nodes,
    }
}

/// Every legal move with what these weights make of it, best first; of equals
/// the one listed first. Empty if the game is over.
pub fn ranked<F: Features>(
    features: &mut F,
    position: &F::Position,
    weights: &[f32],
) -> Vec<(f32, <F::Position as Position>::Move)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut seen = vec![0.0; F::COUNT];
    let mut ranked: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            features.describe(position, mv, &mut seen);
            (worth(&seen, weights), mv)
        })
        .collect();
    ranked.sort_by(|(a, _), (b, _)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    ranked
}

fn worth(features: &[f32], weights: &[f32]) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Where a population plays.
struct Arena<'a, F: Features> {
    features: &'a mut F,
    budget: Budget,
    random: Random,
    seen: Vec<f32>,
    moves: Vec<<F::Position as Position>::Move>,
}

impl<F: Features> Arena<'_, F> {
    /// A number from `-by` to `by`.
    fn spread(&mut self, by: f32) -> f32 {
        (2.0 * self.random.unit() as f32 - 1.0) * by
    }

    /// 1 if the first player wins, -1 if the second does, else 0. The first
    /// two plies are random, so that no game is played twice.
    fn game(&mut self, start: &F::Position, players: [&[f32]; 2], breeding: &Breeding) -> i32 {
        let mut position = start.clone();
        for ply in 0..breeding.longest {
            position.legal_moves(&mut self.moves);
            if self.moves.is_empty() || !self.budget.spend(self.moves.len() as u64) {
                break;
            }
            let weights = players[position.side_to_move().index()];
            // From a random place, so that equals take turns.
            let first = self.random.below(self.moves.len());
            let (mut most, mut best) = (f32::NEG_INFINITY, first);
            if ply >= 2 {
                for n in 0..self.moves.len() {
                    let at = (first + n) % self.moves.len();
                    self.features.describe(&position, self.moves[at], &mut self.seen);
                    let worth = worth(&self.seen, weights);
                    if worth > most {
                        (most, best) = (worth, at);
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

    /// Each weight is one of the parents', and some differ a little.
    fn child(&mut self, population: &[Individual], mother: usize, father: usize) -> Vec<f32> {
        (0..F::COUNT)
            .map(|n| {
                let parent = if self.random.unit() < 0.5 { mother } else { father };
                let inherited = population[parent].weights[n];
                if self.random.unit() < 0.3 {
                    (inherited + self.spread(0.4)).clamp(-1.0, 1.0)
                } else {
                    inherited
                }
            })
            .collect()
    }
}
