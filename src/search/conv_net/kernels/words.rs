//! Convolution in products of 16 bits: the inputs of a tile are widened and laid out one after the
//! other.

use super::super::packed::{PackedWeights, TILE, tap_cell};
use super::super::shape::CHANNEL_UNIT;
use super::Convolution;

/// Points whose sums are kept in registers at once.
const POINTS: usize = 3;

/// Widens what each point of a tile sees, by point, tap and input, into the patch.
#[inline(always)]
pub fn gather(conv: &mut Convolution<'_>, tile: usize) {
    let weights = conv.weights;
    let row = weights.taps * weights.inputs;
    conv.patch.resize(TILE * row, 0);
    let cells = &conv.geometry.tiles()[tile];
    for (cell, patch) in cells.iter().zip(conv.patch.chunks_exact_mut(row)) {
        for (tap, patch) in patch.chunks_exact_mut(weights.inputs).enumerate() {
            let from = tap_cell(*cell, tap, weights.taps, conv.geometry.stride()) * conv.stride;
            let input = &conv.input[from..from + weights.inputs];
            patch.iter_mut().zip(input).for_each(|(wide, narrow)| *wide = i16::from(*narrow));
        }
    }
}

/// The sums of a tile, by point and output.
#[inline(always)]
pub fn tile(weights: &PackedWeights, patch: &[i16], sums: &mut [i32]) {
    let (units, row) = (weights.units(), weights.taps * weights.inputs);
    for unit in 0..units {
        for first in (0..TILE).step_by(POINTS) {
            let mut total = [[0i32; CHANNEL_UNIT]; POINTS];
            let rows: [&[[i16; 2]]; POINTS] =
                std::array::from_fn(|n| patch[(first + n) * row..][..row].as_chunks().0);
            for (step, lanes) in weights.words[unit..].iter().step_by(units).enumerate() {
                for (total, row) in total.iter_mut().zip(rows) {
                    let [a, b] = row[step].map(i32::from);
                    for (n, total) in total.iter_mut().enumerate() {
                        let (x, y) = (i32::from(lanes.0[2 * n]), i32::from(lanes.0[2 * n + 1]));
                        *total = total.wrapping_add(a * x + b * y);
                    }
                }
            }
            for (n, total) in total.iter().enumerate() {
                let from = (first + n) * weights.outputs + unit * CHANNEL_UNIT;
                sums[from..from + CHANNEL_UNIT].copy_from_slice(total);
            }
        }
    }
}
