//! Glicko-2 ratings of solvers and levels.
//!
//! Source: Mark E. Glickman, "Example of the Glicko-2 system", Boston
//! University, 2013 (revised 2022). The steps in the comments are its steps.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Rating points per unit of the Glicko-2 scale (step 2).
const GLICKO2_SCALE: f64 = 173.7178;

/// Rating of an unrated player.
const DEFAULT_RATING: f64 = 1500.0;

/// System constant τ: change of volatility over time. The paper names 0.3 to
/// 1.2 as reasonable.
const TAU: f64 = 0.5;

/// Convergence tolerance ε of the volatility iteration (step 5).
const CONVERGENCE: f64 = 1e-6;

/// Maximum number of iterations. It needs about ten; the bound guards against
/// numbers from a damaged file.
const MAX_ITERATIONS: usize = 200;

/// Lower bound of 1/v, for results that were certain to the last digit.
const MIN_INVERSE_VARIANCE: f64 = 1e-15;

/// Minimum and maximum rating, deviation and volatility accepted from a file.
const BOUNDS: [[f64; 2]; 3] = [[-2000.0, 5000.0], [1.0, 700.0], [0.0001, 1.0]];

/// Rating of a player or of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RatingFile")]
pub struct Rating {
    /// Glicko rating: 1500 at the start, more is stronger.
    pub rating: f64,
    /// Rating deviation (RD): the true strength is within two deviations of the
    /// rating in 95 of 100 cases. 350 for an unrated player.
    pub deviation: f64,
    /// Volatility: degree of erratic results; usually near 0.06.
    pub volatility: f64,
}

/// A rating as stored in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingFile {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

/// A number in a file that no rating has.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a {name} is {found}; expected {least} to {most}")]
pub struct RatingError {
    name: &'static str,
    found: f64,
    least: f64,
    most: f64,
}

impl TryFrom<RatingFile> for Rating {
    type Error = RatingError;

    fn try_from(
        RatingFile { rating, deviation, volatility }: RatingFile,
    ) -> Result<Rating, RatingError> {
        let names = ["rating", "deviation", "volatility"];
        for ((name, [least, most]), found) in
            names.into_iter().zip(BOUNDS).zip([rating, deviation, volatility])
        {
            if !(least..=most).contains(&found) {
                return Err(RatingError { name, found, least, most });
            }
        }
        Ok(Rating { rating, deviation, volatility })
    }
}

