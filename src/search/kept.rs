//! A searcher that a computer player keeps from question to question.

use super::{Model, Searcher};

/// A searcher, made when it is first needed.
pub struct Kept<M: Model>(Option<(usize, Searcher<M>)>);

impl<M: Model> Default for Kept<M> {
    fn default() -> Self {
        Kept(None)
    }
}

impl<M: Model> Kept<M> {
    /// The searcher, with a table of at least this many mebibytes. A smaller
    /// one is made anew and has learned nothing.
    pub fn searcher(&mut self, mebibytes: usize) -> &mut Searcher<M> {
        let kept = self.0.take().filter(|(size, _)| *size >= mebibytes);
        let made = kept.unwrap_or_else(|| (mebibytes, Searcher::new(mebibytes)));
        &mut self.0.insert(made).1
    }
}
