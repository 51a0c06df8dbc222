//! File format of the weights: a header, then all numbers by the range coder. Rows of symmetric
//! configurations are stored once, and empty rows as a single flag.

use thiserror::Error;

use super::shapes::{SHAPES, symmetry_representatives};
use super::weights::{
    HIDDEN_SIZE, Layers, MAX_LAYER_WEIGHT, MOBILITY_CLASSES, ROW_COUNT, Row, STAGES, WIDTH, Weights,
};
use crate::core::mix;
use crate::core::range_coder::{Decoder, Encoder, checksum};

/// Magic bytes of the format.
const MAGIC: &[u8; 8] = b"TYREVPAT";
/// Bytes of the header: magic bytes, hash of the layout, checksum.
const HEADER: usize = 8 + 8 + 8;

/// Error of reading a weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The magic bytes are missing.
    #[error("this is not a weights file for Reversi; expected one that begins with TYREVPAT")]
    NotWeights,
    /// The weights are for another layout of patterns or network.
    #[error(
        "these weights are for other patterns than this program has; expected some made by \
         \"tianyuan train reversi\" of the same version"
    )]
    Layout,
    /// The checksum does not match.
    #[error("these weights are damaged; expected {0} bytes after the header whose sum is right")]
    Damaged(usize),
}

/// By row, its index among the stored rows: one row for each class of symmetric configurations.
pub(crate) fn packed_indices() -> Vec<u32> {
    let representatives = symmetry_representatives();
    let mut packed = Vec::with_capacity(ROW_COUNT);
    let mut next = 0;
    for row in 0..ROW_COUNT {
        let first = representatives.get(row).map_or(row, |&first| first as usize);
        if first == row {
            packed.push(next);
            next += 1;
        } else {
            packed.push(packed[first]);
        }
    }
    packed
}

/// Hash of the shapes and of the sizes of the network.
fn layout_hash() -> u64 {
    let squares = SHAPES.iter().flat_map(|shape| shape.iter().map(|&s| u64::from(s)).chain([64]));
    let rest = [WIDTH, HIDDEN_SIZE, STAGES, MOBILITY_CLASSES].map(|n| n as u64);
    squares.chain(rest).fold(1, |sum, n| mix(sum ^ n))
}

/// Classes of the size of the preceding numbers in a row.
const SIZE_CLASSES: usize = 5;
/// First context of each kind: the empty flag of a row, by that of the row before; the numbers of a
/// row, by column and size class; the weights of the layers, by kind.
const EMPTY_CONTEXTS: usize = 0;
const ROW_CONTEXTS: usize = EMPTY_CONTEXTS + 2;
const LAYER_CONTEXTS: usize = ROW_CONTEXTS + WIDTH * SIZE_CLASSES;
const CONTEXTS: usize = LAYER_CONTEXTS + 6;

/// A coder of numbers in either direction.
trait NumberCoder {
    /// Encodes `number` and returns it, or ignores it and returns the decoded number.
    fn number(&mut self, context: usize, number: i32) -> i32;
}

impl NumberCoder for Encoder {
    fn number(&mut self, context: usize, number: i32) -> i32 {
        self.write(context, number);
        number
    }
}

impl NumberCoder for Decoder<'_> {
    fn number(&mut self, context: usize, _: i32) -> i32 {
        self.read(context)
    }
}

/// Codes one row; `was_empty` says whether the row before was empty.
fn code_row(coder: &mut impl NumberCoder, was_empty: bool, row: &mut Row) {
    let is_used = i32::from(*row != Row::EMPTY);
    if coder.number(EMPTY_CONTEXTS + usize::from(was_empty), is_used) == 0 {
        *row = Row::EMPTY;
        return;
    }
    let mut size = 0u32;
    for (column, number) in row.0.iter_mut().enumerate() {
        // Decaying sum of the sizes of the preceding numbers.
        let class = match size {
            0..=3 => 0,
            4..=9 => 1,
            10..=23 => 2,
            24..=59 => 3,
            _ => 4,
        };
        let context = ROW_CONTEXTS + column * SIZE_CLASSES + class;
        *number = coder.number(context, i32::from(*number)).clamp(-127, 127) as i8;
        size = size * 3 / 4 + u32::from(number.unsigned_abs());
    }
}

/// Codes the layers of a stage as differences from those of the stage before.
fn code_layers(coder: &mut impl NumberCoder, before: &Layers, layers: &mut Layers) {
    let mut code = |context: usize, before: &[i16], numbers: &mut [i16]| {
        for (&before, number) in before.iter().zip(numbers) {
            let before = i32::from(before);
            let found =
                before + coder.number(LAYER_CONTEXTS + context, i32::from(*number) - before);
            *number = found.clamp(-i32::from(MAX_LAYER_WEIGHT), i32::from(MAX_LAYER_WEIGHT)) as i16;
        }
    };
    code(0, &before.accumulator_bias, &mut layers.accumulator_bias);
    code(1, &before.linear_weights, &mut layers.linear_weights);
    code(2, before.hidden_weights.as_flattened(), layers.hidden_weights.as_flattened_mut());
    code(3, &before.hidden_bias, &mut layers.hidden_bias);
    code(4, &before.output_weights, &mut layers.output_weights);
    code(5, &[before.output_bias], std::slice::from_mut(&mut layers.output_bias));
}

impl Weights {
    /// The contents of a weights file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::new(CONTEXTS);
        let (mut next, mut was_empty) = (0, true);
        for (row, index) in self.rows().zip(packed_indices()) {
            if index == next {
                next += 1;
                code_row(&mut encoder, was_empty, &mut { row });
                was_empty = row == Row::EMPTY;
            }
        }
        let mut before = Layers::EMPTY;
        for layers in self.layers() {
            code_layers(&mut encoder, &before, &mut layers.clone());
            before.clone_from(layers);
        }
        let weights = encoder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(layout_hash().to_le_bytes());
        bytes.extend(checksum(&weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }

    /// Reads the contents of a weights file.
    ///
    /// # Errors
    /// If the format or the layout is another, or the checksum is wrong.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let long = |at: usize| {
            let bytes = bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u64::from_le_bytes)
        };
        if long(8) != Some(layout_hash()) {
            return Err(WeightsError::Layout);
        }
        let weights = bytes.get(HEADER..).unwrap_or_default();
        if long(16) != Some(checksum(weights)) {
            return Err(WeightsError::Damaged(weights.len()));
        }
        let mut decoder = Decoder::new(CONTEXTS, weights);
        let packed = packed_indices();
        let mut written: Vec<Row> = Vec::with_capacity(packed.len());
        let mut rows = Vec::with_capacity(packed.len());
        for index in packed {
            let index = index as usize;
            if index == written.len() {
                let was_empty = written.last().is_none_or(|&row| row == Row::EMPTY);
                let mut row = Row::EMPTY;
                code_row(&mut decoder, was_empty, &mut row);
                written.push(row);
            }
            rows.push(written[index]);
        }
        let mut stages: Vec<Layers> = Vec::with_capacity(STAGES);
        let first = Layers::EMPTY;
        for _ in 0..STAGES {
            let mut layers = Layers::EMPTY;
            code_layers(&mut decoder, stages.last().unwrap_or(&first), &mut layers);
            stages.push(layers);
        }
        Ok(Weights::new(&rows, stages))
    }
}
