//! The playing levels of Go.

use std::time::Duration;

use crate::search::mcts::Effort;
use crate::search::{Level, Limits, Plan};

/// How many playing levels there are.
pub const LEVELS: u8 = 9;

/// Playouts of a player that nothing else limits.
const MOST_PLAYOUTS: u32 = 200_000;

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How much it looks.
    pub effort: Effort,
    /// How it errs: values are visits, those of the best move being 1000.
    pub level: Level,
}

impl Player {
    /// The player that only the request limits.
    pub fn full() -> Player {
        Player::of(MOST_PLAYOUTS, None, 0, 0)
    }

    /// The player of a level, 1 to [`LEVELS`].
    pub fn at(level: u8) -> Player {
        let (quick, slow) = (Some(800), Some(2500));
        match level {
            0 | 1 => Player::of(40, quick, 1000, 600),
            2 => Player::of(100, quick, 900, 350),
            3 => Player::of(250, quick, 700, 200),
            4 => Player::of(600, quick, 500, 120),
            5 => Player::of(1500, quick, 300, 80),
            // From here on the best move seen is played.
            6 => Player::of(4000, Some(1200), 0, 0),
            7 => Player::of(12_000, slow, 0, 0),
            8 => Player::of(36_000, slow, 0, 0),
            _ => Player::of(MOST_PLAYOUTS, Some(3600), 0, 0),
        }
    }

    /// The bound of milliseconds is for large boards and slow machines; on
    /// 9 by 9 the playouts are made before, except by the strongest.
    fn of(playouts: u32, milliseconds: Option<u64>, error: i32, looseness: i32) -> Player {
        let limits = Limits { time: milliseconds.map(Duration::from_millis), ..Limits::default() };
        Player {
            effort: Effort { limits, playouts, lines: 1 },
            level: Level { plan: Plan::default(), error, looseness },
        }
    }
}
