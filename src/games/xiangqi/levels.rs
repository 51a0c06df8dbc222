//! Playing levels of Xiangqi.

use std::time::Duration;

use crate::games::alpha_beta_engine::{EvaluationKind, LevelSettings};
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 10;

/// Elo ratings of all levels. Those of levels 5, 6 and 8 are measured, see `benches/strength.md`.
/// Level 7 came out above level 8, which beats it, and stands midway between its neighbours; the
/// other steps are estimates, about as large as those that are measured.
pub const LEVEL_RATINGS: [u16; LEVELS as usize] =
    [270, 570, 870, 1170, 1470, 1830, 2005, 2180, 2330, 2480];

/// Settings of one level.
#[derive(Clone, Copy, Debug)]
pub struct LevelParams {
    /// Search limits and error margins, in centipawns.
    pub level: Level,
    /// Its static evaluation.
    pub evaluation: EvaluationKind,
}

impl LevelSettings for LevelParams {
    fn full_strength() -> LevelParams {
        let level = Level { params: SearchParams::default(), max_loss: 0, temperature: 0 };
        LevelParams { level, evaluation: EvaluationKind::Network }
    }

    fn of_level(level: u8) -> LevelParams {
        match level {
            // Captures whatever it can and does not see the recapture.
            0 | 1 => LevelParams {
                evaluation: EvaluationKind::Material,
                ..LevelParams::imperfect(1, 600, 250)
            },
            2 => LevelParams::imperfect(1, 300, 110),
            3 => LevelParams::imperfect(1, 140, 50),
            4 => LevelParams::imperfect(2, 160, 50),
            5 => LevelParams::imperfect(3, 110, 40),
            6 => LevelParams::imperfect(3, 40, 14),
            // From here on the best move found is played.
            7 => LevelParams::bounded(5, 300_000, 700),
            8 => LevelParams::bounded(7, 1_000_000, 1200),
            9 => LevelParams::bounded(11, 4_000_000, 2500),
            _ => {
                let mut settings = LevelParams::full_strength();
                settings.level.params.limits.time = Some(Duration::from_millis(3600));
                settings
            }
        }
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn is_light(&self) -> bool {
        self.level.params.limits.depth.is_some_and(|depth| depth <= 5)
    }
}

impl LevelParams {
    fn imperfect(depth: u32, max_loss: i32, temperature: i32) -> LevelParams {
        let time = Some(Duration::from_millis(400));
        let limits = Limits { depth: Some(depth), time, ..Limits::default() };
        let params = SearchParams { limits, ..SearchParams::default() };
        let level = Level { params, max_loss, temperature };
        LevelParams { level, evaluation: EvaluationKind::Classical }
    }

    fn bounded(depth: u32, nodes: u64, milliseconds: u64) -> LevelParams {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time, ..Limits::default() };
        let params = SearchParams { limits, ..SearchParams::default() };
        let level = Level { params, max_loss: 0, temperature: 0 };
        LevelParams { level, evaluation: EvaluationKind::Network }
    }
}
