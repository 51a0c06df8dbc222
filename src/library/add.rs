//! Adding games to a library, in batches and without duplicates.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::position_index::{self, PositionKey};
use super::store::{Change, Table};
use super::summary::{self, GameId, GameSummary};
use super::{Library, LibraryError, META_NAMES_VERSION, META_NEXT_ID, encoding, put_metadata};
use crate::record::GameTree;

/// Games committed at once: few enough to lose, enough to write the file
/// quickly.
pub(super) const BATCH_GAMES: usize = 8192;
/// Games between two reports of progress.
const PROGRESS_INTERVAL: usize = 128;

/// The outcome of adding a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New(GameId),
    /// The same moves by the same players on the same date are there already
    /// and stay unchanged.
    Duplicate(GameId),
    /// The same game was there, but deleted, and is restored.
    Restored(GameId),
}

/// The outcome of adding many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The outcome of each game, in order; of all games unless the import was
    /// cancelled.
    pub games: Vec<Added>,
    /// True if the import was cancelled; the games in `games` are kept.
    pub cancelled: bool,
}

/// Changes that are committed together.
#[derive(Default)]
struct Batch {
    changes: Vec<Change>,
    positions: Vec<(PositionKey, u32)>,
    new: Vec<GameSummary>,
    known: HashMap<u64, GameId>,
    restored: Vec<GameId>,
    added: Vec<Added>,
}

impl Library {
    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written; the library stays as it was.
    pub fn add(&mut self, tree: &GameTree) -> Result<Added, LibraryError> {
        let mut batch = Batch::default();
        let added = self.prepare(tree, &mut batch)?;
        self.write(batch)?;
        Ok(added)
    }

    /// Adds many games in batches. `progress` is called regularly with the
    /// number of games done and may cancel; games that are committed stay.
    ///
    /// # Errors
    /// When the file cannot be written; games that are committed stay.
    pub fn add_many<'a>(
        &mut self,
        trees: impl IntoIterator<Item = &'a GameTree>,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<ImportReport, LibraryError> {
        let mut import = ImportReport::default();
        let mut batch = Batch::default();
        for (number, tree) in trees.into_iter().enumerate() {
            if number % PROGRESS_INTERVAL == 0 && progress(number).is_break() {
                import.cancelled = true;
                return Ok(import);
            }
            self.prepare(tree, &mut batch)?;
            if batch.added.len() == BATCH_GAMES {
                import.games.extend(self.write(std::mem::take(&mut batch))?);
            }
        }
        import.games.extend(self.write(batch)?);
        Ok(import)
    }

    fn prepare(&mut self, tree: &GameTree, batch: &mut Batch) -> Result<Added, LibraryError> {
        let number =
            u32::try_from(batch.new.len()).ok().and_then(|new| self.next_id.checked_add(new));
        // The greatest number is never used, so that the next one can be stored.
        let id = GameId(number.filter(|&number| number < u32::MAX).ok_or(LibraryError::Full)?);
        let invalid = |error: ron::Error| LibraryError::Game { id, reason: error.to_string() };
        let fingerprint = encoding::fingerprint(tree).map_err(invalid)?;
        let known = self
            .by_fingerprint
            .get(&fingerprint)
            .or_else(|| batch.known.get(&fingerprint))
            .copied();
        let added = match known {
            Some(id)
                if self.summary(id).is_some_and(|known| known.deleted)
                    && !batch.restored.contains(&id) =>
            {
                batch.restored.push(id);
                Added::Restored(id)
            }
            Some(id) => Added::Duplicate(id),
            None => {
                let bytes = encoding::encode(tree).map_err(invalid)?;
                let last = summary::index_positions(tree, id, &mut batch.positions);
                let opening = self.namer.opening_name(tree);
                let strings = &mut self.strings;
                let summary = summary::summarise(tree, id, fingerprint, strings, last, opening);
                let key = u64::from(id.0);
                batch.changes.push(Change::Put(Table::Games, key, bytes));
                batch.changes.push(Change::Put(Table::Summaries, key, summary.to_bytes()));
                batch.new.push(summary);
                batch.known.insert(fingerprint, id);
                Added::New(id)
            }
        };
        batch.added.push(added);
        Ok(added)
    }

    fn write(&mut self, mut batch: Batch) -> Result<Vec<Added>, LibraryError> {
        if !batch.new.is_empty() {
            let next_id = self.next_id + batch.new.len() as u32;
            position_index::segments(batch.positions, self.next_id, &mut batch.changes);
            batch.changes.push(put_metadata(META_NEXT_ID, next_id.into()));
            // With another namer in use, all games must be named again.
            let names_version =
                if self.names_version == self.namer.version() { self.names_version } else { 0 };
            batch.changes.push(put_metadata(META_NAMES_VERSION, names_version));
            self.store.commit(batch.changes).map_err(|error| self.failed(&error))?;
            self.next_id = next_id;
            self.names_version = names_version;
            self.summaries.extend(batch.new);
            self.by_fingerprint.extend(batch.known);
        }
        for id in batch.restored {
            self.restore(id)?;
        }
        Ok(batch.added)
    }
}
