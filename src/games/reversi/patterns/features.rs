//! What the patterns see of a position, kept up to date move by move.

use super::shapes::{ADDED, LANES, Lanes};

/// The contents of all patterns of a position, for the side to move. Copied
/// rather than taken back: keep the one before a move to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patterns {
    pub(super) numbers: Lanes,
}

impl Patterns {
    /// Of a position on 8 by 8, given by the discs of the side to move and of
    /// its opponent; a1 is the lowest bit.
    #[must_use]
    pub fn new(own: u64, opponent: u64) -> Patterns {
        let mut numbers = Lanes([0; LANES]);
        each(own & !opponent, |added| {
            for (number, power) in numbers.0.iter_mut().zip(&added.0) {
                *number = number.wrapping_add(*power);
            }
        });
        each(opponent & !own, |added| {
            for (number, power) in numbers.0.iter_mut().zip(&added.0) {
                *number = number.wrapping_sub(*power);
            }
        });
        Patterns { numbers }
    }

    /// After a disc of the side to move on `square`, 0 to 63, that flips the
    /// discs `flips`. Seen from the side that moves then.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: u8, flips: u64) -> Patterns {
        let mut numbers = self.numbers;
        for (number, power) in numbers.0.iter_mut().zip(&ADDED[usize::from(square & 63)].0) {
            *number = number.wrapping_add(*power);
        }
        // From the opponent's to an own disc is twice the way from an empty
        // square.
        each(flips, |added| {
            for (number, power) in numbers.0.iter_mut().zip(&added.0) {
                *number = number.wrapping_add(power.wrapping_mul(2));
            }
        });
        Patterns { numbers }.passed()
    }

    /// After a pass: the same discs, seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Patterns {
        Patterns { numbers: Lanes(self.numbers.0.map(i16::wrapping_neg)) }
    }
}

/// Calls `then` with what a disc on each of these squares adds.
#[inline(always)]
fn each(mut squares: u64, mut then: impl FnMut(&Lanes)) {
    while squares != 0 {
        then(&ADDED[(squares.trailing_zeros() & 63) as usize]);
        squares &= squares - 1;
    }
}
