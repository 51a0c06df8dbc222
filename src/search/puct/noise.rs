//! Randomness of self-play: noise on the priors of the root, and the choice among its moves.

use super::PuctResult;
use crate::core::Random;

/// Dirichlet noise on the priors of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootNoise {
    /// Sum of the concentrations of all moves, above 0; AlphaGo Zero has 10.83.
    pub concentration: f32,
    /// Weight of the noise against the priors, 0 to 1; AlphaGo Zero has 0.25.
    pub weight: f32,
}

impl RootNoise {
    /// Mixes noise into priors.
    pub(super) fn apply(&self, priors: &mut [f32], random: &mut Random) {
        let shape = f64::from(self.concentration) / priors.len().max(1) as f64;
        let noise: Vec<f64> = priors.iter().map(|_| gamma(shape, random)).collect();
        let sum = noise.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        for (prior, noise) in priors.iter_mut().zip(noise) {
            *prior += self.weight * ((noise / sum) as f32 - *prior);
        }
    }
}

/// A sample of the gamma distribution of this shape (Marsaglia and Tsang, "A simple method for
/// generating gamma variables", 2000).
fn gamma(shape: f64, random: &mut Random) -> f64 {
    if shape < 1.0 {
        let power = (1.0 - random.next_f64()).powf(shape.max(1e-9).recip());
        return gamma(shape + 1.0, random) * power;
    }
    let d = shape - 1.0 / 3.0;
    let c = (9.0 * d).sqrt().recip();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        let u = 1.0 - random.next_f64();
        if v > 0.0 && u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A sample of the standard normal distribution, by the method of Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.next_f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.next_f64()).cos()
}

/// Chooses a move with a probability that grows as the power `1 / temperature` of its visits, or
/// the most visited one at temperature 0. `None` if the list is empty.
#[must_use]
pub fn choose_by_visits<'a, Mv>(
    results: &'a [PuctResult<Mv>],
    temperature: f64,
    random: &mut Random,
) -> Option<&'a PuctResult<Mv>> {
    let most = results.first()?.value.visits.max(1);
    if temperature <= 0.0 {
        return results.first();
    }
    let weight = |result: &PuctResult<Mv>| {
        (f64::from(result.value.visits) / f64::from(most)).powf(temperature.recip())
    };
    let mut left = random.next_f64() * results.iter().map(weight).sum::<f64>();
    let chosen = results.iter().find(|result| {
        left -= weight(result);
        left < 0.0
    });
    chosen.or(results.first())
}
