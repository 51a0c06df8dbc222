//! Training of the evaluation network by minibatch gradient descent on the Huber loss.
//!
//! Rows are updated by Adagrad (Duchi, Hazan and Singer, "Adaptive subgradient methods for online
//! learning and stochastic optimization", 2011) with a nonzero initial accumulator, which keeps
//! rows of rare configurations small; the layers by Adam (Kingma and Ba, "Adam: a method for
//! stochastic optimization", 2015). Single-threaded, so that the result is deterministic.

use super::network::{Network, RowValues, STAGE_WEIGHTS, StageWeights, to_units};
use super::training_position::Sample;
use crate::core::Random;
use crate::games::reversi::bitboard::Bitboard;
use crate::games::reversi::patterns::shapes::{BASE_ROWS, INSTANCES, PATTERN_ROWS};
use crate::games::reversi::patterns::weights::{DISCS_PER_UNIT, MOBILITY_CLASSES, STAGES, WIDTH};
use crate::games::reversi::patterns::weights_file::packed_indices;
use crate::games::reversi::patterns::{Patterns, Weights};

/// Hyperparameters of the training.
#[derive(Clone, Copy, Debug)]
pub struct FitParams {
    /// Passes over the positions.
    pub epochs: u32,
    /// Learning rate of the rows.
    pub rate: f32,
    /// Initial accumulator of Adagrad for each row; the larger, the smaller the rows of rare
    /// configurations.
    pub regularisation: f32,
    /// Error in discs from which the Huber loss is linear (Huber, "Robust estimation of a location
    /// parameter", 1964), since large errors mostly stem from what no pattern shows.
    pub huber_delta: f32,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Positions per minibatch.
const BATCH_SIZE: usize = 512;

/// Learning rate of the layers.
const DENSE_RATE: f32 = 0.002;

/// Adam's decay rates of the two moments.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// Learning rate schedule: the part of all steps in which it grows to 1, and the value to which it
/// then decays linearly.
const WARMUP: f32 = 0.02;
const FINAL_RATE: f32 = 0.003;

/// Number of rows in the accumulator of a position.
const ROWS_PER_POSITION: usize = INSTANCES + 2;

/// Optimiser state of the layers of a stage.
#[derive(Clone)]
struct AdamState {
    gradient: StageWeights,
    first_moment: StageWeights,
    second_moment: StageWeights,
    is_used: bool,
}

impl AdamState {
    const NONE: AdamState = AdamState {
        gradient: [0.0; STAGE_WEIGHTS],
        first_moment: [0.0; STAGE_WEIGHTS],
        second_moment: [1e-6; STAGE_WEIGHTS],
        is_used: false,
    };

    /// One step of Adam; `bias_correction` scales the two moments.
    fn step(&mut self, weights: &mut StageWeights, rate: f32, bias_correction: [f32; 2]) {
        for (n, weight) in weights.iter_mut().enumerate() {
            let gradient = self.gradient[n] * (20.0 / BATCH_SIZE as f32);
            self.gradient[n] = 0.0;
            self.first_moment[n] = BETA_1 * self.first_moment[n] + (1.0 - BETA_1) * gradient;
            self.second_moment[n] =
                BETA_2 * self.second_moment[n] + (1.0 - BETA_2) * gradient * gradient;
            let first = self.first_moment[n] * bias_correction[0];
            let second = self.second_moment[n] * bias_correction[1];
            *weight -= rate * first / (second.sqrt() + 1e-6);
        }
    }
}

/// Optimiser state of the rows.
struct AdagradState {
    gradient: Vec<RowValues>,
    /// Sum of squared gradients of each row.
    accumulated: Vec<f32>,
    /// The last batch that used each row.
    batch: Vec<u32>,
    /// Rows used by the current batch.
    used: Vec<u32>,
}

impl AdagradState {
    fn new(rows: usize, regularisation: f32) -> AdagradState {
        AdagradState {
            gradient: vec![[0.0; WIDTH]; rows],
            accumulated: vec![regularisation; rows],
            batch: vec![0; rows],
            used: Vec::new(),
        }
    }

    #[inline(always)]
    fn add(&mut self, rows: &[u32], gradient: &RowValues, batch: u32) {
        for &row in rows {
            let n = row as usize;
            if self.batch[n] == batch {
                for (sum, gradient) in self.gradient[n].iter_mut().zip(gradient) {
                    *sum += gradient;
                }
            } else {
                self.batch[n] = batch;
                self.used.push(row);
                self.gradient[n] = *gradient;
            }
        }
    }

