//! Pattern evaluation of 8 by 8 positions: configurations of edges, corners, ranks, files and
//! diagonals, combined by a small neural network that is trained on games.
//!
//! The weights are an asset. The program reads the file at the start and [`install`]s it for the
//! whole process. Without [`installed`] weights, the engine uses the handcrafted evaluation.

#[cfg(target_arch = "x86_64")]
pub(in crate::games::reversi) mod avx2;
mod features;
mod range_coder;
mod shapes;
pub mod training;
mod weights;
mod weights_file;

use std::sync::{Arc, PoisonError, RwLock};

pub use features::Patterns;
pub use weights::Weights;
pub(in crate::games::reversi) use weights::{Stage, WIDTH};
pub use weights_file::WeightsError;

/// Path of the weights file within the assets folder.
pub const WEIGHTS_FILE: &str = "reversi/patterns.bin";

static INSTALLED: RwLock<Option<Arc<Weights>>> = RwLock::new(None);

/// Installs the weights for all searches of the process that begin from now on.
pub fn install(weights: Arc<Weights>) {
    *INSTALLED.write().unwrap_or_else(PoisonError::into_inner) = Some(weights);
}

/// The installed weights, if any.
#[must_use]
pub fn installed() -> Option<Arc<Weights>> {
    INSTALLED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Static evaluation of a position that is not over: the expected final score for the side to move,
/// in hundredths of a disc from -6400 to 6400. `own` are the discs of the side to move; bit 0 is
/// a1.
#[must_use]
pub fn evaluate(weights: &Weights, own: u64, opponent: u64) -> i32 {
    weights.value(&Patterns::new(own, opponent), own, opponent)
}
