//! The network in floating point, its gradient, and its fixed point.

use super::positions::ScoredPosition;
use crate::core::Random;
use crate::search::nnue::{
    ACTIVATION_ONE, CENTIPAWNS_PER_UNIT, MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT, MAX_ROW_WEIGHT,
    NetworkWeights, OUTPUT_ONE, Shape,
};
use crate::train::optimiser::{Adam, BiasCorrection};

/// Gradients are multiplied by this, so that the constants of Adam are small beside them.
const GRADIENT_SCALE: f32 = 1000.0;

/// Fixed point of rows and biases, of output weights, and of output biases.
const ROW_ONE: f32 = ACTIVATION_ONE as f32;
const WEIGHT_ONE: f32 = OUTPUT_ONE as f32;
const OUTPUT_BIAS_ONE: f32 = ROW_ONE * WEIGHT_ONE;

/// Largest weights in floating point.
const MAX_ROW: f32 = MAX_ROW_WEIGHT as f32 / ROW_ONE;
const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / WEIGHT_ONE;
const MAX_BIAS: f32 = MAX_OUTPUT_BIAS as f32 / OUTPUT_BIAS_ONE;

/// Chance of a win that a score stands for, in centipawns.
#[must_use]
pub fn win_chance(centipawns: f32) -> f32 {
    1.0 / (1.0 + (-centipawns / CENTIPAWNS_PER_UNIT as f32).exp())
}

/// The score that stands for a chance of a win, in centipawns: the inverse of [`win_chance`].
#[must_use]
pub fn score_of(win_chance: f32) -> f32 {
    CENTIPAWNS_PER_UNIT as f32 * (win_chance / (1.0 - win_chance)).ln()
}

/// Weights with their optimiser, and their values rounded to fixed point, with which the network is
/// run, so that it learns to do with these (quantisation-aware training, with the gradient of the
/// rounded weights for the exact ones).
struct Group<const N: usize> {
    exact: [f32; N],
    rounded: [f32; N],
    adam: Adam<N>,
}

impl<const N: usize> Group<N> {
    fn new(unit: f32, mut number: impl FnMut() -> f32) -> Group<N> {
        let exact = std::array::from_fn(|_| number());
        let mut group = Group { exact, rounded: exact, adam: Adam::START };
        group.round(unit, f32::MAX);
        group
    }

    /// Brings the weights into their range, and rounds them.
    fn round(&mut self, unit: f32, max: f32) {
        for (rounded, exact) in self.rounded.iter_mut().zip(&mut self.exact) {
            *exact = exact.clamp(-max, max);
            *rounded = (*exact * unit).round() / unit;
        }
    }

    fn step(&mut self, step: &Step, unit: f32, max: f32) {
        self.adam.step(&mut self.exact, step.rate, step.gradient_scale, step.correction);
        self.round(unit, max);
    }

    /// Takes weights in fixed point over for the first elements; the others stay.
    fn take(&mut self, quantised: &[i16], unit: f32) {
        for (exact, quantised) in self.exact.iter_mut().zip(quantised) {
            *exact = f32::from(*quantised) / unit;
        }
        self.round(unit, f32::MAX);
    }

    /// The weights in fixed point.
    fn quantised(&self, unit: f32) -> impl Iterator<Item = i32> + '_ {
        self.rounded.iter().map(move |weight| (weight * unit).round() as i32)
    }
}

/// A step of the optimisers.
struct Step {
    rate: f32,
    gradient_scale: f32,
    correction: [f32; 2],
}

/// One output.
struct Output<const W: usize> {
    /// Weights of the side to move's accumulator, and of the other's.
    weights: [Group<W>; 2],
    bias: Group<1>,
}

/// A network with accumulators of `W` elements while it is trained.
pub(super) struct Model<const W: usize> {
    shape: Shape,
    rows: Vec<Group<W>>,
    bias: Group<W>,
    outputs: Vec<Output<W>>,
    correction: BiasCorrection,
    /// Inputs of the position at hand, of the side to move and of the other.
    inputs: [Vec<u16>; 2],
}

/// The sums of both accumulators, and the output in units of 400 centipawns.
struct Activations<const W: usize> {
    sums: [[f32; W]; 2],
    value: f32,
}

