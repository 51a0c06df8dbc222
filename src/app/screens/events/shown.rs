//! A tournament on its page: what is shown of it, what this player may do with it, and what is
//! pressed.

use crate::events::{GameResult, Player, Tournament};
use crate::net::{EventNote, Id};

/// A tournament that is shown, here or on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The one with this number on this device.
    Here(u32),
    /// The one with this number on the server.
    Server(Id),
}

/// A tournament as it stands, and where it is kept.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) tournament: &'a Tournament,
    /// Note of the server on it; `None` for one on this device.
    pub(super) note: Option<&'a EventNote>,
    /// The number of this player in one on a server.
    pub(super) own: Option<u32>,
    /// True if this player organises it.
    pub(super) is_organiser: bool,
}

impl Shown<'_> {
    /// True if it is kept on this device.
    pub(super) fn is_here(&self) -> bool {
        self.note.is_none()
    }

    /// The game on the server that goes on at a board.
    pub(super) fn game_at(&self, round: usize, board: usize) -> Option<Id> {
        self.note?.game_at(round as u32, board as u32)
    }
}

/// A thing that was pressed on the page of a tournament.
pub(super) enum PageAction {
    /// The next round is to be paired.
    Pair,
    /// A result is entered or corrected.
    Enter { round: usize, board: usize, result: GameResult },
    /// The game at a board is to be played on this device.
    Play { round: usize, board: usize },
    /// A game on the server goes on the board.
    Watch(Id),
    /// A player leaves; the own one where it is on a server.
    Withdraw(String),
    /// A player takes part, again.
    Readmit(String),
    /// Players come later.
    Join(Vec<Player>),
    /// The own player takes part in this team of a tournament on a server.
    JoinTeam(String),
    /// It is removed.
    Remove,
}
