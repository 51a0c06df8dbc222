//! Compares flips and mobility of Reversi, and the products of convolutions, computed with
//! WebAssembly SIMD and with portable code. Built as a separate module, which `wasm_simd.mjs` runs.

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

#[path = "../../src/search/conv_net"]
mod conv_net {
    pub(crate) mod packed {
        #[derive(Clone, Copy)]
        #[repr(C, align(64))]
        pub(crate) struct WordLanes(pub(crate) [i16; 32]);
    }

    pub(crate) mod shape {
        pub(crate) const CHANNEL_UNIT: usize = 16;
    }

    pub(crate) mod kernels {
        pub(crate) mod wasm;

        pub(crate) mod words {
            use crate::conv_net::packed::WordLanes;

            pub(crate) const ROWS: usize = 3;

            pub(crate) struct Product<'a> {
                pub(crate) inputs: &'a [i16],
                pub(crate) row: usize,
                pub(crate) lanes: &'a [WordLanes],
                pub(crate) units: usize,
            }
        }
    }
}

use conv_net::kernels::{wasm, words::Product};
use conv_net::packed::WordLanes;
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

/// Number of random products of six rows of 32 inputs and the weights of 48 outputs that differ.
#[unsafe(no_mangle)]
pub extern "C" fn different_products(rounds: u32) -> u32 {
    const ROWS: usize = 6;
    const INPUTS: usize = 32;
    const UNITS: usize = 3;
    let mut random = Random::new(5);
    let mut number = |bound: usize| random.below(2 * bound + 1) as i16 - bound as i16;
    let differs = |_: &u32| {
        let inputs: Vec<i16> = (0..ROWS * INPUTS).map(|_| number(1020)).collect();
        let lanes: Vec<WordLanes> = (0..INPUTS / 2 * UNITS)
            .map(|_| WordLanes(std::array::from_fn(|_| number(1143))))
            .collect();
        let mut sums = [0; ROWS * UNITS * 16];
        let product = Product { inputs: &inputs, row: INPUTS, lanes: &lanes, units: UNITS };
        wasm::multiply(&product, &mut sums);
        sums.iter().enumerate().any(|(n, &sum)| {
            let (row, output) = (n / (UNITS * 16), n % (UNITS * 16));
            let weight = |input: usize| {
                lanes[input / 2 * UNITS + output / 16].0[output % 16 * 2 + input % 2]
            };
            let products = (0..INPUTS)
                .map(|input| i32::from(inputs[row * INPUTS + input]) * i32::from(weight(input)));
            products.sum::<i32>() != sum
        })
    };
    (0..rounds).filter(differs).count() as u32
}
