//! How games come into a library: some thousands at once, each only once.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::places::{self, PositionKey};
use super::store::{Change, Table};
use super::summary::{self, GameId, Summary};
use super::{FACT_NAMES, FACT_NEXT, Library, LibraryError, fact, packed};
use crate::record::GameTree;

/// Games that come into the file at once: few enough to lose, enough for the
/// file to be written quickly.
pub(super) const BATCH: usize = 8192;
/// Games between two reports of progress.
const REPORT: usize = 128;

/// What became of a game that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is a new one.
    New(GameId),
    /// The same moves by the same players on the same date were there
    /// already, and stay as they are.
    Known(GameId),
    /// They were there, but deleted, and are restored.
    Restored(GameId),
}

/// What became of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Import {
    /// Each game that was dealt with, in order; all of them unless it was
    /// cancelled.
    pub games: Vec<Added>,
    /// Whether it was cancelled. What is in `games` is kept nevertheless.
    pub cancelled: bool,
}

/// What will come into the file together.
#[derive(Default)]
struct Batch {
    changes: Vec<Change>,
    places: Vec<(PositionKey, u32)>,
    new: Vec<Summary>,
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

    /// Adds many games, some thousands at once. `progress` is told now and
    /// then how many are done and may end it; then those that are in the file
    /// stay there.
    ///
    /// # Errors
    /// When the file cannot be written; those that are in it stay there.
    pub fn add_many<'a>(
        &mut self,
        trees: impl IntoIterator<Item = &'a GameTree>,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Import, LibraryError> {
        let mut import = Import::default();
        let mut batch = Batch::default();
        for (number, tree) in trees.into_iter().enumerate() {
            if number % REPORT == 0 && progress(number).is_break() {
                import.cancelled = true;
                return Ok(import);
            }
            self.prepare(tree, &mut batch)?;
            if batch.added.len() == BATCH {
                import.games.extend(self.write(std::mem::take(&mut batch))?);
            }
        }
        import.games.extend(self.write(batch)?);
        Ok(import)
    }

    fn prepare(&mut self, tree: &GameTree, batch: &mut Batch) -> Result<Added, LibraryError> {
        let number = u32::try_from(batch.new.len()).ok().and_then(|new| self.next.checked_add(new));
        // The greatest number is kept back, so that the next one has a place.
        let id = GameId(number.filter(|&number| number < u32::MAX).ok_or(LibraryError::Full)?);
        let wrong = |error: ron::Error| LibraryError::Game { id, reason: error.to_string() };
        let fingerprint = packed::fingerprint(tree).map_err(wrong)?;
        let known = self.known.get(&fingerprint).or_else(|| batch.known.get(&fingerprint)).copied();
        let added = match known {
            Some(id)
                if self.summary(id).is_some_and(|known| known.deleted)
                    && !batch.restored.contains(&id) =>
            {
                batch.restored.push(id);
                Added::Restored(id)
            }
            Some(id) => Added::Known(id),
            None => {
                let bytes = packed::pack(tree).map_err(wrong)?;
                let last = summary::find_places(tree, id, &mut batch.places);
                let opening = self.namer.opening(tree);
                let texts = &mut self.texts;
                let summary = summary::summarise(tree, id, fingerprint, texts, last, opening);
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
            let next = self.next + batch.new.len() as u32;
            places::pieces(batch.places, self.next, &mut batch.changes);
            batch.changes.push(fact(FACT_NEXT, next.into()));
            // Games that another has named are named anew by the next one.
            let names = if self.names == self.namer.mark() { self.names } else { 0 };
            batch.changes.push(fact(FACT_NAMES, names));
            self.store.commit(batch.changes).map_err(|error| self.failed(&error))?;
            self.next = next;
            self.names = names;
            self.summaries.extend(batch.new);
            self.known.extend(batch.known);
        }
        for id in batch.restored {
            self.restore(id)?;
        }
        Ok(batch.added)
    }
}
