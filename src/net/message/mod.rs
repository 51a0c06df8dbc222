//! The messages of players and referees: requests, notices, and the log of a game. The
//! schema in words is `docs/protocol.md`; the two change together.
//!
//! A message is one byte of [`VERSION`], then MessagePack with fields in the order of their
//! declaration. Later versions add fields at the end and variants with new names.

mod events;
mod log;
mod notices;
mod referees;
mod requests;
mod terms;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Identity, PlayerId, Proof, Purpose};

pub use events::{EventAsk, EventGame, EventNote, EventOffer, MAX_ENTRANTS, MAX_EVENT_TITLE};
pub use log::{Action, ClockNote, Deed, Entry, Log, Segment};
pub use notices::{Notice, Refusal};
pub(in crate::net) use referees::open_of_referees;
pub use referees::{AtWork, Dispatch, HeldGame};
pub use requests::{
    Ask, Attendance, Challenge, ChatLine, GameNote, Line, PHRASES, RankedPlayer, RatingLine,
    RatingNote, RatingTable, Request, Room,
};
pub use terms::{MAX_DELAY, Offer, Seat, Speed, Terms, Time};

/// The version of the messages that this program writes, and the only one that it reads.
pub const VERSION: u8 = 1;

/// The longest request of a player, in bytes.
pub const MAX_REQUEST: usize = 8 * 1024;

/// The longest message of a referee, in bytes: the log of a game, as long as any may be.
pub const MAX_NOTICE: usize = 1024 * 1024;

/// Entries of a log that are published together as one retained message.
pub const SEGMENT: usize = 16;

/// The longest free text of a chat, in characters.
pub const MAX_CHAT: usize = 280;

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 24;

/// Bytes that are no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// Longer than such a message may be.
    #[error("a message of {0} bytes is too long: at most {1} are read")]
    TooLong(usize, usize),
    /// Another version.
    #[error("a message of version {0}: this program reads version {VERSION}")]
    Version(u8),
    /// No message of this kind.
    #[error("a message that cannot be read: {0}")]
    Damaged(String),
}

/// The bytes of a message.
#[must_use]
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    message
        .serialize(&mut rmp_serde::Serializer::new(&mut bytes))
        .expect("messages are made of numbers, texts and lists");
    bytes
}

/// The message of these bytes.
///
/// # Errors
/// When they are more than `limit`, of another version, or no such message.
pub fn decode<T: DeserializeOwned>(bytes: &[u8], limit: usize) -> Result<T, MessageError> {
    if bytes.len() > limit {
        return Err(MessageError::TooLong(bytes.len(), limit));
    }
    let damaged = |error: &dyn std::fmt::Display| MessageError::Damaged(error.to_string());
    let (&version, content) = bytes.split_first().ok_or_else(|| damaged(&"it is empty"))?;
    if version != VERSION {
        return Err(MessageError::Version(version));
    }
    let mut reader = rmp_serde::Deserializer::from_read_ref(content);
    reader.set_max_depth(64);
    T::deserialize(&mut reader).map_err(|error| damaged(&error))
}

/// The SHA-256 of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(#[serde(with = "serde_bytes")] pub [u8; 32]);

impl Hash {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The number of a game, a challenge or an event: 16 characters of base64url in topics and links,
/// chosen at random by the referee that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, std::hash::Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(#[serde(with = "serde_bytes")] pub [u8; 12]);

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::net::identity::encode_bytes(&self.0))
    }
}

impl std::fmt::Debug for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::str::FromStr for Id {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Id, MessageError> {
        crate::net::identity::decode_array(text)
            .map(Id)
            .ok_or_else(|| MessageError::Damaged(format!("{text:?} is not the number of a game")))
    }
}

/// A message of a player with its signature, which is over the bytes as they are here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// The player who wrote it.
    pub player: PlayerId,
    /// The encoded [`Request`] or [`Action`].
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
    /// The signature of `body`.
    pub proof: Proof,
}

impl Signed {
    /// A message signed by `identity`.
    #[must_use]
    pub fn new<T: Serialize>(identity: &Identity, purpose: Purpose, message: &T) -> Signed {
        let body = encode(message);
        let proof = identity.sign(purpose, &body);
        Signed { player: identity.id(), body, proof }
    }

    /// The message, if the signature is that of its player.
    ///
    /// # Errors
    /// When the signature is wrong, or the message cannot be read.
    pub fn open<T: DeserializeOwned>(&self, purpose: Purpose) -> Result<T, MessageError> {
        if !self.player.has_signed(purpose, &self.body, &self.proof) {
            return Err(MessageError::Damaged("its signature is wrong".to_owned()));
        }
        decode(&self.body, MAX_REQUEST)
    }
}

/// The name of a player with the key, which is what they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The player.
    pub player: PlayerId,
    /// The chosen name, at most [`MAX_NAME`] characters. Not unique.
    pub name: String,
}

/// A player who is here, published signed for [`Purpose::Request`] on
/// [`topics::presence`](crate::net::topics::presence).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The name.
    pub name: String,
    /// Milliseconds since 1970 by the player's clock.
    pub at: u64,
}
