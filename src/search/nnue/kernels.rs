//! The inner loops of a network, compiled for several instruction sets.
//!
//! There is one source for each loop, in integers, so that every instruction set gives the same
//! numbers; the compiler makes vectors of it. On x86-64 the best set is chosen at run time; on other
//! processors it is the one that the program is compiled for (NEON on AArch64, SIMD128 in the
//! browser).

/// Elements of a block, the unit in which layers are stored.
pub const BLOCK: usize = 32;

/// The activation 1 in fixed point, to which sums are clipped.
pub const ACTIVATION_ONE: i16 = 255;

/// A part of a row of weights or of an accumulator, aligned for vectors of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i16; BLOCK]);

/// Instructions that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// Those that the program is compiled for.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with its instructions for bytes and words.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// The rows of weights by which an accumulator changes.
pub struct Change<'a> {
    /// All rows of weights.
    pub weights: &'a [Block],
    /// The rows that are added, by number.
    pub added: &'a [u16],
    /// The rows that are subtracted, by number.
    pub removed: &'a [u16],
}

#[inline(always)]
fn update_with(sums: &mut [Block], change: &Change<'_>) {
    let width = sums.len();
    for (n, block) in sums.iter_mut().enumerate() {
        let mut sums = block.0;
        for &row in change.added {
            let weights = &change.weights[usize::from(row) * width + n].0;
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &row in change.removed {
            let weights = &change.weights[usize::from(row) * width + n].0;
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        block.0 = sums;
    }
}

#[inline(always)]
fn dot_with(sums: &[Block], weights: &[Block]) -> i32 {
    let mut total = 0i32;
    for (sums, weights) in sums.iter().zip(weights) {
        for (&sum, weight) in sums.0.iter().zip(weights.0) {
            let clipped = sum.clamp(0, ACTIVATION_ONE);
            // Fits into 16 bits, since a weight is at most 127, so that vectors of 16 bits suffice.
            let weighted = clipped.wrapping_mul(weight);
            total = total.wrapping_add(i32::from(weighted) * i32::from(clipped));
        }
    }
    total
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Block, Change, dot_with, update_with};

    #[target_feature(enable = "avx2")]
    pub(super) fn update_avx2(sums: &mut [Block], change: &Change<'_>) {
        update_with(sums, change);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn dot_avx2(sums: &[Block], weights: &[Block]) -> i32 {
        dot_with(sums, weights)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn update_avx512(sums: &mut [Block], change: &Change<'_>) {
        update_with(sums, change);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn dot_avx512(sums: &[Block], weights: &[Block]) -> i32 {
        dot_with(sums, weights)
    }
}

#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions for an instruction set run only where `InstructionSet::all` has found it"
    )
)]
impl InstructionSet {
    /// All that the processor has, best first.
    pub fn all() -> Vec<InstructionSet> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512f") && has!("avx512bw") {
                found.push(InstructionSet::Avx512);
            }
            if has!("avx2") {
                found.push(InstructionSet::Avx2);
            }
        }
        found.push(InstructionSet::Portable);
        found
    }

    /// Adds rows of weights to an accumulator and subtracts others. A row is as long as the
    /// accumulator.
    ///
    /// # Panics
    /// If there is no row of such a number.
    #[inline]
    pub fn update(self, sums: &mut [Block], change: &Change<'_>) {
        match self {
            InstructionSet::Portable => update_with(sums, change),
            // SAFETY: only `all` makes this value, where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::update_avx2(sums, change) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { x86::update_avx512(sums, change) },
        }
    }

    /// The sum of the squared clipped ReLU of each element times its weight, which is at most 127.
    #[inline]
    pub fn dot(self, sums: &[Block], weights: &[Block]) -> i32 {
        match self {
            InstructionSet::Portable => dot_with(sums, weights),
            // SAFETY: only `all` makes this value, where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::dot_avx2(sums, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { x86::dot_avx512(sums, weights) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;

    fn blocks(count: usize, reach: i16, random: &mut Random) -> Vec<Block> {
        let mut number = || random.below(2 * reach as usize + 1) as i16 - reach;
        (0..count).map(|_| Block(std::array::from_fn(|_| number()))).collect()
    }

    #[test]
    fn every_instruction_set_gives_the_numbers_of_plain_arithmetic() {
        let mut random = Random::new(3);
        for width in 1..=8 {
            let rows = blocks(12 * width, 505, &mut random);
            let sums = blocks(width, 3000, &mut random);
            let weights = blocks(width, 127, &mut random);
            let (added, removed) = ([3, 11, 0], [7, 3]);
            let element =
                |n: usize, at: usize| i32::from(rows[n * width + at / BLOCK].0[at % BLOCK]);
            let mut expected = Vec::new();
            let mut dot = 0;
            for at in 0..width * BLOCK {
                let sum = i32::from(sums[at / BLOCK].0[at % BLOCK]);
                let clipped = sum.clamp(0, 255);
                dot += clipped * clipped * i32::from(weights[at / BLOCK].0[at % BLOCK]);
                let change = [3, 11, 0].map(|n| element(n, at)).iter().sum::<i32>()
                    - element(7, at)
                    - element(3, at);
                expected.push((sum + change) as i16);
            }
            for instructions in InstructionSet::all() {
                let mut changed = sums.clone();
                let change = Change { weights: &rows, added: &added, removed: &removed };
                instructions.update(&mut changed, &change);
                let changed: Vec<i16> = changed.iter().flat_map(|block| block.0).collect();
                assert_eq!(changed, expected, "{instructions:?}");
                assert_eq!(instructions.dot(&sums, &weights), dot, "{instructions:?}");
            }
        }
    }
}
