//! Engine weights, which are loaded from a file.

use std::error::Error;

/// The weights of a game's engine, which are loaded from a file. Without them
/// the engine plays weaker.
pub trait EngineWeights {
    /// Path of the file within the assets folder.
    fn path(&self) -> &'static str;

    /// Loads the bytes of the file for all later searches of the process.
    ///
    /// # Errors
    /// When the bytes are malformed.
    fn load(&self, bytes: &[u8]) -> Result<(), MalformedWeights>;
}

/// The error of the game whose file of weights is malformed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct MalformedWeights(Box<dyn Error + Send + Sync>);

impl MalformedWeights {
    /// The error of a game's own format.
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> MalformedWeights {
        MalformedWeights(Box::new(error))
    }
}
