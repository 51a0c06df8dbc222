//! Training of the pattern weights of Gomoku: games that the engine plays against itself, and
//! the weights that are fitted to their scores, results and moves.

mod fit;
mod records;
mod self_play;

pub use fit::{FitParams, FitReport, fit};
pub use records::{GameRecord, ScoredMove, Winner};
pub use self_play::SelfPlayer;
