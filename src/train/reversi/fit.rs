//! Training of the evaluation network by minibatch gradient descent on the Huber loss: the rows by
//! Adagrad, the layers by Adam.

use super::features::FeatureRows;
use super::network::{Network, STAGE_WEIGHTS, to_units};
use super::records::Sample;
use crate::core::Random;
use crate::games::reversi::patterns::Weights;
use crate::games::reversi::patterns::network::{DISCS_PER_UNIT, STAGES, WIDTH};
use crate::train::descent::{BATCH_SIZE, Model, SquaredError, descend};
use crate::train::optimiser::{Adagrad, Adam, BiasCorrection, huber_gradient};

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

/// Learning rate of the layers.
const DENSE_RATE: f32 = 0.002;

/// Factor of the gradients of the layers, which are sums over a batch.
const DENSE_SCALE: f32 = 20.0 / BATCH_SIZE as f32;

/// The network with its optimisers.
struct Training {
    features: FeatureRows,
    network: Network,
    rows: Adagrad<WIDTH>,
    /// By stage.
    layers: Vec<Adam<STAGE_WEIGHTS>>,
    bias_correction: BiasCorrection,
    /// Learning rate of the rows.
    rate: f32,
    /// Error from which the Huber loss is linear, in the unit of the network's output.
    huber_delta: f32,
}

impl Model for Training {
    type Sample = Sample;

    #[inline(always)]
    fn accumulate(&mut self, sample: &Sample, batch: u32) -> SquaredError {
        let (rows, stage) = self.features.rows(sample.discs);
        let activations = self.network.forward(&rows, stage);
        let error = activations.value - to_units(sample.score);
        let gradient = huber_gradient(error, self.huber_delta) * sample.weight;
        let to = self.layers[stage].gradient();
        let row_gradient = self.network.backward(&activations, gradient, stage, to);
        self.rows.add(&rows, &row_gradient, batch);
        SquaredError { weighted: sample.weight * error * error, weight: sample.weight }
    }

    fn step(&mut self, schedule: f32) {
        self.rows.step(&mut self.network.rows, self.rate * schedule, Network::clamp_row);
        let correction = self.bias_correction.advance();
        for (adam, weights) in self.layers.iter_mut().zip(&mut self.network.stages) {
            adam.step(weights, DENSE_RATE * schedule, DENSE_SCALE, correction);
        }
    }
}

/// Trains weights on these positions. Calls `on_epoch` after each epoch with its number and the
/// root mean square error during it, in discs.
pub fn fit(samples: &[Sample], params: FitParams, mut on_epoch: impl FnMut(u32, f64)) -> Weights {
    let mut random = Random::new(params.seed);
    let features = FeatureRows::new();
    let count = features.count();
    let mut training = Training {
        features,
        network: Network::new(count, &mut random),
        rows: Adagrad::new(count, params.regularisation),
        layers: vec![Adam::START; STAGES],
        bias_correction: BiasCorrection::START,
        rate: params.rate,
        huber_delta: to_units(params.huber_delta),
    };
    descend(&mut training, samples, params.epochs, &mut random, |epoch, error| {
        on_epoch(epoch, error * f64::from(DISCS_PER_UNIT));
    });
    training.network.quantise()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::Discs;
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
                Sample { discs: Discs { own, opponent }, score, weight: 1.0 }
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
                let value = evaluate(&weights, sample.discs);
                (f64::from(value) / 100.0 - f64::from(sample.score)).powi(2)
            })
            .sum();
        let error = (sum / samples.len() as f64).sqrt();
        assert!(errors[3] < 3.0 && error < 3.0, "{errors:?} {error}");
        assert!(fit(&samples, params, |_, _| ()) == weights);
    }
}
