//! The playing levels of Go.

use std::time::Duration;

use crate::search::mcts::MctsParams;
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 9;

/// Playouts where nothing else limits the search.
const MAX_PLAYOUTS: u32 = 200_000;

/// Parameters of a playing level.
#[derive(Clone, Copy, Debug)]
pub struct LevelParams {
    /// Search effort.
    pub params: MctsParams,
    /// Deliberate errors; values are visits relative to 1000 for the best move.
    pub level: Level,
}

impl LevelParams {
    /// Parameters limited by the request only.
    pub fn full_strength() -> LevelParams {
        LevelParams::new(MAX_PLAYOUTS, None, 0, 0)
    }

    /// Parameters of a level, 1 to [`LEVELS`].
    pub fn of_level(level: u8) -> LevelParams {
        let (quick, slow) = (Some(800), Some(2500));
        match level {
            0 | 1 => LevelParams::new(40, quick, 1000, 600),
            2 => LevelParams::new(100, quick, 900, 350),
            3 => LevelParams::new(250, quick, 700, 200),
            4 => LevelParams::new(600, quick, 500, 120),
            5 => LevelParams::new(1500, quick, 300, 80),
            // From here on always the best move.
            6 => LevelParams::new(4000, Some(1200), 0, 0),
            7 => LevelParams::new(12_000, slow, 0, 0),
            8 => LevelParams::new(36_000, slow, 0, 0),
            _ => LevelParams::new(MAX_PLAYOUTS, Some(3600), 0, 0),
        }
    }

    /// The time limit is for large boards and slow machines; on 9×9 only the
    /// highest level reaches it.
    fn new(
        playouts: u32,
        milliseconds: Option<u64>,
        max_loss: i32,
        temperature: i32,
    ) -> LevelParams {
        let limits = Limits { time: milliseconds.map(Duration::from_millis), ..Limits::default() };
        LevelParams {
            params: MctsParams { limits, playouts, multi_pv: 1 },
            level: Level { params: SearchParams::default(), max_loss, temperature },
        }
    }
}
