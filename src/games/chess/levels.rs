//! Playing levels of chess.

use std::time::Duration;

use crate::games::RatedLevel;
use crate::games::alpha_beta_engine::{self, EvaluationKind};
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 10;

/// Ratings on the scale of Stockfish's `UCI_Elo`; see `benches/strength.md`.
pub const RATINGS: [RatedLevel; 6] = [
    RatedLevel { level: 4, elo: 1050 },
    RatedLevel { level: 5, elo: 1300 },
    RatedLevel { level: 6, elo: 1560 },
    RatedLevel { level: 7, elo: 1860 },
    RatedLevel { level: 8, elo: 2000 },
    RatedLevel { level: 9, elo: 2100 },
];

/// Elo ratings of all levels. Those of levels 4 to 9 are [`RATINGS`]. Levels 1 to 3 are measured
/// against their neighbours alone (636, 325 and 436), which tells about twice as much as games
/// against another program: half of that is taken. Level 10 depends on the machine, and is
/// estimated to be as far above level 9 as the steps before.
pub const LEVEL_RATINGS: [u16; LEVELS as usize] = {
    let [four, five, six, seven, eight, nine] = RATINGS;
    let [three, two] = [four.elo - 436 / 2, four.elo - 436 / 2 - 325 / 2];
    let ten = nine.elo + 150;
    [two - 636 / 2, two, three, four.elo, five.elo, six.elo, seven.elo, eight.elo, nine.elo, ten]
};

/// Settings of one playing level.
#[derive(Clone, Copy, Debug)]
pub struct LevelSettings {
    /// Search limits and errors, in centipawns.
    pub level: Level,
    /// Its static evaluation.
    pub evaluation: EvaluationKind,
    /// Uses quiescence search.
    pub quiescence: bool,
}

impl alpha_beta_engine::LevelSettings for LevelSettings {
    fn full_strength() -> LevelSettings {
        let level = Level { params: SearchParams::default(), max_loss: 0, temperature: 0 };
        let evaluation = EvaluationKind::Network;
        LevelSettings { level, evaluation, quiescence: true }
    }

    fn of_level(level: u8) -> LevelSettings {
        match level {
            // Captures whatever it can and misses recaptures.
            0 | 1 => LevelSettings {
                evaluation: EvaluationKind::Material,
                quiescence: false,
                ..LevelSettings::blundering(1, 350, 140)
            },
            // Mostly sees recaptures.
            2 => LevelSettings {
                evaluation: EvaluationKind::Material,
                ..LevelSettings::blundering(1, 220, 90)
            },
            3 => LevelSettings::blundering(1, 140, 50),
            4 => LevelSettings::blundering(2, 80, 30),
            5 => LevelSettings::blundering(3, 80, 30),
            6 => LevelSettings::blundering(4, 50, 18),
            // No deliberate errors from here on.
            7 => LevelSettings::limited(4, 100_000, 500),
            8 => LevelSettings::limited(8, 1_000_000, 1000),
            9 => LevelSettings::limited(12, 4_000_000, 2000),
            _ => {
                let limits =
                    Limits { time: Some(Duration::from_millis(3600)), ..Limits::default() };
                let mut settings = LevelSettings::full_strength();
                settings.level.params.limits = limits;
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

impl LevelSettings {
    /// Searches to `depth` and errs by at most `max_loss` centipawns.
    fn blundering(depth: u32, max_loss: i32, temperature: i32) -> LevelSettings {
        let limits = Limits {
            depth: Some(depth),
            time: Some(Duration::from_millis(300)),
            ..Limits::default()
        };
        let params = SearchParams { limits, ..SearchParams::default() };
        let level = Level { params, max_loss, temperature };
        let evaluation = EvaluationKind::Classical;
        LevelSettings { level, evaluation, quiescence: true }
    }

    /// Plays the best move within limits.
    fn limited(depth: u32, nodes: u64, milliseconds: u64) -> LevelSettings {
        let limits = Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            time: Some(Duration::from_millis(milliseconds)),
            ..Limits::default()
        };
        let params = SearchParams { limits, ..SearchParams::default() };
        let level = Level { params, max_loss: 0, temperature: 0 };
        let evaluation = EvaluationKind::Network;
        LevelSettings { level, evaluation, quiescence: true }
    }
}
