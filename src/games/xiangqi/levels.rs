//! The playing levels of Xiangqi.

use std::time::Duration;

use crate::search::{Level, Limits, Plan};

/// How many playing levels there are.
pub const LEVELS: u8 = 8;

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How far it looks and how it errs, in hundredths of a pawn.
    pub level: Level,
    /// Whether it counts pieces and sees nothing else.
    pub naive: bool,
}

impl Player {
    /// The player that only the request limits.
    pub fn full() -> Player {
        let level = Level { plan: Plan::default(), error: 0, looseness: 0 };
        Player { level, naive: false }
    }

    /// The player of a level, 1 to [`LEVELS`].
    pub fn at(level: u8) -> Player {
        match level {
            // Takes what it sees and does not see what takes back.
            0 | 1 => Player { naive: true, ..Player::human(1, 600, 250) },
            2 => Player::human(1, 300, 110),
            3 => Player::human(2, 160, 50),
            4 => Player::human(3, 80, 25),
            // From here on the best move seen is played.
            5 => Player::machine(5, 300_000, 700),
            6 => Player::machine(8, 1_500_000, 1400),
            7 => Player::machine(12, 4_000_000, 2500),
            _ => {
                let mut player = Player::full();
                player.level.plan.limits.time = Some(Duration::from_millis(3600));
                player
            }
        }
    }

    fn human(depth: u32, error: i32, looseness: i32) -> Player {
        let time = Some(Duration::from_millis(400));
        let limits = Limits { depth: Some(depth), nodes: None, time };
        let plan = Plan { limits, ..Plan::default() };
        Player { level: Level { plan, error, looseness }, naive: false }
    }

    fn machine(depth: u32, nodes: u64, milliseconds: u64) -> Player {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time };
        let plan = Plan { limits, ..Plan::default() };
        Player { level: Level { plan, error: 0, looseness: 0 }, naive: false }
    }

    /// Whether it looks at so few positions that a small table serves it.
    pub fn is_light(&self) -> bool {
        self.level.plan.limits.depth.is_some_and(|depth| depth <= 5)
    }
}
