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

/// A set budget of errors: how much a player gives away at a move on average,
/// and at worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What a move is worse than the best one on average, as far as the player
    /// sees it, in the unit of the game's values; 0 always plays the best.
    pub loss: i32,
    /// The most that a chosen move may be worse than the best one.
    pub most: i32,
}

/// A move as a player sees it who may choose another than the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen<M> {
    /// What it is worth, in the unit of the game's values.
    pub value: i32,
    /// How readily such a player thinks of it, above 0: with 2 it is chosen
    /// twice as often as an equally good one with 1.
    pub appeal: f64,
    /// The move.
    pub mv: M,
}

/// How closely the expected loss is brought to the allowance: the range of
/// how strongly losses deter is halved so often.
const HALVINGS: u32 = 40;

impl Allowance {
    /// Chooses among moves in any order, so that what is lost on average is
    /// the allowance: a move becomes less likely with what it loses, and by
    /// how much is set for each position anew. Where the moves differ too
    /// little to lose that much, only their appeal decides. `None` if there
    /// are none.
    #[must_use]
    pub fn choose<M: Copy>(&self, seen: &[Seen<M>], random: &mut Random) -> Option<M> {
        let best = seen.iter().rev().max_by_key(|seen| seen.value)?;
        if self.loss <= 0 {
            return Some(best.mv);
        }
        let near: Vec<(f64, &Seen<M>)> = (seen.iter())
            .map(|seen| (f64::from(best.value) - f64::from(seen.value), seen))
            .filter(|(lost, _)| *lost <= f64::from(self.most))
            .collect();
        let weight = |deterrence: f64, lost: f64, seen: &Seen<M>| {
            seen.appeal.max(f64::MIN_POSITIVE) * (-lost * deterrence).exp()
        };
        let expected = |deterrence: f64| {
            let weights = near.iter().map(|(lost, seen)| (weight(deterrence, *lost, seen), lost));
            let (all, sum) = weights
                .fold((0.0, 0.0), |(all, sum), (weight, lost)| (all + weight, sum + weight * lost));
            sum / all
        };
        let allowed = f64::from(self.loss);
        // The more losses deter the less is lost. At the upper end even a
        // loss of one unit is a rare thing.
        let (mut low, mut high) = (0.0, 10.0);
        if expected(low) > allowed {
            for _ in 0..HALVINGS {
                let middle = (low + high) / 2.0;
                if expected(middle) > allowed {
                    low = middle;
                } else {
                    high = middle;
                }
            }
        }
        let all: f64 = near.iter().map(|(lost, seen)| weight(low, *lost, seen)).sum();
        let mut left = random.unit() * all;
        for (lost, seen) in &near {
            left -= weight(low, *lost, seen);
            if left < 0.0 {
                return Some(seen.mv);
            }
        }
        Some(best.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(moves: &[(i32, f64)]) -> Vec<Seen<usize>> {
        let seen = |(mv, &(value, appeal))| Seen { value, appeal, mv };
        moves.iter().enumerate().map(seen).collect()
    }

    /// What is lost on average over many choices, and how often each move is
    /// chosen of a thousand times.
    fn chosen(allowance: Allowance, moves: &[(i32, f64)]) -> (f64, Vec<u32>) {
        let seen = seen(moves);
        let best = moves.iter().map(|(value, _)| *value).max().unwrap();
        let mut random = Random::new(3);
        let mut counts = vec![0; moves.len()];
        let mut lost = 0;
        for _ in 0..20_000 {
            let mv = allowance.choose(&seen, &mut random).unwrap();
            counts[mv] += 1;
            lost += best - moves[mv].0;
        }
        (f64::from(lost) / 20_000.0, counts.into_iter().map(|count| count / 20).collect())
    }

    #[test]
    fn what_is_lost_on_average_is_the_allowance() {
        let moves = [(500, 1.0), (420, 1.0), (300, 1.0), (-100, 1.0), (-900, 1.0)];
        for loss in [30, 100, 300] {
            let (lost, counts) = chosen(Allowance { loss, most: 6400 }, &moves);
            assert!((lost - f64::from(loss)).abs() < 0.08 * f64::from(loss), "{loss}: {lost}");
            assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
        }
    }

    #[test]
    fn appeal_decides_among_equals_and_leaves_the_average_as_it_is() {
        let (_, counts) = chosen(Allowance { loss: 50, most: 100 }, &[(7, 1.0), (7, 3.0)]);
        assert!(counts[1] > 700 && counts[1] < 800, "{counts:?}");
        let moves = [(500, 1.0), (300, 8.0), (100, 1.0)];
        let (lost, counts) = chosen(Allowance { loss: 100, most: 6400 }, &moves);
        assert!((lost - 100.0).abs() < 8.0, "{lost}");
        assert!(counts[1] > 300, "{counts:?}");
    }

    #[test]
    fn nothing_beyond_the_bound_is_chosen() {
        let moves = [(500, 1.0), (200, 1.0), (199, 1000.0)];
        let (_, counts) = chosen(Allowance { loss: 200, most: 300 }, &moves);
        assert!(counts[1] > 0 && counts[2] == 0, "{counts:?}");
    }

    #[test]
    fn without_an_allowance_the_first_of_the_best_is_played() {
        let allowance = Allowance { loss: 0, most: 900 };
        let moves = seen(&[(1, 9.0), (4, 1.0), (4, 9.0)]);
        assert_eq!(allowance.choose(&moves, &mut Random::new(1)), Some(1));
        assert_eq!(allowance.choose::<usize>(&[], &mut Random::new(1)), None);
    }

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
