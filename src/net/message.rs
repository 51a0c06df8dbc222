//! What players and referees write to each other: requests, notices, and the log of a game. The
//! schema in words is `docs/protocol.md`; the two change together.
//!
//! A message is one byte of [`VERSION`], then MessagePack with fields in the order of their
//! declaration. Later versions add fields at the end and variants with new names.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Identity, PlayerId, Proof, Purpose};
use crate::core::{Clock, Move, Reading, Side, TimeControl};
use crate::games::Options;

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
        f.write_str(&super::identity::encode_bytes(&self.0))
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
        super::identity::decode_array(text)
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

/// What a player is called by others. The key is what they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The player.
    pub player: PlayerId,
    /// The chosen name, at most [`MAX_NAME`] characters. Not unique.
    pub name: String,
}

/// A player who is here, published signed for [`Purpose::Request`] on
/// [`topics::presence`](super::topics::presence).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The name.
    pub name: String,
    /// Milliseconds since 1970 by the player's clock.
    pub at: u64,
}

/// The time control of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Time {
    /// No limit.
    Unlimited,
    /// Main time and an increment after each move, which may be zero.
    Fischer {
        /// Main time.
        main: u64,
        /// Increment.
        increment: u64,
    },
    /// Japanese byo-yomi.
    ByoYomi {
        /// Main time.
        main: u64,
        /// One period.
        period: u64,
        /// Number of periods.
        periods: u32,
    },
    /// So much for each move, in days as a rule.
    Correspondence {
        /// For one move.
        a_move: u64,
    },
}

/// The speed of a game, each rated apart.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, std::hash::Hash, Serialize, Deserialize,
)]
pub enum Speed {
    /// Under 8 minutes for a whole game of 40 moves.
    Blitz,
    /// Up to 25 minutes.
    Rapid,
    /// More, and no clock.
    Classical,
    /// Days for a move.
    Correspondence,
}

impl Time {
    /// The clock of these numbers.
    #[must_use]
    pub fn control(self) -> TimeControl {
        let ms = std::time::Duration::from_millis;
        match self {
            Time::Unlimited => TimeControl::Unlimited,
            Time::Fischer { main, increment } => {
                TimeControl::Increment { main: ms(main), increment: ms(increment) }
            }
            Time::ByoYomi { main, period, periods } => {
                TimeControl::ByoYomi { main: ms(main), period: ms(period), periods }
            }
            Time::Correspondence { a_move } => TimeControl::ByoYomi {
                main: std::time::Duration::ZERO,
                period: ms(a_move),
                periods: 1,
            },
        }
    }

    /// The speed by the time that a player has for 40 moves.
    #[must_use]
    pub fn speed(self) -> Speed {
        let total = match self {
            Time::Unlimited => u64::MAX,
            Time::Fischer { main, increment } => main.saturating_add(increment.saturating_mul(40)),
            Time::ByoYomi { main, period, periods } => {
                main.saturating_add(period.saturating_mul(u64::from(periods).saturating_add(24)))
            }
            Time::Correspondence { .. } => return Speed::Correspondence,
        };
        match total / 60_000 {
            0..8 => Speed::Blitz,
            8..=25 => Speed::Rapid,
            _ => Speed::Classical,
        }
    }
}

/// Who has the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// By lot.
    Random,
    /// The challenger has this side.
    Challenger(SideName),
}

/// A side in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SideName {
    /// The side that moves first.
    First,
    /// The other one.
    Second,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::First => Side::First,
            SideName::Second => Side::Second,
        }
    }
}

impl From<Side> for SideName {
    fn from(side: Side) -> SideName {
        match side {
            Side::First => SideName::First,
            Side::Second => SideName::Second,
        }
    }
}

/// What a challenge offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Id of the game, as in the registry.
    pub game: String,
    /// Its options, those of the opening included.
    pub options: Options,
    /// The time control.
    pub time: Time,
    /// True if ratings change by it.
    pub rated: bool,
    /// The sides.
    pub seat: Seat,
    /// Only this player may accept; everyone if `None`.
    pub to: Option<PlayerId>,
    /// False for one that is not in the lobby and found by its link alone.
    pub listed: bool,
}

