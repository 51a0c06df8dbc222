//! Minibatch gradient descent over shuffled samples. Single-threaded, so that the result is
//! deterministic.

use crate::core::Random;

/// Positions per minibatch.
pub const BATCH_SIZE: usize = 512;

/// Learning rate schedule: the part of all steps in which it grows to 1, and the value to which it
/// then decays linearly.
const WARMUP: f32 = 0.02;
const FINAL_RATE: f32 = 0.003;

/// The parameters of gradient descent: weights together with the state of their optimisers.
pub trait Model {
    /// A labelled position.
    type Sample;

    /// Adds the gradient of the loss of one sample of the minibatch with this number, from 1.
    fn accumulate(&mut self, sample: &Self::Sample, batch: u32) -> SquaredError;

    /// Changes the weights by the gradients added, and clears these. `schedule` is the factor of
    /// the learning rates.
    fn step(&mut self, schedule: f32);
}

/// Squared error of a sample.
#[derive(Clone, Copy, Debug)]
pub struct SquaredError {
    /// Square of the error, times the weight of the sample.
    pub weighted: f32,
    /// Weight of the sample, from 0 to 1.
    pub weight: f32,
}

/// Trains for a number of epochs, each a pass over all samples in a new random order. Calls
/// `on_epoch` after each epoch with its number and the root mean square error during it.
pub fn descend<M: Model>(
    model: &mut M,
    samples: &[M::Sample],
    epochs: u32,
    random: &mut Random,
    mut on_epoch: impl FnMut(u32, f64),
) {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = (samples.len().div_ceil(BATCH_SIZE) * epochs as usize) as f32;
    let mut batch = 0u32;
    for epoch in 1..=epochs {
        random.shuffle(&mut order);
        let (mut squares, mut weight) = (0.0, 0.0);
        for indices in order.chunks(BATCH_SIZE) {
            batch += 1;
            for &n in indices {
                let error = model.accumulate(&samples[n as usize], batch);
                squares += f64::from(error.weighted);
                weight += f64::from(error.weight);
            }
            model.step(schedule(batch as f32 / steps));
        }
        on_epoch(epoch, (squares / f64::max(weight, 1.0)).sqrt());
    }
}

/// Factor of the learning rates after this part of all steps, from 0 to 1.
fn schedule(progress: f32) -> f32 {
    if progress < WARMUP { progress / WARMUP } else { (1.0 - progress).max(FINAL_RATE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::optimiser::{Adam, BiasCorrection};

    /// A straight line.
    struct Line {
        weights: [f32; 2],
        adam: Adam<2>,
        correction: BiasCorrection,
    }

    impl Model for Line {
        type Sample = (f32, f32);

        fn accumulate(&mut self, &(x, y): &(f32, f32), _: u32) -> SquaredError {
            let error = self.weights[0] + self.weights[1] * x - y;
            let gradient = self.adam.gradient();
            gradient[0] += error;
            gradient[1] += error * x;
            SquaredError { weighted: error * error, weight: 1.0 }
        }

        fn step(&mut self, schedule: f32) {
            let correction = self.correction.advance();
            self.adam.step(&mut self.weights, 0.1 * schedule, 1.0, correction);
        }
    }

    #[test]
    fn a_straight_line_is_fitted_and_the_same_seed_gives_the_same_line() {
        let mut random = Random::new(1);
        let samples: Vec<(f32, f32)> =
            (0..4000).map(|_| random.next_f64() as f32).map(|x| (x, 3.0 - 2.0 * x)).collect();
        let fit = || {
            let mut line =
                Line { weights: [0.0; 2], adam: Adam::START, correction: BiasCorrection::START };
            let mut errors = Vec::new();
            descend(&mut line, &samples, 60, &mut Random::new(2), |_, error| errors.push(error));
            (line.weights, errors)
        };
        let (weights, errors) = fit();
        assert!((weights[0] - 3.0).abs() < 0.05 && (weights[1] + 2.0).abs() < 0.05, "{weights:?}");
        assert!(errors.len() == 60 && errors[59] < errors[0] / 10.0);
        assert_eq!(fit(), (weights, errors));
    }
}
