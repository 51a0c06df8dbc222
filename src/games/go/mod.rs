//! Go (weiqi, baduk): rules, notation and computer player.
//!
//! Black begins. A stone takes what it leaves without a liberty; the larger
//! area, or the larger territory with the prisoners, wins. Rule sets differ
//! in ko, suicide and counting; see [`Rules`].

mod board;
mod life;
mod notation;
mod playout;
mod position;
mod rules;
mod score;

pub use board::{Board as Stones, Cell, MOST_CELLS, cells};
pub use life::{dead_stones, unconditionally_alive};
pub use notation::{handicap_points, star_points};
pub use playout::play_out;
pub use position::{Breathless, End, Go, Large, Phase, Ply, Setup, Small, State};
pub use rules::{Counting, Ko, NAMES, Rules};
pub use score::{Count, Marks};
