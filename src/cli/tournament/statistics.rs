//! Statistics of a match: score, Elo difference and the sequential probability
//! ratio test (SPRT) of whether one player is stronger.

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const Z_95: f64 = 1.959_963_984_540_054;

/// Elo differences of the hypotheses H0 and H1 of the SPRT.
const SPRT_ELO: [f64; 2] = [0.0, 20.0];

/// Probability of each kind of error of the SPRT (alpha and beta).
const SPRT_ERROR_RATE: f64 = 0.05;

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

/// Wins, draws and losses of player a.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchScore {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

/// Mean and variance of one game's score over a number of games.
struct Moments {
    mean: f64,
    variance: f64,
    games: f64,
}

/// A mean and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Estimate {
    pub(in crate::cli) mean: f64,
    pub(in crate::cli) error: f64,
}

impl Estimate {
    /// The estimate from a sample.
    pub(in crate::cli) fn of(values: impl Iterator<Item = f64> + Clone) -> Estimate {
        let count = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / count;
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        Estimate { mean, error: Z_95 * (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

impl MatchScore {
    /// The moments with `extra` games added to wins, draws and losses.
    fn moments(self, extra: [f64; 3]) -> Moments {
        let counts = [self.wins, self.draws, self.losses].map(f64::from);
        let counts = [counts[0] + extra[0], counts[1] + extra[1], counts[2] + extra[2]];
        let games: f64 = counts.iter().sum();
        if games <= 0.0 {
            return Moments { mean: 0.5, variance: 0.0, games: 0.0 };
        }
        let mean = (counts[0] + counts[1] / 2.0) / games;
        let points = [1.0, 0.5, 0.0];
        let deviations =
            counts.iter().zip(points).map(|(n, point): (&f64, f64)| n * (point - mean).powi(2));
        Moments { mean, variance: deviations.sum::<f64>() / games, games }
    }

    pub(super) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Score per game, 0 to 1.
    pub(super) fn score(self) -> Estimate {
        let Moments { mean, variance, games } = self.moments([0.0; 3]);
        Estimate { mean, error: Z_95 * (variance / games.max(1.0)).sqrt() }
    }

    /// Elo difference and the bounds of its 95 % interval; infinite where the
    /// score reaches 0 or 1.
    pub(super) fn elo(self) -> [f64; 3] {
        let Estimate { mean, error } = self.score();
        [mean, mean - error, mean + error].map(elo_from_score)
    }

    /// Log-likelihood ratio of H1 to H0, by the normal approximation of the
    /// generalised SPRT.
    pub(super) fn log_likelihood_ratio(self) -> f64 {
        if self.games() == 0 {
            return 0.0;
        }
        // Results not seen yet count as half a game: otherwise a run of wins
        // alone would have no variance.
        let extra = [self.wins, self.draws, self.losses].map(|n| if n == 0 { 0.5 } else { 0.0 });
        let Moments { mean, variance, games } = self.moments(extra);
        let [s0, s1] = SPRT_ELO.map(expected_score);
        games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    pub(super) fn verdict(self) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio();
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
    ((1.0 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE).ln()
}

/// The Elo difference that corresponds to a score per game.
fn elo_from_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score per game at an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn match_score(wins: u32, draws: u32, losses: u32) -> MatchScore {
        MatchScore { wins, draws, losses }
    }

    fn is_near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn a_score_and_its_error_are_those_of_the_textbook() {
        // Without draws the deviation is the square root of p(1 - p)/n.
        let Estimate { mean: score, error } = match_score(60, 0, 40).score();
        is_near(score, 0.6, 1e-12);
        is_near(error, 1.959_964 * (0.24_f64 / 100.0).sqrt(), 1e-6);
        is_near(match_score(30, 40, 30).score().mean, 0.5, 1e-12);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        is_near(match_score(75, 0, 25).elo()[0], 190.848, 1e-3);
        is_near(match_score(25, 0, 75).elo()[0], -190.848, 1e-3);
        assert_eq!(match_score(5, 0, 0).elo()[0], f64::INFINITY);
        assert_eq!(match_score(0, 0, 5).elo()[0], f64::NEG_INFINITY);
        is_near(elo_from_score(expected_score(20.0)), 20.0, 1e-9);
    }

    #[test]
    fn the_sequential_test_decides_at_the_logarithm_of_19() {
        is_near(sprt_bound(), 2.944_439, 1e-6);
        assert_eq!(match_score(0, 0, 0).verdict(), SprtVerdict::Undecided);
        assert_eq!(match_score(10, 5, 9).verdict(), SprtVerdict::Undecided);
        assert_eq!(match_score(700, 200, 500).verdict(), SprtVerdict::AcceptH1);
        assert_eq!(match_score(500, 200, 700).verdict(), SprtVerdict::AcceptH0);
        assert!(match_score(1000, 1000, 1000).log_likelihood_ratio() < 0.0);
    }

    #[test]
    fn nothing_but_wins_decides_after_a_while_and_not_at_once() {
        assert_eq!(match_score(2, 0, 0).verdict(), SprtVerdict::Undecided);
        assert_eq!(match_score(100, 0, 0).verdict(), SprtVerdict::AcceptH1);
        assert_eq!(match_score(0, 0, 100).verdict(), SprtVerdict::AcceptH0);
    }
}
