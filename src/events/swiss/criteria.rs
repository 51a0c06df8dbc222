//! The quality criteria of a pair of one bracket, C10 to C21 of C.04.3.

use super::colours::{self, Strength, allocate, preference};
use super::{Entrant, Field, Float};
use crate::core::Side;

/// Costs of a pair by the criteria about sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideCosts {
    /// Players of a pair with a topscorer whose colour difference goes beyond two (C10).
    pub(super) imbalance: u64,
    /// Players of such a pair with the same side three times in a row (C11).
    pub(super) thrice: u64,
    /// Players who do not get the side that they prefer (C12).
    pub(super) refused: u64,
    /// Players who do not get a side that they prefer strongly (C13).
    pub(super) strongly_refused: u64,
}

impl Field {
    /// The costs of a pair, the higher ranked player first.
    pub(super) fn side_costs(&self, higher: usize, lower: usize) -> SideCosts {
        let mut costs = SideCosts::default();
        if !self.balances_sides {
            return costs;
        }
        let (a, b) = (&self.entrants[higher], &self.entrants[lower]);
        if let (Some(mine), Some(yours)) = (preference(&a.sides), preference(&b.sides))
            && mine.0 == yours.0
        {
            costs.refused = 1;
            costs.strongly_refused = u64::from(mine.1.min(yours.1) >= Strength::Strong);
        }
        if self.is_topscorer(a) || self.is_topscorer(b) {
            let side = allocate(a, b, self.initial);
            for (entrant, side) in [(a, side), (b, side.other())] {
                costs.imbalance += u64::from(goes_beyond_two(entrant, side));
                costs.thrice += u64::from(is_third(entrant, side));
            }
        }
        costs
    }
}

fn goes_beyond_two(entrant: &Entrant, side: Side) -> bool {
    let step = if side == Side::First { 1 } else { -1 };
    (colours::difference(&entrant.sides) + step).abs() > 2
}

fn is_third(entrant: &Entrant, side: Side) -> bool {
    entrant.sides.len() >= 2 && entrant.sides[entrant.sides.len() - 2..] == [side, side]
}

impl Entrant {
    /// True if this was the float so many rounds ago, 0 being the previous one.
    pub(super) fn had(&self, float: Float, ago: usize) -> bool {
        self.floats[ago] == float
    }
}
