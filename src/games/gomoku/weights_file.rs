//! File format of the trained weights: a header, then all numbers by the range coder. Rule
//! sets in which both colours have the same weights store them once. The networks follow.
//!
//! Weights are [installed](TrainedWeights::install) for the whole process. Without any, the
//! engine uses those made by hand.

use std::sync::{Arc, PoisonError, RwLock};

use thiserror::Error;

use super::judgement::{ColourWeights, PointWeights, THREAT_COUNT, Weights};
use super::network::{self, CHANNELS, HIDDEN, Network, read_network, write_network};
use super::patterns::{CLASS_COUNT, LineClass};
use super::point_codes::CODE_COUNT;
use super::position::Rule;
use crate::core::mix;
use crate::core::range_coder::{Decoder, Encoder, checksum};

/// Path of the file within the assets folder.
pub(super) const WEIGHTS_FILE: &str = "gomoku/patterns.bin";

/// Magic bytes of the format.
const MAGIC: &[u8; 8] = b"TYGOMPAT";

/// Version of the format.
const VERSION: u64 = 3;

/// Bytes of the header: magic bytes, hash of version and shape, checksum.
const HEADER: usize = 8 + 8 + 8;

/// Contexts of the range coder for weights of codes: one for each kind of number.
const CONTEXTS: usize = 5;

/// Error of reading a weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The magic bytes are missing.
    #[error("this is not a weights file for Gomoku; expected one that begins with TYGOMPAT")]
    NotWeights,
    /// The weights are of another version or shape.
    #[error(
        "these weights are for other patterns than this program has; expected some made by \
         \"tianyuan train-patterns\" of the same version"
    )]
    Shape,
    /// The checksum does not match.
    #[error("these weights are damaged; expected {0} bytes after the header whose sum is right")]
    Damaged(usize),
}

/// The trained weights of the rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedWeights {
    /// Weights of [`Rule::Freestyle`].
    pub freestyle: Arc<Weights>,
    /// Weights of [`Rule::Standard`] and [`Rule::Caro`].
    pub standard: Arc<Weights>,
    /// Weights of [`Rule::Renju`].
    pub renju: Arc<Weights>,
    /// The networks of these rule sets, in this order.
    pub networks: [Option<Arc<Network>>; 3],
}

static INSTALLED: RwLock<Option<TrainedWeights>> = RwLock::new(None);

/// The installed weights of a rule set, or those made by hand.
#[must_use]
pub fn weights_for(rule: Rule) -> Arc<Weights> {
    let installed = INSTALLED.read().unwrap_or_else(PoisonError::into_inner);
    let Some(weights) = installed.as_ref() else { return Weights::hand_made() };
    Arc::clone(match rule {
        Rule::Freestyle => &weights.freestyle,
        Rule::Standard | Rule::Caro => &weights.standard,
        Rule::Renju => &weights.renju,
    })
}

/// The installed network of a rule set, if there is one.
#[must_use]
pub fn network_for(rule: Rule) -> Option<Arc<Network>> {
    let installed = INSTALLED.read().unwrap_or_else(PoisonError::into_inner);
    let [freestyle, standard, renju] = &installed.as_ref()?.networks;
    match rule {
        Rule::Freestyle => freestyle,
        Rule::Standard | Rule::Caro => standard,
        Rule::Renju => renju,
    }
    .clone()
}

/// Hash of the version and of what the numbers stand for.
fn shape_hash() -> u64 {
    let classes = (0..CLASS_COUNT).map(|class| LineClass::pattern_of(class) as u64);
    let sizes = [VERSION, CODE_COUNT as u64, THREAT_COUNT as u64, CHANNELS as u64, HIDDEN as u64];
    classes.chain(sizes).fold(1, |sum, n| mix(sum ^ n))
}

fn encode(encoder: &mut Encoder, weights: &ColourWeights) {
    for point in weights.points.iter() {
        let PointWeights { to_move, waiting, attack, defence } = *point;
        for (context, number) in [to_move, waiting, attack, defence].into_iter().enumerate() {
            encoder.write(context, number.into());
        }
    }
    for &threat in weights.threats.iter() {
        encoder.write(CONTEXTS - 1, threat.into());
    }
}