/// A player's request to the referees, published on [`topics::requests`](super::topics::requests).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Milliseconds since 1970 by the player's clock, more than in every request before. A referee
    /// takes none twice, and none that is further than ten minutes from its own clock.
    pub at: u64,
    /// What is asked.
    pub ask: Ask,
}

/// What a player asks of the referees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Tells the name, and asks for all that concerns this player: ratings, running games, open
    /// challenges. The answer is [`Notice::Welcome`].
    Hello {
        /// The name.
        name: String,
    },
    /// Opens a challenge.
    Challenge(Offer),
    /// Takes the own challenge back.
    Withdraw(Id),
    /// Accepts a challenge.
    Accept(Id),
    /// Declines a challenge that was addressed to the player.
    Decline(Id),
    /// Waits for a player who asks for the same: the first two are paired.
    QuickPair(Offer),
    /// Ends the waiting.
    LeaveQuickPair,
    /// A line in the lobby, to the opponent of a game, or to those who watch it.
    Chat {
        /// Where.
        room: Room,
        /// The line.
        line: Line,
    },
    /// Offers a rematch of a finished game, or accepts the opponent's.
    Rematch(Id),
    /// Asks the time, to measure the way: answered by [`Notice::Pong`].
    Ping(u64),
    /// Asks for a finished game: answered by [`Notice::Game`].
    Fetch(Id),
    /// Tells the keepers of the server of a line that should not be.
    Report {
        /// Who wrote it.
        about: PlayerId,
        /// The line or the reason.
        text: String,
    },
}

/// A place where people chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Room {
    /// The lobby.
    Lobby,
    /// The players of a game.
    Players(Id),
    /// Those who watch a game. Players see it when the game is over.
    Watchers(Id),
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Line {
    /// A preset phrase by its id, which each reads in their own language.
    Phrase(String),
    /// Free text, at most [`MAX_CHAT`] characters.
    Text(String),
}

/// The ids of the preset phrases of [`Line::Phrase`].
pub const PHRASES: [&str; 14] = [
    "hello",
    "good-luck",
    "have-fun",
    "you-too",
    "thanks",
    "nice-move",
    "sorry",
    "no-problem",
    "one-moment",
    "i-am-back",
    "good-game",
    "well-played",
    "i-have-to-go",
    "goodbye",
];

/// A line of a chat as the referee passes it on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// The author.
    pub from: Profile,
    /// Where.
    pub room: Room,
    /// Milliseconds since 1970 by the referee's clock.
    pub at: u64,
    /// What.
    pub line: Line,
}

/// An open challenge, retained on [`topics::challenge`](super::topics::challenge) if it is listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number.
    pub id: Id,
    /// The challenger.
    pub from: Profile,
    /// The challenger's rating in this game at this speed.
    pub rating: RatingNote,
    /// What is offered.
    pub offer: Offer,
    /// Milliseconds since 1970 by the referee's clock.
    pub at: u64,
}

/// A rating, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingNote {
    /// Glicko-2, 1500 at the start.
    pub rating: i32,
    /// Its deviation; above 110 it is shown with a question mark.
    pub deviation: u16,
    /// Rated games so far.
    pub games: u32,
}

/// One line of a player's ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingLine {
    /// Id of the game.
    pub game: String,
    /// The speed.
    pub speed: Speed,
    /// The rating.
    pub rating: RatingNote,
}

/// A running game as the lobby lists it, retained on
/// [`topics::running`](super::topics::running).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameNote {
    /// Its number.
    pub id: Id,
    /// Id of the game.
    pub game: String,
    /// The players, first side first.
    pub players: [Profile; 2],
    /// Their ratings.
    pub ratings: [RatingNote; 2],
    /// The time control.
    pub time: Time,
    /// True if it is rated.
    pub rated: bool,
    /// Milliseconds since 1970.
    pub began: u64,
}

