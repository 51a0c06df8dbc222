//! Quantised evaluation network on patterns.
//!
//! Every configuration of every shape has a row of [`WIDTH`] numbers, the same in all game stages.
//! The accumulator is the sum of the rows of all pattern instances and of two rows for the mobility
//! of both sides. Its clipped values, partly multiplied in pairs, feed one hidden layer of clipped
//! ReLU; the output adds a linear term of the accumulator. These layers have their own weights for
//! each number of empty squares. All arithmetic is on integers, so that every machine finds the
//! same value.

use super::features::Patterns;
use super::shapes::{
    BASE_BLOCK_ROWS, BLOCK_OFFSETS, BLOCK_ROWS, BLOCKS, INSTANCE_BLOCKS, INSTANCES, LANES, OFFSETS,
    PATTERN_ROWS,
};
use crate::games::reversi::rules::Discs;
use crate::search::huge_page_vec;

/// Width of a row and of the accumulator.
pub const WIDTH: usize = 16;
/// Half of it: number `n` of the first half is paired with number `n` of the second.
pub(crate) const HALF_WIDTH: usize = WIDTH / 2;
/// Size of the hidden layer.
pub(crate) const HIDDEN_SIZE: usize = 16;
/// Numbers of legal moves with rows of their own; larger ones use the last row.
pub(crate) const MOBILITY_CLASSES: usize = 32;
/// Number of rows: of all configurations, then of the own mobility, then of the opponent's.
pub(crate) const ROW_COUNT: usize = PATTERN_ROWS + 2 * MOBILITY_CLASSES;
/// Number of game stages, by the number of empty squares; with more the last stage is used.
pub(crate) const STAGES: usize = 55;

/// Fixed-point scale of rows and accumulator.
pub(crate) const ROW_SCALE: f32 = 64.0;
/// Fixed-point scale of the weights of the hidden layer.
pub(crate) const HIDDEN_WEIGHT_SCALE: f32 = 2048.0;
/// Fixed-point scale of the activations of the hidden layer and of the output weights.
pub(crate) const OUTPUT_WEIGHT_SCALE: f32 = 1024.0;
/// Fixed-point scale of the output bias.
pub(crate) const OUTPUT_BIAS_SCALE: f32 = 1024.0;
/// Discs per unit of the network's output.
pub(crate) const DISCS_PER_UNIT: f32 = 16.0;

/// Upper bound of the activations of the hidden layer (clipped ReLU).
pub(crate) const HIDDEN_MAX: f32 = 2.0;
/// Largest absolute weight of the layers, in its own fixed-point unit.
pub(crate) const MAX_LAYER_WEIGHT: i16 = 1 << 14;

/// Largest absolute value, in hundredths of a disc.
const MAX_VALUE: i64 = 6400;

/// Contribution of a configuration to the accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Row(pub [i8; WIDTH]);

impl Row {
    pub(crate) const EMPTY: Row = Row([0; WIDTH]);
}

/// Weights of the layers for one stage, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    pub accumulator_bias: [i16; WIDTH],
    /// Weights of the linear output term of the accumulator.
    pub linear_weights: [i16; WIDTH],
    /// By hidden unit: weights of the products, then of the clipped second half.
    pub hidden_weights: [[i16; WIDTH]; HIDDEN_SIZE],
    pub hidden_bias: [i16; HIDDEN_SIZE],
    pub output_weights: [i16; HIDDEN_SIZE],
    pub output_bias: i16,
}

impl Layers {
    pub(crate) const EMPTY: Layers = Layers {
        accumulator_bias: [0; WIDTH],
        linear_weights: [0; WIDTH],
        hidden_weights: [[0; WIDTH]; HIDDEN_SIZE],
        hidden_bias: [0; HIDDEN_SIZE],
        output_weights: [0; HIDDEN_SIZE],
        output_bias: 0,
    };
}

