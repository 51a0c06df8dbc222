//! Matchings of greatest weight, and the weights that criteria of descending priority make.

mod blossom;
mod weight;

pub(super) use blossom::Matcher;
pub(super) use weight::{Digit, Digits, Encoder, Terms, Wide};
