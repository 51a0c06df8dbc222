//! Playing levels: limited strength that errs like a beginner, within bounds,
//! instead of playing random moves.

use super::{Limits, SearchParams};
use crate::core::Random;

/// One playing level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Parameters of its search.
    pub params: SearchParams,
    /// Largest loss of a chosen move against the best one, in the unit of the
    /// game's values; 0 always plays the best.
    pub max_loss: i32,
    /// Softmax temperature within that bound: a move worse by this much is
    /// chosen 1/e times as often as the best.
    pub temperature: i32,
}

impl Level {
    /// Samples one of `ranked`, best first by `value_of`, by softmax of its
    /// value. `None` if it is empty.
    #[must_use]
    pub fn choose<'a, T>(
        &self,
        ranked: &'a [T],
        value_of: impl Fn(&T) -> i32,
        random: &mut Random,
    ) -> Option<&'a T> {
        let first = ranked.first()?;
        if self.max_loss <= 0 || self.temperature <= 0 {
            return Some(first);
        }
        let best = value_of(first);
        let weight =
            |one: &T| (-f64::from(best - value_of(one)) / f64::from(self.temperature)).exp();
        let is_within = |one: &&T| best - value_of(one) <= self.max_loss;
        let within: Vec<&T> = ranked.iter().take_while(is_within).collect();
        let mut left = random.next_f64() * within.iter().map(|one| weight(one)).sum::<f64>();
        for &one in &within {
            left -= weight(one);
            if left < 0.0 {
                return Some(one);
            }
        }
        within.last().copied()
    }

    /// The search parameters of this level under further limits, as
    /// [`Limits::of_level`] combines them.
    #[must_use]
    pub fn params_within(&self, limits: Limits) -> SearchParams {
        SearchParams {
            limits: Limits::of_level(self.params.limits, limits),
            exact_within: limits
                .depth
                .map_or(self.params.exact_within, |depth| self.params.exact_within.min(depth)),
            ..self.params
        }
    }
}

/// Loss that a player may accept at a move, on average and at most, in the
/// unit of the game's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossBudget {
    /// Expected loss against the best move; 0 always plays the best.
    pub mean_loss: i32,
    /// Largest loss of a chosen move against the best one.
    pub max_loss: i32,
}

/// A candidate for [`LossBudget::choose`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedMove<M> {
    /// Value for the side to move, in the unit of the game's values.
    pub value: i32,
    /// Sampling weight, above 0: with 2 it is chosen twice as often as an
    /// equally good one with 1.
    pub weight: f64,
    /// The move.
    pub mv: M,
}

/// Bisection steps that bring the expected loss to the budget.
const BISECTION_STEPS: u32 = 40;

