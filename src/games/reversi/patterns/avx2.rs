//! Evaluation of the network's layers with AVX2. Results equal those of [`Stage::value`].

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_blend_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_max_epi32, _mm256_min_epi16, _mm256_min_epi32, _mm256_mullo_epi16,
    _mm256_mullo_epi32, _mm256_permute2x128_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_srai_epi32,
};

use bytemuck::cast;

use super::weights::{HIDDEN_MAX, OUTPUT_WEIGHT_SCALE, ROW_SCALE, Stage, WIDTH};

macro_rules! avx2 {
    ($($item:item)*) => { $(#[inline] #[target_feature(enable = "avx2")] $item)* };
}

avx2! {
fn sum(numbers: __m256i) -> i32 {
    let four =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
}

/// Output of the network for an accumulator, in hundredths of a disc.
pub(in crate::games::reversi) fn value(stage: &Stage, sums: &[i16; WIDTH]) -> i32 {
    let sums = cast(*sums);
    let one = _mm256_set1_epi16(ROW_SCALE as i16);
    let minus_one = _mm256_set1_epi16(-(ROW_SCALE as i16));
    let clamped = _mm256_max_epi16(_mm256_min_epi16(sums, one), minus_one);
    // Swap the halves to multiply the pairs.
    let partners = _mm256_permute2x128_si256::<1>(clamped, clamped);
    let products = _mm256_slli_epi16::<2>(_mm256_mullo_epi16(clamped, partners));
    let positive =
        _mm256_slli_epi16::<8>(_mm256_max_epi16(clamped, _mm256_setzero_si256()));
    let inputs = _mm256_blend_epi32::<0b1111_0000>(products, positive);
    let mut hidden = [_mm256_setzero_si256(); 2];
    for (pair, weights) in stage.hidden_weights.iter().enumerate() {
        let input = _mm256_permutevar8x32_epi32(inputs, _mm256_set1_epi32(pair as i32));
        for (hidden, weights) in hidden.iter_mut().zip(weights) {
            *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(input, cast(*weights)));
        }
    }
    let max = _mm256_set1_epi32((HIDDEN_MAX * OUTPUT_WEIGHT_SCALE) as i32);
    let mut total = _mm256_setzero_si256();
    for half in 0..2 {
        let hidden = _mm256_srai_epi32::<15>(hidden[half]);
        let hidden = _mm256_add_epi32(hidden, cast(stage.hidden_bias[half]));
        let hidden = _mm256_max_epi32(_mm256_min_epi32(hidden, max), _mm256_setzero_si256());
        let weights = cast(stage.output_weights[half]);
        total = _mm256_add_epi32(total, _mm256_mullo_epi32(hidden, weights));
    }
    let linear = _mm256_madd_epi16(sums, cast(stage.linear_weights));
    stage.output(sum(total), sum(linear))
}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;
    use crate::games::reversi::patterns::{WEIGHTS_FILE, Weights};

    #[test]
    #[expect(unsafe_code, reason = "functions for AVX2 run only where it is detected")]
    fn the_avx2_value_equals_the_portable_one() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return;
        }
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let weights =
            Weights::read(&std::fs::read(format!("{file}{WEIGHTS_FILE}")).unwrap()).unwrap();
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
