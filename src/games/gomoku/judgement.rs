//! The weights by which positions are judged and moves ordered: by code of a point, and by
//! the threats that both sides have.

use std::sync::{Arc, LazyLock};

use super::patterns::{LinePattern, PATTERN_COUNT};
use super::point_codes::{CODE_COUNT, patterns};

/// Entries of the tables are in this part of a hundredth of a tempo.
pub const ONE: i32 = 16;

/// Hand-made ordering score of a stone that makes each pattern.
const MOVE_ORDER_SCORE: [i32; PATTERN_COUNT] = [0, 1, 6, 20, 24, 120, 130, 900, 1000, 10_000, 0];

/// Hand-made value of the chance to make each pattern, in hundredths of a tempo: chosen among
/// fifteen by matches at fixed nodes (`benches/strength.md`).
const PATTERN_VALUE: [i32; PATTERN_COUNT] = [0, 0, 2, 6, 20, 60, 90, 140, 180, 60, 0];

/// Hand-made ordering bonus of two threes, or of a four with a three, on one point.
const DOUBLE_THREAT_BONUS: i32 = 240;

/// Hand-made value of having the move, in hundredths of a tempo.
const TEMPO: i32 = 20;

/// Value and ordering scores of an empty point for one colour, by the lines through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointWeights {
    /// Value while the colour is to move, in 1/[`ONE`].
    pub to_move: i16,
    /// Value while the other is to move, in 1/[`ONE`].
    pub waiting: i16,
    /// Ordering score of a stone of this colour here.
    pub attack: i16,
    /// Ordering score of a stone of the other colour here.
    pub defence: i16,
}

/// Numbers of points that threats are told apart by, up to the most that is counted.
const MAX_FOURS: usize = 2;
const MAX_THREES: usize = 3;

/// Number of [`Threats::index`].
pub const THREAT_COUNT: usize = (MAX_FOURS + 1).pow(3) * (MAX_THREES + 1).pow(2);

/// The number of points on which a colour makes a four and an open three, or more.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// Points on which the side to move makes at least a four.
    pub own_fours: u32,
    /// Points on which it makes at least an open three.
    pub own_threes: u32,
    /// Points on which the other makes an unstoppable four.
    pub double_fours: u32,
    /// Points on which the other makes at least a four.
    pub fours: u32,
    /// Points on which the other makes at least an open three.
    pub threes: u32,
}

impl Threats {
    /// A number for these threats, less than [`THREAT_COUNT`].
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        let fours = |count: u32| (count as usize).min(MAX_FOURS);
        let threes = |count: u32| (count as usize).min(MAX_THREES);
        let index = fours(self.own_fours) * (MAX_FOURS + 1) + fours(self.fours);
        let index = index * (MAX_FOURS + 1) + fours(self.double_fours);
        let index = index * (MAX_THREES + 1) + threes(self.own_threes - self.own_fours);
        index * (MAX_THREES + 1) + threes(self.threes - self.fours)
    }
}

/// The weights of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourWeights {
    /// By code of a point.
    pub points: Box<[PointWeights; CODE_COUNT]>,
    /// By [`Threats::index`] while the colour is to move, in hundredths of a tempo.
    pub threats: Box<[i16; THREAT_COUNT]>,
}

/// The weights of a rule set, by colour; black is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [ColourWeights; 2]);

impl Weights {
    /// Weights made by hand.
    #[must_use]
    pub fn hand_made() -> Arc<Weights> {
        static HAND_MADE: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let points = Box::new(std::array::from_fn(|code| hand_made_point(code as u16)));
            let colour = ColourWeights { points, threats: Box::new([TEMPO as i16; THREAT_COUNT]) };
            Arc::new(Weights([colour.clone(), colour]))
        });
        Arc::clone(&HAND_MADE)
    }
}

/// Weights of a code made by hand.
#[must_use]
pub fn hand_made_point(code: u16) -> PointWeights {
    let patterns = patterns(code);
    let sum = |of: &[i32; PATTERN_COUNT]| patterns.iter().map(|&at| of[at as usize]).sum::<i32>();
    let is_strong =
        |pattern: &&LinePattern| matches!(pattern, LinePattern::OpenThree | LinePattern::Four);
    let bonus = i32::from(patterns.iter().filter(is_strong).count() > 1) * DOUBLE_THREAT_BONUS;
    let value = (sum(&PATTERN_VALUE) * ONE) as i16;
    let score = sum(&MOVE_ORDER_SCORE) + bonus;
    // An attack is a tempo ahead of stopping the same attack.
    let attack = (score * 5 / 4).min(i16::MAX.into()) as i16;
    let defence = score.min(i16::MAX.into()) as i16;
    PointWeights { to_move: value, waiting: value, attack, defence }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_threats_has_an_index_of_its_own() {
        let mut seen = [false; THREAT_COUNT];
        for n in 0..THREAT_COUNT as u32 {
            let (own_fours, fours, double_fours) = (n % 3, n / 3 % 3, n / 9 % 3);
            let (own_threes, threes) = (own_fours + n / 27 % 4, fours + n / 108);
            let threats = Threats { own_fours, own_threes, double_fours, fours, threes };
            assert!(!std::mem::replace(&mut seen[threats.index()], true));
        }
        let many = Threats { own_fours: 9, own_threes: 20, double_fours: 7, fours: 9, threes: 20 };
        assert_eq!(many.index(), THREAT_COUNT - 1);
    }
}
