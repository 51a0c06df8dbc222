//! The weights of a network, and its value.

use thiserror::Error;

use super::features::{
    FeatureSet, MAX_KINDS, MAX_PIECES, MAX_SQUARES, Perspective, PieceOnSquare, Placement,
};
use super::kernels::{ACTIVATION_ONE, BLOCK, Block, Change, InstructionSet};
use crate::core::Side;

/// 1 in the fixed point of the output weights.
pub const OUTPUT_ONE: i16 = 64;

/// The output of a network in centipawns where its sum is 1.
pub const CENTIPAWNS_PER_UNIT: i32 = 400;

/// Largest weight and bias of the first layer: the sum of a bias and of a row for each of twice
/// [`MAX_PIECES`] fits into 16 bits.
pub const MAX_ROW_WEIGHT: i16 = (i16::MAX as i32 / (2 * MAX_PIECES as i32 + 1)) as i16;

/// Largest output weight.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// Largest output bias.
pub const MAX_OUTPUT_BIAS: i32 = 0xffff;

/// Largest value, in centipawns.
const MAX_VALUE: i64 = 20_000;

/// Largest sum of the sizes of the output weights of a bucket, so that the output fits into 32
/// bits.
const MAX_OUTPUT_SUM: i32 = i32::MAX / (ACTIVATION_ONE as i32 * ACTIVATION_ONE as i32);

/// The sizes of a network: an accumulator for each side, and one output for each bucket, of which
/// the number of pieces on the board chooses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The inputs.
    pub features: FeatureSet,
    /// Elements of an accumulator: a multiple of 32, up to 1024.
    pub width: usize,
    /// Number of outputs, up to 16.
    pub buckets: usize,
}

/// The weights of a network in fixed point, by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// The sizes.
    pub shape: Shape,
    /// The row of each input; a row has [`Shape::width`] elements of 1/255.
    pub rows: Vec<i16>,
    /// The bias of an accumulator.
    pub bias: Vec<i16>,
    /// For each bucket, the weights of the side to move's accumulator and then of the other's, in
    /// 1/64.
    pub outputs: Vec<i16>,
    /// The bias of each bucket, in 1/(255 * 64).
    pub output_bias: Vec<i32>,
}

/// Error of weights that make no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The sizes are out of range, or the weights are not as many as they say.
    #[error(
        "there is no network of these sizes; expected accumulators of 32 to 1024 elements, \
         1 to 16 outputs, and as many weights"
    )]
    Shape,
    /// A weight is out of range.
    #[error(
        "a weight is too large; expected at most {MAX_ROW_WEIGHT} in a row, {MAX_OUTPUT_WEIGHT} \
         at the output, and {MAX_OUTPUT_SUM} for all at an output"
    )]
    Weight,
}

impl Shape {
    /// True if there can be a network of these sizes.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        let width = self.width;
        self.features.is_valid()
            && width > 0
            && width <= 1024
            && width.is_multiple_of(BLOCK)
            && self.buckets > 0
            && self.buckets <= 16
    }

    /// The output for this number of pieces.
    #[inline]
    #[must_use]
    pub fn bucket(&self, pieces: u32) -> usize {
        let bucket = pieces.saturating_sub(1) as usize * self.buckets / MAX_PIECES as usize;
        bucket.min(self.buckets - 1)
    }
}

/// A network that evaluates positions.
pub struct Network {
    shape: Shape,
    /// Blocks of an accumulator.
    pub(super) width: usize,
    rows: Vec<Block>,
    pub(super) bias: Vec<Block>,
    outputs: Vec<Block>,
    output_bias: Vec<i32>,
    /// The squares from which a king has its side's view mirrored.
    mirrored: u128,
    /// Inputs of all pieces, by view; see [`Network::inputs`].
    inputs: Vec<u16>,
    instructions: InstructionSet,
}

/// Inputs of a view in the table.
const TABLE_INPUTS: usize = 2 * MAX_KINDS * MAX_SQUARES;

/// Index of a piece in the inputs of a view.
#[inline]
pub(super) const fn piece_index(set: usize, square: usize) -> usize {
    set * MAX_SQUARES + square
}

