//! The backend of the game library, off the main thread: a thread with a
//! database file, in the browser a Web Worker with a file in the origin
//! private file system.

#[cfg(target_arch = "wasm32")]
mod opfs;
#[cfg(not(target_arch = "wasm32"))]
mod thread;
#[cfg(target_arch = "wasm32")]
pub(in crate::app) mod worker;

#[cfg(not(target_arch = "wasm32"))]
pub use thread::{IMPORT_BATCH, LibraryBackend};
#[cfg(target_arch = "wasm32")]
pub use worker::{IMPORT_BATCH, LibraryBackend};

/// Name of the library's file.
const FILE: &str = "library.redb";
