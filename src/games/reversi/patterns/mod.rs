//! Pattern evaluation of 8 by 8 positions: configurations of edges, corners, ranks, files and
//! diagonals, combined by a small neural network that is trained on games.
//!
//! The weights are an asset. The program reads the file at the start and [`install`]s it for the
//! whole process. Without [`installed`] weights, the engine uses the handcrafted evaluation.

#[cfg(target_arch = "x86_64")]
pub(in crate::games::reversi) mod avx2;
mod features;
mod shapes;
mod weights;
mod weights_file;

use std::sync::Arc;

pub use features::Patterns;
pub use weights::Weights;
pub(in crate::games::reversi) use weights::{Stage, WIDTH};
pub use weights_file::WeightsError;

use super::rules::Discs;
use crate::search::Installed;

/// Path of the weights file within the assets folder.
pub const WEIGHTS_FILE: &str = "reversi/patterns.bin";

static INSTALLED: Installed<Weights> = Installed::new();

/// Installs the weights for all searches of the process that begin from now on.
pub fn install(weights: Arc<Weights>) {
    INSTALLED.set(Some(weights));
}

/// The installed weights, if any.
#[must_use]
pub fn installed() -> Option<Arc<Weights>> {
    INSTALLED.get()
}

/// Static evaluation of a position that is not over: the expected final score for the side to move,
/// in hundredths of a disc from -6400 to 6400.
#[must_use]
pub fn evaluate(weights: &Weights, discs: Discs) -> i32 {
    weights.value(&Patterns::new(discs), discs)
}

/// The layout of the features and of the network, for the training.
pub(crate) mod network {
    pub(crate) use super::shapes::{BASE_ROWS, INSTANCES, PATTERN_ROWS};
    pub(crate) use super::weights::{
        DISCS_PER_UNIT, HALF_WIDTH, HIDDEN_MAX, HIDDEN_SIZE, HIDDEN_WEIGHT_SCALE, Layers,
        MAX_LAYER_WEIGHT, MOBILITY_CLASSES, OUTPUT_BIAS_SCALE, OUTPUT_WEIGHT_SCALE, ROW_COUNT,
        ROW_SCALE, Row, STAGES, WIDTH,
    };
    pub(crate) use super::weights_file::packed_indices;
}
