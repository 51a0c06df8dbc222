//! The convolutions with AVX2, AVX-VNNI and AVX-512.

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_dpbusd_avx_epi32, _mm256_madd_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm512_dpbusd_epi32, _mm512_set1_epi32,
    _mm512_setzero_si512,
};

use super::super::packed::{ByteLanes, TILE, WordLanes, tap_cell};
use super::super::shape::CHANNEL_UNIT;
use super::words::{self, Product, ROWS};
use super::{Convolution, Epilogue, MAX_OUTPUTS, finish_tile};

/// Points whose sums are kept in 16 registers at once.
const POINTS: usize = ROWS;

#[expect(unsafe_code, reason = "arrays of integers and vectors of the same size are the same bits")]
mod cast {
    use super::{__m256i, __m512i, ByteLanes, CHANNEL_UNIT, WordLanes};

    #[inline(always)]
    pub fn bytes_512(lanes: &ByteLanes) -> __m512i {
        // SAFETY: both are 64 bytes, and all bits are valid.
        unsafe { std::mem::transmute(lanes.0) }
    }

    #[inline(always)]
    pub fn bytes_256(lanes: &ByteLanes) -> [__m256i; 2] {
        // SAFETY: as above.
        unsafe { std::mem::transmute(lanes.0) }
    }

    #[inline(always)]
    pub fn words_256(lanes: &WordLanes) -> [__m256i; 2] {
        // SAFETY: as above.
        unsafe { std::mem::transmute(lanes.0) }
    }

    #[inline(always)]
    pub fn sums_512(sums: __m512i) -> [i32; CHANNEL_UNIT] {
        // SAFETY: as above.
        unsafe { std::mem::transmute(sums) }
    }

    #[inline(always)]
    pub fn sums_256(sums: [__m256i; 2]) -> [i32; CHANNEL_UNIT] {
        // SAFETY: as above.
        unsafe { std::mem::transmute(sums) }
    }
}

/// The inputs that some points of a tile see by one tap, in groups of four.
#[inline(always)]
fn tap_rows<'a, const P: usize>(
    conv: &'a Convolution<'_>,
    cells: &[usize],
    tap: usize,
) -> [&'a [[u8; 4]]; P] {
    let (weights, stride) = (conv.weights, conv.geometry.stride());
    std::array::from_fn(|n| {
        let from = tap_cell(cells[n], tap, weights.taps, stride) * conv.stride;
        conv.input[from..from + weights.inputs].as_chunks().0
    })
}

/// The sums of a tile for `UNITS` units of outputs.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn tile_avx512_vnni<const UNITS: usize>(
    conv: &Convolution<'_>,
    cells: &[usize; TILE],
    unit: usize,
    sums: &mut [i32],
) {
    let weights = conv.weights;
    let (units, steps) = (weights.units(), weights.inputs / 4);
    let mut total = [[_mm512_setzero_si512(); UNITS]; TILE];
    for tap in 0..weights.taps {
        let rows: [&[[u8; 4]]; TILE] = tap_rows(conv, cells, tap);
        let rows = rows.map(|row| &row[..steps]);
        let lanes = &weights.bytes[tap * steps * units..][..steps * units];
        for (step, lanes) in lanes.chunks_exact(units).enumerate() {
            let lanes = &lanes[unit..unit + UNITS];
            let lanes: [__m512i; UNITS] = std::array::from_fn(|n| cast::bytes_512(&lanes[n]));
            for (total, row) in total.iter_mut().zip(rows) {
                let four = _mm512_set1_epi32(i32::from_le_bytes(row[step]));
                for (total, lanes) in total.iter_mut().zip(lanes) {
                    *total = _mm512_dpbusd_epi32(*total, four, lanes);
                }
            }
        }
    }
    for (point, total) in total.iter().enumerate() {
        for (n, &total) in total.iter().enumerate() {
            let from = point * weights.outputs + (unit + n) * CHANNEL_UNIT;
            sums[from..from + CHANNEL_UNIT].copy_from_slice(&cast::sums_512(total));
        }
    }
}

/// As the function of this name for any processor, with AVX-512 and its dot products of bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub fn convolve_avx512_vnni<E: Epilogue>(conv: &mut Convolution<'_>, epilogue: &mut E) {
    let (units, outputs) = (conv.weights.units(), conv.weights.outputs);
    let mut sums = [0; TILE * MAX_OUTPUTS];
    let sums = &mut sums[..TILE * outputs];
    for (tile, cells) in conv.geometry.tiles().iter().enumerate() {
        let mut unit = 0;
        while unit < units {
            let take = if units - unit > 4 && units - unit < 8 { 3 } else { (units - unit).min(4) };
            match take {
                4 => tile_avx512_vnni::<4>(conv, cells, unit, sums),
                3 => tile_avx512_vnni::<3>(conv, cells, unit, sums),
                2 => tile_avx512_vnni::<2>(conv, cells, unit, sums),
                _ => tile_avx512_vnni::<1>(conv, cells, unit, sums),
            }
            unit += take;
        }
        finish_tile(epilogue, tile, conv.geometry.points(), sums, outputs);
    }
}

