//! Types that all board games share: sides, points, moves, the [`Position`]
//! trait, outcomes and their reasons, clock arithmetic,
//! the arithmetic of points and levels, hashing and a seeded random generator.
//!
//! Independent of any game, of files and of the user interface; uses only
//! `std` and `serde`.

mod clock;
mod excerpt;
mod game_over_reason;
mod level_points;
mod moves;
mod outcome;
mod point;
mod position;
mod random;
pub(crate) mod range_coder;
mod side;
mod symmetry;

pub use clock::{Clock, ClockError, Reading, TimeControl};
pub use excerpt::excerpt;
pub use game_over_reason::GameOverReason;
pub use level_points::{LEVEL_SIZE, LOWEST_LEVEL, LevelPoints};
pub use moves::{Decision, Move};
pub use outcome::{Outcome, Points};
pub use point::{MAX_BOARD, Point, PointError};
pub use position::{Position, perft};
pub use random::{Random, mix};
pub use side::Side;
pub use symmetry::Symmetry;
