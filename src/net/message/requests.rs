//! The requests of players to the referees, and the lines and lists of the lobby.

use serde::{Deserialize, Serialize};

use super::{EventAsk, Id, Offer, Profile, Speed, Time};
use crate::net::PlayerId;

/// A player's request to the referees, published on [`topics::requests`](crate::net::topics::requests).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Milliseconds since 1970 by the player's clock, more than in every request before. A referee
    /// takes none twice, and none that is further than ten minutes from its own clock.
    pub at: u64,
    /// The request itself.
    pub ask: Ask,
}

/// A request of a player to the referees.
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
    /// Asks the time as [`Ask::Ping`] does, and tells how long the way was the last time: the
    /// opponents in games with a clock are told.
    Measured {
        /// The number.
        number: u64,
        /// The time there and back in milliseconds.
        round_trip_ms: u32,
    },
    /// Asks for the best players of a game at a speed: answered by [`Notice::Table`].
    Table {
        /// Id of the game.
        game: String,
        /// The speed.
        speed: Speed,
    },
    /// About tournaments.
    Event(EventAsk),
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

/// The words of a line.
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
    /// The line.
    pub line: Line,
}

/// An open challenge, retained on [`topics::challenge`](crate::net::topics::challenge) if it is listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number.
    pub id: Id,
    /// The challenger.
    pub from: Profile,
    /// The challenger's rating in this game at this speed.
    pub rating: RatingNote,
    /// The offer.
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

/// The best players of a server in a game at a speed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingTable {
    /// Id of the game.
    pub game: String,
    /// The speed.
    pub speed: Speed,
    /// The players, those whose ratings are sure first, each part by rating; at most a hundred.
    pub players: Vec<RankedPlayer>,
    /// Number of all players who have a rating there.
    pub count: u32,
}

/// A line of a [`RatingTable`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankedPlayer {
    /// The player, with the name of the last game.
    pub profile: Profile,
    /// The rating.
    pub rating: RatingNote,
}

impl RatingNote {
    /// The greatest deviation of a rating that is sure.
    const SURE: u16 = 110;

    /// True while too few games tell how strong the player is.
    #[must_use]
    pub const fn is_provisional(self) -> bool {
        self.deviation > RatingNote::SURE
    }
}

/// Those who are here, retained on [`topics::players`](crate::net::topics::players). It is told the
/// less often the more they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attendance {
    /// The number of all.
    pub count: u32,
    /// Some of them, if they are many.
    pub players: Vec<Profile>,
}

/// A running game as the lobby lists it, retained on
/// [`topics::running`](crate::net::topics::running).
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
