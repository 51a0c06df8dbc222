//! The player for every board size and every scoring: a handcrafted evaluation for the general
//! alpha-beta search, and an exact solver of the last [`MAX_EMPTIES`] squares.
//!
//! It knows no patterns. Full games on 8 by 8 are searched to the end by the
//! [`solver`](super::solver), which is much faster there; this one solves what that one does not
//! take on: other sizes and scorings, and positions without weights.

mod endgame_solver;
mod evaluation;
mod stability;

pub use endgame_solver::{EndgameSolver, MAX_EMPTIES};
pub(super) use evaluation::{DISC, Evaluation};
#[cfg(test)]
pub(super) use stability::Stability;
