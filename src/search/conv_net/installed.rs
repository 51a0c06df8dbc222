//! The network of a game that all searches of the process use.

use std::sync::Arc;

use super::network::ConvNet;
use super::network_file::ConvNetFileError;
use super::quantise::QuantisedWeights;
use crate::search::Installed;

/// A place for the network of a game, empty until one is installed.
pub struct InstalledConvNet {
    planes: usize,
    globals: usize,
    network: Installed<ConvNet>,
}

impl InstalledConvNet {
    /// An empty place for a network of a game with so many planes, and numbers that belong to no
    /// point.
    #[must_use]
    pub const fn new(planes: usize, globals: usize) -> InstalledConvNet {
        InstalledConvNet { planes, globals, network: Installed::new() }
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
        self.network.set(Some(Arc::new(ConvNet::new(&weights))));
        Ok(())
    }

    /// The network, if any.
    #[must_use]
    pub fn get(&self) -> Option<Arc<ConvNet>> {
        self.network.get()
    }
}
