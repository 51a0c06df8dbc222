//! Flips and mobility of Reversi with the vectors of WebAssembly beside the
//! portable ones: a module of its own, which `lanes.mjs` runs.

#[allow(dead_code)]
#[path = "../../src/core/random.rs"]
mod random;

mod core {
    pub(crate) use crate::random::mix;
}

#[allow(dead_code)]
#[path = "../../src/games/reversi"]
mod reversi {
    pub(crate) mod bits;

    pub(crate) mod solver {
        mod lanes;

        /// What a move flips, as the vectors find it.
        pub(crate) fn flips(own: u64, opponent: u64, square: u8) -> u64 {
            lanes::flips(own, opponent, u32::from(square))
        }

        /// Where one may play, as the vectors find it.
        pub(crate) fn mobility(own: u64, opponent: u64) -> u64 {
            lanes::mobility(own, opponent)
        }
    }
}

use random::Random;
use reversi::bits::Bits;
use reversi::solver;

/// On how many of so many boards of chance an answer differs.
#[unsafe(no_mangle)]
pub extern "C" fn differences(boards: u32) -> u32 {
    let mut random = Random::new(3);
    let differs = |round: &u32| {
        let (a, b) = (random.bits(), random.bits());
        let full = if round % 2 == 0 { a | b } else { a & b };
        let own = random.bits() & full;
        let opponent = full & !own;
        let flips =
            |square| u64::flips(own, opponent, square) != solver::flips(own, opponent, square);
        u64::mobility(own, opponent, !full) != solver::mobility(own, opponent)
            || (!full).squares().any(flips)
    };
    (0..boards).filter(differs).count() as u32
}
