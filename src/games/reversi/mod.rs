//! Reversi.

/// x
pub struct Reversi;
