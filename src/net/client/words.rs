//! The input and output of a client: commands, messages to be sent, and changes.

use super::super::{
    Challenge, ChatLine, Deed, EventAsk, Id, Line, LogError, Offer, OnlineGame, PlayerId,
    RatingLine, RatingNote, RatingTable, Refusal, Room, Speed,
};
use super::{FollowedGame, Lobby};
use crate::core::Move;

/// A wish of the player.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens a challenge.
    Challenge(Offer),
    /// Accepts one.
    Accept(Id),
    /// Takes the own one back.
    Withdraw(Id),
    /// Declines one that was addressed to this player.
    Decline(Id),
    /// Waits for a player who wants the same.
    QuickPair(Offer),
    /// Ends the waiting.
    LeaveQuickPair,
    /// A move in a game.
    Play(Id, Move),
    /// Anything else in a game, or a move.
    Deed(Id, Deed),
    /// Follows a game.
    Watch(Id),
    /// Follows it no more. A running game that is played is followed again with the next
    /// connection.
    Unwatch(Id),
    /// Says something.
    Chat(Room, Line),
    /// Offers to play again after a game, or accepts that.
    Rematch(Id),
    /// Asks for a finished game.
    Fetch(Id),
    /// Asks for the best players of a game at a speed.
    Table {
        /// Id of the game.
        game: String,
        /// The speed.
        speed: Speed,
    },
    /// Tells the keepers of the server of what somebody wrote.
    Report {
        /// Who wrote it.
        about: PlayerId,
        /// The line, or the reason.
        text: String,
    },
    /// Something about tournaments.
    Event(EventAsk),
    /// Has another name from now on.
    Rename(String),
    /// Shows no lines of a player, or shows them again.
    Mute(PlayerId, bool),
    /// Shows no lines and no challenges of a player, or shows them again.
    Block(PlayerId, bool),
}

/// A message or a subscription to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A message, with quality of service 1.
    Publish {
        /// Where.
        topic: String,
        /// The message; an empty one clears a retained message.
        payload: Vec<u8>,
        /// True if the broker keeps it for those who subscribe later.
        retain: bool,
    },
    /// Messages of this topic, or of a filter with wildcards, are wanted.
    Subscribe(String),
    /// They are wanted no more.
    Unsubscribe(String),
}

/// A change.
#[derive(Clone, Debug)]
pub enum Event {
    /// The connection, told by [`Online`](super::Online).
    Status(super::Status),
    /// The lobby as it is now.
    Lobby(Box<Lobby>),
    /// A followed game as it is now.
    Game(Box<FollowedGame>),
    /// A game of this player begins, by this challenge or by none, or one is found. It follows as [`Event::Game`] when its terms come.
    GameStarts {
        /// The game.
        game: Id,
        /// The challenge.
        challenge: Option<Id>,
        /// False for one that runs and is found when a connection is made.
        is_new: bool,
    },
    /// The own challenge is open, and its link can be passed on.
    ChallengeOpen(Challenge),
    /// A challenge by or to this player is gone: without a game, or with one that began while there
    /// was no connection.
    ChallengeGone(Id),
    /// This challenge of the player's own was declined.
    Declined(Challenge),
    /// The opponent of this finished game wants to play again.
    RematchOffered(Id),
    /// A new line of a chat, of somebody who is not muted.
    Chat(ChatLine),
    /// A finished game that was asked for.
    Fetched(Box<OnlineGame>),
    /// The best players of a game that were asked for.
    Table(RatingTable),
    /// A new rating after a game.
    Rated {
        /// The game.
        game: Id,
        /// The new one.
        rating: RatingLine,
        /// The one before.
        before: RatingNote,
    },
    /// Something could not be done.
    Refused {
        /// The game, if it was in one.
        game: Option<Id>,
        /// The reason.
        reason: Refusal,
    },
    /// A log does not prove its game; what does not is left out.
    BadLog {
        /// The game.
        game: Id,
        /// The error.
        error: LogError,
    },
}
