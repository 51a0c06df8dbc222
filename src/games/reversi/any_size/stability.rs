//! Stable discs: those that can never be flipped again.

use crate::games::reversi::Reversi;
use crate::games::reversi::rules::bitboard::Bitboard;

/// Finds stable discs on boards of one size.
#[derive(Clone, Copy, Debug)]
pub struct Stability<B> {
    board: B,
    left: B,
    right: B,
    top: B,
    bottom: B,
}

impl<B: Bitboard> Stability<B> {
    /// For boards of this position's size.
    #[must_use]
    pub fn new(position: &Reversi<B>) -> Stability<B> {
        let last = position.size() - 1;
        let line = |square: &dyn Fn(u8) -> u8| {
            (0..=last).fold(B::EMPTY, |set, n| set | B::square(square(n)))
        };
        Stability {
            board: position.own() | position.opponent() | position.empty(),
            left: line(&|n| n * B::STRIDE),
            right: line(&|n| n * B::STRIDE + last),
            top: line(&|n| n),
            bottom: line(&|n| last * B::STRIDE + n),
        }
    }

    /// The four corners of the board.
    #[inline]
    #[must_use]
    pub fn corners(&self) -> B {
        (self.left | self.right) & (self.top | self.bottom)
    }

    /// Every square of the board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> B {
        self.board
    }

    /// The set and all neighbours of its squares.
    #[inline]
    #[must_use]
    pub fn with_neighbours(&self, set: B) -> B {
        let rank = u32::from(B::STRIDE);
        let wide = set | (set & !self.right).shift_up(1) | (set & !self.left).shift_down(1);
        (wide | wide.shift_up(rank) | wide.shift_down(rank)) & self.board
    }

    /// Stable discs among the discs of one side: along each of the four lines through such a disc,
    /// the line is full, or the disc is at its end, or a neighbour on it is a stable disc of the
    /// same side. Finds most stable discs and never a wrong one.
    #[must_use]
    pub fn stable(&self, discs: B, empty: B) -> B {
        let rank = u32::from(B::STRIDE);
        let (left, right) = (self.left, self.right);
        let (sides, ends) = (left | right, self.top | self.bottom);
        let edge = sides | ends;
        // Squares where the line of each direction is full or ends.
        let flat = sides | !self.fill_lines(empty, 1, left, right);
        let upright = ends | !self.fill_lines(empty, rank, B::EMPTY, B::EMPTY);
        let falling = edge | !self.fill_lines(empty, rank + 1, left, right);
        let rising = edge | !self.fill_lines(empty, rank - 1, right, left);
        let mut stable = discs & flat & upright & falling & rising;
        while !stable.is_empty() {
            let (east, west) = (stable & !right, stable & !left);
            let grown = stable
                | (discs
                    & (flat | east.shift_up(1) | west.shift_down(1))
                    & (upright | stable.shift_up(rank) | stable.shift_down(rank))
                    & (falling | east.shift_up(rank + 1) | west.shift_down(rank + 1))
                    & (rising | west.shift_up(rank - 1) | east.shift_down(rank - 1)));
            if grown == stable {
                break;
            }
            stable = grown;
        }
        stable
    }

    /// All squares on a line, in one direction and its opposite, with a square of `from`. Steps up
    /// never enter `low` and steps down never `high`, since they would wrap around the board.
    #[inline]
    fn fill_lines(&self, from: B, step: u32, low: B, high: B) -> B {
        let (mut up, mut down) = (from, from);
        let (mut may_up, mut may_down) = (self.board & !low, self.board & !high);
        let mut step = step;
        for doubling in 0..B::DOUBLINGS {
            up = up | (may_up & up.shift_up(step));
            down = down | (may_down & down.shift_down(step));
            if doubling + 1 < B::DOUBLINGS {
                may_up = may_up & may_up.shift_up(step);
                may_down = may_down & may_down.shift_down(step);
                step *= 2;
            }
        }
        up | down
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Position, Random, Side};
    use crate::games::reversi::Scoring;
    use crate::games::reversi::rules::bitboard::Bitboard256;

    fn at<B: Bitboard>(text: &str) -> B {
        text.split(' ').fold(B::EMPTY, |set, name| {
            let point: crate::core::Point = name.parse().unwrap();
            set | B::square(point.rank * B::STRIDE + point.file)
        })
    }

    #[test]
    fn stability_grows_from_corners_and_full_lines() {
        let board =
            |own, opponent| Reversi::<u64>::new(own, opponent, Side::First, 8, Scoring::Plain);
        let position = board(at("a1 b1 a2 b2 c1 d4"), 0);
        let stability = Stability::new(&position);
        assert_eq!(stability.corners(), at::<u64>("a1 h1 a8 h8"));
        assert_eq!(stability.stable(position.own(), position.empty()), at::<u64>("a1 b1 c1 a2 b2"));
        let full = board(!at::<u64>("e3 a8"), 0);
        assert!(
            stability.stable(full.own(), full.empty()) & at::<u64>("h1 d8 b1 a5")
                == at::<u64>("h1 d8 b1 a5")
        );
    }

    /// Checks in random games that no stable disc is lost.
    fn never_lost<B: Bitboard>(size: u8) {
        let mut random = Random::new(u64::from(size));
        for _ in 0..60 {
            let square = |file: u8, rank: u8| B::square(rank * B::STRIDE + file);
            let (low, high) = (size / 2 - 1, size / 2);
            let mut position = Reversi::<B>::new(
                square(high, low) | square(low, high),
                square(low, low) | square(high, high),
                Side::First,
                size,
                Scoring::Winner,
            );
            let stability = Stability::new(&position);
            let mut safe = [B::EMPTY; 2];
            let mut moves = Vec::new();
            loop {
                for side in Side::BOTH {
                    let discs = position.discs_of(side);
                    assert_eq!(safe[side.index()] & !discs, B::EMPTY, "{position:?}");
                    safe[side.index()] = stability.stable(discs, position.empty());
                }
                position.legal_moves(&mut moves);
                let Some(&mv) = random.pick(&moves) else { break };
                position.play(mv);
            }
        }
    }

    #[test]
    fn a_stable_disc_is_never_lost_in_random_games() {
        for size in [4, 6, 8] {
            never_lost::<u64>(size);
        }
        for size in [10, 16] {
            never_lost::<Bitboard256>(size);
        }
    }
}
