//! The playing levels of Gomoku. The first three are those with which the
//! subject is taught: the best-looking point, a search of fixed depth, and
//! minimax with alpha-beta.

use std::time::Duration;

use crate::games::Strength;
use crate::search::{Level, Limits, Plan};

/// How many playing levels there are.
pub const LEVELS: u8 = 10;

/// How a level finds its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Looks at each point as it is, without an answer.
    Greedy,
    /// Values every move by a search and chooses among the best.
    Choosing,
    /// Plays the best move of an alpha-beta search.
    Searching,
}

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How it finds its move.
    pub method: Method,
    /// How far it looks and how it errs, in hundredths of a tempo.
    pub level: Level,
    /// Positions looked at for a winning sequence of fours before the search,
    /// and at its leaves; 0 for none.
    pub fours: [u64; 2],
}

/// Positions for sequences of fours of the strongest players.
const MANY_FOURS: [u64; 2] = [40_000, 24];

impl Player {
    /// The player that only the request limits.
    pub fn full() -> Player {
        Player::searching(Limits::default(), MANY_FOURS)
    }

    /// The player of this strength.
    pub fn of(strength: Strength) -> Player {
        match strength {
            Strength::Full => Player::full(),
            Strength::Level(level) => Player::at(level),
        }
    }

    /// The player of a level, 1 to [`LEVELS`].
    pub fn at(level: u8) -> Player {
        match level {
            0 | 1 => Player::human(Method::Greedy, 1, 60, 25),
            2 => Player::human(Method::Choosing, 2, 60, 20),
            3 => Player::machine(3, 20_000, 400, [0; 2]),
            4 => Player::machine(4, 40_000, 500, [0; 2]),
            5 => Player::machine(6, 80_000, 600, [0; 2]),
            6 => Player::machine(6, 100_000, 800, [2_000, 0]),
            7 => Player::machine(8, 200_000, 1200, [10_000, 8]),
            8 => Player::machine(10, 500_000, 1800, [20_000, 16]),
            9 => Player::machine(14, 1_200_000, 2600, MANY_FOURS),
            _ => {
                let time = Some(Duration::from_millis(3600));
                Player::searching(Limits { time, ..Limits::default() }, MANY_FOURS)
            }
        }
    }

    fn human(method: Method, depth: u32, error: i32, looseness: i32) -> Player {
        let time = Some(Duration::from_millis(300));
        let limits = Limits { depth: Some(depth), time, ..Limits::default() };
        let plan = Plan { limits, ..Plan::default() };
        Player { method, level: Level { plan, error, looseness }, fours: [0; 2] }
    }

    /// The bound of milliseconds is for slow machines; otherwise the others
    /// are met first.
    fn machine(depth: u32, nodes: u64, milliseconds: u64, fours: [u64; 2]) -> Player {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time };
        Player::searching(limits, fours)
    }

    fn searching(limits: Limits, fours: [u64; 2]) -> Player {
        let plan = Plan { limits, ..Plan::default() };
        let level = Level { plan, error: 0, looseness: 0 };
        Player { method: Method::Searching, level, fours }
    }

    /// Whether it looks at so few positions that a small table serves it.
    pub fn is_light(&self) -> bool {
        self.level.plan.limits.nodes.is_some_and(|nodes| nodes <= 100_000)
            || self.method != Method::Searching
    }
}
