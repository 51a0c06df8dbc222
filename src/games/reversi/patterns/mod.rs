//! How good a position on 8 by 8 is, judged by patterns: what lies on edges,
//! in corners, on ranks, files and diagonals, and by a small network that
//! says what this is worth, learned from games.
//!
//! The weights are a file of the assets. Whoever starts the program reads it
//! and [`install`]s it for the whole process; the computer player takes what
//! is [`installed`], and does without where nothing is.

mod coder;
mod features;
mod file;
mod shapes;
pub mod training;
mod weights;
#[cfg(target_arch = "x86_64")]
pub(in crate::games::reversi) mod wide;

use std::sync::{Arc, PoisonError, RwLock};

pub use features::Patterns;
pub use file::WeightsError;
pub use weights::Weights;
pub(in crate::games::reversi) use weights::{Stage, WIDTH};

/// The file of the weights, within the assets folder.
pub const FILE: &str = "reversi/patterns.bin";

static INSTALLED: RwLock<Option<Arc<Weights>>> = RwLock::new(None);

/// Makes these the weights of the whole process, for searches that begin from
/// now on.
pub fn install(weights: Arc<Weights>) {
    *INSTALLED.write().unwrap_or_else(PoisonError::into_inner) = Some(weights);
}

/// The weights of the process, if some were installed.
#[must_use]
pub fn installed() -> Option<Arc<Weights>> {
    INSTALLED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The expected final difference for the side to move, in hundredths of a
/// disc from -6400 to 6400, of a position given by its discs and those of its
/// opponent; a1 is the lowest bit. Meant for positions in which the game goes
/// on.
#[must_use]
pub fn evaluate(weights: &Weights, own: u64, opponent: u64) -> i32 {
    weights.value(&Patterns::new(own, opponent), own, opponent)
}
