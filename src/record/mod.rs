//! Games as they are kept: the tree of what was played and written about it,
//! its RON form, the formats of other programs, and going over a game with a
//! computer player.
//!
//! Play writes a [`GameTree`]; whatever shows, reviews or stores a game reads
//! it.

pub mod analysis;
mod board_text;
mod file;
pub mod formats;
mod info;
mod notes;
mod replay;
mod sequence;
mod tree;

pub use board_text::board_text;
pub use file::{ClockFace, FileError, TreeFile};
pub use info::{Field, Info};
pub use notes::{Colour, Evaluation, Figure, Glyph, Notes, Shape};
pub use sequence::Sequence;
pub use tree::{GameTree, NodeId};
