//! Opening names of the games of a library, given by an [`OpeningNamer`].

use std::sync::Arc;

use super::store::{Change, Table};
use super::summary::GameSummary;
use super::{Library, LibraryError, META_NAMES_VERSION, add, position_index, put_metadata};
use crate::record::GameTree;

/// Classifies games by their opening.
pub trait OpeningNamer: Send + Sync {
    /// A number that changes when names change, so that the games of a library
    /// are classified again.
    fn version(&self) -> u64;

    /// The language-independent name of the opening of the main line, if it has
    /// one.
    fn opening_name(&self, tree: &GameTree) -> Option<String>;
}

/// The default namer: the last named position by the game's own rules.
pub(super) struct BuiltInNames;

impl OpeningNamer for BuiltInNames {
    fn version(&self) -> u64 {
        0
    }

    fn opening_name(&self, tree: &GameTree) -> Option<String> {
        let mut position = tree.start().clone();
        let mut opening = position.name();
        // No opening is named by a position that was set up.
        let moves = tree.main_line().skip(1).map_while(|node| tree.move_at(node));
        for mv in moves.take(position_index::MAX_PLIES) {
            // Only legal moves come into a tree.
            let _ = position.play(mv);
            opening = position.name().or(opening);
        }
        opening.map(str::to_owned)
    }
}

impl Library {
    /// Sets the namer. If its version differs from that of the stored names,
    /// every game is read and classified again, which takes some seconds for a
    /// hundred thousand games; unreadable games keep their names.
    ///
    /// # Errors
    /// When the file cannot be written; then the old names stay.
    pub fn name_openings(&mut self, namer: Arc<dyn OpeningNamer>) -> Result<(), LibraryError> {
        let version = namer.version();
        if version != self.names_version {
            let mut from = 0;
            while from < self.summaries.len() {
                let to = self.summaries.len().min(from + add::BATCH_GAMES);
                self.rename_openings(from..to, &*namer)?;
                from = to;
            }
            self.store
                .commit(vec![put_metadata(META_NAMES_VERSION, version)])
                .map_err(|error| self.failed(&error))?;
            self.names_version = version;
        }
        self.namer = namer;
        Ok(())
    }

    fn rename_openings(
        &mut self,
        range: std::ops::Range<usize>,
        namer: &dyn OpeningNamer,
    ) -> Result<(), LibraryError> {
        let mut changes = Vec::new();
        let mut renamed: Vec<(usize, GameSummary)> = Vec::new();
        for index in range {
            let Ok(tree) = self.get(self.summaries[index].id) else { continue };
            let opening = namer.opening_name(&tree);
            if self.summaries[index].opening.as_deref() == opening.as_deref() {
                continue;
            }
            let mut summary = self.summaries[index].clone();
            summary.opening = opening.map(|name| self.strings.intern(&name));
            changes.push(Change::Put(Table::Summaries, summary.id.0.into(), summary.to_bytes()));
            renamed.push((index, summary));
        }
        self.store.commit(changes).map_err(|error| self.failed(&error))?;
        for (index, summary) in renamed {
            self.summaries[index] = summary;
        }
        Ok(())
    }

    /// The openings of the games that are not deleted, with their frequency,
    /// most frequent first.
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
