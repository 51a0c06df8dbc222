//! The network of a game that all searches of the process use.

use std::sync::Arc;

use super::features::FeatureSet;
use super::network::{Network, NetworkWeights};
use super::network_file::NetworkFileError;
use crate::search::Installed;

/// A place for the network of a game, empty until one is installed.
pub struct InstalledNetwork {
    features: FeatureSet,
    network: Installed<Network>,
}

impl InstalledNetwork {
    /// An empty place for a network of this game.
    #[must_use]
    pub const fn new(features: FeatureSet) -> InstalledNetwork {
        InstalledNetwork { features, network: Installed::new() }
    }

    /// The pieces and the board of the game.
    #[must_use]
    pub fn features(&self) -> FeatureSet {
        self.features
    }

    /// Installs the network of a file for all searches that begin from now on.
    ///
    /// # Errors
    /// If the file is no network of this game, or damaged; the network before stays.
    pub fn install(&self, file: &[u8]) -> Result<(), NetworkFileError> {
        let weights = NetworkWeights::read(file, self.features)?;
        let network = Network::new(&weights)?;
        self.network.set(Some(Arc::new(network)));
        Ok(())
    }

    /// Removes the network for all searches that begin from now on.
    pub fn remove(&self) {
        self.network.set(None);
    }

    /// The network, if any.
    #[must_use]
    pub fn get(&self) -> Option<Arc<Network>> {
        self.network.get()
    }
}
