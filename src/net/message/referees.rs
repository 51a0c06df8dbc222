//! Messages of referees to each other, signed by the key that they have in common.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Ask, Id, Log, MAX_NOTICE, Signed, Time, decode};
use crate::net::{PlayerId, Purpose};

/// A message that the referees with this key have signed; it may be longer than what players say.
pub(in crate::net) fn open_of_referees<T: DeserializeOwned>(
    payload: &[u8],
    key: PlayerId,
) -> Option<T> {
    let signed: Signed = decode(payload, MAX_NOTICE).ok()?;
    let is_theirs = signed.player == key
        && signed.player.has_signed(Purpose::Request, &signed.body, &signed.proof);
    is_theirs.then(|| decode(&signed.body, MAX_NOTICE).ok())?
}

/// A referee that is at work, retained, signed for [`Purpose::Request`], on
/// [`topics::referee`](crate::net::topics::referee).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtWork {
    /// True if it takes the requests of the lobby, which one referee does at a time.
    pub is_on_duty: bool,
    /// The games that it has, each with its term of office there.
    pub games: Vec<(Id, u32)>,
    /// While it does not work for its players yet after it came back: since when it did not, in
    /// milliseconds since 1970, and 0 if that is not known.
    pub away_since: Option<u64>,
}

/// A message of a referee to another, signed for [`Purpose::Request`], on
/// [`topics::dispatch`](crate::net::topics::dispatch).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dispatch {
    /// A game that has begun with the sender and is to go on with the other.
    Game {
        /// The name of the sender.
        from: String,
        /// The game.
        log: Log,
        /// The term of office of the sender.
        office: u32,
        /// True if it is in the lobby.
        listed: bool,
    },
    /// Games that the sender has.
    Has {
        /// The name of the sender.
        from: String,
        /// The games.
        games: Vec<HeldGame>,
    },
    /// A game that the sender was given and cannot take.
    Declines(Id),
    /// A request about a game that the sender does not know.
    Request {
        /// The player who asks.
        player: PlayerId,
        /// The time of the request.
        at: u64,
        /// The request itself.
        ask: Ask,
        /// The referees who are asked after this one, if it does not know the game either.
        next: Vec<String>,
    },
}

/// A game of a referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldGame {
    /// Its number.
    pub id: Id,
    /// The term of office.
    pub office: u32,
    /// The players.
    pub players: [PlayerId; 2],
    /// The time.
    pub time: Time,
}
