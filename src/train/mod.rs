//! Training: what learns the weights and the search margins that the games ship with.
//!
//! The commands use it, the app never does. The modules here serve every game; what belongs to one
//! game (features, network, labels, self-play) is in the folder of that game.
//!
//! # Adding a game
//! 1. Create a folder with the sample of the game, a [`dataset::Record`], and its network, a
//!    [`descent::Model`] that steps with an [`optimiser`].
//! 2. Label recorded games by [`parallel::map`], and let [`self_play::play_games`] add more.
//! 3. Measure held-out games with [`errors::ErrorStats`].

pub mod dataset;
pub mod descent;
pub mod deviation;
pub mod errors;
pub mod go;
pub mod gomoku;
pub mod labels;
pub mod nnue;
pub mod optimiser;
pub mod parallel;
pub mod reversi;
pub mod self_play;
