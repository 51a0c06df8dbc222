//! The convolutions of a network, for several instruction sets.
//!
//! Products of 8 bits are summed in 32 bits, which is exact, and what follows is in floating point
//! operations of a fixed order, none of them fused: every instruction set gives the same numbers.
//! On x86-64 the best set is chosen at run time; on other processors it is the one that the program
//! is compiled for (NEON on AArch64, SIMD128 in the browser).

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
mod winograd;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::packed::{Geometry, PackedWeights, TILE};
pub(super) use winograd::{FREQUENCIES, transform_weights};
pub(super) use words::WordScratch;

/// Instructions that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// Those that the program is compiled for.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX2 with the dot products of bytes of AVX-VNNI.
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    /// AVX-512 with its dot products of bytes.
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
}

/// The order of packed weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Quadruples of bytes.
    #[cfg(target_arch = "x86_64")]
    Bytes,
    /// Words, those of two inputs for each output.
    Pairs,
    /// Words, those of one input for all outputs and then of another.
    Words,
}

/// A convolution that is to be computed.
pub struct Convolution<'a> {
    /// Its weights.
    pub weights: &'a PackedWeights,
    /// The board.
    pub geometry: &'a Geometry,
    /// Its inputs by cell, `stride` bytes each, of which the first are used.
    pub input: &'a [u8],
    /// Bytes of a cell of the input.
    pub stride: usize,
    /// Room for convolutions in products of 16 bits.
    pub scratch: &'a mut WordScratch,
}

/// Last step of a convolution, which takes its sums.
pub trait Epilogue {
    /// Takes the sums of one point, of all outputs.
    fn point(&mut self, point: usize, sums: &[i32]);
}

/// Maximum number of outputs of a convolution.
pub const MAX_OUTPUTS: usize = 1536;

/// Gives the sums of a tile to the epilogue.
#[inline(always)]
fn finish_tile(
    epilogue: &mut impl Epilogue,
    tile: usize,
    points: usize,
    sums: &[i32],
    outputs: usize,
) {
    let first = tile * TILE;
    for (n, sums) in sums.chunks_exact(outputs).enumerate().take(points - first) {
        epilogue.point(first + n, sums);
    }
}

fn convolve_portable<E: Epilogue>(conv: &mut Convolution<'_>, epilogue: &mut E) {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    words::convolve(conv, epilogue, wasm::multiply);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    words::convolve(conv, epilogue, words::multiply);
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
    #[must_use]
    pub fn all() -> Vec<InstructionSet> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512vnni") {
                found.push(InstructionSet::Avx512Vnni);
            }
            if has!("avx2") && has!("avxvnni") {
                found.push(InstructionSet::AvxVnni);
            }
            if has!("avx2") {
                found.push(InstructionSet::Avx2);
            }
        }
        found.push(InstructionSet::Portable);
        found
    }

    /// The order of the weights for its kernels.
    pub(super) fn packing(self) -> Packing {
        match self {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::AvxVnni | InstructionSet::Avx512Vnni => Packing::Bytes,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => Packing::Pairs,
            InstructionSet::Portable if cfg!(target_feature = "simd128") => Packing::Pairs,
            InstructionSet::Portable => Packing::Words,
        }
    }

    /// Computes a convolution whose weights are packed for this instruction set.
    ///
    /// # Panics
    /// If the input is shorter than the board.
    pub(super) fn convolve<E: Epilogue>(self, conv: &mut Convolution<'_>, epilogue: &mut E) {
        match self {
            InstructionSet::Portable => convolve_portable(conv, epilogue),
            // SAFETY: only `all` makes this value, where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::convolve_avx2(conv, epilogue) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::AvxVnni => unsafe { x86::convolve_avx_vnni(conv, epilogue) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512Vnni => unsafe { x86::convolve_avx512_vnni(conv, epilogue) },
        }
    }
}
