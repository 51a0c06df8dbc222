//! What a row of games says about two players: score, Elo difference and a
//! sequential test of whether one is stronger.

/// 97.5 % of a normal distribution lies below this many deviations.
pub(in crate::cli) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Elo differences that the sequential test decides between.
const HYPOTHESES: [f64; 2] = [0.0, 20.0];

/// Chance of each kind of wrong decision of the sequential test.
const WRONG: f64 = 0.05;

/// What the sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The first hypothesis: a is no stronger.
    AcceptH0,
    /// The second hypothesis: a is stronger.
    AcceptH1,
    /// More games are needed.
    Undecided,
}

/// How a player's games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

impl Tally {
    /// Mean and variance of one game's score, and the number of games, when
    /// each ending had `extra` games more.
    fn moments(self, extra: [f64; 3]) -> (f64, f64, f64) {
        let counts = [self.wins, self.draws, self.losses].map(f64::from);
        let counts = [counts[0] + extra[0], counts[1] + extra[1], counts[2] + extra[2]];
        let games: f64 = counts.iter().sum();
        if games <= 0.0 {
            return (0.5, 0.0, 0.0);
        }
        let mean = (counts[0] + counts[1] / 2.0) / games;
        let worths = [1.0, 0.5, 0.0];
        let spread =
            counts.iter().zip(worths).map(|(n, worth): (&f64, f64)| n * (worth - mean).powi(2));
        (mean, spread.sum::<f64>() / games, games)
    }

    pub(super) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, 0 to 1, and half the width of its 95 % interval.
    pub(super) fn score(self) -> (f64, f64) {
        let (mean, variance, games) = self.moments([0.0; 3]);
        (mean, NORMAL_95 * (variance / games.max(1.0)).sqrt())
    }

    /// Elo difference of the score and the ends of its 95 % interval;
    /// infinite where a score of 0 or 1 lies within.
    pub(super) fn elo(self) -> [f64; 3] {
        let (score, error) = self.score();
        [score, score - error, score + error].map(elo_of)
    }

    /// Logarithm of how much likelier the games are if a is 20 Elo stronger
    /// than if both are equal, by the normal approximation.
    pub(super) fn likelihood_ratio(self) -> f64 {
        if self.games() == 0 {
            return 0.0;
        }
        // Endings not seen yet count as half a game: a row of nothing but
        // wins would else seem to have no chance in it at all.
        let extra = [self.wins, self.draws, self.losses].map(|n| if n == 0 { 0.5 } else { 0.0 });
        let (mean, variance, games) = self.moments(extra);
        let [s0, s1] = HYPOTHESES.map(score_of);
        games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    pub(super) fn verdict(self) -> Verdict {
        let ratio = self.likelihood_ratio();
        let bound = bound();
        if ratio >= bound {
            Verdict::AcceptH1
        } else if ratio <= -bound {
            Verdict::AcceptH0
        } else {
            Verdict::Undecided
        }
    }
}

/// Where the sequential test decides; the same on both sides because both
/// kinds of error have the same chance.
pub(super) fn bound() -> f64 {
    ((1.0 - WRONG) / WRONG).ln()
}

/// The Elo difference of a player who scores this share of the points.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that an Elo difference promises.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses }
    }

    fn is_near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn a_score_and_its_error_are_those_of_the_textbook() {
        // Without draws the deviation is the square root of p(1 - p)/n.
        let (score, error) = tally(60, 0, 40).score();
        is_near(score, 0.6, 1e-12);
        is_near(error, 1.959_964 * (0.24_f64 / 100.0).sqrt(), 1e-6);
        is_near(tally(30, 40, 30).score().0, 0.5, 1e-12);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        is_near(tally(75, 0, 25).elo()[0], 190.848, 1e-3);
        is_near(tally(25, 0, 75).elo()[0], -190.848, 1e-3);
        assert_eq!(tally(5, 0, 0).elo()[0], f64::INFINITY);
        assert_eq!(tally(0, 0, 5).elo()[0], f64::NEG_INFINITY);
        is_near(elo_of(score_of(20.0)), 20.0, 1e-9);
    }

    #[test]
    fn the_sequential_test_decides_at_the_logarithm_of_19() {
        is_near(bound(), 2.944_439, 1e-6);
        assert_eq!(tally(0, 0, 0).verdict(), Verdict::Undecided);
        assert_eq!(tally(10, 5, 9).verdict(), Verdict::Undecided);
        assert_eq!(tally(700, 200, 500).verdict(), Verdict::AcceptH1);
        assert_eq!(tally(500, 200, 700).verdict(), Verdict::AcceptH0);
        assert!(tally(1000, 1000, 1000).likelihood_ratio() < 0.0);
    }

    #[test]
    fn nothing_but_wins_decides_after_a_while_and_not_at_once() {
        assert_eq!(tally(2, 0, 0).verdict(), Verdict::Undecided);
        assert_eq!(tally(100, 0, 0).verdict(), Verdict::AcceptH1);
        assert_eq!(tally(0, 0, 100).verdict(), Verdict::AcceptH0);
    }
}
