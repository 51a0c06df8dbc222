//! Games as they are kept: the tree of what was played, and its RON form.
//!
//! Play writes a [`GameTree`]; whatever shows or stores a game reads it.

mod file;
mod tree;

pub use file::{ClockFace, FileError, TreeFile};
pub use tree::{GameTree, NodeId};
