//! Training of the pattern weights: games become labelled positions, to which the weights are
//! fitted.

mod fit;
mod labels;
mod network;
mod self_play;
mod training_position;

pub use fit::{FitParams, fit};
pub use labels::Labeller;
pub use self_play::SelfPlayer;
pub use training_position::{GameRecord, Sample};
