//! Perft of boards up to 8 by 8 with the flips of the search.

use super::{InstructionSet, dispatch};
use crate::games::reversi::Discs;
use crate::games::reversi::rules::perft::Perft;

impl Perft for u64 {
    fn perft(own: u64, opponent: u64, board: u64, depth: u32) -> u64 {
        let isa = InstructionSet::detect();
        if depth == 0 {
            1
        } else {
            dispatch::perft_with(isa, Discs { own, opponent }, board, depth)
        }
    }
}
