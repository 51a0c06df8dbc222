//! Quantisation of a network: convolutions with weights of 8 bits, and inputs of 8 bits whose range
//! is calibrated on sample positions.

use super::dense::DenseLayers;
use super::float_weights::FloatWeights;
use super::input::NetworkInput;
use super::reference::observe;
use super::shape::{ConvShape, NetworkShape};

/// Largest quantised weight, in absolute value.
pub const MAX_WEIGHT: f32 = 127.0;

/// Largest quantised activation.
pub const MAX_ACTIVATION: f32 = 255.0;

/// A quantised convolution: an output is the sum of products, times its scale, plus its bias.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantisedConv {
    /// Its size.
    pub shape: ConvShape,
    /// The weights, by output, input and tap.
    pub weights: Vec<i8>,
    /// For each output the factor from sums to numbers.
    pub scales: Vec<f32>,
    /// For each output its bias.
    pub bias: Vec<f32>,
    /// For each input, the number that one unit of its quantised form stands for.
    pub input_units: Vec<f32>,
}

/// A network whose convolutions are quantised.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantisedWeights {
    /// The sizes of the network.
    pub(super) shape: NetworkShape,
    /// In the order of [`NetworkShape::convolutions`].
    pub(super) convolutions: Vec<QuantisedConv>,
    /// The tensors of the fully connected layers, in the order of [`DenseLayers::tensors`].
    pub(super) dense: Vec<Vec<f32>>,
}

/// Rounds to 16 bits, as fully connected layers are stored.
fn rounded(number: f32) -> f32 {
    f32::from_bits((number.to_bits() + 0x8000) & 0xffff_0000)
}

/// Quantises a network. The range of its activations is what the samples show.
///
/// # Panics
/// If a sample has another number of planes or of globals than the network.
#[must_use]
pub fn quantise(weights: &FloatWeights, samples: &[NetworkInput<'_>]) -> QuantisedWeights {
    let shape = weights.shape().clone();
    let mut maxima: Vec<Vec<f32>> =
        shape.convolutions().iter().map(|conv| vec![0.0; conv.inputs]).collect();
    for sample in samples {
        observe(weights, sample, &mut |index, inputs| {
            let maxima = &mut maxima[index];
            for row in inputs.chunks_exact(maxima.len()) {
                maxima.iter_mut().zip(row).for_each(|(max, value)| *max = max.max(*value));
            }
        });
    }
    // The planes are 0 or 1.
    maxima[0].fill(MAX_ACTIVATION);
    let convolutions = (0..maxima.len())
        .map(|index| quantise_convolution(weights, index, &maxima[index]))
        .collect();
    let tensors = DenseLayers::tensors(&shape);
    let dense = tensors.iter().map(|(name, _)| {
        let tensor = weights.tensor(name).iter();
        // A bias costs little and is kept as it is.
        tensor
            .map(|&number| if name.ends_with("bias") { number } else { rounded(number) })
            .collect()
    });
    let dense = dense.collect();
    QuantisedWeights { shape, convolutions, dense }
}

/// For each input, the number that one unit stands for: between the units that the channel and the
/// whole layer ask for, so that quiet channels have a finer one at the cost of their weights.
fn input_units(maxima: &[f32]) -> Vec<f32> {
    let largest = maxima.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let floor = largest / MAX_ACTIVATION;
    maxima.iter().map(|max| (max.max(floor) * largest).sqrt() / MAX_ACTIVATION).collect()
}

fn quantise_convolution(weights: &FloatWeights, index: usize, maxima: &[f32]) -> QuantisedConv {
    let (shape, kernel, bias) = weights.convolution(index);
    let input_units = input_units(maxima);
    let row = shape.inputs * shape.taps;
    let mut quantised = Vec::with_capacity(kernel.len());
    let mut scales = Vec::with_capacity(shape.outputs);
    for row in kernel.chunks_exact(row) {
        let scaled = || {
            let units = input_units.iter().flat_map(|unit| std::iter::repeat_n(unit, shape.taps));
            row.iter().zip(units).map(|(weight, unit)| weight * unit)
        };
        let largest = scaled().fold(f32::MIN_POSITIVE, |max, weight| max.max(weight.abs()));
        let scale = largest / MAX_WEIGHT;
        quantised.extend(scaled().map(|weight| (weight / scale).round() as i8));
        scales.push(scale);
    }
    QuantisedConv { shape, weights: quantised, scales, bias: bias.to_vec(), input_units }
}
