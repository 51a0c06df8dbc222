//! Flips with what AVX-512 adds to vectors of the same length: the end of a
//! run is found by counting zeros.

use std::arch::x86_64::{
    _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_srlv_epi64,
};

use super::wide::{downwards, joined, rays_from, upwards};

/// The discs of `opponent` that a disc of `own` on `square` flips.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl,avx512bw,avx512dq"
)]
pub(super) fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let (up, down) = rays_from(square);
    let (own, opponent) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opponent as i64));
    // The lowest square of the board ends what nothing else does, so that there
    // is an end to be found; off the ray it says nothing.
    let open = _mm256_or_si256(_mm256_andnot_si256(opponent, down), _mm256_set1_epi64x(1));
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
    let highest = _mm256_and_si256(highest, down);
    joined(_mm256_or_si256(upwards(own, opponent, up), downwards(own, highest, down)))
}
