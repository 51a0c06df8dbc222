//! Training of the pattern weights of Reversi on 8 by 8: games become labelled positions, to which
//! the weights are fitted; and tuning of the margins of multi-ProbCut.

mod features;
mod fit;
mod labels;
mod network;
mod probcut;
mod records;
mod self_play;

pub use fit::{FitParams, fit};
pub use labels::{LabelParams, LabelledGames, Labeller, label, quick_games};
pub use probcut::{TuningError, tune_probcut};
pub use records::{GameRecord, Sample, TheoreticalScore};
pub use self_play::SelfPlayer;
