//! Convolutional residual networks with global pooling, which estimate policy, value, score and
//! ownership of a position (Wu, "Accelerating self-play learning in Go", 2019).
//!
//! A network is trained elsewhere, in floating point ([`FloatWeights`]). For play its convolutions
//! are quantised to 8 bits ([`quantise`]), which are summed in integers, so that every instruction
//! set gives the same outputs. Boards may be of any size.
//!
//! Nothing here names a game: planes and numbers come in ([`NetworkInput`]), and estimates come
//! out ([`NetworkOutput`]).

mod dense;
mod float_weights;
mod input;
mod installed;
mod kernels;
mod network;
mod network_file;
mod packed;
mod quantise;
mod reference;
mod safetensors;
mod shape;
#[cfg(test)]
mod tests;

pub use float_weights::{FloatWeights, TensorError};
pub use input::{NetworkInput, NetworkOutput};
pub use installed::InstalledConvNet;
pub use kernels::InstructionSet;
pub use network::{ConvNet, Scratch};
pub use network_file::ConvNetFileError;
pub use quantise::{QuantisedWeights, quantise};
pub use reference::evaluate_in_floats;
pub use safetensors::SafetensorsError;
pub use shape::{NetworkShape, ShapeError};
