//! Playing levels without pattern weights, for boards of every size.

use std::time::Duration;

use crate::games::Strength;
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 10;

/// Plies left at which iterative deepening jumps to the end of the game.
const ENDGAME_JUMP: u32 = 8;

/// Search parameters of one level.
#[derive(Clone, Copy, Debug)]
pub struct LevelParams {
    /// Limits, and deliberate errors in hundredths of a disc.
    pub level: Level,
    /// True if the evaluation is the disc difference, as beginners see it.
    pub counts_discs: bool,
    /// True if the transposition table is kept between moves. Results then depend on earlier
    /// searches.
    pub keeps_table: bool,
}

impl LevelParams {
    /// Full strength: limited by the request only.
    pub fn full_strength() -> LevelParams {
        let params =
            SearchParams { limits: Limits::default(), exact_within: 0, endgame_jump: ENDGAME_JUMP };
        LevelParams {
            level: Level { params, max_loss: 0, temperature: 0 },
            counts_discs: false,
            keeps_table: true,
        }
    }

    /// Parameters of a requested strength.
    pub fn of(strength: Strength) -> LevelParams {
        match strength {
            Strength::Full => LevelParams::full_strength(),
            Strength::Level(level) => LevelParams::of_level(level),
        }
    }

    /// Parameters of a level, 1 to [`LEVELS`].
    pub fn of_level(level: u8) -> LevelParams {
        match level {
            // A first game: prefers many discs.
            0 | 1 => LevelParams::erring(1, 1, 2400, 900).counting_discs(),
            // Often sees corners and stable discs.
            2 => LevelParams::erring(1, 1, 1800, 900),
            3 => LevelParams::erring(1, 3, 800, 270),
            4 => LevelParams::erring(2, 5, 700, 220),
            5 => LevelParams::erring(3, 7, 450, 130),
            6 => LevelParams::erring(4, 9, 250, 70),
            // From here on the best move seen is played.
            7 => LevelParams::without_errors(5, 12, 400_000, 600),
            8 => LevelParams::without_errors(7, 15, 3_000_000, 1200),
            9 => LevelParams::without_errors(10, 18, 8_000_000, 2500),
            _ => {
                let limits =
                    Limits { time: Some(Duration::from_millis(3600)), ..Limits::default() };
                let mut player = LevelParams::full_strength();
                player.level.params.limits = limits;
                player
            }
        }
    }

    /// A level that errs on purpose by at most `max_loss` hundredths of a disc: searches `depth`
    /// plies, and to the end from `exact_within` empty squares on.
    fn erring(depth: u32, exact_within: u32, max_loss: i32, temperature: i32) -> LevelParams {
        let limits = Limits {
            depth: Some(depth),
            time: Some(Duration::from_millis(250)),
            ..Limits::default()
        };
        let params = SearchParams { limits, exact_within, endgame_jump: ENDGAME_JUMP };
        LevelParams {
            level: Level { params, max_loss, temperature },
            counts_discs: false,
            keeps_table: false,
        }
    }

    /// A level without deliberate errors. The time limit matters on large boards and slow machines
    /// only; on 8 by 8 the other limits are reached first.
    fn without_errors(depth: u32, exact_within: u32, nodes: u64, milliseconds: u64) -> LevelParams {
        let limits = Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            time: Some(Duration::from_millis(milliseconds)),
            ..Limits::default()
        };
        let params = SearchParams { limits, exact_within, endgame_jump: ENDGAME_JUMP };
        LevelParams {
            level: Level { params, max_loss: 0, temperature: 0 },
            counts_discs: false,
            keeps_table: false,
        }
    }

    fn counting_discs(mut self) -> LevelParams {
        self.counts_discs = true;
        self
    }

    /// True if the search is so shallow that a small transposition table suffices.
    pub fn is_shallow(&self) -> bool {
        self.level.params.limits.depth.is_some_and(|depth| depth <= 6)
    }
}
