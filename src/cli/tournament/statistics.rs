//! Statistics of a match: score and Elo difference.

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const Z_95: f64 = 1.959_963_984_540_054;

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

    /// The estimate of a mean of this many independent values of this variance.
    pub(super) fn of_moments(mean: f64, variance: f64, count: f64) -> Estimate {
        Estimate { mean, error: Z_95 * (variance / count.max(1.0)).sqrt() }
    }

    /// Elo difference and the bounds of its 95 % interval, of a score per game; infinite where
    /// the score reaches 0 or 1.
    pub(super) fn elo(self) -> [f64; 3] {
        let Estimate { mean, error } = self;
        [mean, mean - error, mean + error].map(elo_from_score)
    }
}

impl MatchScore {
    fn moments(self) -> Moments {
        let counts = [self.wins, self.draws, self.losses].map(f64::from);
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

    /// Counts a game by the half points of player a.
    pub(super) fn add(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    pub(super) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Score per game, 0 to 1.
    pub(super) fn score(self) -> Estimate {
        let Moments { mean, variance, games } = self.moments();
        Estimate::of_moments(mean, variance, games)
    }
}

/// The Elo difference that corresponds to a score per game.
pub(super) fn elo_from_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score per game at an Elo difference.
pub(super) fn expected_score(elo: f64) -> f64 {
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
        is_near(match_score(75, 0, 25).score().elo()[0], 190.848, 1e-3);
        is_near(match_score(25, 0, 75).score().elo()[0], -190.848, 1e-3);
        assert_eq!(match_score(5, 0, 0).score().elo()[0], f64::INFINITY);
        assert_eq!(match_score(0, 0, 5).score().elo()[0], f64::NEG_INFINITY);
        is_near(elo_from_score(expected_score(20.0)), 20.0, 1e-9);
    }
}