/// Weights of the layers for one stage, in the order of evaluation: a pair of inputs is multiplied
/// into one half of the hidden layer at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// By pair of inputs and half of the hidden layer: both inputs' weights of each hidden unit.
    pub(super) hidden_weights: [[[i16; WIDTH]; 2]; WIDTH / 2],
    pub(super) hidden_bias: [[i32; HIDDEN_SIZE / 2]; 2],
    pub(super) output_weights: [[i32; HIDDEN_SIZE / 2]; 2],
    pub(super) linear_weights: [i16; WIDTH],
    accumulator_bias: [i16; WIDTH],
    output_bias: i64,
}

impl Stage {
    fn new(layers: &Layers) -> Stage {
        let mut hidden_weights = [[[0; WIDTH]; 2]; WIDTH / 2];
        for (to, from) in layers.hidden_weights.iter().enumerate() {
            for (n, &weight) in from.iter().enumerate() {
                hidden_weights[n / 2][to / 8][to % 8 * 2 + n % 2] = weight;
            }
        }
        let halves = |numbers: &[i16; HIDDEN_SIZE]| {
            [0, 1]
                .map(|half| std::array::from_fn(|n| i32::from(numbers[half * HIDDEN_SIZE / 2 + n])))
        };
        Stage {
            hidden_weights,
            hidden_bias: halves(&layers.hidden_bias),
            output_weights: halves(&layers.output_weights),
            linear_weights: layers.linear_weights,
            accumulator_bias: layers.accumulator_bias,
            output_bias: i64::from(layers.output_bias),
        }
    }

    /// Output of the network for an accumulator, in hundredths of a disc.
    #[inline(always)]
    pub fn value(&self, sums: &[i16; WIDTH]) -> i32 {
        const ONE: i16 = ROW_SCALE as i16;
        // The scale of the inputs is `2^14`.
        let mut inputs = [0i32; WIDTH];
        for n in 0..HALF_WIDTH {
            let (first, second) = (sums[n].clamp(-ONE, ONE), sums[n + HALF_WIDTH].clamp(-ONE, ONE));
            inputs[n] = i32::from(first * second) << 2;
            inputs[n + HALF_WIDTH] = i32::from(second.max(0)) << 8;
        }
        let mut total = 0i32;
        for half in 0..2 {
            let mut hidden = [0i32; HIDDEN_SIZE / 2];
            for (pair, weights) in self.hidden_weights.iter().enumerate() {
                let (first, second) = (inputs[2 * pair], inputs[2 * pair + 1]);
                for (hidden, weights) in hidden.iter_mut().zip(weights[half].as_chunks::<2>().0) {
                    let [one, other] = weights.map(i32::from);
                    *hidden = hidden.wrapping_add(first * one).wrapping_add(second * other);
                }
            }
            for (n, hidden) in hidden.into_iter().enumerate() {
                let hidden = (hidden >> 15) + self.hidden_bias[half][n];
                let hidden = hidden.clamp(0, (HIDDEN_MAX * OUTPUT_WEIGHT_SCALE) as i32);
                total = total.wrapping_add(hidden * self.output_weights[half][n]);
            }
        }
        let mut linear = 0i32;
        for (&sum, &weight) in sums.iter().zip(&self.linear_weights) {
            linear = linear.wrapping_add(i32::from(sum) * i32::from(weight));
        }
        self.output(total, linear)
    }

    /// Sum of the output layer and the linear term, in hundredths of a disc.
    #[inline(always)]
    pub(super) fn output(&self, total: i32, linear: i32) -> i32 {
        // The scale of the total is `2^20`.
        let total = i64::from(total) + (i64::from(linear) << 4) + (self.output_bias << 10);
        let value = (total * (DISCS_PER_UNIT as i64 * 100)) >> 20;
        value.clamp(-MAX_VALUE, MAX_VALUE) as i32
    }
}

