//! Products of rows and weights with WebAssembly SIMD.

use core::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128};

use super::super::packed::WordLanes;
use super::super::shape::CHANNEL_UNIT;
use super::words::{Product, ROWS};

/// Vectors of four sums in a unit of outputs.
const VECTORS: usize = CHANNEL_UNIT / 4;

#[expect(unsafe_code, reason = "arrays of integers and vectors of the same size are the same bits")]
#[inline(always)]
fn vectors(lanes: &WordLanes) -> [v128; VECTORS] {
    // SAFETY: both are 64 bytes, and all bits are valid.
    unsafe { std::mem::transmute(lanes.0) }
}

/// Adds a pair of inputs times their weights to a unit of outputs. Written out, since loops would
/// keep the sums in memory.
#[inline(always)]
fn add_products(total: [v128; VECTORS], pair: [i16; 2], lanes: [v128; VECTORS]) -> [v128; VECTORS] {
    let pair = i32x4_splat(i32::from(pair[1]) << 16 | i32::from(pair[0] as u16));
    [
        i32x4_add(total[0], i32x4_dot_i16x8(pair, lanes[0])),
        i32x4_add(total[1], i32x4_dot_i16x8(pair, lanes[1])),
        i32x4_add(total[2], i32x4_dot_i16x8(pair, lanes[2])),
        i32x4_add(total[3], i32x4_dot_i16x8(pair, lanes[3])),
    ]
}

/// The sums of rows, by output. Not inlined, which would only make the module larger.
#[inline(never)]
pub fn multiply(product: &Product<'_>, sums: &mut [i32]) {
    let &Product { inputs, row, lanes, units } = product;
    let outputs = units * CHANNEL_UNIT;
    for unit in 0..units {
        let rows = inputs.chunks_exact(ROWS * row).zip(sums.chunks_exact_mut(ROWS * outputs));
        for (inputs, sums) in rows {
            let pairs = |n: usize| inputs[n * row..][..row].as_chunks::<2>().0;
            let [mut a, mut b, mut c] = [[i32x4_splat(0); VECTORS]; ROWS];
            let lanes = lanes[unit..].iter().step_by(units);
            for (((x, y), z), lanes) in pairs(0).iter().zip(pairs(1)).zip(pairs(2)).zip(lanes) {
                let lanes = vectors(lanes);
                a = add_products(a, *x, lanes);
                b = add_products(b, *y, lanes);
                c = add_products(c, *z, lanes);
            }
            for (n, total) in [a, b, c].iter().enumerate() {
                let from = n * outputs + unit * CHANNEL_UNIT;
                for (four, &vector) in sums[from..].chunks_exact_mut(4).zip(total) {
                    four[0] = i32x4_extract_lane::<0>(vector);
                    four[1] = i32x4_extract_lane::<1>(vector);
                    four[2] = i32x4_extract_lane::<2>(vector);
                    four[3] = i32x4_extract_lane::<3>(vector);
                }
            }
        }
    }
}
