//! The network of Go: what it is asked about a position.

mod features;

pub use features::{Inputs, NUM_GLOBALS, NUM_PLANES};