/// Weights of the evaluation network, a few megabytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Rows of all configurations, laid out in [`BLOCKS`] blocks.
    pattern_rows: Vec<Row>,
    /// Rows of the own mobility, and of the opponent's.
    mobility_rows: [[Row; MOBILITY_CLASSES]; 2],
    /// By the number of empty squares.
    stages: Box<[Stage; STAGES]>,
    layers: Vec<Layers>,
}

impl Weights {
    /// Weights from rows and layers; missing ones are zero.
    pub(crate) fn new(rows: &[Row], mut layers: Vec<Layers>) -> Weights {
        layers.resize(STAGES, Layers::EMPTY);
        let row = |n: usize| rows.get(n).copied().unwrap_or(Row::EMPTY);
        let mut pattern_rows = huge_page_vec(BLOCKS * BLOCK_ROWS, || Row::EMPTY);
        for n in 0..PATTERN_ROWS {
            pattern_rows[block_row(n)] = row(n);
        }
        let moves = |side| std::array::from_fn(|n| row(PATTERN_ROWS + side * MOBILITY_CLASSES + n));
        let stages: Vec<Stage> = layers.iter().map(Stage::new).collect();
        let empty = || Box::new(std::array::from_fn(|_| Stage::new(&Layers::EMPTY)));
        Weights {
            pattern_rows,
            mobility_rows: [moves(0), moves(1)],
            stages: stages.try_into().unwrap_or_else(|_| empty()),
            layers,
        }
    }

    /// All rows in the order of the file.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> {
        let patterns = (0..PATTERN_ROWS).map(|n| self.pattern_rows[block_row(n)]);
        patterns.chain(self.mobility_rows.iter().flatten().copied())
    }

    /// Layers by the number of empty squares.
    pub(super) fn layers(&self) -> &[Layers] {
        &self.layers
    }

    /// Expected final score for the side to move, in hundredths of a disc from -6400 to 6400.
    /// `patterns` must be those of this position.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, patterns: &Patterns, discs: Discs) -> i32 {
        let moves = [discs, discs.passed()].map(|discs| discs.mobility().count_ones());
        let (stage, sums) = self.accumulate(patterns, 64 - discs.empties(), moves);
        stage.value(&sums)
    }

    /// The stage of a position with this number of discs.
    #[inline(always)]
    pub(super) fn stage(&self, discs: u32) -> &Stage {
        &self.stages[64usize.saturating_sub(discs as usize).min(STAGES - 1)]
    }

    /// The stage of a position with this number of discs, and the accumulator. `moves` are the
    /// numbers of moves of the side to move and of the other side.
    #[inline(always)]
    pub fn accumulate(
        &self,
        patterns: &Patterns,
        discs: u32,
        moves: [u32; 2],
    ) -> (&Stage, [i16; WIDTH]) {
        let stage = self.stage(discs);
        let blocks = self.pattern_rows.as_chunks::<BLOCK_ROWS>().0.first_chunk::<BLOCKS>();
        let Some(blocks) = blocks else {
            return (stage, stage.accumulator_bias);
        };
        let indices = &patterns.indices.0;
        let rows: [u16; LANES] =
            std::array::from_fn(|n| indices[n].wrapping_add(BASE_BLOCK_ROWS.0[n]) as u16);
        let mut sums = stage.accumulator_bias;
        let mut add = |row: &Row| {
            for (sum, &number) in sums.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(i16::from(number));
            }
        };
        for instance in 0..INSTANCES {
            add(&blocks[INSTANCE_BLOCKS[instance]][usize::from(rows[instance])]);
        }
        for (rows, moves) in self.mobility_rows.iter().zip(moves) {
            add(&rows[(moves as usize).min(MOBILITY_CLASSES - 1)]);
        }
        (stage, sums)
    }
}

/// Position in the blocks of the row of a configuration.
fn block_row(row: usize) -> usize {
    let shape = OFFSETS.partition_point(|&start| start <= row) - 1;
    let (block, start) = BLOCK_OFFSETS[shape];
    block * BLOCK_ROWS + start + row - OFFSETS[shape]
}
