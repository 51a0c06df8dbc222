//! Convolution in products of 16 bits, in which every instruction set but those with products of
//! bytes computes.

use super::super::packed::{TILE, WordLanes};
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::super::shape::CHANNEL_UNIT;
use super::winograd::{self, FREQUENCIES, Squares};
use super::{Convolution, Epilogue, MAX_OUTPUTS, finish_tile};

/// A kernel computes a multiple of this number of rows.
pub const ROWS: usize = 3;

/// Memory that convolutions in products of 16 bits work in.
#[derive(Clone, Debug, Default)]
pub struct WordScratch {
    /// Inputs by row.
    inputs: Vec<i16>,
    /// Products by frequency and row.
    products: Vec<i32>,
    /// The sums of the points of a row of squares.
    sums: Vec<i32>,
}

impl WordScratch {
    /// Makes room, without clearing it.
    fn resize(&mut self, inputs: usize, products: usize, sums: usize) {
        self.inputs.resize(self.inputs.len().max(inputs), 0);
        self.products.resize(self.products.len().max(products), 0);
        self.sums.resize(self.sums.len().max(sums), 0);
    }
}

/// Rows of inputs that are multiplied by weights.
pub struct Product<'a> {
    /// By row.
    pub inputs: &'a [i16],
    /// Inputs of a row.
    pub row: usize,
    /// The weights, by pair of inputs and unit of outputs.
    pub lanes: &'a [WordLanes],
    /// Units of outputs.
    pub units: usize,
}

/// Computes a convolution. `multiply` writes the sums of rows by output.
#[inline(always)]
pub fn convolve<E: Epilogue>(
    conv: &mut Convolution<'_>,
    epilogue: &mut E,
    multiply: impl Fn(&Product<'_>, &mut [i32]),
) {
    let mut scratch = std::mem::take(conv.scratch);
    if conv.weights.taps == 1 {
        convolve_points(conv, &mut scratch, epilogue, multiply);
    } else {
        convolve_squares(conv, &mut scratch, epilogue, multiply);
    }
    *conv.scratch = scratch;
}

/// Of one tap: the inputs of some points are the rows.
#[inline(always)]
fn convolve_points<E: Epilogue>(
    conv: &Convolution<'_>,
    scratch: &mut WordScratch,
    epilogue: &mut E,
    multiply: impl Fn(&Product<'_>, &mut [i32]),
) {
    let weights = conv.weights;
    let (row, outputs, units) = (weights.inputs, weights.outputs, weights.units());
    scratch.resize(TILE * row, 0, 0);
    let mut sums = [0; TILE * MAX_OUTPUTS];
    let sums = &mut sums[..TILE * outputs];
    for (tile, cells) in conv.geometry.tiles().iter().enumerate() {
        let inputs = &mut scratch.inputs[..TILE * row];
        for (cell, wide) in cells.iter().zip(inputs.chunks_exact_mut(row)) {
            let narrow = &conv.input[cell * conv.stride..][..row];
            wide.iter_mut().zip(narrow).for_each(|(wide, narrow)| *wide = i16::from(*narrow));
        }
        multiply(&Product { inputs, row, lanes: &weights.words, units }, sums);
        finish_tile(epilogue, tile, conv.geometry.points(), sums, outputs);
    }
}

/// Of nine taps: the inputs of some squares of four points are the rows, for each frequency.
#[inline(always)]
fn convolve_squares<E: Epilogue>(
    conv: &Convolution<'_>,
    scratch: &mut WordScratch,
    epilogue: &mut E,
    multiply: impl Fn(&Product<'_>, &mut [i32]),
) {
    let weights = conv.weights;
    let (row, outputs, units) = (weights.inputs, weights.outputs, weights.units());
    let squares = Squares::new(conv.geometry);
    let at_once = squares.rows_at_once();
    for from in (0..squares.rows).step_by(at_once) {
        let rows = from..(from + at_once).min(squares.rows);
        let count = (rows.len() * squares.columns).next_multiple_of(ROWS);
        let (inputs, products) = (FREQUENCIES * count * row, FREQUENCIES * count * outputs);
        scratch.resize(inputs, products, 4 * squares.columns * outputs);
        let WordScratch { inputs: transformed, products, sums } = scratch;
        winograd::transform_inputs(conv, squares, rows.clone(), count, transformed);
        let lanes = weights.words.chunks_exact(row / 2 * units);
        let inputs = transformed.chunks_exact(count * row);
        let parts = inputs.zip(lanes).zip(products.chunks_exact_mut(count * outputs));
        for ((inputs, lanes), products) in parts.take(FREQUENCIES) {
            multiply(&Product { inputs, row, lanes, units }, products);
        }
        for (n, row) in rows.enumerate() {
            let at = [n * squares.columns, count];
            let point = |point: usize, sums: &[i32]| epilogue.point(point, sums);
            winograd::transform_sums(squares, row, at, outputs, products, sums, point);
        }
    }
}

/// The sums of rows, by output.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub fn multiply(product: &Product<'_>, sums: &mut [i32]) {
    let &Product { inputs, row, lanes, units } = product;
    let outputs = units * CHANNEL_UNIT;
    for unit in 0..units {
        for (inputs, sums) in inputs.chunks_exact(row).zip(sums.chunks_exact_mut(outputs)) {
            let mut total = [0; CHANNEL_UNIT];
            let pairs: &[[i16; 2]] = inputs.as_chunks().0;
            let lanes = &lanes[..pairs.len() * units];
            // Plain loops over indices, which compilers turn into vectors.
            for (step, &[a, b]) in pairs.iter().enumerate() {
                let (first, second) = lanes[step * units + unit].0.split_at(CHANNEL_UNIT);
                for n in 0..CHANNEL_UNIT {
                    total[n] += i32::from(a) * i32::from(first[n]);
                }
                for n in 0..CHANNEL_UNIT {
                    total[n] += i32::from(b) * i32::from(second[n]);
                }
            }
            sums[unit * CHANNEL_UNIT..][..CHANNEL_UNIT].copy_from_slice(&total);
        }
    }
}
