//! How the weights of the patterns are learned: games become positions with
//! scores, and the weights are fitted to them.

mod fit;
mod labels;
mod network;

pub use fit::{Fit, fit};
pub use labels::{Judge, Played, Sample};
