//! Weights that all searches of the process use.

use std::sync::{Arc, PoisonError, RwLock};

/// A place for the weights of a game, empty until some are installed.
pub struct Installed<T>(RwLock<Option<Arc<T>>>);

impl<T> Installed<T> {
    /// An empty place.
    #[must_use]
    pub const fn new() -> Installed<T> {
        Installed(RwLock::new(None))
    }

    /// Installs weights, or removes them, for all searches that begin from now on.
    pub fn set(&self, weights: Option<Arc<T>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = weights;
    }

    /// The weights, if any.
    #[must_use]
    pub fn get(&self) -> Option<Arc<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl<T> Default for Installed<T> {
    fn default() -> Self {
        Installed::new()
    }
}
