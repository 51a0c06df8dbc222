//! What openings are called in a library: by whoever knows names, given to it.

use std::sync::Arc;

use super::places;
use super::store::{Change, Table};
use super::summary::Summary;
use super::{FACT_NAMES, Library, LibraryError, add, fact};
use crate::record::GameTree;

/// Knows what openings are called.
pub trait Namer: Send + Sync {
    /// A number that changes when games get other names, for then the games of
    /// a library are named anew.
    fn mark(&self) -> u64;

    /// A name of the opening of the main line that stays the same whatever
    /// language is shown, if it has one.
    fn opening(&self, tree: &GameTree) -> Option<String>;
}

/// Names as the games have them, for whoever knows no others.
pub(super) struct OwnNames;

impl Namer for OwnNames {
    fn mark(&self) -> u64 {
        0
    }

    fn opening(&self, tree: &GameTree) -> Option<String> {
        let mut position = tree.start().clone();
        let mut opening = position.name();
        for mv in tree.main_line().filter_map(|node| tree.move_at(node)).take(places::PLIES) {
            // Only legal moves come into a tree.
            let _ = position.play(mv);
            opening = position.name().or(opening);
        }
        opening.map(str::to_owned)
    }
}

impl Library {
    /// Lets this one name the openings from now on. If it names them
    /// otherwise than they were named, every game is read and named anew,
    /// which takes some seconds for a hundred thousand games; those that
    /// cannot be read keep the name they have.
    ///
    /// # Errors
    /// When the file cannot be written; then the old names stay.
    pub fn name_openings(&mut self, namer: Arc<dyn Namer>) -> Result<(), LibraryError> {
        let mark = namer.mark();
        if mark != self.names {
            let mut from = 0;
            while from < self.summaries.len() {
                let to = self.summaries.len().min(from + add::BATCH);
                self.rename_openings(from..to, &*namer)?;
                from = to;
            }
            self.store.commit(vec![fact(FACT_NAMES, mark)]).map_err(|error| self.failed(&error))?;
            self.names = mark;
        }
        self.namer = namer;
        Ok(())
    }

    fn rename_openings(
        &mut self,
        places: std::ops::Range<usize>,
        namer: &dyn Namer,
    ) -> Result<(), LibraryError> {
        let mut changes = Vec::new();
        let mut renamed: Vec<(usize, Summary)> = Vec::new();
        for place in places {
            let Ok(tree) = self.get(self.summaries[place].id) else { continue };
            let opening = namer.opening(&tree);
            if self.summaries[place].opening.as_deref() == opening.as_deref() {
                continue;
            }
            let mut summary = self.summaries[place].clone();
            summary.opening = opening.map(|name| self.texts.share(&name));
            changes.push(Change::Put(Table::Summaries, summary.id.0.into(), summary.to_bytes()));
            renamed.push((place, summary));
        }
        self.store.commit(changes).map_err(|error| self.failed(&error))?;
        for (place, summary) in renamed {
            self.summaries[place] = summary;
        }
        Ok(())
    }

    /// The openings that games have which are not deleted, with the number of
    /// games, most frequent first.
    #[must_use]
    pub fn openings(&self, game: &str) -> Vec<(Arc<str>, usize)> {
        let mut counts = std::collections::HashMap::<&Arc<str>, usize>::new();
        let games = self.summaries.iter().filter(|s| !s.deleted && &*s.game == game);
        for opening in games.filter_map(|summary| summary.opening.as_ref()) {
            *counts.entry(opening).or_default() += 1;
        }
        let mut counts: Vec<_> =
            counts.into_iter().map(|(name, count)| (Arc::clone(name), count)).collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        counts
    }
}
