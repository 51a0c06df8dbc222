//! The playing levels of chess.

use std::time::Duration;

use crate::search::{Level, Limits, Plan};

/// How many playing levels there are.
pub const LEVELS: u8 = 10;

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How far it looks and how it errs, in centipawns.
    pub level: Level,
    /// Whether it counts pieces, as beginners do, and sees nothing else.
    pub naive: bool,
    /// Whether it follows exchanges to their end.
    pub exchanges: bool,
    /// Whether it may use what it learned at earlier moves. Its answers then
    /// depend on them.
    pub remembers: bool,
}

impl Player {
    /// The player that only the request limits.
    pub fn full() -> Player {
        let level = Level { plan: Plan::default(), error: 0, looseness: 0 };
        Player { level, naive: false, exchanges: true, remembers: true }
    }

    /// The player of a level, 1 to [`LEVELS`].
    pub fn at(level: u8) -> Player {
        match level {
            // Takes what can be taken, and does not see it taken back.
            0 | 1 => Player { naive: true, exchanges: false, ..Player::human(1, 350, 140) },
            // Sees the answer, too, mostly.
            2 => Player { naive: true, ..Player::human(1, 220, 90) },
            3 => Player::human(1, 160, 60),
            4 => Player::human(2, 120, 45),
            5 => Player::human(3, 80, 28),
            6 => Player::human(3, 35, 12),
            // From here on the best move seen is played.
            7 => Player::machine(5, 150_000, 500),
            8 => Player::machine(8, 1_000_000, 1000),
            9 => Player::machine(12, 4_000_000, 2000),
            _ => {
                let limits =
                    Limits { time: Some(Duration::from_millis(3600)), ..Limits::default() };
                let mut player = Player::full();
                player.level.plan.limits = limits;
                player
            }
        }
    }

    /// Looks `depth` plies ahead and errs by at most `error`.
    fn human(depth: u32, error: i32, looseness: i32) -> Player {
        let limits = Limits {
            depth: Some(depth),
            time: Some(Duration::from_millis(300)),
            ..Limits::default()
        };
        let plan = Plan { limits, ..Plan::default() };
        let level = Level { plan, error, looseness };
        Player { level, naive: false, exchanges: true, remembers: false }
    }

    /// Makes no error on purpose.
    fn machine(depth: u32, nodes: u64, milliseconds: u64) -> Player {
        let limits = Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            time: Some(Duration::from_millis(milliseconds)),
        };
        let plan = Plan { limits, ..Plan::default() };
        let level = Level { plan, error: 0, looseness: 0 };
        Player { level, naive: false, exchanges: true, remembers: false }
    }

    /// Whether it looks at so few positions that a small table serves it.
    pub fn is_light(&self) -> bool {
        self.level.plan.limits.depth.is_some_and(|depth| depth <= 5)
    }
}