impl Network {
    /// The network of these weights, run by the best instructions that the processor has.
    ///
    /// # Errors
    /// If the sizes or the weights are out of range.
    pub fn new(weights: &NetworkWeights) -> Result<Network, NetworkError> {
        let shape = weights.shape;
        let counts = [
            (weights.rows.len(), shape.features.inputs() * shape.width),
            (weights.bias.len(), shape.width),
            (weights.outputs.len(), 2 * shape.width * shape.buckets),
            (weights.output_bias.len(), shape.buckets),
        ];
        if !shape.is_valid() || counts.iter().any(|(found, expected)| found != expected) {
            return Err(NetworkError::Shape);
        }
        let fits = |weights: &[i16], max: i16| {
            weights.iter().all(|weight| weight.unsigned_abs() <= max.unsigned_abs())
        };
        let sum = |weights: &[i16]| weights.iter().map(|&weight| i32::from(weight).abs()).sum();
        let is_in_range = fits(&weights.rows, MAX_ROW_WEIGHT)
            && fits(&weights.bias, MAX_ROW_WEIGHT)
            && fits(&weights.outputs, MAX_OUTPUT_WEIGHT)
            && weights.output_bias.iter().all(|bias| bias.abs() <= MAX_OUTPUT_BIAS)
            && weights.outputs.chunks(2 * shape.width).all(|one| {
                let total: i32 = sum(one);
                total <= MAX_OUTPUT_SUM
            });
        if !is_in_range {
            return Err(NetworkError::Weight);
        }
        let blocks = |weights: &[i16]| -> Vec<Block> {
            weights.as_chunks::<BLOCK>().0.iter().map(|&block| Block(block)).collect()
        };
        Ok(Network {
            shape,
            width: shape.width / BLOCK,
            rows: blocks(&weights.rows),
            bias: blocks(&weights.bias),
            outputs: blocks(&weights.outputs),
            output_bias: weights.output_bias.clone(),
            mirrored: mirrored_squares(shape.features),
            inputs: input_tables(shape.features),
            instructions: InstructionSet::all()[0],
        })
    }

    /// The view of a side, as [`FeatureSet::perspective`] has it.
    #[inline]
    pub(super) fn perspective(&self, placement: &Placement, side: Side) -> Perspective {
        let king = placement.pieces[side.index()][usize::from(self.shape.features.king)];
        Perspective { side, is_mirrored: king & self.mirrored != 0 }
    }

    /// The sizes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The same network run by other instructions, which give the same values.
    #[cfg(test)]
    pub(super) fn with_instructions(mut self, instructions: InstructionSet) -> Network {
        self.instructions = instructions;
        self
    }

    /// The input of each piece from a view, by [`piece_index`].
    #[inline]
    pub(super) fn inputs(&self, view: Perspective) -> &[u16] {
        let n = 2 * view.side.index() + usize::from(view.is_mirrored);
        &self.inputs[n * TABLE_INPUTS..][..TABLE_INPUTS]
    }

    /// Adds rows to an accumulator and subtracts others.
    #[inline]
    pub(super) fn update(&self, sums: &mut [Block], added: &[u16], removed: &[u16]) {
        self.instructions.update(sums, &Change { weights: &self.rows, added, removed });
    }

    /// The value for the side to move, in centipawns, from its accumulator and the other's, with
    /// this number of pieces on the board.
    #[inline]
    pub(super) fn output(&self, own: &[Block], other: &[Block], pieces: u32) -> i32 {
        let bucket = self.shape.bucket(pieces);
        let (for_own, for_other) =
            self.outputs[2 * self.width * bucket..][..2 * self.width].split_at(self.width);
        let squares = i64::from(self.instructions.dot(own, for_own))
            + i64::from(self.instructions.dot(other, for_other));
        let sum = squares / i64::from(ACTIVATION_ONE) + i64::from(self.output_bias[bucket]);
        let one = i64::from(ACTIVATION_ONE) * i64::from(OUTPUT_ONE);
        (sum * i64::from(CENTIPAWNS_PER_UNIT) / one).clamp(-MAX_VALUE, MAX_VALUE) as i32
    }
}

/// The squares from which a king has its side's view mirrored; they are the same for both sides.
fn mirrored_squares(features: FeatureSet) -> u128 {
    let is_mirrored = |&king: &u128| {
        let mut placement = Placement::default();
        placement.pieces[Side::First.index()][usize::from(features.king)] = king;
        features.perspective(&placement, Side::First).is_mirrored
    };
    (0..features.squares()).map(|square| 1 << square).filter(is_mirrored).sum()
}

