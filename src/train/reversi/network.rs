//! The evaluation network in floating point: forward pass, backpropagation and quantisation.

use crate::core::Random;
use crate::games::reversi::patterns::Weights;
use crate::games::reversi::patterns::network::{
    DISCS_PER_UNIT, HALF_WIDTH, HIDDEN_MAX, HIDDEN_SIZE, HIDDEN_WEIGHT_SCALE, Layers,
    MAX_LAYER_WEIGHT, OUTPUT_BIAS_SCALE, OUTPUT_WEIGHT_SCALE, ROW_COUNT, ROW_SCALE, Row, STAGES,
    WIDTH, packed_indices,
};

/// Values of a row or of the accumulator.
pub(super) type RowValues = [f32; WIDTH];

/// Largest absolute value of a row's numbers.
const MAX_ROW_VALUE: f32 = 127.0 / ROW_SCALE;

/// First index of each kind of weight in a stage.
const LINEAR: usize = WIDTH;
const HIDDEN_WEIGHTS: usize = LINEAR + WIDTH;
const HIDDEN_BIAS: usize = HIDDEN_WEIGHTS + WIDTH * HIDDEN_SIZE;
const OUTPUT_WEIGHTS: usize = HIDDEN_BIAS + HIDDEN_SIZE;
const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + HIDDEN_SIZE;
/// Number of weights of a stage.
pub(super) const STAGE_WEIGHTS: usize = OUTPUT_BIAS + 1;

/// Weights of a stage: accumulator bias, linear weights, hidden weights, hidden bias, output
/// weights and output bias.
pub(super) type StageWeights = [f32; STAGE_WEIGHTS];

/// Activations of a forward pass.
pub(super) struct Activations {
    sums: RowValues,
    inputs: RowValues,
    hidden: [f32; HIDDEN_SIZE],
    /// Output, in units of [`DISCS_PER_UNIT`] discs.
    pub value: f32,
}

/// Weights of the network.
pub(super) struct Network {
    pub rows: Vec<RowValues>,
    pub stages: Vec<StageWeights>,
}

