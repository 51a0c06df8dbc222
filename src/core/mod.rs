//! What all board games share: sides, points, moves, the [`Position`] trait,
//! outcomes, clocks as arithmetic, hashing and a seeded random generator.
//!
//! Knows nothing of any one game, of files or of screens, and uses only `std`.

mod clock;
mod moves;
mod outcome;
mod point;
mod position;
mod random;
mod side;
mod symmetry;

pub use clock::{Clock, ClockError, Reading, TimeControl};
pub use moves::{Decision, Move};
pub use outcome::{Outcome, Points};
pub use point::{MAX_BOARD, Point};
pub use position::{Position, perft};
pub use random::{Random, mix};
pub use side::Side;
pub use symmetry::Symmetry;
