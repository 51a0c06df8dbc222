//! Playing levels: how strength is limited so that a weak player errs like a
//! beginner, within bounds, and not at random.

use super::{Limits, Plan};
use crate::core::Random;

/// One playing level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// How far it looks.
    pub plan: Plan,
    /// The most that a chosen move may be worse than the best one it sees,
    /// in the unit of the game's values; 0 always plays the best.
    pub error: i32,
    /// How readily it errs within that bound: a move worse by this much is
    /// chosen about a third as often as the best.
    pub looseness: i32,
}

impl Level {
    /// Chooses among values and moves, best first, as this level would.
    /// `None` if there are none.
    #[must_use]
    pub fn choose<M: Copy>(&self, ranked: &[(i32, M)], random: &mut Random) -> Option<(i32, M)> {
        let &(best, first) = ranked.first()?;
        if self.error <= 0 || self.looseness <= 0 {
            return Some((best, first));
        }
        let weight = |value: i32| (-f64::from(best - value) / f64::from(self.looseness)).exp();
        let near: Vec<_> =
            ranked.iter().take_while(|(value, _)| best - value <= self.error).collect();
        let mut left = random.unit() * near.iter().map(|(value, _)| weight(*value)).sum::<f64>();
        for &&(value, mv) in &near {
            left -= weight(value);
            if left < 0.0 {
                return Some((value, mv));
            }
        }
        near.last().map(|&&last| last)
    }

    /// The plan of this level within further limits; the tighter one holds.
    #[must_use]
    pub fn within(&self, limits: Limits) -> Plan {
        Plan {
            limits: self.plan.limits.and(limits),
            exact_within: limits
                .depth
                .map_or(self.plan.exact_within, |depth| self.plan.exact_within.min(depth)),
            ..self.plan
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_within_their_bound_and_grow_rarer() {
        let level = Level { plan: Plan::default(), error: 400, looseness: 200 };
        let ranked = [(500, 'a'), (300, 'b'), (110, 'c'), (90, 'd'), (-800, 'e')];
        let mut random = Random::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..3000 {
            *counts.entry(level.choose(&ranked, &mut random).unwrap().1).or_insert(0) += 1;
        }
        assert_eq!(counts.keys().copied().collect::<String>(), "abc");
        assert!(counts[&'a'] > 2 * counts[&'b'] && counts[&'b'] > 2 * counts[&'c'], "{counts:?}");
    }

    #[test]
    fn without_error_the_best_is_played_and_nothing_from_nothing() {
        let level = Level { plan: Plan::default(), error: 0, looseness: 0 };
        assert_eq!(level.choose(&[(3, 'x'), (3, 'y')], &mut Random::new(5)), Some((3, 'x')));
        assert_eq!(level.choose::<char>(&[], &mut Random::new(5)), None);
    }
}
