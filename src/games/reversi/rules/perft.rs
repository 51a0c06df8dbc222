//! Perft: counts of move sequences, which check the rules against published numbers.

use super::bitboard::{Bitboard, Bitboard256};
use super::position::Reversi;

/// Bitboards with perft. That of small boards is in the solver, which has the fastest flips.
pub trait Perft: Bitboard {
    /// Number of move sequences of `depth` plies on a board with the squares `board`. A pass is a
    /// ply, a finished game counts at all greater depths, and the last ply is counted in bulk.
    fn perft(own: Self, opponent: Self, board: Self, depth: u32) -> u64 {
        let empty = board & !(own | opponent);
        let moves = Self::mobility(own, opponent, empty);
        if depth == 0 {
            return 1;
        }
        if moves.is_empty() {
            return if depth == 1 || Self::mobility(opponent, own, empty).is_empty() {
                1
            } else {
                Self::perft(opponent, own, board, depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(moves.count());
        }
        let after = |square| {
            let flipped = Self::flips(own, opponent, square);
            (opponent & !flipped, own | flipped | Self::square(square))
        };
        let games = |(own, opponent)| Self::perft(own, opponent, board, depth - 1);
        moves.squares().map(|square| games(after(square))).sum()
    }
}

impl Perft for Bitboard256 {}

impl<B: Perft> Reversi<B> {
    /// Number of move sequences of `depth` plies. A pass is a ply, and a finished game counts at
    /// all greater depths.
    #[must_use]
    pub fn perft_nodes(&self, depth: u32) -> u64 {
        B::perft(self.own(), self.opponent(), self.board(), depth)
    }
}