/// A referee's message to one player, on [`topics::notices`](super::topics::notices).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Notice {
    /// The answer to [`Ask::Hello`].
    Welcome {
        /// Milliseconds since 1970 by the referee's clock.
        now: u64,
        /// The player's ratings.
        ratings: Vec<RatingLine>,
        /// The player's running games.
        games: Vec<Id>,
        /// The player's open challenges, and those addressed to the player.
        challenges: Vec<Challenge>,
    },
    /// The challenge of this player is open.
    ChallengeOpen(Challenge),
    /// A challenge is gone without a game.
    ChallengeGone(Id),
    /// The opponent declined.
    Declined(Id),
    /// A game begins, by this challenge or by none.
    GameStarts {
        /// The game.
        game: Id,
        /// The challenge.
        challenge: Option<Id>,
    },
    /// The opponent offers a rematch of this game.
    RematchOffered(Id),
    /// A chat line to this player alone: of the opponent, or their own if it was taken.
    Chat(ChatLine),
    /// The answer to [`Ask::Ping`] with its number.
    Pong {
        /// The number.
        number: u64,
        /// Milliseconds since 1970 by the referee's clock.
        now: u64,
    },
    /// The answer to [`Ask::Fetch`].
    Game(Box<Log>),
    /// The player's new rating after a game, and the one before.
    Rated {
        /// The game.
        game: Id,
        /// The new one.
        rating: RatingLine,
        /// The one before.
        before: RatingNote,
    },
    /// A request was refused.
    Refused {
        /// The [`Request::at`] of the request; for a refused action 0.
        at: u64,
        /// The game, if it was about one.
        game: Option<Id>,
        /// The reason.
        reason: Refusal,
    },
}

/// The reason of a refusal. `id()` names the sentence that the player reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The message could not be read.
    Unreadable,
    /// The signature is wrong.
    Signature,
    /// It was seen before, or its time is too far from the referee's.
    Time,
    /// Too many in a short time.
    TooMany,
    /// There is no such challenge or game (any more).
    Unknown,
    /// It is not this player's to do.
    NotYours,
    /// The game has no such options.
    Setup,
    /// It is the other player's turn.
    NotYourTurn,
    /// The rules do not allow the move.
    IllegalMove,
    /// The action does not continue the game as it stands: the player missed something.
    Outdated,
    /// There is no offer to answer, or one is open already.
    NoOffer,
    /// The game is over.
    GameOver,
    /// It is too late to abort.
    TooLate,
    /// The text is too long, or the phrase is unknown.
    Text,
    /// The referee cannot keep the game just now.
    Storage,
}

impl Refusal {
    /// The id of the sentence.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Refusal::Unreadable => "online-refused-unreadable",
            Refusal::Signature => "online-refused-signature",
            Refusal::Time => "online-refused-time",
            Refusal::TooMany => "online-refused-too-many",
            Refusal::Unknown => "online-refused-unknown",
            Refusal::NotYours => "online-refused-not-yours",
            Refusal::Setup => "online-refused-setup",
            Refusal::NotYourTurn => "online-refused-not-your-turn",
            Refusal::IllegalMove => "online-refused-illegal-move",
            Refusal::Outdated => "online-refused-outdated",
            Refusal::NoOffer => "online-refused-no-offer",
            Refusal::GameOver => "online-refused-game-over",
            Refusal::TooLate => "online-refused-too-late",
            Refusal::Text => "online-refused-text",
            Refusal::Storage => "online-refused-storage",
        }
    }
}

/// The terms of a game: the first thing in its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Its number.
    pub id: Id,
    /// Id of the game.
    pub game: String,
    /// Its options.
    pub options: Options,
    /// The players, first side first.
    pub players: [Profile; 2],
    /// Their ratings when it began.
    pub ratings: [RatingNote; 2],
    /// The time control.
    pub time: Time,
    /// True if it is rated.
    pub rated: bool,
    /// Milliseconds since 1970 by the referee's clock.
    pub began: u64,
    /// The referee whose key signs the entries.
    pub referee: PlayerId,
}