impl<const W: usize> Model<W> {
    /// A network with small random weights.
    pub(super) fn new(shape: Shape, random: &mut Random) -> Model<W> {
        let mut uniform = |reach: f32| (2.0 * random.next_f64() as f32 - 1.0) * reach;
        let output_reach = 1.5 / (2.0 * W as f32).sqrt();
        Model {
            shape,
            rows: (0..shape.features.inputs())
                .map(|_| Group::new(ROW_ONE, || uniform(0.12)))
                .collect(),
            bias: Group::new(ROW_ONE, || 0.25),
            outputs: (0..shape.buckets)
                .map(|_| Output {
                    weights: [(); 2].map(|()| Group::new(WEIGHT_ONE, || uniform(output_reach))),
                    bias: Group::new(OUTPUT_BIAS_ONE, || 0.0),
                })
                .collect(),
            correction: BiasCorrection::START,
            inputs: [const { Vec::new() }; 2],
        }
    }

    /// Starts from the weights of a network that is at most as wide, and evaluates as it does: what
    /// is wider has no weight yet in the outputs.
    pub(super) fn start_from(&mut self, weights: &NetworkWeights) {
        let width = weights.shape.width;
        for (row, weights) in self.rows.iter_mut().zip(weights.rows.chunks(width)) {
            row.take(weights, ROW_ONE);
        }
        self.bias.take(&weights.bias, ROW_ONE);
        let groups = self.outputs.iter_mut().flat_map(|output| &mut output.weights);
        for (group, weights) in groups.zip(weights.outputs.chunks(width)) {
            group.exact = [0.0; W];
            group.take(weights, WEIGHT_ONE);
        }
        for (output, bias) in self.outputs.iter_mut().zip(&weights.output_bias) {
            output.bias.exact = [*bias as f32 / OUTPUT_BIAS_ONE];
            output.bias.round(OUTPUT_BIAS_ONE, f32::MAX);
        }
    }

