//! The playing levels of Reversi, as they are on boards of every size.

use std::time::Duration;

use crate::games::Strength;
use crate::search::{Level, Limits, Plan};

/// How many playing levels there are.
pub const LEVELS: u8 = 10;

/// When this few empty squares are missing to the end, the search goes there
/// at once.
const LEAP: u32 = 8;

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How far it looks and how it errs, in hundredths of a disc.
    pub level: Level,
    /// Whether it counts discs, as beginners do, and sees nothing else.
    pub naive: bool,
    /// Whether it may use what it learned at earlier moves. Its answers then
    /// depend on them.
    pub remembers: bool,
}

impl Player {
    /// The player that only the request limits.
    pub fn full() -> Player {
        let plan = Plan { limits: Limits::default(), exact_within: 0, leap: LEAP };
        Player { level: Level { plan, error: 0, looseness: 0 }, naive: false, remembers: true }
    }

    /// The player that a request asks for.
    pub fn of(strength: Strength) -> Player {
        match strength {
            Strength::Full => Player::full(),
            Strength::Level(level) => Player::at(level),
        }
    }

    /// The player of a level, 1 to [`LEVELS`].
    pub fn at(level: u8) -> Player {
        match level {
            // The first game ever: many discs look good.
            0 | 1 => Player::human(1, 1, 2400, 900).naive(),
            // Sees the corners and where the discs are safe, now and then.
            2 => Player::human(1, 1, 1800, 900),
            3 => Player::human(1, 3, 800, 270),
            4 => Player::human(2, 5, 700, 220),
            5 => Player::human(3, 7, 450, 130),
            6 => Player::human(4, 9, 250, 70),
            // From here on the best move seen is played.
            7 => Player::machine(5, 12, 400_000, 600),
            8 => Player::machine(7, 15, 3_000_000, 1200),
            9 => Player::machine(10, 18, 8_000_000, 2500),
            _ => {
                let limits =
                    Limits { time: Some(Duration::from_millis(3600)), ..Limits::default() };
                let mut player = Player::full();
                player.level.plan.limits = limits;
                player
            }
        }
    }

    /// Looks `depth` plies ahead, to the end from `exact_within` empty
    /// squares on, and errs by at most `error`.
    fn human(depth: u32, exact_within: u32, error: i32, looseness: i32) -> Player {
        let limits = Limits {
            depth: Some(depth),
            time: Some(Duration::from_millis(250)),
            ..Limits::default()
        };
        let plan = Plan { limits, exact_within, leap: LEAP };
        Player { level: Level { plan, error, looseness }, naive: false, remembers: false }
    }

    /// Makes no error on purpose. The bound of milliseconds is for large
    /// boards on slow machines; on 8 by 8 the others are met first.
    fn machine(depth: u32, exact_within: u32, nodes: u64, milliseconds: u64) -> Player {
        let limits = Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            time: Some(Duration::from_millis(milliseconds)),
        };
        let plan = Plan { limits, exact_within, leap: LEAP };
        Player { level: Level { plan, error: 0, looseness: 0 }, naive: false, remembers: false }
    }

    fn naive(mut self) -> Player {
        self.naive = true;
        self
    }

    /// Whether it looks at so few positions that a small table serves it.
    pub fn is_light(&self) -> bool {
        self.level.plan.limits.depth.is_some_and(|depth| depth <= 6)
    }
}
