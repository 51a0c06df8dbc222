//! Serialisation of messages to Web Workers: MessagePack with field names,
//! which every type of this program survives.

use rmp_serde::Serializer;
use rmp_serde::config::BytesMode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Error of serialising or parsing a message.
#[derive(Debug, Error)]
pub enum WireError {
    /// The value has no written form.
    #[error(transparent)]
    Encode(#[from] rmp_serde::encode::Error),
    /// The bytes are not those of such a value.
    #[error(transparent)]
    Decode(#[from] rmp_serde::decode::Error),
}

/// The bytes of a value.
///
/// # Errors
/// When the value has no written form, which is a mistake in its type.
pub fn pack(value: &impl Serialize) -> Result<Vec<u8>, WireError> {
    let mut bytes = Vec::new();
    // Byte vectors, such as files, are written as one block.
    let mut out = Serializer::new(&mut bytes).with_struct_map().with_bytes(BytesMode::ForceAll);
    value.serialize(&mut out)?;
    Ok(bytes)
}

/// The value of the bytes.
///
/// # Errors
/// When they are not those of such a value.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    Ok(rmp_serde::from_slice(bytes)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;
    use crate::core::{Decision, Move, Point};
    use crate::games::{OptionValue, Options};

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Sample {
        moves: Vec<Move>,
        options: Options,
        files: BTreeMap<String, Vec<u8>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_out: Option<u8>,
        after: u64,
    }

    #[test]
    fn values_survive_a_round_trip() {
        let mut options = Options::default();
        options.set("size", OptionValue::Number(8));
        options.set("rule", OptionValue::Word("renju".to_owned()));
        let at = Point::new(3, 4);
        let sample = Sample {
            moves: vec![Move::Place(at), Move::Pass, Move::Decide(Decision::Offer(at))],
            options,
            files: BTreeMap::from([("a".to_owned(), vec![0, 200, 255]), ("b".to_owned(), vec![])]),
            left_out: None,
            after: u64::MAX,
        };
        let bytes = pack(&sample).unwrap();
        assert_eq!(unpack::<Sample>(&bytes).unwrap(), sample);
        assert!(unpack::<Sample>(&bytes[..bytes.len() / 2]).is_err());
        assert!(unpack::<Sample>(b"nothing of the kind").is_err());
    }
}
