//! Pattern indices of a position, updated incrementally.

use super::shapes::{INDEX_DELTAS, LANES, Lanes};
use crate::games::reversi::rules::Discs;

/// Configurations of all pattern instances of a position, from the view of the side to move. A
/// move makes a changed copy; to undo it, go back to the copy before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patterns {
    pub(super) indices: Lanes,
}

impl Patterns {
    /// Patterns of an 8 by 8 position.
    #[must_use]
    pub fn new(discs: Discs) -> Patterns {
        let Discs { own, opponent } = discs;
        let mut indices = Lanes([0; LANES]);
        each(own & !opponent, |deltas| {
            for (index, delta) in indices.0.iter_mut().zip(&deltas.0) {
                *index = index.wrapping_add(*delta);
            }
        });
        each(opponent & !own, |deltas| {
            for (index, delta) in indices.0.iter_mut().zip(&deltas.0) {
                *index = index.wrapping_sub(*delta);
            }
        });
        Patterns { indices }
    }

    /// Index of the configuration of each pattern instance, relative to that of no discs.
    #[inline(always)]
    pub(crate) fn indices(&self) -> &[i16; LANES] {
        &self.indices.0
    }

    /// Patterns after a disc of the side to move on `square`, 0 to 63, that flips the discs
    /// `flips`, from the view of the side to move then.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: u8, flips: u64) -> Patterns {
        let mut indices = self.indices;
        for (index, delta) in indices.0.iter_mut().zip(&INDEX_DELTAS[usize::from(square & 63)].0) {
            *index = index.wrapping_add(*delta);
        }
        // A flip changes a digit from -1 to 1.
        each(flips, |deltas| {
            for (index, delta) in indices.0.iter_mut().zip(&deltas.0) {
                *index = index.wrapping_add(delta.wrapping_mul(2));
            }
        });
        Patterns { indices }.passed()
    }

    /// Patterns after a pass: the same discs from the view of the other side.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Patterns {
        Patterns { indices: Lanes(self.indices.0.map(i16::wrapping_neg)) }
    }
}

/// Calls `then` with the index deltas of an own disc on each of these squares.
#[inline(always)]
fn each(mut squares: u64, mut then: impl FnMut(&Lanes)) {
    while squares != 0 {
        then(&INDEX_DELTAS[(squares.trailing_zeros() & 63) as usize]);
        squares &= squares - 1;
    }
}