impl LossBudget {
    /// Samples a move with probability proportional to
    /// `weight * exp(-loss * inverse_temperature)`. The inverse temperature is
    /// found by bisection for each position so that the expected loss equals
    /// the budget. Where the moves differ too little for that, the weights
    /// alone decide. The order of `seen` does not matter; `None` if empty.
    #[must_use]
    pub fn choose<M: Copy>(&self, seen: &[WeightedMove<M>], random: &mut Random) -> Option<M> {
        let best = seen.iter().rev().max_by_key(|seen| seen.value)?;
        if self.mean_loss <= 0 {
            return Some(best.mv);
        }
        let within: Vec<(f64, &WeightedMove<M>)> = (seen.iter())
            .map(|seen| (f64::from(best.value) - f64::from(seen.value), seen))
            .filter(|(lost, _)| *lost <= f64::from(self.max_loss))
            .collect();
        let weight = |inverse_temperature: f64, lost: f64, seen: &WeightedMove<M>| {
            seen.weight.max(f64::MIN_POSITIVE) * (-lost * inverse_temperature).exp()
        };
        let expected = |inverse_temperature: f64| {
            let weights =
                within.iter().map(|(lost, seen)| (weight(inverse_temperature, *lost, seen), lost));
            let (all, sum) = weights
                .fold((0.0, 0.0), |(all, sum), (weight, lost)| (all + weight, sum + weight * lost));
            sum / all
        };
        let allowed = f64::from(self.mean_loss);
        // The expected loss falls with the inverse temperature. At the upper
        // end even a loss of one unit is rare.
        let (mut low, mut high) = (0.0, 10.0);
        if expected(low) > allowed {
            for _ in 0..BISECTION_STEPS {
                let middle = (low + high) / 2.0;
                if expected(middle) > allowed {
                    low = middle;
                } else {
                    high = middle;
                }
            }
        }
        let all: f64 = within.iter().map(|(lost, seen)| weight(low, *lost, seen)).sum();
        let mut left = random.next_f64() * all;
        for (lost, seen) in &within {
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

    fn seen(moves: &[(i32, f64)]) -> Vec<WeightedMove<usize>> {
        let seen = |(mv, &(value, weight))| WeightedMove { value, weight, mv };
        moves.iter().enumerate().map(seen).collect()
    }

    /// Mean loss over 20,000 samples, and the choices of each move in a
    /// thousand.
    fn chosen(budget: LossBudget, moves: &[(i32, f64)]) -> (f64, Vec<u32>) {
        let seen = seen(moves);
        let best = moves.iter().map(|(value, _)| *value).max().unwrap();
        let mut random = Random::new(3);
        let mut counts = vec![0; moves.len()];
        let mut lost = 0;
        for _ in 0..20_000 {
            let mv = budget.choose(&seen, &mut random).unwrap();
            counts[mv] += 1;
            lost += best - moves[mv].0;
        }
        (f64::from(lost) / 20_000.0, counts.into_iter().map(|count| count / 20).collect())
    }

    #[test]
    fn the_mean_loss_equals_the_budget() {
        let moves = [(500, 1.0), (420, 1.0), (300, 1.0), (-100, 1.0), (-900, 1.0)];
        for loss in [30, 100, 300] {
            let (lost, counts) = chosen(LossBudget { mean_loss: loss, max_loss: 6400 }, &moves);
            assert!((lost - f64::from(loss)).abs() < 0.08 * f64::from(loss), "{loss}: {lost}");
            assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
        }
    }

    #[test]
    fn weights_decide_among_equals_and_keep_the_mean_loss() {
        let (_, counts) =
            chosen(LossBudget { mean_loss: 50, max_loss: 100 }, &[(7, 1.0), (7, 3.0)]);
        assert!(counts[1] > 700 && counts[1] < 800, "{counts:?}");
        let moves = [(500, 1.0), (300, 8.0), (100, 1.0)];
        let (lost, counts) = chosen(LossBudget { mean_loss: 100, max_loss: 6400 }, &moves);
        assert!((lost - 100.0).abs() < 8.0, "{lost}");
        assert!(counts[1] > 300, "{counts:?}");
    }

    #[test]
    fn no_loss_exceeds_the_bound() {
        let moves = [(500, 1.0), (200, 1.0), (199, 1000.0)];
        let (_, counts) = chosen(LossBudget { mean_loss: 200, max_loss: 300 }, &moves);
        assert!(counts[1] > 0 && counts[2] == 0, "{counts:?}");
    }

    #[test]
    fn a_zero_budget_plays_the_first_of_the_best() {
        let budget = LossBudget { mean_loss: 0, max_loss: 900 };
        let moves = seen(&[(1, 9.0), (4, 1.0), (4, 9.0)]);
        assert_eq!(budget.choose(&moves, &mut Random::new(1)), Some(1));
        assert_eq!(budget.choose::<usize>(&[], &mut Random::new(1)), None);
    }

    #[test]
    fn larger_losses_are_rarer_and_never_exceed_the_bound() {
        let level = Level { params: SearchParams::default(), max_loss: 400, temperature: 200 };
        let ranked = [(500, 'a'), (300, 'b'), (110, 'c'), (90, 'd'), (-800, 'e')];
        let mut random = Random::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..3000 {
            let (_, chosen) = level.choose(&ranked, |(value, _)| *value, &mut random).unwrap();
            *counts.entry(*chosen).or_insert(0) += 1;
        }
        assert_eq!(counts.keys().copied().collect::<String>(), "abc");
        assert!(counts[&'a'] > 2 * counts[&'b'] && counts[&'b'] > 2 * counts[&'c'], "{counts:?}");
    }

    #[test]
    fn zero_loss_plays_the_best_and_an_empty_list_gives_none() {
        let level = Level { params: SearchParams::default(), max_loss: 0, temperature: 0 };
        let choose = |ranked| level.choose(ranked, |_| 3, &mut Random::new(5));
        assert_eq!(choose(&['x', 'y']), Some(&'x'));
        assert_eq!(choose(&[]), None);
    }
}
