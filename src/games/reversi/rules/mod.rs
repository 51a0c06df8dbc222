//! Rules on every board size: bitboards, positions, notation and perft.

pub mod bitboard;
mod discs;
mod last_flip;
mod move_error;
mod notation;
pub mod perft;
mod position;

pub use discs::Discs;
pub use last_flip::LastFlip;
pub(super) use last_flip::doubled_last_flip;
pub use position::{LargeReversi, Reversi, Scoring, SmallReversi, Square};
