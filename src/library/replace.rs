//! Replaces the record of a game by a newer one of the same game.

use super::position_index::{self, PositionKey};
use super::store::{Change, Table};
use super::summary::{self, GameId};
use super::{Library, LibraryError, encoding};
use crate::record::{GameTree, InfoField};

/// The custom tag with the time of day at which a game began, as 14:03:27; the
/// tag of the same name in PGN. Games with different times are different games,
/// even with the same moves by the same players on the same date.
pub const TIME_OF_DAY: &str = "Time";

impl Library {
    /// Replaces the record of a game. The game keeps its number, its tags, the
    /// title that the user gave it, and its deletion mark.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written; the library
    /// stays as it was.
    pub fn replace(&mut self, id: GameId, tree: &GameTree) -> Result<(), LibraryError> {
        let index = self.index_of(id)?;
        let invalid = |error: ron::Error| LibraryError::Game { id, reason: error.to_string() };
        let fingerprint = encoding::fingerprint(tree).map_err(invalid)?;
        let bytes = encoding::encode(tree).map_err(invalid)?;
        let mut new_positions = Vec::new();
        let last = summary::index_positions(tree, id, &mut new_positions);
        let opening = self.namer.opening_name(tree);
        let mut new = summary::summarise(tree, id, fingerprint, &mut self.strings, last, opening);
        let mut old_positions = Vec::new();
        let old = &self.summaries[index];
        // An unreadable record leaves its positions in the index, and its title
        // counts as the user's.
        let mut is_given = !old.title.is_empty();
        if let Ok(tree) = self.get(id) {
            summary::index_positions(&tree, id, &mut old_positions);
            is_given = *old.title != *tree.info().get(InfoField::Event);
        }
        if is_given {
            new.title = old.title.clone();
        }
        new.tags.clone_from(&old.tags);
        new.deleted = old.deleted;
        let old_fingerprint = old.fingerprint;
        let keys = |positions: Vec<(PositionKey, u32)>| positions.into_iter().map(|(key, _)| key);
        let (removed, added) = (keys(old_positions).collect(), keys(new_positions).collect());
        let mut changes = vec![
            Change::Put(Table::Games, id.0.into(), bytes),
            Change::Put(Table::Summaries, id.0.into(), new.to_bytes()),
        ];
        let replaced =
            position_index::replace_positions(&self.store, id.0, removed, added, &mut changes);
        replaced.map_err(|error| self.failed(&error))?;
        self.store.commit(changes).map_err(|error| self.failed(&error))?;
        self.summaries[index] = new;
        if self.by_fingerprint.get(&old_fingerprint) == Some(&id) {
            self.by_fingerprint.remove(&old_fingerprint);
        }
        self.by_fingerprint.entry(fingerprint).or_insert(id);
        Ok(())
    }

    /// Finds the game that this is a record of: the same players, begun at the
    /// same time of the same day. `None` also if the record has no time of day.
    #[must_use]
    pub fn same_game(&self, tree: &GameTree) -> Option<GameId> {
        let info = tree.info();
        let (date, time) = (info.get(InfoField::Date), info.tag(TIME_OF_DAY));
        if date.is_empty() || time.is_empty() {
            return None;
        }
        let players =
            [InfoField::FirstPlayer, InfoField::SecondPlayer].map(|field| info.get(field));
        // The latest games come first: a game that is resumed was added lately.
        let mut alike = self.summaries.iter().rev().filter(|kept| {
            *kept.date == *date
                && *kept.game == *tree.game().id()
                && kept.players.iter().zip(players).all(|(kept, new)| **kept == *new)
        });
        let is_same =
            |id| self.get(id).is_ok_and(|kept: GameTree| kept.info().tag(TIME_OF_DAY) == time);
        alike.find(|kept| is_same(kept.id)).map(|kept| kept.id)
    }
}
