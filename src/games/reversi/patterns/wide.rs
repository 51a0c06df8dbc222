//! The layers of the network with the vectors of AVX2. The answers are those
//! of [`Stage::value`].

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_blend_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_max_epi32, _mm256_min_epi16, _mm256_min_epi32, _mm256_mullo_epi16,
    _mm256_mullo_epi32, _mm256_permute2x128_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_srai_epi32,
};

use bytemuck::cast;

use super::weights::{FULL, OUTER, ROW, Stage, WIDTH};

macro_rules! wide {
    ($($item:item)*) => { $(#[inline] #[target_feature(enable = "avx2")] $item)* };
}

wide! {
fn sum(numbers: __m256i) -> i32 {
    let four =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
}

/// What the sums are worth, in hundredths of a disc.
pub(in crate::games::reversi) fn value(stage: &Stage, sums: &[i16; WIDTH]) -> i32 {
    let sums = cast(*sums);
    let one = _mm256_set1_epi16(ROW as i16);
    let least = _mm256_set1_epi16(-(ROW as i16));
    let clamped = _mm256_max_epi16(_mm256_min_epi16(sums, one), least);
    // The halves change places, so that each number meets its partner.
    let partners = _mm256_permute2x128_si256::<1>(clamped, clamped);
    let products = _mm256_slli_epi16::<2>(_mm256_mullo_epi16(clamped, partners));
    let positive =
        _mm256_slli_epi16::<8>(_mm256_max_epi16(clamped, _mm256_setzero_si256()));
    let inputs = _mm256_blend_epi32::<0b1111_0000>(products, positive);
    let mut seen = [_mm256_setzero_si256(); 2];
    for (pair, inner) in stage.inner.iter().enumerate() {
        let input = _mm256_permutevar8x32_epi32(inputs, _mm256_set1_epi32(pair as i32));
        for (seen, inner) in seen.iter_mut().zip(inner) {
            *seen = _mm256_add_epi32(*seen, _mm256_madd_epi16(input, cast(*inner)));
        }
    }
    let most = _mm256_set1_epi32((FULL * OUTER) as i32);
    let mut total = _mm256_setzero_si256();
    for half in 0..2 {
        let seen = _mm256_srai_epi32::<15>(seen[half]);
        let seen = _mm256_add_epi32(seen, cast(stage.hidden[half]));
        let seen = _mm256_max_epi32(_mm256_min_epi32(seen, most), _mm256_setzero_si256());
        total = _mm256_add_epi32(total, _mm256_mullo_epi32(seen, cast(stage.outer[half])));
    }
    let direct = _mm256_madd_epi16(sums, cast(stage.direct));
    stage.joined(sum(total), sum(direct))
}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;
    use crate::games::reversi::patterns::{FILE, Weights};

    #[test]
    #[expect(unsafe_code, reason = "a function for AVX2 is called once AVX2 was found")]
    fn vectors_find_what_numbers_find() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return;
        }
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let weights = Weights::read(&std::fs::read(format!("{file}{FILE}")).unwrap()).unwrap();
        let mut random = Random::new(5);
        for round in 0..20_000 {
            let reach = [100, 2000][round % 2];
            let sums = std::array::from_fn(|_| random.below(2 * reach + 1) as i16 - reach as i16);
            let stage = weights.stage(random.below(65) as u32);
            // SAFETY: the processor has AVX2.
            let found = unsafe { value(stage, &sums) };
            assert_eq!(found, stage.value(&sums));
        }
    }
}
