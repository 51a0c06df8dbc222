//! The log of a game: actions, entries, and how they are published.

use serde::{Deserialize, Serialize};

use super::{Hash, Id, Signed, Terms, encode};
use crate::core::{Clock, Move, Reading, Side};
use crate::net::{Identity, Proof, Purpose};

/// A player's action in a game, published signed on
/// [`topics::actions`](crate::net::topics::actions).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The game.
    pub game: Id,
    /// The hash of the last entry that the player has seen, or of the terms.
    pub after: Hash,
    /// The deed.
    pub deed: Deed,
    /// Milliseconds that the player had the position on the screen: what the way took is given
    /// back within limits.
    pub thought: u32,
}

/// A deed in a game.
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
    TimeUp(Side),
    /// By the referee: this side did not come back.
    Abandoned(Side),
    /// By the referee: the game was never begun.
    Void,
    /// By the referee: it was away, and the clocks go on from what they show here.
    Resume,
}

/// An entry in the log of a game: an action and the referee's signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The action with its player's signature; the referee's own for what it does itself.
    pub action: Signed,
    /// Milliseconds since the game began, by the referee's clock.
    pub at: u64,
    /// The clocks after it, by side: milliseconds and periods.
    pub clocks: [ClockNote; 2],
    /// The hash of the entry before, or of the terms.
    pub after: Hash,
    /// The referee's signature over all of this.
    pub proof: Proof,
}

/// The reading of a clock.
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
    /// The readings of both clocks of a game.
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

    /// The hash that the next entry is linked to, and that the referee signs.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&encode(&(&self.action, self.at, &self.clocks, self.after)))
    }
}

/// A part of a log as it is published, retained, on [`topics::log`](crate::net::topics::log): at most
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

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// The terms.
    pub terms: Terms,
    /// The entries in their order.
    pub entries: Vec<Entry>,
}
