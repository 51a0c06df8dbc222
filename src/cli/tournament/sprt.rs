//! The sequential probability ratio test (SPRT) of whether one player is stronger, on the results
//! of pairs of games with the same opening and sides exchanged (pentanomial).
//!
//! It is the generalised SPRT: the likelihoods are those of the most likely distributions of the
//! five results of a pair under either hypothesis. Sources: M. Van den Bergh, "Comments on
//! Normalized Elo" and "The Generalized Sequential Probability Ratio Test for Multinomial
//! Distributions", <https://www.cantate.be/Fishtest/>, as used by fishtest, OpenBench and
//! fastchess.

use super::statistics::{Estimate, expected_score};

/// Probability of each kind of error (alpha and beta).
const ERROR_RATE: f64 = 0.05;

/// Elo of one unit of the difference of means divided by the deviation of a game.
const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Stands for a result that was never seen, so that it is not thought impossible.
const UNSEEN: f64 = 1e-3;

/// The scale of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum EloModel {
    /// Elo of the expected score of a game.
    #[default]
    Logistic,
    /// The difference of the means by the deviation of a game, which does not depend on how many
    /// games are drawn.
    Normalised,
}

/// The hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cli) struct Sprt {
    /// Elo difference under H0.
    pub(in crate::cli) elo0: f64,
    /// Elo difference under H1.
    pub(in crate::cli) elo1: f64,
    pub(in crate::cli) model: EloModel,
}

/// The decision of the SPRT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SprtVerdict {
    /// H0: a is not stronger.
    AcceptH0,
    /// H1: a is stronger.
    AcceptH1,
    /// More games are needed.
    Undecided,
}

/// The numbers of pairs in which player a won 0, half, 1, one and a half, 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pentanomial(pub(super) [u32; 5]);

/// The probabilities of the results of a pair.
type Distribution = [f64; 5];

/// The results of a pair, as points of one game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean and variance.
fn moments(distribution: &Distribution) -> (f64, f64) {
    let weigh = |f: &dyn Fn(f64) -> f64| -> f64 {
        SCORES.iter().zip(distribution).map(|(score, p)| p * f(*score)).sum()
    };
    let mean = weigh(&|score| score);
    (mean, weigh(&|score| (score - mean).powi(2)))
}

/// The `x` with `sum p a / (1 + x a) = 0`, for values `a` of both signs: the sum falls all the way
/// between its poles.
fn secular(values: &[f64; 5], distribution: &Distribution) -> f64 {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut from, mut to) = (-1.0 / high, -1.0 / low);
    let sum = |x: f64| -> f64 {
        values.iter().zip(distribution).map(|(a, p)| p * a / (1.0 + x * a)).sum()
    };
    // Each step halves the interval; a double has no more digits than these.
    for _ in 0..200 {
        let middle = f64::midpoint(from, to);
        if sum(middle) > 0.0 {
            from = middle;
        } else {
            to = middle;
        }
    }
    f64::midpoint(from, to)
}

/// The most likely distribution for which the values have mean 0.
fn most_likely(values: &[f64; 5], seen: &Distribution) -> Distribution {
    let x = secular(values, seen);
    std::array::from_fn(|n| seen[n] / (1.0 + x * values[n]))
}

/// The most likely distribution with this mean.
fn with_mean(seen: &Distribution, mean: f64) -> Distribution {
    most_likely(&SCORES.map(|score| score - mean), seen)
}

/// The most likely distribution whose mean exceeds one half by `t` deviations.
fn with_t_value(seen: &Distribution, t: f64) -> Distribution {
    let mut found = [0.2; 5];
    for _ in 0..20 {
        let (mean, variance) = moments(&found);
        let deviation = variance.sqrt();
        let values = SCORES.map(|score| {
            let away = (mean - score) / deviation;
            score - 0.5 - t * deviation * (1.0 + away * away) / 2.0
        });
        let next = most_likely(&values, seen);
        let change = found.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-10 {
            break;
        }
    }
    found
}

impl Pentanomial {
    /// Counts a pair by the half points of player a, 0 to 4.
    pub(super) fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// Number of pairs.
    pub(super) fn pairs(self) -> u32 {
        self.0.iter().sum()
    }

    /// The frequencies, with unseen results as nearly impossible.
    fn distribution(self) -> (f64, Distribution) {
        let counts = self.0.map(|n| if n == 0 { UNSEEN } else { f64::from(n) });
        let total: f64 = counts.iter().sum();
        (total, counts.map(|count| count / total))
    }

