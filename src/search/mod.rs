//! Thinking that is the same for every game: limits and the stop flag,
//! alpha-beta search with a transposition table, Monte-Carlo tree search, plain
//! minimax, forced wins, players bred by playing, and playing levels.
//!
//! What a game knows (evaluation, move ordering, end-game tricks) comes in
//! through traits; nothing here names a game.

mod alpha_beta;
pub mod evolution;
mod forced;
mod kept;
mod levels;
mod limits;
pub mod mcts;
mod memory;
mod minimax;
mod probcut;
mod shared_table;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod time;

pub use alpha_beta::{Found, INFINITE, Lines, Model, MoveOf, Plan, Ranking, Searcher, UndoOf};
pub use forced::winning_moves;
pub use kept::Kept;
pub use levels::{Allowance, Level, Seen};
pub use limits::{Budget, Limits, Stop};
pub use memory::{in_large_pages, prefetch};
pub use minimax::minimax;
pub use probcut::fit_deviation;
pub use shared_table::{Bounds, SharedTable};
pub use table::{Known, Table};
pub use threads::threads;
pub use time::allot;