impl Default for Rating {
    /// An unrated player: 1500 ± 350, volatility 0.06.
    fn default() -> Rating {
        Rating { rating: DEFAULT_RATING, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// An estimated rating, such as that of a level by its features.
    #[must_use]
    pub fn estimated(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, ..Rating::default() }
    }

    /// The rating after a rating period with these results against opponents as
    /// they were before it: 1 is a win, 0.5 a draw, 0 a loss. Without results
    /// only the deviation grows.
    #[must_use]
    pub fn after(&self, results: &[(Rating, f64)]) -> Rating {
        // Step 2: to the Glicko-2 scale.
        let (mu, phi) =
            ((self.rating - DEFAULT_RATING) / GLICKO2_SCALE, self.deviation / GLICKO2_SCALE);
        if results.is_empty() {
            let grown = phi.hypot(self.volatility) * GLICKO2_SCALE;
            return Rating { deviation: grown, ..*self };
        }
        // Steps 3 and 4: inverse of the variance v, and sum of the improvement.
        let (mut inverse_variance, mut improvement_sum) = (0.0, 0.0);
        for (other, score) in results {
            let weight = g(other.deviation / GLICKO2_SCALE);
            let expected =
                expected_score(mu, (other.rating - DEFAULT_RATING) / GLICKO2_SCALE, weight);
            inverse_variance += weight * weight * expected * (1.0 - expected);
            improvement_sum += weight * (score - expected);
        }
        // A certain result carries no information.
        let inverse_variance = f64::max(inverse_variance, MIN_INVERSE_VARIANCE);
        let variance = 1.0 / inverse_variance;
        // Step 5.
        let volatility = volatility(self.volatility, phi, variance, variance * improvement_sum);
        // Steps 6 and 7.
        let before = phi.hypot(volatility);
        let deviation = 1.0 / (1.0 / (before * before) + inverse_variance).sqrt();
        let moved = mu + deviation * deviation * improvement_sum;
        // Step 8: back to the Glicko scale.
        Rating {
            rating: GLICKO2_SCALE * moved + DEFAULT_RATING,
            deviation: GLICKO2_SCALE * deviation,
            volatility,
        }
        .within_bounds()
    }

    /// Clamps to the range that a file may hold.
    fn within_bounds(self) -> Rating {
        let [rating, deviation, volatility] = BOUNDS;
        Rating {
            rating: self.rating.clamp(rating[0], rating[1]),
            deviation: self.deviation.clamp(deviation[0], deviation[1]),
            volatility: self.volatility.clamp(volatility[0], volatility[1]),
        }
    }
}

/// Weight of a result by the opponent's deviation, g(φ).
fn g(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt()
}

/// The expected score, E.
fn expected_score(own: f64, other: f64, weight: f64) -> f64 {
    1.0 / (1.0 + (-weight * (own - other)).exp())
}

/// The new volatility, by the Illinois variant of regula falsi (step 5).
fn volatility(old: f64, phi: f64, variance: f64, improvement: f64) -> f64 {
    let start = (old * old).ln();
    let (phi, improvement) = (phi * phi, improvement * improvement);
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi + variance + e;
        e * (improvement - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let mut a = start;
    let mut b = if improvement > phi + variance {
        (improvement - phi - variance).ln()
    } else {
        let below = (1..MAX_ITERATIONS).map(|k| start - k as f64 * TAU);
        below.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(start)
    };
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..MAX_ITERATIONS {
        if (b - a).abs() <= CONVERGENCE || at_a == at_b {
            break;
        }
        let c = a + (a - b) * at_a / (at_b - at_a);
        let at_c = f(c);
        if at_c * at_b <= 0.0 {
            (a, at_a) = (b, at_b);
        } else {
            at_a /= 2.0;
        }
        (b, at_b) = (c, at_c);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found}, expected {wanted}");
    }

    #[test]
    fn the_example_of_the_paper_comes_out() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let other = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
        let results =
            [(other(1400.0, 30.0), 1.0), (other(1550.0, 100.0), 0.0), (other(1700.0, 300.0), 0.0)];
        let after = player.after(&results);
        near(after.rating, 1464.06, 0.01);
        near(after.deviation, 151.52, 0.01);
        near(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn a_period_without_results_makes_the_deviation_grow_by_the_volatility() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(&[]);
        assert_eq!((after.rating, after.volatility), (1500.0, 0.06));
        // √(200² + (0.06 · 173.7178)²)
        near(after.deviation, 200.2714, 0.001);
    }

    #[test]
    fn a_surprise_moves_more_than_what_was_expected_and_both_ways_alike() {
        let player = Rating::estimated(1500.0, 80.0);
        let [easy, hard] = [1200.0, 1800.0].map(|rating| Rating::estimated(rating, 60.0));
        let gain = |level, score| player.after(&[(level, score)]).rating - 1500.0;
        assert!(gain(hard, 1.0) > 3.0 * gain(easy, 1.0) && gain(easy, 1.0) > 0.0);
        near(gain(hard, 1.0), -gain(easy, 0.0), 1e-6);
        assert!(player.after(&[(hard, 1.0)]).deviation < player.deviation);
    }

    #[test]
    fn the_most_extreme_results_stay_numbers_that_can_be_kept() {
        let mut worst = Rating { rating: -2000.0, deviation: 1.0, volatility: 1.0 };
        let best = Rating { rating: 5000.0, deviation: 700.0, volatility: 0.0001 };
        for _ in 0..500 {
            worst = worst.after(&[(best, 1.0)]);
        }
        let mut fallen = best;
        for _ in 0..500 {
            fallen = fallen.after(&[(worst, 0.0)]);
        }
        for rating in [worst, fallen] {
            let text = ron::to_string(&rating).unwrap();
            assert_eq!(ron::from_str::<Rating>(&text), Ok(rating), "{text}");
        }
    }

    #[test]
    fn numbers_that_are_no_rating_are_refused() {
        let read = |text: &str| ron::from_str::<Rating>(text).is_ok();
        assert!(read("(rating: 1500, deviation: 350, volatility: 0.06)"));
        for wrong in [
            "(rating: NaN, deviation: 350, volatility: 0.06)",
            "(rating: 1500, deviation: 0, volatility: 0.06)",
            "(rating: 1500, deviation: inf, volatility: 0.06)",
            "(rating: 1500, deviation: 350, volatility: -0.06)",
        ] {
            assert!(!read(wrong), "{wrong}");
        }
    }
}
