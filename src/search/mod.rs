//! Thinking that is the same for every game: limits and the stop flag,
//! alpha-beta search with a transposition table, and playing levels.
//!
//! What a game knows (evaluation, move ordering, end-game tricks) comes in
//! through traits; nothing here names a game.

mod limits;
mod time;

pub use limits::{Budget, Limits, Stop};
pub use time::allot;
