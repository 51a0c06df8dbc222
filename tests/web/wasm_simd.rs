//! Compares flips and mobility of Reversi computed with WebAssembly SIMD and with
//! portable code. Built as a separate module, which `wasm_simd.mjs` runs.

#[allow(dead_code)]
#[path = "../../src/core/random.rs"]
mod random;

mod core {
    pub(crate) use crate::random::mix;
}

#[allow(dead_code)]
#[path = "../../src/games/reversi"]
mod reversi {
    pub(crate) mod rules {
        pub(crate) mod bitboard;
    }

    pub(crate) mod solver {
        mod wasm_simd;

        /// Discs flipped by a move, computed with SIMD.
        pub(crate) fn flips(own: u64, opponent: u64, square: u8) -> u64 {
            wasm_simd::flips(own, opponent, u32::from(square))
        }

        /// Legal moves, computed with SIMD.
        pub(crate) fn mobility(own: u64, opponent: u64) -> u64 {
            wasm_simd::mobility(own, opponent)
        }
    }
}

use random::Random;
use reversi::rules::bitboard::Bitboard;
use reversi::solver;

/// Number of random boards on which the results differ.
#[unsafe(no_mangle)]
pub extern "C" fn differences(boards: u32) -> u32 {
    let mut random = Random::new(3);
    let differs = |round: &u32| {
        let (a, b) = (random.next_u64(), random.next_u64());
        let full = if round % 2 == 0 { a | b } else { a & b };
        let own = random.next_u64() & full;
        let opponent = full & !own;
        let flips =
            |square| u64::flips(own, opponent, square) != solver::flips(own, opponent, square);
        u64::mobility(own, opponent, !full) != solver::mobility(own, opponent)
            || (!full).squares().any(flips)
    };
    (0..boards).filter(differs).count() as u32
}