/// Dot product, summed in eight lanes to allow SIMD.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32]) -> f32 {
    let mut parts = [0.0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for n in 0..8 {
            parts[n] += a[n] * b[n];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

impl Network {
    /// An untrained network with zero rows and random layers.
    pub(super) fn new(rows: usize, random: &mut Random) -> Network {
        let mut uniform = |reach: f32| (random.next_f64() as f32 * 2.0 - 1.0) * reach;
        let mut stage = [0.0; STAGE_WEIGHTS];
        let width = (WIDTH as f32).sqrt();
        for n in 0..WIDTH {
            stage[n] = 0.3 + uniform(0.2);
            stage[LINEAR + n] = uniform(1.5 / width);
        }
        for weight in &mut stage[HIDDEN_WEIGHTS..HIDDEN_BIAS] {
            *weight = uniform(1.7 / width);
        }
        for n in 0..HIDDEN_SIZE {
            stage[HIDDEN_BIAS + n] = 0.1;
            stage[OUTPUT_WEIGHTS + n] = uniform(1.7 / (HIDDEN_SIZE as f32).sqrt());
        }
        Network { rows: vec![[0.0; WIDTH]; rows], stages: vec![stage; STAGES] }
    }

    /// Forward pass for a position with these rows.
    #[inline(always)]
    pub(super) fn forward(&self, rows: &[u32], stage: usize) -> Activations {
        let weights = &self.stages[stage];
        let mut sums = [0.0; WIDTH];
        sums.copy_from_slice(&weights[..WIDTH]);
        for &row in rows {
            for (sum, number) in sums.iter_mut().zip(&self.rows[row as usize]) {
                *sum += number;
            }
        }
        let mut inputs = [0.0; WIDTH];
        for n in 0..HALF_WIDTH {
            let second = sums[n + HALF_WIDTH].clamp(-1.0, 1.0);
            inputs[n] = sums[n].clamp(-1.0, 1.0) * second;
            inputs[n + HALF_WIDTH] = second.max(0.0);
        }
        let mut hidden = [0.0; HIDDEN_SIZE];
        hidden.copy_from_slice(&weights[HIDDEN_BIAS..OUTPUT_WEIGHTS]);
        for (input, into) in
            inputs.iter().zip(weights[HIDDEN_WEIGHTS..HIDDEN_BIAS].chunks_exact(HIDDEN_SIZE))
        {
            for (sum, weight) in hidden.iter_mut().zip(into) {
                *sum += input * weight;
            }
        }
        let activations = hidden.map(|sum| sum.clamp(0.0, HIDDEN_MAX));
        let value = weights[OUTPUT_BIAS]
            + dot(&sums, &weights[LINEAR..HIDDEN_WEIGHTS])
            + dot(&activations, &weights[OUTPUT_WEIGHTS..OUTPUT_BIAS]);
        Activations { sums, inputs, hidden, value }
    }

    /// Backpropagation of the loss's `gradient` by the output: adds the gradient of the stage's
    /// weights to `to`, and returns that of each row used.
    #[inline(always)]
    pub(super) fn backward(
        &self,
        activations: &Activations,
        gradient: f32,
        stage: usize,
        to: &mut StageWeights,
    ) -> RowValues {
        let weights = &self.stages[stage];
        let mut hidden_gradient = [0.0; HIDDEN_SIZE];
        for (n, &sum) in activations.hidden.iter().enumerate() {
            to[OUTPUT_WEIGHTS + n] += gradient * sum.clamp(0.0, HIDDEN_MAX);
            if sum > 0.0 && sum < HIDDEN_MAX {
                hidden_gradient[n] = gradient * weights[OUTPUT_WEIGHTS + n];
            }
            to[HIDDEN_BIAS + n] += hidden_gradient[n];
        }
        let mut inputs = [0.0; WIDTH];
        for (n, input) in inputs.iter_mut().enumerate() {
            let at = HIDDEN_WEIGHTS + n * HIDDEN_SIZE;
            *input = dot(&hidden_gradient, &weights[at..at + HIDDEN_SIZE]);
            for (weight, hidden_gradient) in
                to[at..at + HIDDEN_SIZE].iter_mut().zip(&hidden_gradient)
            {
                *weight += activations.inputs[n] * hidden_gradient;
            }
        }
        let mut sums = [0.0; WIDTH];
        let inside = |sum: f32| if sum > -1.0 && sum < 1.0 { 1.0 } else { 0.0 };
        for n in 0..HALF_WIDTH {
            let (first, second) = (activations.sums[n], activations.sums[n + HALF_WIDTH]);
            sums[n] = inputs[n] * second.clamp(-1.0, 1.0) * inside(first);
            let alone = if second > 0.0 { inputs[n + HALF_WIDTH] } else { 0.0 };
            sums[n + HALF_WIDTH] = (inputs[n] * first.clamp(-1.0, 1.0) + alone) * inside(second);
        }
        for n in 0..WIDTH {
            to[LINEAR + n] += gradient * activations.sums[n];
            sums[n] += gradient * weights[LINEAR + n];
            to[n] += sums[n];
        }
        to[OUTPUT_BIAS] += gradient;
        sums
    }

    /// Clamps a row to the range of its quantised form.
    #[inline(always)]
    pub(super) fn clamp_row(row: &mut RowValues) {
        for number in row {
            *number = number.clamp(-MAX_ROW_VALUE, MAX_ROW_VALUE);
        }
    }

    /// The weights in fixed point.
    pub(super) fn quantise(&self) -> Weights {
        let round = |number: f32, unit: f32| {
            let max = f32::from(MAX_LAYER_WEIGHT);
            (number * unit).round().clamp(-max, max) as i16
        };
        let row =
            |numbers: &RowValues| Row(numbers.map(|n| round(n, ROW_SCALE).clamp(-127, 127) as i8));
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let rows = packed_indices().iter().map(|&index| rows[index as usize]).collect::<Vec<_>>();
        debug_assert_eq!(rows.len(), ROW_COUNT);
        let layers = |weights: &StageWeights| {
            let mut layers = Layers::EMPTY;
            let put = |quantised: &mut [i16], from: usize, unit: f32| {
                for (quantised, &weight) in quantised.iter_mut().zip(&weights[from..]) {
                    *quantised = round(weight, unit);
                }
            };
            put(&mut layers.accumulator_bias, 0, ROW_SCALE);
            put(&mut layers.linear_weights, LINEAR, OUTPUT_WEIGHT_SCALE);
            put(&mut layers.hidden_bias, HIDDEN_BIAS, OUTPUT_WEIGHT_SCALE);
            put(&mut layers.output_weights, OUTPUT_WEIGHTS, OUTPUT_WEIGHT_SCALE);
            for (n, row) in layers.hidden_weights.iter_mut().enumerate() {
                for (m, quantised) in row.iter_mut().enumerate() {
                    let weight = weights[HIDDEN_WEIGHTS + m * HIDDEN_SIZE + n];
                    *quantised = round(weight, HIDDEN_WEIGHT_SCALE);
                }
            }
            layers.output_bias = round(weights[OUTPUT_BIAS], OUTPUT_BIAS_SCALE);
            layers
        };
        Weights::new(&rows, self.stages.iter().map(layers).collect())
    }
}

/// Converts discs to the unit of the network's output.
pub(super) fn to_units(discs: f32) -> f32 {
    discs / DISCS_PER_UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network with random rows and layers.
    fn random_network(random: &mut Random) -> Network {
        let mut network = Network::new(40, random);
        for number in network.rows.as_flattened_mut() {
            *number = random.next_f64() as f32 * 0.4 - 0.2;
        }
        network
    }

    #[test]
    fn backpropagation_agrees_with_finite_differences() {
        let mut random = Random::new(4);
        let mut network = random_network(&mut random);
        let rows: Vec<u32> = (0..6).map(|_| random.below(40) as u32).collect();
        let activations = network.forward(&rows, 9);
        let mut stage_gradient = [0.0; STAGE_WEIGHTS];
        let row_gradient = network.backward(&activations, 1.0, 9, &mut stage_gradient);
        let close = |found: f32, expected: f32| {
            assert!((found - expected).abs() < 0.02, "{found} {expected}")
        };
        let step = 1.0 / 256.0;
        for (n, &expected) in stage_gradient.iter().enumerate() {
            let before = network.stages[9][n];
            network.stages[9][n] = before + step;
            close((network.forward(&rows, 9).value - activations.value) / step, expected);
            network.stages[9][n] = before;
        }
        let uses = rows.iter().filter(|&&row| row == rows[0]).count() as f32;
        for (n, &expected) in row_gradient.iter().enumerate() {
            let before = network.rows[rows[0] as usize][n];
            network.rows[rows[0] as usize][n] = before + step;
            close((network.forward(&rows, 9).value - activations.value) / step, uses * expected);
            network.rows[rows[0] as usize][n] = before;
        }
    }
}
