//! Tianyuan: the classic board games on one spine of layers.
//!
//! ```text
//! core  <-  search  <-  games  <-  record  <-  library  <-  content  <-  cli
//!                                                                 ^---  app (Bevy)
//! ```
//!
//! Every arrow points left and nothing points back; a test reads the source
//! and holds that. Each layer says in its own first lines what it is for.
#![deny(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "gui")]
pub mod app;
// A browser has no command line.
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod content;
pub mod core;
pub mod games;
pub mod library;
pub mod record;
pub mod search;
