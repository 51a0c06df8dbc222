//! The signed logs of games over a network, kept beside their records.

use super::store::{Change, Table};
use super::{GameId, Library, LibraryError};

impl Library {
    /// Keeps the log by which a game proves itself, as the bytes of its file, in place of an earlier
    /// one.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written.
    pub fn keep_log(&mut self, id: GameId, log: &[u8]) -> Result<(), LibraryError> {
        self.index_of(id)?;
        let change = Change::Put(Table::Logs, id.0.into(), log.to_vec());
        self.store.commit(vec![change]).map_err(|error| self.failed(&error))
    }

    /// The log of a game, if one is kept.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be read.
    pub fn log(&self, id: GameId) -> Result<Option<Vec<u8>>, LibraryError> {
        self.index_of(id)?;
        self.store.get(Table::Logs, id.0.into()).map_err(|error| self.failed(&error))
    }
}
