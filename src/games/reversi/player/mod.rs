//! The levels, and the player of 8 by 8, which searches by the [`solver`](super::solver) on the
//! [`patterns`](super::patterns).

mod human_levels;
mod levels;
mod pattern_engine;

pub(super) use human_levels::HumanProfile;
pub use levels::{LEVELS, LevelParams};
pub(super) use pattern_engine::{PatternEngine, PatternPosition};
