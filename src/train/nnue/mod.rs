//! Training of the network ([`crate::search::nnue`]) of any game that has one: positions from
//! self-play with the scores of a search, and gradient descent on them.

mod fit;
mod labels;
mod model;
pub mod positions;
mod self_play;

pub use fit::{EpochReport, FitError, FitParams, fit};
pub use labels::label;
pub use positions::{PackedPosition, PositionsError, ScoredPosition};
pub use self_play::SelfPlayer;
