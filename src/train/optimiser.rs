//! Optimisers of gradient descent: Adam for dense weights, Adagrad for embedding rows of which each
//! position uses few.

/// Adam's decay rates of the two moments.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// Gradient of the Huber loss by the error: linear up to `delta`, then constant (Huber, "Robust
/// estimation of a location parameter", 1964).
#[inline(always)]
#[must_use]
pub fn huber_gradient(error: f32, delta: f32) -> f32 {
    error.max(-delta).min(delta)
}

/// Correction of the bias of Adam's moments, which begin near zero. Counts the steps.
#[derive(Clone, Copy, Debug)]
pub struct BiasCorrection {
    powers: [f32; 2],
}

impl BiasCorrection {
    /// The correction before the first step.
    pub const START: BiasCorrection = BiasCorrection { powers: [1.0; 2] };

    /// Advances by a step, and returns the factors of the two moments.
    pub fn advance(&mut self) -> [f32; 2] {
        self.powers = [self.powers[0] * BETA_1, self.powers[1] * BETA_2];
        self.powers.map(|power| 1.0 / (1.0 - power))
    }
}

/// State of Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) for a group of
/// weights.
#[derive(Clone, Debug)]
pub struct Adam<const N: usize> {
    gradient: [f32; N],
    first_moment: [f32; N],
    second_moment: [f32; N],
    is_used: bool,
}

impl<const N: usize> Adam<N> {
    /// The state before training.
    pub const START: Adam<N> = Adam {
        gradient: [0.0; N],
        first_moment: [0.0; N],
        second_moment: [1e-6; N],
        is_used: false,
    };

    /// The gradient of the batch, to add to.
    #[inline(always)]
    pub fn gradient(&mut self) -> &mut [f32; N] {
        self.is_used = true;
        &mut self.gradient
    }

    /// Shows each number that lasts from one batch to the next, to be kept or replaced.
    pub fn for_each_number(&mut self, mut visit: impl FnMut(&mut f32)) {
        self.first_moment.iter_mut().chain(&mut self.second_moment).for_each(&mut visit);
        let mut is_used = f32::from(u8::from(self.is_used));
        visit(&mut is_used);
        self.is_used = is_used != 0.0;
    }

    /// Takes a step with the gradient of the batch times `gradient_scale`, and clears it. Does
    /// nothing before the first gradient.
    pub fn step(
        &mut self,
        weights: &mut [f32; N],
        rate: f32,
        gradient_scale: f32,
        bias_correction: [f32; 2],
    ) {
        if !self.is_used {
            return;
        }
        for (n, weight) in weights.iter_mut().enumerate() {
            let gradient = self.gradient[n] * gradient_scale;
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

/// State of Adagrad (Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and
/// stochastic optimization", 2011) for embedding rows. A nonzero initial accumulator keeps rows
/// small that are rarely used.
#[derive(Clone, Debug)]
pub struct Adagrad<const WIDTH: usize> {
    gradient: Vec<[f32; WIDTH]>,
    /// Sum of squared gradients of each row.
    accumulated: Vec<f32>,
    /// The last batch that used each row.
    batch: Vec<u32>,
    /// Rows used by the current batch.
    used: Vec<u32>,
}

impl<const WIDTH: usize> Adagrad<WIDTH> {
    /// The state before training, with this initial accumulator.
    #[must_use]
    pub fn new(rows: usize, accumulator: f32) -> Adagrad<WIDTH> {
        Adagrad {
            gradient: vec![[0.0; WIDTH]; rows],
            accumulated: vec![accumulator; rows],
            batch: vec![0; rows],
            used: Vec::new(),
        }
    }

    /// Adds a gradient to each of these rows. `batch` is the number of the batch, from 1.
    #[inline(always)]
    pub fn add(&mut self, rows: &[u32], gradient: &[f32; WIDTH], batch: u32) {
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

    /// Takes a step with the gradients of the batch; `constrain` brings a changed row back into its
    /// range.
    pub fn step(
        &mut self,
        rows: &mut [[f32; WIDTH]],
        rate: f32,
        constrain: impl Fn(&mut [f32; WIDTH]),
    ) {
        for &row in &self.used {
            let n = row as usize;
            let gradient = &self.gradient[n];
            let square: f32 = gradient.iter().map(|gradient| gradient * gradient).sum();
            self.accumulated[n] += square / WIDTH as f32;
            let rate = rate / self.accumulated[n].sqrt();
            for (number, gradient) in rows[n].iter_mut().zip(gradient) {
                *number -= rate * gradient;
            }
            constrain(&mut rows[n]);
        }
        self.used.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adam_finds_the_minimum_of_a_parabola() {
        let (mut adam, mut correction) = (Adam::<2>::START, BiasCorrection::START);
        let mut weights = [5.0, -3.0];
        for _ in 0..2000 {
            let error = [weights[0] - 1.0, weights[1] - 2.0];
            adam.gradient().copy_from_slice(&error);
            adam.step(&mut weights, 0.02, 1.0, correction.advance());
        }
        assert!((weights[0] - 1.0).abs() < 0.01 && (weights[1] - 2.0).abs() < 0.01, "{weights:?}");
    }

    #[test]
    fn adagrad_changes_only_the_rows_of_the_batch_and_constrains_them() {
        let mut adagrad = Adagrad::<1>::new(3, 1.0);
        let mut rows = [[0.0]; 3];
        adagrad.add(&[0, 2, 2], &[-1.0], 1);
        adagrad.step(&mut rows, 1.0, |row| row[0] = row[0].min(0.8));
        // One step is gradient / sqrt(1 + gradient²): 1 / √2, and 2 / √5 before the constraint.
        assert_eq!(rows, [[0.5f32.sqrt()], [0.0], [0.8]]);
    }
}
