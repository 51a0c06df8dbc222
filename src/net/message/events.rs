//! Tournaments on a server: what is asked for, and how they stand.

use serde::{Deserialize, Serialize};

use super::{Id, Profile, Time};
use crate::events::{GameResult, Kind, Tournament};
use crate::games::Options;

/// The longest title of a tournament on a server, in characters.
pub const MAX_EVENT_TITLE: usize = 60;

/// The most players of a tournament on a server.
pub const MAX_ENTRANTS: usize = 100;

/// A tournament that somebody wants to organise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventOffer {
    /// The title, at most [`MAX_EVENT_TITLE`] characters.
    pub title: String,
    /// The system.
    pub kind: Kind,
    /// Id of the game, as in the registry.
    pub game: String,
    /// Its options, those of the opening included.
    pub options: Options,
    /// The time control of its games.
    pub time: Time,
    /// True if ratings change by its games.
    pub rated: bool,
}

/// A request about tournaments on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventAsk {
    /// Opens one, which this player organises.
    Open(EventOffer),
    /// Takes part: before it has begun, in an arena also later, and again after having left.
    Join(Id),
    /// Takes no part in the rounds to come.
    Leave(Id),
    /// By the organiser: pairs the next round, whose games begin at once.
    Pair(Id),
    /// By the organiser: the result of a board at which no game goes on.
    Enter {
        /// The tournament.
        event: Id,
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The result.
        result: GameResult,
    },
    /// By the organiser: takes it from the server.
    Close(Id),
    /// Takes part in a tournament of teams before it has begun, or goes to another team there.
    JoinTeam {
        /// The tournament.
        event: Id,
        /// The name of the team, at most [`MAX_NAME`](crate::net::MAX_NAME) characters; the first
        /// who names it makes it.
        team: String,
    },
}

impl EventAsk {
    /// The tournament; `None` of one that is to be opened.
    #[must_use]
    pub fn event(&self) -> Option<Id> {
        match self {
            EventAsk::Open(_) => None,
            EventAsk::Join(id) | EventAsk::Leave(id) | EventAsk::Pair(id) | EventAsk::Close(id) => {
                Some(*id)
            }
            EventAsk::Enter { event, .. } | EventAsk::JoinTeam { event, .. } => Some(*event),
        }
    }
}

/// A tournament as it stands, retained on [`topics::event`](crate::net::topics::event).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventNote {
    /// Its number.
    pub id: Id,
    /// The organiser.
    pub organiser: Profile,
    /// The tournament as it was offered.
    pub offer: EventOffer,
    /// Those who take part; once it has begun in the order of their numbers in it.
    pub entrants: Vec<Profile>,
    /// The text of its file, once it has begun.
    pub tournament: Option<String>,
    /// The games that go on.
    pub games: Vec<EventGame>,
    /// Milliseconds since 1970 of the last change, by the referee's clock.
    pub at: u64,
    /// Where teams meet, that of each who takes part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<String>,
}

/// A game of a tournament that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventGame {
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
    /// The game.
    pub game: Id,
}

impl EventNote {
    /// The rounds and players, once it has begun; `None` too where the text does not say them.
    #[must_use]
    pub fn read_tournament(&self) -> Option<Tournament> {
        let read = Tournament::read(self.tournament.as_deref()?).ok()?;
        (read.players.len() == self.entrants.len()).then_some(read)
    }

    /// The number of a player in it, from 1.
    #[must_use]
    pub fn number_of(&self, player: crate::net::PlayerId) -> Option<u32> {
        let index = self.entrants.iter().position(|entrant| entrant.player == player)?;
        Some(index as u32 + 1)
    }

    /// The game that goes on at a board.
    #[must_use]
    pub fn game_at(&self, round: u32, board: u32) -> Option<Id> {
        let found = self.games.iter().find(|it| (it.round, it.board) == (round, board));
        found.map(|it| it.game)
    }
}
