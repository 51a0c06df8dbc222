//! How the weights of the patterns are learned: games become positions with
//! scores, and the weights are fitted to them.

mod fit;
mod labels;
mod moment;
mod network;
mod player;

pub use fit::{Fit, fit};
pub use labels::Judge;
pub use moment::{Played, Sample};
pub use player::Player;
