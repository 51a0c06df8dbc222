//! How the record of a kept game is replaced by a newer one of the same game.

use super::places::{self, PositionKey};
use super::store::{Change, Table};
use super::summary::{self, GameId};
use super::{Library, LibraryError, packed};
use crate::record::{Field, GameTree};

/// The further tag with the time of day at which a game began, as 14:03:27.
/// Games with other times are others, even with the same moves by the same
/// players on the same date. PGN has the tag under the same name.
pub const TIME_OF_DAY: &str = "Time";

impl Library {
    /// Puts a newer record in place of that of a kept game. The game keeps
    /// its number, its tags, the title that the user gave it, and whether it
    /// is deleted; everything else is as the new record has it.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be written; the library
    /// stays as it was.
    pub fn replace(&mut self, id: GameId, tree: &GameTree) -> Result<(), LibraryError> {
        let place = self.place(id)?;
        let wrong = |error: ron::Error| LibraryError::Game { id, reason: error.to_string() };
        let fingerprint = packed::fingerprint(tree).map_err(wrong)?;
        let bytes = packed::pack(tree).map_err(wrong)?;
        let mut new_places = Vec::new();
        let last = summary::find_places(tree, id, &mut new_places);
        let opening = self.namer.opening(tree);
        let mut new = summary::summarise(tree, id, fingerprint, &mut self.texts, last, opening);
        let mut old_places = Vec::new();
        let old = &self.summaries[place];
        // A record that cannot be read leaves its positions behind, and its
        // title counts as given.
        let mut is_given = !old.title.is_empty();
        if let Ok(tree) = self.get(id) {
            summary::find_places(&tree, id, &mut old_places);
            is_given = *old.title != *tree.info().get(Field::Event);
        }
        if is_given {
            new.title = old.title.clone();
        }
        new.tags.clone_from(&old.tags);
        new.deleted = old.deleted;
        let old_fingerprint = old.fingerprint;
        let keys = |places: Vec<(PositionKey, u32)>| places.into_iter().map(|(key, _)| key);
        let (gone, come) = (keys(old_places).collect(), keys(new_places).collect());
        let mut changes = vec![
            Change::Put(Table::Games, id.0.into(), bytes),
            Change::Put(Table::Summaries, id.0.into(), new.to_bytes()),
        ];
        let moved = places::exchange(&self.store, id.0, gone, come, &mut changes);
        moved.map_err(|error| self.failed(&error))?;
        self.store.commit(changes).map_err(|error| self.failed(&error))?;
        self.summaries[place] = new;
        if self.known.get(&old_fingerprint) == Some(&id) {
            self.known.remove(&old_fingerprint);
        }
        self.known.entry(fingerprint).or_insert(id);
        Ok(())
    }

    /// The kept game that this is a record of: the same game between the same
    /// players, begun at the same time of the same day. `None` too where the
    /// record does not say when it was begun.
    #[must_use]
    pub fn same_game(&self, tree: &GameTree) -> Option<GameId> {
        let info = tree.info();
        let (date, time) = (info.get(Field::Date), info.tag(TIME_OF_DAY));
        if date.is_empty() || time.is_empty() {
            return None;
        }
        let players = [Field::First, Field::Second].map(|field| info.get(field));
        // The latest games are looked at first: one that is played on was
        // kept lately.
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