    /// Runs the network with rounded weights, and keeps the inputs of the position.
    fn forward(&mut self, position: &ScoredPosition, bucket: usize) -> Activations<W> {
        let features = self.shape.features;
        let mut sums = [self.bias.rounded; 2];
        for (n, side) in [position.side, position.side.other()].into_iter().enumerate() {
            let view = features.perspective(&position.placement, side);
            self.inputs[n].clear();
            for piece in position.placement.iter() {
                let input = features.input(view, piece);
                self.inputs[n].push(input as u16);
                for (sum, weight) in sums[n].iter_mut().zip(&self.rows[input].rounded) {
                    *sum += weight;
                }
            }
        }
        let output = &self.outputs[bucket];
        let mut value = output.bias.rounded[0];
        for (sums, weights) in sums.iter().zip(&output.weights) {
            let terms = sums.iter().zip(&weights.rounded);
            value += terms.map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        Activations { sums, value }
    }

    /// Adds the gradient of a position; returns the squared error of the chance to win.
    pub(super) fn accumulate(&mut self, position: &ScoredPosition) -> f32 {
        let bucket = self.shape.bucket(position.placement.count());
        let Activations { sums, value } = self.forward(position, bucket);
        let chance = 1.0 / (1.0 + (-value).exp());
        let error = chance - win_chance(position.score.into());
        let gradient = 2.0 * error * chance * (1.0 - chance);
        let output = &mut self.outputs[bucket];
        output.bias.adam.gradient()[0] += gradient;
        for (n, sums) in sums.iter().enumerate() {
            let weights = &mut output.weights[n];
            let mut row_gradient = [0.0; W];
            for (m, to) in weights.adam.gradient().iter_mut().enumerate() {
                let active = sums[m].clamp(0.0, 1.0);
                *to += gradient * active * active;
                let is_inside = active > 0.0 && active < 1.0;
                let slope = if is_inside { 2.0 * active } else { 0.0 };
                row_gradient[m] = gradient * weights.rounded[m] * slope;
            }
            for &input in &self.inputs[n] {
                let to = self.rows[usize::from(input)].adam.gradient();
                to.iter_mut().zip(&row_gradient).for_each(|(to, gradient)| *to += gradient);
            }
            let to = self.bias.adam.gradient();
            to.iter_mut().zip(&row_gradient).for_each(|(to, gradient)| *to += gradient);
        }
        error * error
    }

    /// Changes the weights by the mean gradient of this number of positions.
    pub(super) fn step(&mut self, positions: usize, rate: f32) {
        let step = Step {
            rate,
            gradient_scale: GRADIENT_SCALE / positions as f32,
            correction: self.correction.advance(),
        };
        for row in &mut self.rows {
            row.step(&step, ROW_ONE, MAX_ROW);
        }
        self.bias.step(&step, ROW_ONE, MAX_ROW);
        for output in &mut self.outputs {
            for weights in &mut output.weights {
                weights.step(&step, WEIGHT_ONE, MAX_OUTPUT);
            }
            output.bias.step(&step, OUTPUT_BIAS_ONE, MAX_BIAS);
        }
    }

    /// The weights in fixed point.
    pub(super) fn quantise(&self) -> NetworkWeights {
        let short = |number: i32| number as i16;
        let rows = self.rows.iter().flat_map(|row| row.quantised(ROW_ONE)).map(short).collect();
        let outputs = self.outputs.iter().flat_map(|output| &output.weights);
        NetworkWeights {
            shape: self.shape,
            rows,
            bias: self.bias.quantised(ROW_ONE).map(short).collect(),
            outputs: outputs.flat_map(|group| group.quantised(WEIGHT_ONE)).map(short).collect(),
            output_bias: self
                .outputs
                .iter()
                .flat_map(|output| output.bias.quantised(OUTPUT_BIAS_ONE))
                .collect(),
        }
    }

    /// Shows each number that lasts from one step to the next, to be kept or replaced; `steps` are
    /// those taken so far.
    pub(super) fn for_each_number(&mut self, steps: u64, mut visit: impl FnMut(&mut f32)) {
        fn each<const N: usize>(group: &mut Group<N>, unit: f32, visit: &mut impl FnMut(&mut f32)) {
            group.exact.iter_mut().for_each(&mut *visit);
            group.adam.for_each_number(visit);
            group.round(unit, f32::MAX);
        }
        for row in &mut self.rows {
            each(row, ROW_ONE, &mut visit);
        }
        each(&mut self.bias, ROW_ONE, &mut visit);
        for output in &mut self.outputs {
            for weights in &mut output.weights {
                each(weights, WEIGHT_ONE, &mut visit);
            }
            each(&mut output.bias, OUTPUT_BIAS_ONE, &mut visit);
        }
        self.correction = BiasCorrection::START;
        for _ in 0..steps {
            self.correction.advance();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Side;
    use crate::search::nnue::{FeatureSet, Placement};

    const SHAPE: Shape = Shape {
        features: FeatureSet { kinds: 2, files: 4, ranks: 4, king: 1 },
        width: 32,
        buckets: 2,
    };

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let mut placement = Placement::default();
        placement.pieces[0][..2].copy_from_slice(&[1 << 5 | 1 << 6, 1 << 3]);
        placement.pieces[1][..2].copy_from_slice(&[1 << 9, 1 << 14]);
        let position =
            ScoredPosition { placement, side: Side::Second, score: 120, result: -1, game: 0 };
        let mut model = Model::<32>::new(SHAPE, &mut Random::new(3));
        let loss = |model: &mut Model<32>| f64::from(model.accumulate(&position));
        loss(&mut model);
        let view = SHAPE.features.perspective(&placement, Side::First);
        let piece = placement.iter().next().unwrap();
        let row = SHAPE.features.input(view, piece);
        let expected_row = *model.rows[row].adam.gradient();
        let expected_output = *model.outputs[0].weights[1].adam.gradient();
        assert!(expected_row.iter().any(|gradient| gradient.abs() > 1e-4));
        let step = 1.0 / 256.0;
        for n in 0..32 {
            for (expected, is_row) in [(expected_row[n], true), (expected_output[n], false)] {
                let mut at = |change: f32| {
                    let group = match is_row {
                        true => &mut model.rows[row],
                        false => &mut model.outputs[0].weights[1],
                    };
                    let before = group.rounded[n];
                    group.rounded[n] += change;
                    let found = loss(&mut model);
                    let group = match is_row {
                        true => &mut model.rows[row],
                        false => &mut model.outputs[0].weights[1],
                    };
                    group.rounded[n] = before;
                    found
                };
                let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
                assert!((slope - f64::from(expected)).abs() < 2e-4, "{slope} {expected}");
            }
        }
    }
}
