//! The log of a game as a file, by which the game proves itself without its server.

use thiserror::Error;

use super::{Log, LogError, MAX_NOTICE, MessageError, OnlineGame, decode, encode};
use crate::core::Side;
use crate::record::GameTree;

/// The beginning of a file.
const MAGIC: &[u8] = b"tianyuan game log\n";

/// The usual extension of such files.
pub const LOG_EXTENSION: &str = "tianyuan-log";

/// Bytes that prove no game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EvidenceError {
    /// It is no log of a game.
    #[error("this is not the log of a game: it does not begin with \"tianyuan game log\"")]
    NoLog,
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] MessageError),
    /// Something in it is not signed, linked or possible as it should be.
    #[error(transparent)]
    Wrong(#[from] LogError),
}

/// The bytes of a log's file: a line that says what it is, and the message of the log.
#[must_use]
pub fn write_log(log: &Log) -> Vec<u8> {
    [MAGIC, &encode(log)].concat()
}

/// A game that its log proves: each entry is signed by who did it and by the referee, linked to the
/// one before, and possible by the rules.
#[derive(Clone, Debug)]
pub struct Evidence {
    game: OnlineGame,
    signed: [usize; 2],
}

impl Evidence {
    /// The game of a log's file, each signature checked.
    ///
    /// # Errors
    /// When the bytes are no log, or it does not prove its game.
    pub fn check(bytes: &[u8]) -> Result<Evidence, EvidenceError> {
        let message = bytes.strip_prefix(MAGIC).ok_or(EvidenceError::NoLog)?;
        let game = OnlineGame::from_log(decode(message, MAX_NOTICE)?)?;
        let signed = Side::BOTH.map(|side| {
            let player = game.terms().players[side.index()].player;
            game.log().entries.iter().filter(|entry| entry.action.player == player).count()
        });
        Ok(Evidence { game, signed })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &OnlineGame {
        &self.game
    }

    /// Entries that each player has signed, by side; the rest are of the referee alone.
    #[must_use]
    pub fn signed(&self) -> [usize; 2] {
        self.signed
    }

    /// True if both players have signed something, so that neither can deny the game.
    #[must_use]
    pub fn is_signed_by_both(&self) -> bool {
        self.signed.iter().all(|&entries| entries > 0)
    }

    /// True if a record has this game as its main line.
    #[must_use]
    pub fn proves(&self, record: &GameTree) -> bool {
        let mut moves = record.main_line().filter_map(|node| record.move_at(node));
        let terms = self.game.terms();
        record.game().id() == terms.game
            && *record.options() == terms.options
            && self.game.line().into_iter().all(|mv| moves.next() == Some(mv))
            && moves.next().is_none()
    }
}