/// Inputs of all pieces: of the first side's view, of its mirrored view, and of the second side's
/// two.
fn input_tables(features: FeatureSet) -> Vec<u16> {
    let mut table = vec![0; 4 * TABLE_INPUTS];
    let views = Side::BOTH
        .into_iter()
        .flat_map(|side| [false, true].map(|is_mirrored| Perspective { side, is_mirrored }));
    for (view, table) in views.zip(table.chunks_mut(TABLE_INPUTS)) {
        for side in Side::BOTH {
            for kind in 0..usize::from(features.kinds) {
                for square in 0..features.squares() {
                    let piece = PieceOnSquare { side, kind, square };
                    let index = piece_index(side.index() * MAX_KINDS + kind, square);
                    table[index] = features.input(view, piece) as u16;
                }
            }
        }
    }
    table
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::core::Random;

    /// Random weights that reach their limits.
    pub(in crate::search::nnue) fn random_weights(shape: Shape, seed: u64) -> NetworkWeights {
        let mut random = Random::new(seed);
        let mut numbers = |count: usize, max: i32| -> Vec<i32> {
            (0..count).map(|_| random.below(2 * max as usize + 1) as i32 - max).collect()
        };
        let short = |numbers: Vec<i32>| numbers.into_iter().map(|n| n as i16).collect::<Vec<_>>();
        let row = i32::from(MAX_ROW_WEIGHT);
        NetworkWeights {
            shape,
            rows: short(numbers(shape.features.inputs() * shape.width, row)),
            bias: short(numbers(shape.width, row)),
            outputs: short(numbers(2 * shape.width * shape.buckets, 127)),
            output_bias: numbers(shape.buckets, 9000),
        }
    }

    pub(in crate::search::nnue) const SHAPE: Shape = Shape {
        features: FeatureSet { kinds: 7, files: 9, ranks: 10, king: 0 },
        width: 64,
        buckets: 4,
    };

    #[test]
    fn weights_out_of_range_make_no_network() {
        let good = random_weights(SHAPE, 1);
        assert!(Network::new(&good).is_ok());
        let refused = |change: fn(&mut NetworkWeights)| {
            let mut weights = good.clone();
            change(&mut weights);
            Network::new(&weights).err()
        };
        assert_eq!(refused(|weights| weights.rows[5] = 505), Some(NetworkError::Weight));
        assert_eq!(refused(|weights| weights.bias[5] = -505), Some(NetworkError::Weight));
        assert_eq!(refused(|weights| weights.outputs[0] = i16::MIN), Some(NetworkError::Weight));
        assert_eq!(refused(|weights| weights.output_bias[0] = 70_000), Some(NetworkError::Weight));
        assert_eq!(refused(|weights| weights.shape.width = 48), Some(NetworkError::Shape));
        assert_eq!(refused(|weights| weights.shape.buckets = 0), Some(NetworkError::Shape));
        assert_eq!(refused(|weights| weights.rows.truncate(9)), Some(NetworkError::Shape));
        assert_eq!(refused(|weights| weights.shape.features.king = 7), Some(NetworkError::Shape));
        let mut wide = random_weights(Shape { width: 1024, ..SHAPE }, 1);
        wide.outputs.fill(17);
        assert_eq!(Network::new(&wide).err(), Some(NetworkError::Weight));
    }

    #[test]
    fn views_are_those_of_the_features() {
        let network = Network::new(&random_weights(SHAPE, 1)).unwrap();
        for side in Side::BOTH {
            for king in (0..SHAPE.features.squares()).map(|square| 1 << square).chain([0]) {
                let mut placement = Placement::default();
                placement.pieces[side.index()][0] = king;
                let expected = SHAPE.features.perspective(&placement, side);
                assert_eq!(network.perspective(&placement, side), expected);
            }
        }
    }

    #[test]
    fn the_number_of_pieces_chooses_the_output() {
        let buckets = [0, 2, 8, 9, 16, 17, 24, 25, 32, 40].map(|pieces| SHAPE.bucket(pieces));
        assert_eq!(buckets, [0, 0, 0, 1, 1, 2, 2, 3, 3, 3]);
    }
}
