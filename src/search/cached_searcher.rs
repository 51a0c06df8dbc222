//! A searcher that an engine reuses from search to search.

use super::{SearchGame, Searcher};

/// A searcher that is created on first use and kept with its table.
pub struct CachedSearcher<G: SearchGame>(Option<(usize, Searcher<G>)>);

impl<G: SearchGame> Default for CachedSearcher<G> {
    fn default() -> Self {
        CachedSearcher(None)
    }
}

impl<G: SearchGame> CachedSearcher<G> {
    /// The searcher, with a table of at least this many mebibytes. A smaller
    /// one is replaced by an empty one.
    pub fn searcher(&mut self, mebibytes: usize) -> &mut Searcher<G> {
        let kept = self.0.take().filter(|(size, _)| *size >= mebibytes);
        let made = kept.unwrap_or_else(|| (mebibytes, Searcher::new(mebibytes)));
        &mut self.0.insert(made).1
    }
}
