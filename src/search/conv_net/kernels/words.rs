//! Convolution in products of 16 bits: the inputs of a tile are widened and laid out one after the
//! other.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::super::packed::PackedWeights;
use super::super::packed::{TILE, tap_cell};
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::super::shape::CHANNEL_UNIT;
use super::Convolution;

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

/// Adds an input times its weight to each output.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn add_products(
    mut totals: [i32; CHANNEL_UNIT],
    input: i16,
    weights: &[i16; CHANNEL_UNIT],
) -> [i32; CHANNEL_UNIT] {
    for n in 0..CHANNEL_UNIT {
        totals[n] = totals[n].wrapping_add(i32::from(input) * i32::from(weights[n]));
    }
    totals
}

/// The sums of a tile, by point and output.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub fn tile(weights: &PackedWeights, patch: &[i16], sums: &mut [i32]) {
    let (units, row) = (weights.units(), weights.taps * weights.inputs);
    for unit in 0..units {
        for (point, patch) in patch.chunks_exact(row).enumerate() {
            let mut total = [0; CHANNEL_UNIT];
            let lanes = weights.words.chunks_exact(units);
            for (&[a, b], lanes) in patch.as_chunks().0.iter().zip(lanes) {
                let [first, second] = *lanes[unit].0.as_chunks().0 else { break };
                total = add_products(total, a, &first);
                total = add_products(total, b, &second);
            }
            let from = point * weights.outputs + unit * CHANNEL_UNIT;
            sums[from..from + CHANNEL_UNIT].copy_from_slice(&total);
        }
    }
}