    fn step(&mut self, rows: &mut [RowValues], rate: f32) {
        for &row in &self.used {
            let n = row as usize;
            let gradient = &self.gradient[n];
            let square: f32 = gradient.iter().map(|gradient| gradient * gradient).sum();
            self.accumulated[n] += square / WIDTH as f32;
            let rate = rate / self.accumulated[n].sqrt();
            for (number, gradient) in rows[n].iter_mut().zip(gradient) {
                *number -= rate * gradient;
            }
            Network::clamp_row(&mut rows[n]);
        }
        self.used.clear();
    }
}

/// Stored index of every row.
struct Lookup(Vec<u32>);

impl Lookup {
    /// The rows of a position, and its stage.
    #[inline(always)]
    fn rows(&self, (own, opponent): (u64, u64)) -> ([u32; ROWS_PER_POSITION], usize) {
        let empty = !(own | opponent);
        let count = |set: u64| (set.count_ones() as usize).min(MOBILITY_CLASSES - 1);
        let indices = Patterns::new(own, opponent).indices.0;
        let mut rows = [0; ROWS_PER_POSITION];
        for instance in 0..INSTANCES {
            let row = BASE_ROWS[instance].wrapping_add_signed(isize::from(indices[instance]));
            rows[instance] = self.0[row];
        }
        let moves = u64::mobility(own, opponent, empty);
        let replies = u64::mobility(opponent, own, empty);
        rows[INSTANCES] = self.0[PATTERN_ROWS + count(moves)];
        rows[INSTANCES + 1] = self.0[PATTERN_ROWS + MOBILITY_CLASSES + count(replies)];
        (rows, (empty.count_ones() as usize).min(STAGES - 1))
    }
}

/// Trains weights on these positions. Calls `on_epoch` after each epoch with its number and the
/// root mean square error during it, in discs.
pub fn fit(samples: &[Sample], params: FitParams, mut on_epoch: impl FnMut(u32, f64)) -> Weights {
    let mut random = Random::new(params.seed);
    let lookup = Lookup(packed_indices());
    let count = lookup.0.iter().max().map_or(0, |&last| last as usize + 1);
    let mut network = Network::new(count, &mut random);
    let mut adagrad = AdagradState::new(count, params.regularisation);
    let mut adam = vec![AdamState::NONE; STAGES];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = (samples.len().div_ceil(BATCH_SIZE) * params.epochs as usize) as f32;
    let huber_delta = to_units(params.huber_delta);
    let (mut batch, mut powers) = (0u32, [1.0f32; 2]);
    for epoch in 1..=params.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, random.below(n + 1));
        }
        let (mut squares, mut weight) = (0.0, 0.0);
        for indices in order.chunks(BATCH_SIZE) {
            batch += 1;
            for &n in indices {
                let sample = &samples[n as usize];
                let (rows, stage) = lookup.rows((sample.own, sample.opponent));
                let activations = network.forward(&rows, stage);
                let error = activations.value - to_units(sample.score);
                squares += f64::from(sample.weight * error * error);
                weight += f64::from(sample.weight);
                let adam = &mut adam[stage];
                adam.is_used = true;
                let gradient = error.max(-huber_delta).min(huber_delta) * sample.weight;
                let row_gradient =
                    network.backward(&activations, gradient, stage, &mut adam.gradient);
                adagrad.add(&rows, &row_gradient, batch);
            }
            let progress = batch as f32 / steps;
            let schedule = if progress < WARMUP {
                progress / WARMUP
            } else {
                (1.0 - progress).max(FINAL_RATE)
            };
            adagrad.step(&mut network.rows, params.rate * schedule);
            powers = [powers[0] * BETA_1, powers[1] * BETA_2];
            let bias_correction = powers.map(|power| 1.0 / (1.0 - power));
            for (adam, weights) in adam.iter_mut().zip(&mut network.stages) {
                if adam.is_used {
                    adam.step(weights, DENSE_RATE * schedule, bias_correction);
                }
            }
        }
        on_epoch(epoch, (squares / f64::max(weight, 1.0)).sqrt() * f64::from(DISCS_PER_UNIT));
    }
    network.quantise()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::patterns::evaluate;
    use crate::games::reversi::solver::CORNERS;

    #[test]
    fn a_simple_function_is_learned_and_survives_quantisation() {
        // Random boards with 20 empty squares, scored by their corners.
        let mut random = Random::new(2);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let (mut own, mut opponent) = (0u64, 0u64);
                while (own | opponent).count_ones() < 44 {
                    let square = 1 << random.below(64);
                    if (own | opponent) & square == 0 {
                        *(if random.below(2) == 0 { &mut own } else { &mut opponent }) |= square;
                    }
                }
                let corners = |set: u64| (set & CORNERS).count_ones() as f32;
                let score = 8.0 * (corners(own) - corners(opponent));
                Sample { own, opponent, score, weight: 1.0 }
            })
            .collect();
        let params =
            FitParams { epochs: 4, rate: 0.05, regularisation: 1.0, huber_delta: 64.0, seed: 1 };
        let mut errors = Vec::new();
        let weights = fit(&samples, params, |_, error| errors.push(error));
        assert_eq!(errors.len(), 4);
        let sum: f64 = samples
            .iter()
            .map(|sample| {
                let value = evaluate(&weights, sample.own, sample.opponent);
                (f64::from(value) / 100.0 - f64::from(sample.score)).powi(2)
            })
            .sum();
        let error = (sum / samples.len() as f64).sqrt();
        assert!(errors[3] < 3.0 && error < 3.0, "{errors:?} {error}");
        assert!(fit(&samples, params, |_, _| ()) == weights);
    }
}
