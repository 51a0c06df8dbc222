//! The notices of referees to a player, and the reasons of refusals.

use serde::{Deserialize, Serialize};

use super::{Challenge, ChatLine, Id, Log, RatingLine, RatingNote, RatingTable};

/// A referee's message to one player, on [`topics::notices`](crate::net::topics::notices).
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
    /// The way of the opponent in a game with a clock, as they have measured it.
    Way {
        /// The game.
        game: Id,
        /// The time there and back in milliseconds.
        round_trip_ms: u32,
    },
    /// The answer to [`Ask::Table`](super::Ask::Table).
    Table(RatingTable),
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
    /// No game of the tournament can be paired, or no such result be entered, now.
    Unpaired,
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
            Refusal::Unpaired => "online-refused-unpaired",
        }
    }
}
