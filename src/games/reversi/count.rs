//! Counting move sequences, by which rules are checked against known numbers.

use super::bits::{Bits, Wide};
use super::position::Reversi;
use super::solver;

/// Sets of squares by which move sequences can be counted.
pub trait Count: Bits {
    /// Counts the move sequences of `depth` plies on a board with these
    /// squares: a pass is a ply, a finished game is carried to all greater
    /// depths, and the last ply is counted without being played.
    fn count_games(own: Self, opponent: Self, board: Self, depth: u32) -> u64 {
        let empty = board & !(own | opponent);
        let moves = Self::mobility(own, opponent, empty);
        if depth == 0 {
            return 1;
        }
        if moves.is_empty() {
            return if depth == 1 || Self::mobility(opponent, own, empty).is_empty() {
                1
            } else {
                Self::count_games(opponent, own, board, depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(moves.count());
        }
        let after = |square| {
            let flipped = Self::flips(own, opponent, square);
            (opponent & !flipped, own | flipped | Self::square(square))
        };
        let games = |(own, opponent)| Self::count_games(own, opponent, board, depth - 1);
        moves.squares().map(|square| games(after(square))).sum()
    }
}

impl Count for u64 {
    #[inline]
    fn count_games(own: u64, opponent: u64, board: u64, depth: u32) -> u64 {
        solver::perft(own, opponent, board, depth)
    }
}

impl Count for Wide {}

impl<B: Count> Reversi<B> {
    /// Counts move sequences: a pass is a ply, and a finished game is carried
    /// to all greater depths. The last ply is counted without being played.
    #[must_use]
    pub fn count(&self, depth: u32) -> u64 {
        B::count_games(self.own(), self.opponent(), self.board(), depth)
    }
}
