//! The network of a game that all searches of the process use.

use std::sync::{Arc, PoisonError, RwLock};

use super::network::ConvNet;
use super::network_file::ConvNetFileError;
use super::quantise::QuantisedWeights;

/// A place for the network of a game, empty until one is installed.
pub struct InstalledConvNet {
    planes: usize,
    globals: usize,
    network: RwLock<Option<Arc<ConvNet>>>,
}

impl InstalledConvNet {
    /// An empty place for a network of a game with so many planes, and numbers that belong to no
    /// point.
    #[must_use]
    pub const fn new(planes: usize, globals: usize) -> InstalledConvNet {
        InstalledConvNet { planes, globals, network: RwLock::new(None) }
    }

    /// Installs the network of a file for all searches that begin from now on.
    ///
    /// # Errors
    /// If the file is no network of this game, or damaged; the network before stays.
    pub fn install(&self, file: &[u8]) -> Result<(), ConvNetFileError> {
        let weights = QuantisedWeights::read(file)?;
        let found = [weights.shape.planes, weights.shape.globals];
        let expected = [self.planes, self.globals];
        if found != expected {
            return Err(ConvNetFileError::Inputs { found, expected });
        }
        self.set(Some(Arc::new(ConvNet::new(&weights))));
        Ok(())
    }

    /// Removes the network for all searches that begin from now on.
    pub fn remove(&self) {
        self.set(None);
    }

    fn set(&self, network: Option<Arc<ConvNet>>) {
        *self.network.write().unwrap_or_else(PoisonError::into_inner) = network;
    }

    /// The network, if any.
    #[must_use]
    pub fn get(&self) -> Option<Arc<ConvNet>> {
        self.network.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
