//! Tianyuan: the classic board games on one spine of layers.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod core;
pub mod games;
pub mod record;
pub mod search;
