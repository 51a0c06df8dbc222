//! Game-independent search: limits and the stop flag, alpha-beta search with
//! a transposition table, Monte-Carlo tree search by playouts and by an
//! evaluation of leaves, networks that evaluate, plain minimax, forced wins, an
//! evolutionary algorithm, and playing levels.
//!
//! Evaluation, move ordering and endgame solvers of a game come in through
//! traits; nothing here names a game.

mod alpha_beta;
mod cached_searcher;
pub mod conv_net;
pub mod evolution;
mod forced_win;
mod installed;
mod levels;
mod limits;
pub mod mcts;
mod memory;
mod minimax;
pub mod nnue;
mod plain_alpha_beta;
pub mod puct;
mod random_playouts;
mod result;
mod shared_table;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod time_management;
pub mod trace;
mod window;

pub use alpha_beta::{
    INFINITE, MoveLoop, MoveOf, MultiPv, SearchGame, SearchParams, Searcher, Selectivity, UndoOf,
};
pub use cached_searcher::CachedSearcher;
pub use forced_win::{WinBounds, winning_moves};
pub use installed::Installed;
pub use levels::{Level, LossBudget, WeightedMove};
pub use limits::{Limits, SearchBudget, StopFlag};
pub use memory::{huge_page_vec, prefetch};
pub use minimax::minimax;
pub use plain_alpha_beta::{Refinements, plain_alpha_beta};
pub use random_playouts::RandomPlayouts;
pub use result::{Certainty, SearchResult};
pub use shared_table::{SharedTranspositionTable, SharedTtEntry};
pub use table::{TranspositionTable, TtEntry};
pub use threads::{core_count, set_thread_count, thread_count};
pub use time_management::{elastic_limits, limits_for_move, time_for_move};
pub use window::Window;
