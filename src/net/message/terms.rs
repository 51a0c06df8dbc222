//! The terms of a game: the time, the sides, the offer, and all that both agreed on.

use serde::{Deserialize, Serialize};

use super::{Hash, Id, Profile, RatingNote, encode};
use crate::core::{Side, TimeControl};
use crate::games::Options;
use crate::net::PlayerId;

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

    /// The milliseconds that a player has for about 40 moves.
    #[must_use]
    pub fn of_a_game(self) -> u64 {
        match self {
            Time::Unlimited => u64::MAX,
            Time::Fischer { main, increment } => main.saturating_add(increment.saturating_mul(40)),
            Time::ByoYomi { main, period, periods } => {
                main.saturating_add(period.saturating_mul(u64::from(periods).saturating_add(24)))
            }
            Time::Correspondence { a_move } => a_move.saturating_mul(40),
        }
    }

    /// The speed, by [the time of a game](Time::of_a_game).
    #[must_use]
    pub fn speed(self) -> Speed {
        if let Time::Correspondence { .. } = self {
            return Speed::Correspondence;
        }
        match self.of_a_game() / 60_000 {
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
    Challenger(Side),
}

impl Time {
    /// True for a clock that runs while both players are there: not for days a move, nor without a
    /// limit, where each comes and goes as they like.
    #[must_use]
    pub fn is_live(self) -> bool {
        matches!(self, Time::Fischer { .. } | Time::ByoYomi { .. })
    }
}

/// The most moves by which those who watch may be behind.
pub const MAX_DELAY: u8 = 10;

/// The offer of a challenge.
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
    /// Moves by which those who watch are behind, at most [`MAX_DELAY`].
    #[serde(default, skip_serializing_if = "is_none")]
    pub delay: u8,
}

/// True for a delay that is not written, so that terms without one are what they always were.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_none(delay: &u8) -> bool {
    *delay == 0
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
    /// Moves by which those who watch are behind until the game is over.
    #[serde(default, skip_serializing_if = "is_none")]
    pub delay: u8,
}

impl Terms {
    /// The hash that the first entry of the log is linked to.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&encode(self))
    }
}
