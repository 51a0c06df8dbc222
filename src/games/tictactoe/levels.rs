//! The playing levels of k in a row. The lower ones are the methods that are
//! taught first, each in its plain form: a player bred by evolution, minimax,
//! and minimax with alpha-beta.

use std::time::Duration;

use super::position::Rules;
use super::rows::View;
use crate::search::evolution::Breeding;
use crate::search::{Level, Limits, Plan};

/// How many playing levels there are.
pub const LEVELS: u8 = 7;

/// Up to this many squares every move is looked at.
const SMALL_BOARD: usize = 25;

/// How a player finds its move.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// By weights of what a move looks like, bred by playing.
    Evolution(Breeding),
    /// By looking at every move to a fixed depth.
    Minimax,
    /// By the same, leaving out what cannot matter, deeper and deeper.
    AlphaBeta,
}

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How it finds its move.
    pub method: Method,
    /// How far it looks, and how it errs: in hundredths of the worth of two
    /// marks missing to a row, or of a bred weight.
    pub level: Level,
    /// The most moves it looks at on boards that are not small.
    width: usize,
    /// Whether it may use what it learned at earlier moves.
    pub remembers: bool,
}

impl Player {
    /// The player that only the request limits.
    pub fn full() -> Player {
        let mut player = Player::new(Method::AlphaBeta, Limits::default());
        player.width = 20;
        player.remembers = true;
        player
    }

    /// The player of a level, 1 to [`LEVELS`].
    pub fn at(level: u8) -> Player {
        match level {
            0 | 1 => Player::new(Method::Evolution(BREEDING), quick(1)).erring(40, 15),
            2 => Player::new(Method::Minimax, quick(2)).erring(150, 60),
            3 => Player::new(Method::Minimax, quick(3)),
            4 => Player::new(Method::AlphaBeta, quick(4)),
            5 => Player::new(Method::AlphaBeta, quick(6)),
            6 => Player::new(Method::AlphaBeta, bounded(9, 300_000, 900)),
            _ => {
                let time = Some(Duration::from_millis(2400));
                let mut player = Player::full();
                player.level.plan.limits = Limits { time, ..Limits::default() };
                player
            }
        }
    }

    fn new(method: Method, limits: Limits) -> Player {
        let plan = Plan { limits, exact_within: 0, leap: 0 };
        let level = Level { plan, error: 0, looseness: 0 };
        Player { method, level, width: 14, remembers: false }
    }

    fn erring(mut self, error: i32, looseness: i32) -> Player {
        self.level.error = error;
        self.level.looseness = looseness;
        self
    }

    /// The moves that this player looks at on a board.
    pub fn view(&self, rules: &Rules) -> View {
        View {
            width: (rules.cells() > SMALL_BOARD).then_some(self.width),
            forced: matches!(self.method, Method::AlphaBeta),
        }
    }

    /// Whether it looks at so few positions that a small table serves it.
    pub fn is_light(&self) -> bool {
        self.level.plan.limits.depth.is_some_and(|depth| depth <= 6)
    }
}

/// Bred in a blink; longer breeding makes a player that is too good for the
/// first level.
const BREEDING: Breeding =
    Breeding { population: 16, generations: 12, games: 4, longest: 40, nodes: 150_000 };

/// A fixed depth. The time is for slow machines.
fn quick(depth: u32) -> Limits {
    Limits { depth: Some(depth), nodes: None, time: Some(Duration::from_millis(400)) }
}

/// The first bound that is met holds; the time is for slow machines.
fn bounded(depth: u32, nodes: u64, milliseconds: u64) -> Limits {
    Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        time: Some(Duration::from_millis(milliseconds)),
    }
}