    /// Score per game, with the error of pairs: games of one opening are not independent.
    pub(super) fn score(self) -> Estimate {
        let total = f64::from(self.pairs());
        let (mean, variance) = moments(&self.0.map(|n| f64::from(n) / total.max(1.0)));
        Estimate::of_moments(mean, variance, total)
    }

    /// Log-likelihood ratio of H1 to H0.
    pub(super) fn log_likelihood_ratio(self, sprt: &Sprt) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let (total, seen) = self.distribution();
        let likely = |elo: f64| match sprt.model {
            EloModel::Logistic => with_mean(&seen, expected_score(elo)),
            // A pair has twice the variance of a game.
            EloModel::Normalised => {
                with_t_value(&seen, elo / NORMALISED_ELO * std::f64::consts::SQRT_2)
            }
        };
        let (h0, h1) = (likely(sprt.elo0), likely(sprt.elo1));
        let ratio = seen.iter().zip(h0.iter().zip(&h1)).map(|(p, (p0, p1))| p * (p1 / p0).ln());
        total * ratio.sum::<f64>()
    }

    pub(super) fn verdict(self, sprt: &Sprt) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(sprt);
        let bound = sprt_bound();
        if ratio >= bound {
            SprtVerdict::AcceptH1
        } else if ratio <= -bound {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Undecided
        }
    }
}

/// The bound of the log-likelihood ratio at which the SPRT decides; symmetric,
/// since both kinds of error have the same probability.
pub(super) fn sprt_bound() -> f64 {
    ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 20.0, model: EloModel::Logistic };

    fn is_near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn the_most_likely_distributions_meet_their_conditions() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        let shifted = with_mean(&seen, 0.55);
        is_near(shifted.iter().sum(), 1.0, 1e-9);
        is_near(moments(&shifted).0, 0.55, 1e-9);
        let (mean, variance) = moments(&with_t_value(&seen, 0.1));
        is_near((mean - 0.5) / variance.sqrt(), 0.1, 1e-6);
    }

    /// For many games the ratio tends to that of normal distributions, N (s1 - s0)
    /// (2 mean - s0 - s1) / (2 variance).
    #[test]
    fn the_ratio_of_many_games_is_that_of_normal_distributions() {
        let results = Pentanomial([1000, 4000, 10_000, 4300, 1100]);
        let sprt = Sprt { elo1: 4.0, ..SPRT };
        let pairs = f64::from(results.pairs());
        let (mean, variance) = moments(&results.0.map(|n| f64::from(n) / pairs));
        let [s0, s1] = [0.0, 4.0].map(expected_score);
        let normal = pairs * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        is_near(results.log_likelihood_ratio(&sprt), normal, 0.02 * normal.abs());
    }

    #[test]
    fn the_sequential_test_decides_at_the_logarithm_of_19() {
        is_near(sprt_bound(), 2.944_439, 1e-6);
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let sprt = Sprt { model, ..SPRT };
            let verdict = |counts| Pentanomial(counts).verdict(&sprt);
            assert_eq!(verdict([0; 5]), SprtVerdict::Undecided);
            assert_eq!(verdict([1, 2, 6, 2, 1]), SprtVerdict::Undecided);
            assert_eq!(verdict([50, 150, 400, 300, 100]), SprtVerdict::AcceptH1);
            assert_eq!(verdict([100, 300, 400, 150, 50]), SprtVerdict::AcceptH0);
            // Nothing but wins decides after a while and not at once.
            assert_eq!(verdict([0, 0, 0, 0, 1]), SprtVerdict::Undecided);
            assert_eq!(verdict([0, 0, 0, 0, 100]), SprtVerdict::AcceptH1);
            assert_eq!(verdict([100, 0, 0, 0, 0]), SprtVerdict::AcceptH0);
        }
    }

    #[test]
    fn exchanging_the_players_exchanges_the_hypotheses() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let results = Pentanomial([3, 20, 51, 31, 6]);
            let mirrored = Pentanomial([6, 31, 51, 20, 3]);
            let sprt = Sprt { elo0: -5.0, elo1: 5.0, model };
            let (a, b) =
                (results.log_likelihood_ratio(&sprt), mirrored.log_likelihood_ratio(&sprt));
            is_near(a, -b, 1e-6);
            assert!(a > 0.0);
        }
    }
}
