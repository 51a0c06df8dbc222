//! Who a player is: an Ed25519 key made at first use, and nothing else.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// A player: the public half of an [`Identity`]. Its text form is base64url without padding, 43
/// characters, which is one level of an MQTT topic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(#[serde(with = "serde_bytes")] pub [u8; 32]);

/// A signature of a player or a referee.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Proof(#[serde(with = "serde_bytes")] pub [u8; 64]);

/// The purpose of a signature: one made for one purpose is worth nothing for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Logging in to a broker: the nonce and the client id.
    Login,
    /// A request to a referee.
    Request,
    /// An action in a game.
    Action,
    /// A referee's entry in the log of a game.
    Entry,
}

impl Purpose {
    const fn prefix(self) -> &'static [u8] {
        match self {
            Purpose::Login => b"tianyuan/1/login\0",
            Purpose::Request => b"tianyuan/1/request\0",
            Purpose::Action => b"tianyuan/1/action\0",
            Purpose::Entry => b"tianyuan/1/entry\0",
        }
    }
}

/// Text or bytes that are no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// A player's id is not 43 characters of base64url, or no point of the curve.
    #[error("this is not the id of a player: expected 43 letters, digits, - or _")]
    Player,
    /// An exported key is damaged or is something else.
    #[error("this is not an exported key: expected \"tianyuan-key-1:\" and 43 characters")]
    Secret,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers, so that no key can be made")]
    NoRandom,
}

impl PlayerId {
    /// True if `proof` is this player's signature of `message` for `purpose`.
    #[must_use]
    pub fn has_signed(self, purpose: Purpose, message: &[u8], proof: &Proof) -> bool {
        let Ok(key) = VerifyingKey::from_bytes(&self.0) else { return false };
        let signed = [purpose.prefix(), message].concat();
        key.verify_strict(&signed, &Signature::from_bytes(&proof.0)).is_ok()
    }

    /// The player in a topic or the id of a client, where a message says who it is of. Whether that
    /// is a key at all is seen by the signature, and not computed for each message.
    pub(super) fn of_topic(text: &str) -> Option<PlayerId> {
        decode_array(text).map(PlayerId)
    }

    /// Eight characters that people can compare, as `K7QD-2M9X`: forty bits of the key's hash,
    /// without I, L, O and U.
    ///
    /// ```
    /// use tianyuan::net::PlayerId;
    ///
    /// assert_eq!(PlayerId([7; 32]).fingerprint().len(), 9);
    /// ```
    #[must_use]
    pub fn fingerprint(self) -> String {
        const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let hash = Sha256::digest(self.0);
        let bits = hash[..5].iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        let mut text: String = (0..8)
            .rev()
            .map(|digit| char::from(DIGITS[(bits >> (5 * digit) & 31) as usize]))
            .collect();
        text.insert(4, '-');
        text
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode_bytes(&self.0))
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

impl FromStr for PlayerId {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<PlayerId, KeyError> {
        let key = decode_array(text).ok_or(KeyError::Player)?;
        VerifyingKey::from_bytes(&key).map_err(|_| KeyError::Player)?;
        Ok(PlayerId(key))
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode_bytes(&self.0[..6]))
    }
}

/// Bytes that nobody can guess.
///
/// # Errors
/// When the system gives no random numbers.
pub(super) fn random_bytes<const N: usize>() -> Result<[u8; N], KeyError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| KeyError::NoRandom)?;
    Ok(bytes)
}

/// The text of bytes in topics and links: base64url without padding.
pub(super) fn encode_bytes(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// The bytes of a text that [`encode_bytes`] makes.
pub(super) fn decode_bytes(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(text).ok()
}

/// The bytes of a text, if it is the text of exactly so many.
pub(super) fn decode_array<const N: usize>(text: &str) -> Option<[u8; N]> {
    decode_bytes(text)?.try_into().ok()
}

/// A key pair of a player or a referee.
#[derive(Clone)]
pub struct Identity(SigningKey);

/// The beginning of an exported key.
const EXPORT_PREFIX: &str = "tianyuan-key-1:";

impl Identity {
    /// A new key.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn generate() -> Result<Identity, KeyError> {
        random_bytes().map(Identity::from_secret)
    }

    /// The key with this secret half.
    #[must_use]
    pub fn from_secret(secret: [u8; 32]) -> Identity {
        Identity(SigningKey::from_bytes(&secret))
    }

    /// The public half.
    #[must_use]
    pub fn id(&self) -> PlayerId {
        PlayerId(self.0.verifying_key().to_bytes())
    }

    /// Signs a message for a purpose.
    #[must_use]
    pub fn sign(&self, purpose: Purpose, message: &[u8]) -> Proof {
        Proof(self.0.sign(&[purpose.prefix(), message].concat()).to_bytes())
    }

    /// The secret half as text, by which the player is the same on another device. Whoever has it
    /// is this player.
    #[must_use]
    pub fn export(&self) -> String {
        format!("{EXPORT_PREFIX}{}", encode_bytes(self.0.as_bytes()))
    }

    /// The key of an [exported](Identity::export) text, with blanks around it or not.
    ///
    /// # Errors
    /// When it is none.
    pub fn import(text: &str) -> Result<Identity, KeyError> {
        let secret = text.trim().strip_prefix(EXPORT_PREFIX).ok_or(KeyError::Secret)?;
        Ok(Identity::from_secret(decode_array(secret).ok_or(KeyError::Secret)?))
    }
}

// The secret never reaches a log.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({:?})", self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_message_its_purpose_and_its_player_alone() {
        let (one, two) = (Identity::from_secret([1; 32]), Identity::from_secret([2; 32]));
        let proof = one.sign(Purpose::Action, b"e4");
        assert!(one.id().has_signed(Purpose::Action, b"e4", &proof));
        assert!(!one.id().has_signed(Purpose::Action, b"d4", &proof));
        assert!(!one.id().has_signed(Purpose::Login, b"e4", &proof));
        assert!(!two.id().has_signed(Purpose::Action, b"e4", &proof));
        assert!(!PlayerId([0xff; 32]).has_signed(Purpose::Action, b"e4", &proof));
    }

    #[test]
    fn keys_and_ids_survive_being_written() {
        let identity = Identity::generate().unwrap();
        let again = Identity::import(&format!(" {}\n", identity.export())).unwrap();
        assert_eq!(again.id(), identity.id());
        assert_eq!(identity.id().to_string().parse(), Ok(identity.id()));
        assert_eq!("short".parse::<PlayerId>(), Err(KeyError::Player));
        assert_eq!(Identity::import("tianyuan-key-1:x").unwrap_err(), KeyError::Secret);
        let written = rmp_serde::to_vec(&identity.id()).unwrap();
        assert_eq!(written.len(), 34);
        assert_eq!(rmp_serde::from_slice::<PlayerId>(&written).unwrap(), identity.id());
        assert!(rmp_serde::from_slice::<Proof>(&written).is_err());
    }
}
