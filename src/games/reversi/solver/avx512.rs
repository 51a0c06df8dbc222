//! Flips with AVX-512CD, which finds the end of a run by counting leading zeros.

use std::arch::x86_64::{
    _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_srlv_epi64,
};

use super::avx2::{flips_down, flips_up, or_lanes, rays_from};

/// Discs of `opponent` that a disc of `own` on `square` flips.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl,avx512bw,avx512dq"
)]
pub(super) fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let (up, down) = rays_from(square);
    let (own, opponent) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opponent as i64));
    // Bit 0 is set so that every run has an end; off the ray it is masked out below.
    let open = _mm256_or_si256(_mm256_andnot_si256(opponent, down), _mm256_set1_epi64x(1));
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
    let highest = _mm256_and_si256(highest, down);
    or_lanes(_mm256_or_si256(flips_up(own, opponent, up), flips_down(own, highest, down)))
}
