//! Logins of clients: the server gives a nonce, the client signs it together with its client id.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::super::identity::{decode_array, encode_bytes, random_bytes};
use super::super::{KeyError, PlayerId, Proof, Purpose};

/// The life of a nonce.
const LIFE: Duration = Duration::from_secs(60);

/// Bytes of a nonce: the time of its end, a random number, and the code that proves it is ours.
const TIME: usize = 8;
const RANDOM: usize = 16;
const CODE: usize = 16;
const NONCE: usize = TIME + RANDOM + CODE;

/// Gives nonces and checks what clients made of them. Nothing is kept of a nonce until a client has
/// logged in with it; from then to its end it is, so that who overhears a login cannot repeat it.
pub struct Logins {
    key: [u8; 32],
    began: Instant,
    used: Mutex<HashMap<[u8; RANDOM], Duration>>,
}

impl Logins {
    /// A giver of nonces that no other has given.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new() -> Result<Logins, KeyError> {
        Ok(Logins { key: random_bytes()?, began: Instant::now(), used: Mutex::default() })
    }

    /// A nonce, as text.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn nonce(&self) -> Result<String, KeyError> {
        self.nonce_at(self.began.elapsed())
    }

    fn nonce_at(&self, now: Duration) -> Result<String, KeyError> {
        let mut nonce = [0; NONCE];
        nonce[..TIME].copy_from_slice(&((now + LIFE).as_millis() as u64).to_be_bytes());
        nonce[TIME..TIME + RANDOM].copy_from_slice(&random_bytes::<RANDOM>()?);
        let code = self.code(&nonce[..TIME + RANDOM]).finalize().into_bytes();
        nonce[TIME + RANDOM..].copy_from_slice(&code[..CODE]);
        Ok(encode_bytes(&nonce))
    }

    fn code(&self, content: &[u8]) -> Hmac<Sha256> {
        let mut code =
            Hmac::<Sha256>::new_from_slice(&self.key).expect("a key of any length is accepted");
        code.update(content);
        code
    }

    /// The player who logs in with this client id, user name and password; `None` for everyone who
    /// is not the player they say, and for a password that was used before.
    pub fn check(&self, client_id: &str, user: &str, password: &[u8]) -> Option<PlayerId> {
        self.check_at(client_id, user, password, self.began.elapsed())
    }

    fn check_at(
        &self,
        client_id: &str,
        user: &str,
        password: &[u8],
        now: Duration,
    ) -> Option<PlayerId> {
        let player: PlayerId = user.parse().ok()?;
        if player_of(client_id) != Some(player) {
            return None;
        }
        let (nonce, proof) = std::str::from_utf8(password).ok()?.split_once('.')?;
        let bytes: [u8; NONCE] = decode_array(nonce)?;
        let (content, code) = bytes.split_at(TIME + RANDOM);
        self.code(content).verify_truncated_left(code).ok()?;
        let end = Duration::from_millis(u64::from_be_bytes(content[..TIME].try_into().ok()?));
        let signed = [nonce.as_bytes(), client_id.as_bytes()].concat();
        let is_signed = player.has_signed(Purpose::Login, &signed, &Proof(decode_array(proof)?));
        (now < end && is_signed && self.is_first_use(content[TIME..].try_into().ok()?, end, now))
            .then_some(player)
    }

    fn is_first_use(&self, random: [u8; RANDOM], end: Duration, now: Duration) -> bool {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|_, end| *end > now);
        used.insert(random, end).is_none()
    }
}

/// The player of a client id: `PLAYER`, or `PLAYER.DEVICE` for one of several devices.
pub fn player_of(client_id: &str) -> Option<PlayerId> {
    PlayerId::of_topic(client_id.split_once('.').map_or(client_id, |(player, _)| player))
}

#[cfg(test)]
mod tests {
    use super::super::super::Identity;
    use super::super::super::client::password;
    use super::*;

    fn player() -> (Identity, String) {
        let identity = Identity::from_secret([1; 32]);
        let id = identity.id().to_string();
        (identity, id)
    }

    #[test]
    fn who_signs_a_nonce_of_ours_logs_in_once() {
        let logins = Logins::new().unwrap();
        let (identity, user) = player();
        let client_id = format!("{user}.phone");
        let password = password(&identity, &client_id, &logins.nonce().unwrap());
        let check = || logins.check(&client_id, &user, &password);
        assert_eq!(check(), Some(identity.id()));
        assert_eq!(check(), None, "a login cannot be repeated");
    }

    #[test]
    fn a_login_is_worth_nothing_for_another_player_device_server_or_time() {
        let (logins, others) = (Logins::new().unwrap(), Logins::new().unwrap());
        let (identity, user) = player();
        let thief = Identity::from_secret([2; 32]);
        let nonce = logins.nonce_at(Duration::ZERO).unwrap();
        let sign = |identity: &Identity, nonce: &str| password(identity, &user, nonce);
        let good = sign(&identity, &nonce);
        let refused = |client_id: &str, user: &str, password: &[u8], at: u64| {
            logins.check_at(client_id, user, password, Duration::from_secs(at)).is_none()
        };
        assert!(refused(&format!("{user}.tablet"), &user, &good, 1));
        assert!(refused(&thief.id().to_string(), &thief.id().to_string(), &good, 1));
        assert!(refused(&user, &thief.id().to_string(), &good, 1));
        assert!(refused(&user, &user, &sign(&thief, &nonce), 1));
        assert!(refused(&user, &user, &sign(&identity, &others.nonce().unwrap()), 1));
        let mut later = decode_array::<NONCE>(&nonce).unwrap();
        later[0] = 1;
        assert!(refused(&user, &user, &sign(&identity, &encode_bytes(&later)), 1));
        for nothing in ["", ".", "x.y", &nonce, "\u{fffd}.\u{fffd}"] {
            assert!(refused(&user, &user, nothing.as_bytes(), 1), "{nothing}");
        }
        assert!(refused(&user, &user, &good, 60));
        assert!(!refused(&user, &user, &good, 59));
    }

    #[test]
    fn nothing_is_kept_of_a_login_after_its_nonce_has_ended() {
        let logins = Logins::new().unwrap();
        let (identity, user) = player();
        for minute in 0..3 {
            let now = Duration::from_secs(60 * minute);
            let nonce = logins.nonce_at(now).unwrap();
            let password = password(&identity, &user, &nonce);
            assert!(logins.check_at(&user, &user, &password, now).is_some());
        }
        assert_eq!(logins.used.lock().unwrap().len(), 1);
    }
}
