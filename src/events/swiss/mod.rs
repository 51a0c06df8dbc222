//! Pairing by FIDE's Dutch system: C.04.3 of the Handbook as of 1 February 2026, with its
//! absolute criteria C1 to C5 and quality criteria C6 to C21.
//!
//! The players are taken by score brackets from above. In each bracket one matching of all
//! that remain, weighted by the criteria in their order, gives the best quality and makes sure
//! that the round can be completed; further ones choose among the pairings of that quality the
//! first one of articles 3 and 4 (the order of exchanges and transpositions).
//!
//! Knows nothing of tournaments and files: a field of entrants goes in, pairs come out.

mod bracket;
mod colours;
mod criteria;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use thiserror::Error;

use crate::core::Side;

/// The float of a player in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Float {
    /// An opponent of the same score, or none.
    #[default]
    None,
    /// An opponent with a lower score, or points without a game.
    Down,
    /// An opponent with a higher score.
    Up,
}

/// A player or team that is to be paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrant {
    /// Pairing number, from 1: the place in the initial ranking list.
    pub number: u32,
    /// Score for the pairing, in half points.
    pub score: u32,
    /// The sides of the games that were played, the oldest first.
    pub sides: Vec<Side>,
    /// The pairing numbers of the opponents of these games.
    pub met: BTreeSet<u32>,
    /// The floats of the previous round and of the one before it.
    pub floats: [Float; 2],
    /// True if there was no bye, and no round won without playing.
    pub may_have_bye: bool,
    /// Rounds that were not played.
    pub unplayed: u32,
}

/// The entrants of a round, and what holds for all.
#[derive(Clone, Debug)]
pub struct Field {
    /// The entrants, each pairing number once, in any order.
    pub entrants: Vec<Entrant>,
    /// The side that the lot gave to the odd pairing numbers.
    pub initial: Side,
    /// True where the sides of a player are to be balanced (C3, C10 to C13).
    pub balances_sides: bool,
    /// In the last round, half of the points that could be won before it, in half points: those
    /// with more are topscorers.
    pub half_of_maximum: Option<u32>,
}

/// The pairs of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPairs {
    /// Pairing numbers, the player of the first side first; the first boards first.
    pub pairs: Vec<[u32; 2]>,
    /// Pairing number of the one who has the bye.
    pub bye: Option<u32>,
}

/// The absolute criteria cannot be met by all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "no pairing is left in which nobody meets an opponent again, has a second bye, or has the \
     same side too often; fewer rounds would be right for so few players"
)]
pub struct NoPairing;

impl Field {
    /// Pairs the round.
    ///
    /// # Errors
    /// When the absolute criteria cannot be met.
    ///
    /// ```
    /// use tianyuan::core::Side;
    /// use tianyuan::events::swiss::{Entrant, Field};
    ///
    /// let entrant = |number| Entrant { number, may_have_bye: true, ..Entrant::default() };
    /// let field = Field {
    ///     entrants: (1..=5).map(entrant).collect(),
    ///     initial: Side::First,
    ///     balances_sides: true,
    ///     half_of_maximum: None,
    /// };
    /// // The upper half meets the lower half, and the last one has the bye.
    /// let round = field.pair()?;
    /// assert_eq!(round.pairs, [[1, 3], [4, 2]]);
    /// assert_eq!(round.bye, Some(5));
    /// # Ok::<(), tianyuan::events::swiss::NoPairing>(())
    /// ```
    pub fn pair(&self) -> Result<RoundPairs, NoPairing> {
        let mut field = self.clone();
        field.sort();
        let (pairs, bye) = bracket::pair_all(&field)?;
        Ok(field.round(pairs, bye))
    }

    /// Sorts the entrants by score and pairing number.
    fn sort(&mut self) {
        self.entrants.sort_by_key(|entrant| (std::cmp::Reverse(entrant.score), entrant.number));
    }

    fn is_topscorer(&self, entrant: &Entrant) -> bool {
        self.half_of_maximum.is_some_and(|half| entrant.score > half)
    }

    /// True if two may meet: C1 and C3.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.entrants[a], &self.entrants[b]);
        if a.met.contains(&b.number) || b.met.contains(&a.number) {
            return false;
        }
        if !self.balances_sides || self.is_topscorer(a) || self.is_topscorer(b) {
            return true;
        }
        let absolute = |entrant: &Entrant| {
            let known = colours::preference(&entrant.sides);
            known.filter(|(_, strength)| *strength == colours::Strength::Absolute)
        };
        match (absolute(a), absolute(b)) {
            (Some((mine, _)), Some((yours, _))) => mine != yours,
            _ => true,
        }
    }

    /// The pairs with sides, in the order of the boards: by the higher score, the sum of the
    /// scores, and the higher rank.
    fn round(&self, mut pairs: Vec<[usize; 2]>, bye: Option<usize>) -> RoundPairs {
        for pair in &mut pairs {
            pair.sort_unstable();
        }
        pairs.sort_by_key(|pair| {
            let [higher, lower] = pair.map(|index| self.entrants[index].score);
            (std::cmp::Reverse((higher, higher + lower)), pair[0])
        });
        let seated = |[a, b]: [usize; 2]| {
            let (higher, lower) = (&self.entrants[a], &self.entrants[b]);
            match colours::allocate(higher, lower, self.initial) {
                Side::First => [higher.number, lower.number],
                Side::Second => [lower.number, higher.number],
            }
        };
        RoundPairs {
            pairs: pairs.into_iter().map(seated).collect(),
            bye: bye.map(|index| self.entrants[index].number),
        }
    }
}
