//! Quantisation of a trained network, and what it costs.

use super::Sample;
use crate::search::conv_net::{
    ConvNet, FloatWeights, NetworkInput, NetworkOutput, QuantisedWeights, Scratch,
    evaluate_in_floats, quantise,
};

/// Mean differences between two evaluations of the same positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuantisationErrors {
    /// Kullback-Leibler divergence of the policy, in nats.
    pub policy: f64,
    /// Part of the positions in which both prefer the same move.
    pub same_move: f64,
    /// Absolute difference of the probability of a win.
    pub win: f64,
    /// Absolute difference of the lead, in points.
    pub lead: f64,
    /// Absolute difference of the ownership of a point.
    pub ownership: f64,
}

/// A position as the network sees it.
fn input_of(sample: &Sample) -> NetworkInput<'_> {
    let inputs = &sample.inputs;
    NetworkInput {
        files: inputs.files,
        ranks: inputs.ranks,
        planes: &inputs.planes,
        globals: &inputs.globals,
    }
}

/// Quantises a network. Of the samples every second one calibrates its activations, and the others
/// tell what it costs.
///
/// # Panics
/// If the network has other inputs than Go.
#[must_use]
pub fn quantise_network(
    weights: &FloatWeights,
    samples: &[Sample],
) -> (QuantisedWeights, QuantisationErrors) {
    let calibration: Vec<_> = samples.iter().step_by(2).map(input_of).collect();
    let quantised = quantise(weights, &calibration);
    let network = ConvNet::new(&quantised);
    let (mut scratch, mut found) = (Scratch::default(), NetworkOutput::default());
    let mut errors = QuantisationErrors::default();
    let held_out: Vec<_> = samples.iter().skip(1).step_by(2).map(input_of).collect();
    for input in &held_out {
        let exact = evaluate_in_floats(weights, input);
        network.evaluate(input, &mut scratch, &mut found);
        errors.add(&exact, &found);
    }
    errors.divide(held_out.len().max(1) as f64);
    (quantised, errors)
}

/// Probabilities of all moves, legal or not.
fn probabilities(output: &NetworkOutput) -> Vec<f64> {
    let logits: Vec<f64> =
        output.policy.iter().chain([&output.pass]).map(|&logit| f64::from(logit)).collect();
    let largest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

impl QuantisationErrors {
    fn add(&mut self, exact: &NetworkOutput, found: &NetworkOutput) {
        let [p, q] = [exact, found].map(probabilities);
        self.policy += p.iter().zip(&q).map(|(p, q)| p * (p / q).max(1e-12).ln()).sum::<f64>();
        let best = |all: &[f64]| (0..all.len()).max_by(|&a, &b| all[a].total_cmp(&all[b]));
        self.same_move += f64::from(u8::from(best(&p) == best(&q)));
        self.win += f64::from((exact.win - found.win).abs());
        self.lead += f64::from((exact.lead_in_points() - found.lead_in_points()).abs());
        let owners = exact.ownership.iter().zip(&found.ownership);
        let sum: f64 = owners.map(|(a, b)| f64::from((a - b).abs())).sum();
        self.ownership += sum / exact.ownership.len().max(1) as f64;
    }

    fn divide(&mut self, count: f64) {
        let QuantisationErrors { policy, same_move, win, lead, ownership } = self;
        [policy, same_move, win, lead, ownership].into_iter().for_each(|sum| *sum /= count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::network::{Inputs, NUM_GLOBALS, NUM_PLANES};
    use crate::search::conv_net::NetworkShape;

    #[test]
    fn a_network_is_quantised_at_a_small_cost() {
        let shape = NetworkShape {
            planes: NUM_PLANES,
            globals: NUM_GLOBALS,
            channels: 32,
            pooled: 16,
            blocks: vec![true, false],
            head: 16,
            hidden: 32,
        };
        let weights = FloatWeights::random(&shape, 5).unwrap();
        let samples: Vec<Sample> = (0..6)
            .map(|n| Sample {
                inputs: Inputs {
                    files: 7,
                    ranks: 7,
                    planes: (0..NUM_PLANES * 49)
                        .map(|at| u8::from(at * (n + 3) % 5 == 0))
                        .collect(),
                    globals: [0.25; NUM_GLOBALS],
                },
                policy: vec![0; 50],
                win_chance: 0.5,
                lead: 0.0,
                deviation: 1.0,
                ownership: vec![0; 49],
            })
            .collect();
        let (_, errors) = quantise_network(&weights, &samples);
        assert!(errors.policy < 0.01 && errors.same_move > 0.5, "{errors:?}");
        assert!(errors.win < 0.02 && errors.lead < 0.5 && errors.ownership < 0.05, "{errors:?}");
    }
}
