//! Training of the weights of Gomoku: games that the engine plays against itself, and the weights
//! of codes and the networks that are fitted to their scores, results and moves.

mod fit;
mod network_fit;
mod network_model;
mod records;
mod self_play;

pub use fit::{CodeParams, FitParams, FitReport, fit};
pub use network_fit::fit_network;
pub use records::{GameRecord, ScoredMove, Winner};
pub use self_play::SelfPlayer;
