//! Flips and mobility with WebAssembly SIMD: one vector holds the board and its vertical mirror
//! image, so that one shift covers both directions of a line. Lines along the rank use plain
//! integers. Results equal those of the portable
//! [`Bitboard`](super::super::rules::bitboard::Bitboard).

use core::arch::wasm32::{
    i8x16_shuffle, i64x2_add, i64x2_ne, i64x2_neg, i64x2_shl, u64x2, u64x2_extract_lane,
    u64x2_splat, v128, v128_and, v128_andnot, v128_or,
};

/// All files but the edge files, whose discs cannot be flipped sideways.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Bits from one square to the next along the lines that leave the rank.
const STEPS: [u32; 3] = [7, 8, 9];

/// By square, the rays to higher indices in the order of [`STEPS`], each with that of the square
/// mirrored vertically.
static RAYS: [[[u64; 2]; 3]; 64] = rays();

/// By square, the squares of its rank with higher and with lower indices.
static SIDEWAYS: [[u64; 2]; 64] = sideways();

const fn rays() -> [[[u64; 2]; 3]; 64] {
    let mut table = [[[0; 2]; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 6 {
            let from = if way < 3 { square } else { square ^ 56 };
            let files = way % 3 - 1;
            let (mut file, mut rank) = (from % 8 + files, from / 8 + 1);
            while file >= 0 && file < 8 && rank < 8 {
                table[square as usize][way as usize % 3][way as usize / 3] |=
                    1 << (rank * 8 + file);
                (file, rank) = (file + files, rank + 1);
            }
            way += 1;
        }
        square += 1;
    }
    table
}

const fn sideways() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rank = 0xffu64 << (square & 56);
        let below = (1u64 << square) - 1;
        table[square] = [rank & !below & !(1 << square), rank & below];
        square += 1;
    }
    table
}

/// A board and its vertical mirror image.
#[inline(always)]
fn with_mirror(board: u64) -> v128 {
    let two = u64x2_splat(board);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(two, two)
}

/// Bitwise or of the first lane and the mirrored second one.
#[inline(always)]
fn or_lanes(two: v128) -> u64 {
    let upright = i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7>(two, two);
    u64x2_extract_lane::<0>(v128_or(two, upright))
}

/// Discs of `opponent` that a disc of `own` on `square` flips.
#[inline(always)]
pub(super) fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let square = (square & 63) as usize;
    let (owns, opponents) = (with_mirror(own), with_mirror(opponent));
    let zero = u64x2_splat(0);
    let mut all = zero;
    for [ray, other] in RAYS[square] {
        let ray = u64x2(ray, other);
        // The lowest square that is not the opponent's ends the run.
        let open = v128_andnot(ray, opponents);
        let end = v128_and(v128_and(open, i64x2_neg(open)), owns);
        // The discs below it on the ray are flipped.
        let below = i64x2_add(end, i64x2_ne(end, zero));
        all = v128_or(all, v128_and(below, ray));
    }
    let [up, down] = SIDEWAYS[square];
    let end = (opponent | !up).wrapping_add(1) & up & own;
    let above = end.wrapping_sub(u64::from(end != 0)) & up;
    let blocked = (down & !opponent) | 1;
    let end = (1 << (63 - blocked.leading_zeros())) & down & own;
    or_lanes(all) | above | (end << 1).wrapping_neg() & down
}

/// Legal moves of `own`, ignoring passes.
#[inline(always)]
pub(super) fn mobility(own: u64, opponent: u64) -> u64 {
    let sideways = opponent & INNER_FILES;
    let (owns, opponents, inner) = (with_mirror(own), with_mirror(opponent), with_mirror(sideways));
    let mut reached = u64x2_splat(0);
    for step in STEPS {
        let over = if step == 8 { opponents } else { inner };
        let mut run = v128_and(over, i64x2_shl(owns, step));
        run = v128_or(run, v128_and(over, i64x2_shl(run, step)));
        let pairs = v128_and(over, i64x2_shl(over, step));
        run = v128_or(run, v128_and(pairs, i64x2_shl(run, 2 * step)));
        run = v128_or(run, v128_and(pairs, i64x2_shl(run, 2 * step)));
        reached = v128_or(reached, i64x2_shl(run, step));
    }
    // Upwards along the rank a carry runs through the opponent's discs.
    let up = sideways.wrapping_add(own << 1 & sideways) & !sideways;
    let mut run = sideways & own >> 1;
    run |= sideways & run >> 1;
    let pairs = sideways & sideways >> 1;
    run |= pairs & run >> 2;
    run |= pairs & run >> 2;
    (or_lanes(reached) | up | run >> 1) & !(own | opponent)
}