fn decode(decoder: &mut Decoder<'_>) -> ColourWeights {
    let mut number =
        |context: usize| decoder.read(context).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let points = Box::new(std::array::from_fn(|_| PointWeights {
        to_move: number(0),
        waiting: number(1),
        attack: number(2),
        defence: number(3),
    }));
    ColourWeights { points, threats: Box::new(std::array::from_fn(|_| number(CONTEXTS - 1))) }
}

impl TrainedWeights {
    /// The network of a rule set.
    pub fn network_mut(&mut self, rule: Rule) -> &mut Option<Arc<Network>> {
        let [freestyle, standard, renju] = &mut self.networks;
        match rule {
            Rule::Freestyle => freestyle,
            Rule::Standard | Rule::Caro => standard,
            Rule::Renju => renju,
        }
    }

    /// Installs the weights for all searches of the process that begin from now on.
    pub fn install(self) {
        *INSTALLED.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// The contents of a weights file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::new(CONTEXTS.max(network::CONTEXTS));
        for weights in [&self.freestyle, &self.standard] {
            encode(&mut encoder, &weights.0[0]);
        }
        self.renju.0.iter().for_each(|weights| encode(&mut encoder, weights));
        for network in &self.networks {
            write_network(&mut encoder, network.as_deref());
        }
        let numbers = encoder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(shape_hash().to_le_bytes());
        bytes.extend(checksum(&numbers).to_le_bytes());
        bytes.extend(numbers);
        bytes
    }

    /// Reads the contents of a weights file.
    ///
    /// # Errors
    /// If the format, version or shape is another, or the checksum is wrong.
    pub fn read(bytes: &[u8]) -> Result<TrainedWeights, WeightsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let long = |at: usize| {
            let bytes = bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u64::from_le_bytes)
        };
        if long(8) != Some(shape_hash()) {
            return Err(WeightsError::Shape);
        }
        let numbers = bytes.get(HEADER..).unwrap_or_default();
        if long(16) != Some(checksum(numbers)) {
            return Err(WeightsError::Damaged(numbers.len()));
        }
        let mut decoder = Decoder::new(CONTEXTS.max(network::CONTEXTS), numbers);
        let mut of_both = || {
            let weights = decode(&mut decoder);
            Arc::new(Weights([weights.clone(), weights]))
        };
        let (freestyle, standard) = (of_both(), of_both());
        let renju = Arc::new(Weights([decode(&mut decoder), decode(&mut decoder)]));
        let networks = std::array::from_fn(|_| read_network(&mut decoder).map(Arc::new));
        Ok(TrainedWeights { freestyle, standard, renju, networks })
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::random_network;
    use super::*;
    use crate::core::Random;

    #[test]
    fn weights_are_read_as_they_were_written_and_damaged_ones_are_refused() {
        let hand_made = Weights::hand_made();
        let mut renju = (*hand_made).clone();
        renju.0[1].points[77].waiting = -1234;
        renju.0[0].threats[5] = i16::MIN;
        let [freestyle, standard] = [Arc::clone(&hand_made), hand_made];
        let mut network = Network::zero();
        network.features[1][3].0[7] = -4321;
        network.heads[1].last_bias = 0.25;
        let other = random_network(&mut Random::new(3));
        let networks = [None, Some(Arc::new(network)), Some(Arc::new(other))];
        let weights = TrainedWeights { freestyle, standard, renju: Arc::new(renju), networks };
        let bytes = weights.to_bytes();
        assert_eq!(TrainedWeights::read(&bytes), Ok(weights));
        assert_eq!(TrainedWeights::read(b"TYREVPAT"), Err(WeightsError::NotWeights));
        assert_eq!(TrainedWeights::read(&bytes[..12]), Err(WeightsError::Shape));
        let damaged = WeightsError::Damaged(bytes.len() - HEADER - 1);
        assert_eq!(TrainedWeights::read(&bytes[..bytes.len() - 1]), Err(damaged));
        let mut other = bytes.clone();
        other[9] ^= 1;
        assert_eq!(TrainedWeights::read(&other), Err(WeightsError::Shape));
    }
}
