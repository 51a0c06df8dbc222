//! File format of a quantised network: a header, then all weights by the range coder.
//!
//! | bytes | |
//! |---|---|
//! | 0..8 | the magic bytes `TYCNNET1`, of which the last is the version |
//! | 8..20 | planes, globals, channels, pooled channels, channels of a head, elements of the hidden layer |
//! | 20..24 | number of blocks |
//! | 24..28 | a bit for each block, from the lowest: it has pooling |
//! | 28..36 | checksum of the rest |
//!
//! Numbers are in little endian, of two bytes up to 20, then of four. The weights come convolution
//! by convolution, each with its scales, biases and units, and then those of the fully connected
//! layers.

use thiserror::Error;

use super::dense::DenseLayers;
use super::quantise::{QuantisedConv, QuantisedWeights};
use super::shape::{NetworkShape, ShapeError};
use crate::core::range_coder::{Decoder, Encoder, checksum};

/// Magic bytes of the format.
const MAGIC: &[u8; 8] = b"TYCNNET1";

/// Bytes of the header.
const HEADER: usize = 36;

/// Weights in a byte at most, so that a small file takes little memory. A trained network has one
/// or two.
const MAX_WEIGHTS_PER_BYTE: usize = 16;

/// Error of reading a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConvNetFileError {
    /// The magic bytes are missing.
    #[error("this is not a convolutional network; expected a file that begins with TYCNNET1")]
    NotNetwork,
    /// The header is incomplete.
    #[error("this network is damaged; expected at least {HEADER} bytes")]
    Incomplete,
    /// The checksum does not match.
    #[error("this network is damaged; expected {0} bytes after the header whose sum is right")]
    Damaged(usize),
    /// The sizes are out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A number is infinite or none.
    #[error("this network has a weight that is not finite; expected finite numbers")]
    NotFinite,
    /// The network has other inputs than the game.
    #[error("this network has {found:?} planes and globals; expected {expected:?}")]
    Inputs {
        /// Planes and globals of the network.
        found: [usize; 2],
        /// Those of the game.
        expected: [usize; 2],
    },
}

/// Contexts of the range coder: weights by the size of the one before, and the halves of floats.
const SIZE_CLASSES: usize = 9;
const HIGH: usize = SIZE_CLASSES;
const LOW: usize = SIZE_CLASSES + 1;
const CONTEXTS: usize = SIZE_CLASSES + 2;

/// Context of a weight after another one.
fn context_after(weight: i8) -> usize {
    (u8::BITS - weight.unsigned_abs().leading_zeros()) as usize
}

fn write_float(encoder: &mut Encoder, number: f32) {
    let bits = number.to_bits();
    encoder.write(HIGH, (bits >> 16) as i32);
    encoder.write(LOW, (bits & 0xffff) as i32);
}

fn read_floats(decoder: &mut Decoder<'_>, count: usize) -> Result<Vec<f32>, ConvNetFileError> {
    let mut float = || {
        let (high, low) = (decoder.read(HIGH) as u32, decoder.read(LOW) as u32);
        f32::from_bits(high << 16 | low & 0xffff)
    };
    let numbers: Vec<f32> = (0..count).map(|_| float()).collect();
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(numbers)
    } else {
        Err(ConvNetFileError::NotFinite)
    }
}

impl QuantisedWeights {
    /// The contents of the file of this network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::new(CONTEXTS);
        for conv in &self.convolutions {
            let mut context = 0;
            for &weight in &conv.weights {
                encoder.write(context, weight.into());
                context = context_after(weight);
            }
            let floats = conv.scales.iter().chain(&conv.bias).chain(&conv.input_units);
            floats.for_each(|&number| write_float(&mut encoder, number));
        }
        self.dense.iter().flatten().for_each(|&number| write_float(&mut encoder, number));
        let weights = encoder.finish();
        let shape = &self.shape;
        let mut bytes = MAGIC.to_vec();
        let sizes =
            [shape.planes, shape.globals, shape.channels, shape.pooled, shape.head, shape.hidden];
        bytes.extend(sizes.iter().flat_map(|&size| (size as u16).to_le_bytes()));
        bytes.extend((shape.blocks.len() as u32).to_le_bytes());
        let pooled = shape.blocks.iter().rev().fold(0, |bits, &bit| bits << 1 | u32::from(bit));
        bytes.extend(pooled.to_le_bytes());
        bytes.extend(checksum(&weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    /// If the file is no network, or damaged.
    pub fn read(bytes: &[u8]) -> Result<QuantisedWeights, ConvNetFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ConvNetFileError::NotNetwork)?;
        let (header, weights) = rest
            .split_first_chunk::<{ HEADER - MAGIC.len() }>()
            .ok_or(ConvNetFileError::Incomplete)?;
        let size = |n: usize| usize::from(u16::from_le_bytes([header[2 * n], header[2 * n + 1]]));
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| header[at + n]));
        let sum = u64::from(word(20)) | u64::from(word(24)) << 32;
        if sum != checksum(weights) {
            return Err(ConvNetFileError::Damaged(weights.len()));
        }
        let (blocks, pooled) = (word(12).min(u32::BITS), word(16));
        let shape = NetworkShape {
            planes: size(0),
            globals: size(1),
            channels: size(2),
            pooled: size(3),
            blocks: (0..blocks).map(|block| pooled >> block & 1 == 1).collect(),
            head: size(4),
            hidden: size(5),
        };
        shape.check()?;
        let count: usize = shape.convolutions().iter().map(|conv| conv.len()).sum();
        if count > MAX_WEIGHTS_PER_BYTE * weights.len() {
            return Err(ConvNetFileError::Damaged(count / MAX_WEIGHTS_PER_BYTE));
        }
        let mut decoder = Decoder::new(CONTEXTS, weights);
        let mut convolutions = Vec::new();
        for conv in shape.convolutions() {
            let mut context = 0;
            let mut weights = Vec::with_capacity(conv.len());
            for _ in 0..conv.len() {
                let weight = decoder.read(context).clamp(-127, 127) as i8;
                weights.push(weight);
                context = context_after(weight);
            }
            convolutions.push(QuantisedConv {
                shape: conv,
                weights,
                scales: read_floats(&mut decoder, conv.outputs)?,
                bias: read_floats(&mut decoder, conv.outputs)?,
                input_units: read_floats(&mut decoder, conv.inputs)?,
            });
        }
        let dense: Result<Vec<_>, _> = DenseLayers::tensors(&shape)
            .iter()
            .map(|(_, length)| read_floats(&mut decoder, *length))
            .collect();
        Ok(QuantisedWeights { dense: dense?, shape, convolutions })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::*;

    #[test]
    fn a_network_survives_its_file_and_damage_is_found() {
        let (_, weights) = random_network(2);
        let bytes = weights.to_bytes();
        assert_eq!(QuantisedWeights::read(&bytes), Ok(weights));
        let error = |bytes: &[u8]| QuantisedWeights::read(bytes).unwrap_err();
        assert_eq!(error(&bytes[1..]), ConvNetFileError::NotNetwork);
        assert_eq!(error(&bytes[..20]), ConvNetFileError::Incomplete);
        let length = bytes.len() - HEADER;
        assert_eq!(error(&bytes[..bytes.len() - 1]), ConvNetFileError::Damaged(length - 1));
        for at in [HEADER, HEADER + 999, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(error(&damaged), ConvNetFileError::Damaged(length));
        }
        let mut wide = bytes.clone();
        wide[13] = 255;
        assert_eq!(error(&wide), ConvNetFileError::Shape(ShapeError));
    }
}
