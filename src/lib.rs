//! Tianyuan: classic board games in layers.
//!
//! ```text
//! core <- search <- games <- record <- library <- events <- content <- engines <- net <- cli
//!                     ^                                                            ^---  app
//!                     `---  train  <--------------------------------------------------- cli
//! ```
//!
//! A layer uses only those to its left; `tests/house/layers.rs` enforces that on
//! the source. The first lines of each layer say what it is for.
#![deny(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "gui")]
pub mod app;
// A browser has no command line.
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod content;
pub mod core;
pub mod engines;
pub mod events;
pub mod games;
pub mod library;
pub mod net;
pub mod record;
pub mod search;
pub mod train;
