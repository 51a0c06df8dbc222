//! Thinking that is the same for every game: limits and the stop flag,
//! alpha-beta search with a transposition table, Monte-Carlo tree search, and
//! playing levels.
//!
//! What a game knows (evaluation, move ordering, end-game tricks) comes in
//! through traits; nothing here names a game.

mod alpha_beta;
mod levels;
mod limits;
pub mod mcts;
mod table;
#[cfg(test)]
mod tests;
mod time;

pub use alpha_beta::{Found, INFINITE, Model, MoveOf, Plan, Ranking, Searcher};
pub use levels::Level;
pub use limits::{Budget, Limits, Stop};
pub use table::{Known, Table};
pub use time::allot;
