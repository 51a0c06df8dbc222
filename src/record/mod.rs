//! Game records: the game tree with its annotations, its RON form, import and
//! export of other programs' formats, and computer analysis of a game.
//!
//! Play writes a [`GameTree`]; whatever shows, reviews or stores a game reads
//! it.

mod action;
pub mod analysis;
mod annotations;
mod board_text;
mod clocks;
mod cursor;
mod file;
pub mod formats;
mod info;
mod position_text;
mod sequence;
mod tree;

pub use action::{ForcedMove, NodeAction, SetUp, StoneEdit, UnplayableProperty};
pub use annotations::{Annotations, Evaluation, Glyph, Shape, ShapeColour, ShapeKind};
pub use board_text::board_text;
pub use clocks::{ClockFile, milliseconds};
pub use file::{FileError, TreeFile};
pub use info::{GameInfo, InfoField};
pub use position_text::{PositionTextError, read_position};
pub use sequence::MoveSequence;
pub use tree::{GameTree, NodeId};