/// The sums of [`POINTS`] points for `UNITS` units of outputs.
#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn points_avx_vnni<const UNITS: usize>(
    conv: &Convolution<'_>,
    cells: &[usize],
    unit: usize,
    sums: &mut [i32],
) {
    let weights = conv.weights;
    let (units, steps) = (weights.units(), weights.inputs / 4);
    let mut total = [[[_mm256_setzero_si256(); 2]; UNITS]; POINTS];
    for tap in 0..weights.taps {
        let rows: [&[[u8; 4]]; POINTS] = tap_rows(conv, cells, tap);
        let rows = rows.map(|row| &row[..steps]);
        let lanes = &weights.bytes[tap * steps * units..][..steps * units];
        for (step, lanes) in lanes.chunks_exact(units).enumerate() {
            let lanes = &lanes[unit..unit + UNITS];
            let fours = rows.map(|row| _mm256_set1_epi32(i32::from_le_bytes(row[step])));
            for n in 0..UNITS {
                for (half, lanes) in cast::bytes_256(&lanes[n]).into_iter().enumerate() {
                    for (total, four) in total.iter_mut().zip(fours) {
                        total[n][half] = _mm256_dpbusd_avx_epi32(total[n][half], four, lanes);
                    }
                }
            }
        }
    }
    store(units, unit, &total, sums);
}

#[inline(always)]
fn store<const UNITS: usize>(
    units: usize,
    unit: usize,
    total: &[[[__m256i; 2]; UNITS]; POINTS],
    sums: &mut [i32],
) {
    for (point, total) in total.iter().enumerate() {
        for (n, &total) in total.iter().enumerate() {
            let from = (point * units + unit + n) * CHANNEL_UNIT;
            sums[from..from + CHANNEL_UNIT].copy_from_slice(&cast::sums_256(total));
        }
    }
}

/// As the function of this name for any processor, with AVX-VNNI.
#[target_feature(enable = "avx2,avxvnni")]
pub fn convolve_avx_vnni<E: Epilogue>(conv: &mut Convolution<'_>, epilogue: &mut E) {
    let (units, outputs) = (conv.weights.units(), conv.weights.outputs);
    let mut sums = [0; TILE * MAX_OUTPUTS];
    let sums = &mut sums[..TILE * outputs];
    for (tile, cells) in conv.geometry.tiles().iter().enumerate() {
        for (cells, sums) in cells.chunks(POINTS).zip(sums.chunks_exact_mut(POINTS * outputs)) {
            for unit in (0..units & !1).step_by(2) {
                points_avx_vnni::<2>(conv, cells, unit, sums);
            }
            if units % 2 == 1 {
                points_avx_vnni::<1>(conv, cells, units - 1, sums);
            }
        }
        finish_tile(epilogue, tile, conv.geometry.points(), sums, outputs);
    }
}

/// The sums of [`ROWS`] rows for `UNITS` units of outputs.
#[inline]
#[target_feature(enable = "avx2")]
fn rows_avx2<const UNITS: usize>(
    product: &Product<'_>,
    inputs: &[i16],
    unit: usize,
    sums: &mut [i32],
) {
    let &Product { row, lanes, units, .. } = product;
    let rows: [&[[i16; 2]]; ROWS] = std::array::from_fn(|n| inputs[n * row..][..row].as_chunks().0);
    let rows = rows.map(|pairs| &pairs[..row / 2]);
    let mut total = [[[_mm256_setzero_si256(); 2]; UNITS]; ROWS];
    let lanes = &lanes[..row / 2 * units];
    for (step, lanes) in lanes.chunks_exact(units).enumerate() {
        let lanes = &lanes[unit..unit + UNITS];
        // Plain loops: closures are not always compiled for the instruction set.
        let mut pairs = [_mm256_setzero_si256(); ROWS];
        for (pair, row) in pairs.iter_mut().zip(&rows) {
            let [a, b] = row[step];
            *pair = _mm256_set1_epi32(i32::from(b) << 16 | i32::from(a as u16));
        }
        for n in 0..UNITS {
            let lanes = cast::words_256(&lanes[n]);
            for half in 0..2 {
                for row in 0..ROWS {
                    let product = _mm256_madd_epi16(pairs[row], lanes[half]);
                    total[row][n][half] = _mm256_add_epi32(total[row][n][half], product);
                }
            }
        }
    }
    store(units, unit, &total, sums);
}

/// The sums of rows, by output, with AVX2.
#[inline]
#[target_feature(enable = "avx2")]
fn multiply_avx2(product: &Product<'_>, sums: &mut [i32]) {
    let &Product { inputs, row, units, .. } = product;
    let parts = inputs.chunks_exact(ROWS * row);
    for (inputs, sums) in parts.zip(sums.chunks_exact_mut(ROWS * units * CHANNEL_UNIT)) {
        for unit in (0..units & !1).step_by(2) {
            rows_avx2::<2>(product, inputs, unit, sums);
        }
        if units % 2 == 1 {
            rows_avx2::<1>(product, inputs, units - 1, sums);
        }
    }
}

/// As the function of this name for any processor, with AVX2.
#[target_feature(enable = "avx2")]
pub fn convolve_avx2<E: Epilogue>(conv: &mut Convolution<'_>, epilogue: &mut E) {
    words::convolve(conv, epilogue, |product, sums| multiply_avx2(product, sums));
}
