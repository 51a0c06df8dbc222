//! Training of the network of Go: files of positions, and the quantisation of what was trained.

mod quantisation;
mod samples;

pub use quantisation::{QuantisationErrors, quantise_network};
pub use samples::{Sample, SamplesError, read_samples, write_samples};
