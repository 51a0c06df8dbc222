//! File format of a network: a header of 24 bytes, then all weights by the range coder.
//!
//! | bytes | |
//! |---|---|
//! | 0..8 | the magic bytes `TYNNNET1`, of which the last is the version |
//! | 8..12 | numbers of kinds, files and ranks, and the kind of the king |
//! | 12..14 | elements of an accumulator |
//! | 14 | number of outputs |
//! | 15 | 0 |
//! | 16..24 | checksum of the rest |
//!
//! Numbers are in little endian. The weights come in the order of [`NetworkWeights`].

use thiserror::Error;

use super::features::FeatureSet;
use super::network::{Network, NetworkError, NetworkWeights, Shape};
use crate::core::mix;
use crate::core::range_coder::{Decoder, Encoder};

/// Magic bytes of the format.
const MAGIC: &[u8; 8] = b"TYNNNET1";

/// Bytes of the header.
const HEADER: usize = 24;

/// Error of reading a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkFileError {
    /// The magic bytes are missing.
    #[error("this is not a network; expected a file that begins with TYNNNET1")]
    NotNetwork,
    /// The header is incomplete.
    #[error("this network is damaged; expected at least {HEADER} bytes")]
    Incomplete,
    /// The network is for another game.
    #[error("this network is for another game, with {found:?}; expected {expected:?}")]
    Game {
        /// The pieces and the board of the network.
        found: FeatureSet,
        /// Those of the game.
        expected: FeatureSet,
    },
    /// The checksum does not match.
    #[error("this network is damaged; expected {0} bytes after the header whose sum is right")]
    Damaged(usize),
    /// The sizes or the weights are out of range.
    #[error(transparent)]
    Invalid(#[from] NetworkError),
}

/// Hash of the bytes and their number.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

/// Context of the range coder of a weight of a row: the kind of piece, and the size of the weight
/// of the same element in the row before, to which neighbouring squares are alike.
fn row_context(shape: &Shape, rows: &[i16], at: usize) -> usize {
    let set = at / (shape.width * shape.features.squares());
    let class = at
        .checked_sub(shape.width)
        .and_then(|before| rows.get(before))
        .map_or(0, |before| (u16::BITS - before.unsigned_abs().leading_zeros()) as usize);
    CONTEXTS_BEFORE_ROWS + set * SIZE_CLASSES + class
}

/// Bit lengths of a weight.
const SIZE_CLASSES: usize = 17;

/// Contexts of the biases and of the output weights.
const BIAS: usize = 0;
const OUTPUT: usize = 1;
const OUTPUT_BIAS: usize = 2;
const CONTEXTS_BEFORE_ROWS: usize = 3;

/// Number of contexts of a network.
fn contexts(shape: &Shape) -> usize {
    CONTEXTS_BEFORE_ROWS + 2 * usize::from(shape.features.kinds) * SIZE_CLASSES
}

impl NetworkWeights {
    /// The contents of the file of this network.
    ///
    /// # Errors
    /// If the sizes or the weights are out of range.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        Network::new(self)?;
        let shape = &self.shape;
        let mut encoder = Encoder::new(contexts(shape));
        for (at, &weight) in self.rows.iter().enumerate() {
            encoder.write(row_context(shape, &self.rows, at), weight.into());
        }
        for &bias in &self.bias {
            encoder.write(BIAS, bias.into());
        }
        for &weight in &self.outputs {
            encoder.write(OUTPUT, weight.into());
        }
        for &bias in &self.output_bias {
            encoder.write(OUTPUT_BIAS, bias);
        }
        let weights = encoder.finish();
        let FeatureSet { kinds, files, ranks, king } = shape.features;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([kinds, files, ranks, king]);
        bytes.extend((shape.width as u16).to_le_bytes());
        bytes.extend([shape.buckets as u8, 0]);
        bytes.extend(checksum(&weights).to_le_bytes());
        bytes.extend(weights);
        Ok(bytes)
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    /// If the file is no network of this game, or damaged.
    pub fn read(bytes: &[u8], expected: FeatureSet) -> Result<NetworkWeights, NetworkFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkFileError::NotNetwork)?;
        let Some((&[kinds, files, ranks, king, low, high, buckets, _, ref sum @ ..], weights)) =
            rest.split_first_chunk::<{ HEADER - MAGIC.len() }>()
        else {
            return Err(NetworkFileError::Incomplete);
        };
        let found = FeatureSet { kinds, files, ranks, king };
        if found != expected {
            return Err(NetworkFileError::Game { found, expected });
        }
        if u64::from_le_bytes(*sum) != checksum(weights) {
            return Err(NetworkFileError::Damaged(weights.len()));
        }
        let shape = Shape {
            features: found,
            width: u16::from_le_bytes([low, high]).into(),
            buckets: buckets.into(),
        };
        if !shape.is_valid() {
            return Err(NetworkError::Shape.into());
        }
        let mut decoder = Decoder::new(contexts(&shape), weights);
        let count = shape.features.inputs() * shape.width;
        let mut rows = Vec::with_capacity(count);
        for at in 0..count {
            let context = row_context(&shape, &rows, at);
            rows.push(decoder.read(context) as i16);
        }
        let mut numbers = |context: usize, count: usize| -> Vec<i32> {
            (0..count).map(|_| decoder.read(context)).collect()
        };
        let short = |numbers: Vec<i32>| numbers.into_iter().map(|number| number as i16).collect();
        let bias = short(numbers(BIAS, shape.width));
        let outputs = short(numbers(OUTPUT, 2 * shape.width * shape.buckets));
        let output_bias = numbers(OUTPUT_BIAS, shape.buckets);
        let weights = NetworkWeights { shape, rows, bias, outputs, output_bias };
        Network::new(&weights)?;
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::nnue::network::tests::{SHAPE, random_weights};

    #[test]
    fn a_network_survives_its_file_and_damage_is_found() {
        let weights = random_weights(SHAPE, 2);
        let bytes = weights.to_bytes().unwrap();
        assert_eq!(NetworkWeights::read(&bytes, SHAPE.features), Ok(weights));
        let error = |bytes: &[u8]| NetworkWeights::read(bytes, SHAPE.features).unwrap_err();
        assert_eq!(error(&bytes[1..]), NetworkFileError::NotNetwork);
        assert_eq!(error(&bytes[..20]), NetworkFileError::Incomplete);
        let length = bytes.len() - HEADER;
        assert_eq!(error(&bytes[..bytes.len() - 1]), NetworkFileError::Damaged(length - 1));
        for at in [HEADER, HEADER + 999, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(error(&damaged), NetworkFileError::Damaged(length));
        }
        let chess = FeatureSet { kinds: 6, files: 8, ranks: 8, king: 5 };
        let wrong = NetworkFileError::Game { found: SHAPE.features, expected: chess };
        assert_eq!(NetworkWeights::read(&bytes, chess), Err(wrong));
        let mut wide = bytes.clone();
        wide[13] = 255;
        assert_eq!(error(&wide), NetworkFileError::Invalid(NetworkError::Shape));
    }

    #[test]
    fn a_network_out_of_range_is_not_written() {
        let mut weights = random_weights(SHAPE, 2);
        weights.rows[0] = i16::MAX;
        assert_eq!(weights.to_bytes(), Err(NetworkError::Weight));
    }
}
