//! The network of Go: what it is asked about a position, and what it answers.

mod evaluator;
mod features;

#[cfg(test)]
pub(super) use evaluator::random_evaluator;
pub use evaluator::{Evaluator, INSTALLED};
pub use features::{Inputs, NUM_GLOBALS, NUM_PLANES};
