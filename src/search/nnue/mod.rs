//! Evaluation by an efficiently updatable neural network (NNUE; Yu Nasu, "Efficiently updatable
//! neural-network-based evaluation functions for computer shogi", 2018), for games of pieces on
//! squares.
//!
//! The first layer has an accumulator for each side, which sees the board from its own end: the sum
//! of a row of weights for each piece. Both accumulators, that of the side to move first, pass a
//! squared clipped ReLU and are weighted to one output, chosen by the number of pieces. All numbers
//! are integers, so that every processor gives the same values.
//!
//! Nothing here names a game: a [`FeatureSet`] says which pieces and squares there are, and a
//! [`Placement`] which of them are on the board.

mod accumulators;
mod features;
mod installed;
mod kernels;
mod network;
mod network_file;

pub use accumulators::Accumulators;
pub use features::{
    FeatureSet, MAX_KINDS, MAX_PIECES, MAX_SQUARES, Perspective, PieceOnSquare, Placement,
};
pub use installed::InstalledNetwork;
pub use kernels::{ACTIVATION_ONE, InstructionSet};
pub use network::{
    CENTIPAWNS_PER_UNIT, MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT, MAX_ROW_WEIGHT, Network, NetworkError,
    NetworkWeights, OUTPUT_ONE, Shape,
};
pub use network_file::NetworkFileError;
