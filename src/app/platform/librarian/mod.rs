//! Where the library of games is kept and worked in, away from the window: in
//! a file by a thread, in the browser by a Web Worker that has the storage for
//! files to itself.

#[cfg(target_arch = "wasm32")]
mod opfs;
#[cfg(not(target_arch = "wasm32"))]
mod thread;
#[cfg(target_arch = "wasm32")]
pub(super) mod worker;

#[cfg(not(target_arch = "wasm32"))]
pub use thread::{BATCH, Librarian};
#[cfg(target_arch = "wasm32")]
pub use worker::{BATCH, Librarian};

/// File of the library.
const FILE: &str = "library.redb";
