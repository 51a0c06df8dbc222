//! Flips and mobility with AVX2, four directions at once. Results equal those of the portable
//! [`Bitboard`](super::super::bitboard::Bitboard).

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use bytemuck::cast;

/// Bits from one square to the next along each of the four lines.
const STEPS: [i64; 4] = [1, 7, 8, 9];

/// Squares whose discs can be flipped along each line: the two edge files only vertically.
const PASSABLE: [i64; 4] =
    [0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e, -1, 0x7e7e_7e7e_7e7e_7e7e];

/// Rays from a square to higher indices, then to lower ones, in the order of [`STEPS`]. Aligned to
/// a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays([[i64; 4]; 2]);

/// Rays from every square.
static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [Rays([[0; 4]; 2]); 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let sign = if way < 4 { 1 } else { -1 };
            let (files, ranks) = (DIRECTIONS[way % 4].0 * sign, DIRECTIONS[way % 4].1 * sign);
            let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square as usize].0[way / 4][way % 4] |= 1 << (rank * 8 + file);
                (file, rank) = (file + files, rank + ranks);
            }
            way += 1;
        }
        square += 1;
    }
    table
}

/// Bitwise or of the four lanes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn or_lanes(four: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// Rays from a square to higher indices, and to lower ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn rays_from(square: u32) -> (__m256i, __m256i) {
    let Rays([up, down]) = RAYS[(square & 63) as usize];
    (cast(up), cast(down))
}

/// Discs flipped towards higher indices, each lane along its ray.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn flips_up(own: __m256i, opponent: __m256i, rays: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    // The lowest square that is not the opponent's ends the run.
    let open = _mm256_andnot_si256(opponent, rays);
    let end = _mm256_and_si256(_mm256_and_si256(open, _mm256_sub_epi64(zero, open)), own);
    let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    _mm256_and_si256(_mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below), rays)
}

/// Discs flipped towards lower indices, each lane along its ray. `end` is the first square of each
/// ray without an opponent's disc.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn flips_down(own: __m256i, end: __m256i, rays: __m256i) -> __m256i {
    let end = _mm256_and_si256(end, own);
    let between = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    _mm256_and_si256(between, rays)
}

/// Discs of `opponent` that a disc of `own` on `square` flips.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let (up, down) = rays_from(square);
    let (own, opponent) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opponent as i64));
    // Towards lower indices the highest open square ends the run; filling the bits below each
    // open square isolates it.
    let steps = cast(STEPS);
    let open = _mm256_andnot_si256(opponent, down);
    let twice = _mm256_add_epi64(steps, steps);
    let near = _mm256_or_si256(open, _mm256_srlv_epi64(open, steps));
    let wide = _mm256_or_si256(near, _mm256_srlv_epi64(near, twice));
    let all = _mm256_or_si256(wide, _mm256_srlv_epi64(wide, _mm256_add_epi64(twice, twice)));
    let highest = _mm256_andnot_si256(_mm256_srlv_epi64(all, steps), open);
    or_lanes(_mm256_or_si256(flips_up(own, opponent, up), flips_down(own, highest, down)))
}

/// Legal moves of `own`, ignoring passes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn mobility(own: u64, opponent: u64) -> u64 {
    let empty = !(own | opponent);
    let steps = cast(STEPS);
    let twice = _mm256_add_epi64(steps, steps);
    let own = _mm256_set1_epi64x(own as i64);
    let over = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), cast(PASSABLE));
    let mut up = _mm256_and_si256(over, _mm256_sllv_epi64(own, steps));
    let mut down = _mm256_and_si256(over, _mm256_srlv_epi64(own, steps));
    up = _mm256_or_si256(up, _mm256_and_si256(over, _mm256_sllv_epi64(up, steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(over, _mm256_srlv_epi64(down, steps)));
    let pairs_up = _mm256_and_si256(over, _mm256_sllv_epi64(over, steps));
    let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    }
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    or_lanes(reached) & empty
}
