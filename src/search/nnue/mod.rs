//! Evaluation by an efficiently updatable neural network (NNUE; Yu Nasu, "Efficiently updatable
//! neural-network-based evaluation functions for computer shogi", 2018), for games of pieces on
//! squares.
//!
//! Nothing here names a game: a [`FeatureSet`] says which pieces and squares there are, and a
//! [`Placement`] which of them are on the board.

mod features;

pub use features::{FeatureSet, MAX_KINDS, MAX_PIECES, Perspective, PieceOnSquare, Placement};
