//! The sums of a tile with WebAssembly SIMD.

use core::arch::wasm32::{
    i16x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128,
};

use super::super::packed::{PackedWeights, TILE};
use super::super::shape::CHANNEL_UNIT;

/// Points whose sums are kept in registers at once.
const POINTS: usize = 3;

/// Vectors of four sums in a unit of outputs.
const VECTORS: usize = CHANNEL_UNIT / 4;

#[inline(always)]
fn vector(lanes: &[i16], n: usize) -> v128 {
    let w = &lanes[8 * n..8 * n + 8];
    i16x8(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7])
}

/// The sums of a tile, by point and output.
#[inline(always)]
pub fn tile(weights: &PackedWeights, patch: &[i16], sums: &mut [i32]) {
    let (units, row) = (weights.units(), weights.taps * weights.inputs);
    for unit in 0..units {
        for first in (0..TILE).step_by(POINTS) {
            let mut total = [[i32x4_splat(0); VECTORS]; POINTS];
            let rows: [&[[i16; 2]]; POINTS] =
                std::array::from_fn(|n| patch[(first + n) * row..][..row].as_chunks().0);
            for (step, lanes) in weights.words[unit..].iter().step_by(units).enumerate() {
                let lanes: [v128; VECTORS] = std::array::from_fn(|n| vector(&lanes.0, n));
                for (total, row) in total.iter_mut().zip(rows) {
                    let [a, b] = row[step];
                    let pair = i32x4_splat(i32::from(b) << 16 | i32::from(a));
                    for (total, lanes) in total.iter_mut().zip(lanes) {
                        *total = i32x4_add(*total, i32x4_dot_i16x8(pair, lanes));
                    }
                }
            }
            for (n, total) in total.iter().enumerate() {
                for (m, &vector) in total.iter().enumerate() {
                    let from = (first + n) * weights.outputs + unit * CHANNEL_UNIT + 4 * m;
                    let four = &mut sums[from..from + 4];
                    four[0] = i32x4_extract_lane::<0>(vector);
                    four[1] = i32x4_extract_lane::<1>(vector);
                    four[2] = i32x4_extract_lane::<2>(vector);
                    four[3] = i32x4_extract_lane::<3>(vector);
                }
            }
        }
    }
}