impl Terms {
    /// What the first entry of the log is linked to.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&encode(self))
    }
}

/// A player's action in a game, published signed on
/// [`topics::actions`](super::topics::actions).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The game.
    pub game: Id,
    /// The hash of the last entry that the player has seen, or of the terms.
    pub after: Hash,
    /// What is done.
    pub deed: Deed,
    /// Milliseconds that the player had the position on the screen: what the way took is given
    /// back within limits.
    pub thought: u32,
}

/// What is done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// A move, a decision of the opening, a mark of dead stones.
    Play(Move),
    /// Resigns.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Accepts or declines the opponent's draw.
    AnswerDraw(bool),
    /// Asks to take back the own last move.
    AskTakeback,
    /// Allows or refuses it.
    AnswerTakeback(bool),
    /// Ends the game without a result before the second move of the player.
    Abort,
    /// Gives the opponent so many milliseconds.
    GiveTime(u32),
    /// By the referee: this side's time is up.
    TimeUp(SideName),
    /// By the referee: this side did not come back.
    Abandoned(SideName),
    /// By the referee: the game was never begun.
    Void,
}

/// An entry in the log of a game: an action and the referee's signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The action with its player's signature; the referee's own for what it does itself.
    pub action: Signed,
    /// Milliseconds since the game began, by the referee's clock.
    pub at: u64,
    /// What the clocks show after it, by side: milliseconds and periods.
    pub clocks: [ClockNote; 2],
    /// The hash of the entry before, or of the terms.
    pub after: Hash,
    /// The referee's signature over all of this.
    pub proof: Proof,
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockNote {
    /// Milliseconds left, in byo-yomi of the period; used, without a limit.
    pub time: u64,
    /// Periods left, the running one included.
    pub periods: u32,
    /// True once periods run.
    pub in_byo_yomi: bool,
}

impl From<Reading> for ClockNote {
    fn from(reading: Reading) -> ClockNote {
        ClockNote {
            time: reading.time.as_millis() as u64,
            periods: reading.periods,
            in_byo_yomi: reading.in_byo_yomi,
        }
    }
}

impl From<ClockNote> for Reading {
    fn from(note: ClockNote) -> Reading {
        Reading {
            time: std::time::Duration::from_millis(note.time),
            periods: note.periods,
            in_byo_yomi: note.in_byo_yomi,
        }
    }
}

impl ClockNote {
    /// What both clocks of a game show.
    #[must_use]
    pub fn of(clock: &Clock) -> [ClockNote; 2] {
        Side::BOTH.map(|side| clock.reading(side).into())
    }
}

impl Entry {
    /// An entry signed by `referee`.
    #[must_use]
    pub fn new(
        referee: &Identity,
        action: Signed,
        at: u64,
        clocks: [ClockNote; 2],
        after: Hash,
    ) -> Entry {
        let mut entry = Entry { action, at, clocks, after, proof: Proof([0; 64]) };
        entry.proof = referee.sign(Purpose::Entry, &entry.hash().0);
        entry
    }

    /// What the next entry is linked to, and what the referee signs.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&encode(&(&self.action, self.at, &self.clocks, self.after)))
    }
}

/// A part of a log as it is published, retained, on [`topics::log`](super::topics::log): at most
/// [`SEGMENT`] entries. The message is published again with each entry that it gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The term of office of the referee: each that takes a game over adds one, and players follow
    /// the highest.
    pub office: u32,
    /// The number of the segment, from 0.
    pub number: u32,
    /// The terms, in segment 0.
    pub terms: Option<Terms>,
    /// The entries.
    pub entries: Vec<Entry>,
}

/// A referee that is at work, retained, signed for [`Purpose::Request`], on
/// [`topics::referee`](super::topics::referee).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtWork {
    /// True if it takes the requests of the lobby, which one referee does at a time.
    pub is_on_duty: bool,
    /// The games that it has.
    pub games: Vec<Id>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// The terms.
    pub terms: Terms,
    /// The entries in their order.
    pub entries: Vec<Entry>,
}
