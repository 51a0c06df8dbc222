//! Playing levels of the m,n,k games. The lower ones use the methods taught
//! first, in their plain form: an evolved settings, minimax, and minimax with
//! alpha-beta.

use std::time::Duration;

use super::position::Rules;
use super::search_board::MoveFilter;
use crate::games::alpha_beta_engine::LevelSettings;
use crate::search::evolution::EvolutionParams;
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 7;

/// Boards up to this many squares are searched with every move.
const SMALL_BOARD: usize = 25;

/// The method by which a level finds its move.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// Move features weighted by evolution through self-play.
    Evolution(EvolutionParams),
    /// Plain minimax to a fixed depth.
    Minimax,
    /// Alpha-beta with iterative deepening.
    AlphaBeta,
}

/// Settings of one level.
#[derive(Clone, Copy, Debug)]
pub struct LevelParams {
    /// The method of choosing a move.
    pub method: Method,
    /// Search limits and error margins: in hundredths of the value of a line
    /// that lacks two marks, or of an evolved weight.
    pub level: Level,
    /// Maximum number of candidate moves on boards that are not small.
    width: usize,
}

impl LevelSettings for LevelParams {
    fn full_strength() -> LevelParams {
        let mut settings = LevelParams::new(Method::AlphaBeta, Limits::default());
        settings.width = 20;
        settings
    }

    fn of_level(level: u8) -> LevelParams {
        match level {
            0 | 1 => {
                LevelParams::new(Method::Evolution(EVOLUTION), fixed_depth(1)).with_errors(40, 15)
            }
            2 => LevelParams::new(Method::Minimax, fixed_depth(2)).with_errors(150, 60),
            3 => LevelParams::new(Method::Minimax, fixed_depth(3)),
            4 => LevelParams::new(Method::AlphaBeta, fixed_depth(4)),
            5 => LevelParams::new(Method::AlphaBeta, fixed_depth(6)),
            6 => LevelParams::new(Method::AlphaBeta, bounded(9, 300_000, 900)),
            _ => {
                let time = Some(Duration::from_millis(2400));
                let mut settings = LevelParams::full_strength();
                settings.level.params.limits = Limits { time, ..Limits::default() };
                settings
            }
        }
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn is_light(&self) -> bool {
        self.level.params.limits.depth.is_some_and(|depth| depth <= 6)
    }
}

impl LevelParams {
    fn new(method: Method, limits: Limits) -> LevelParams {
        let params = SearchParams { limits, exact_within: 0, endgame_jump: 0 };
        let level = Level { params, max_loss: 0, temperature: 0 };
        LevelParams { method, level, width: 14 }
    }

    fn with_errors(mut self, max_loss: i32, temperature: i32) -> LevelParams {
        self.level.max_loss = max_loss;
        self.level.temperature = temperature;
        self
    }

    /// The moves searched on a board.
    pub fn move_filter(&self, rules: &Rules) -> MoveFilter {
        MoveFilter {
            width: (rules.cells() > SMALL_BOARD).then_some(self.width),
            forced: matches!(self.method, Method::AlphaBeta),
        }
    }
}

/// A short evolution; a longer one makes a settings that is too strong for the
/// first level.
pub const EVOLUTION: EvolutionParams =
    EvolutionParams { population: 16, generations: 12, games: 4, max_plies: 40, nodes: 150_000 };

/// A fixed depth; the time limit is for slow machines.
fn fixed_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), time: Some(Duration::from_millis(400)), ..Limits::default() }
}

/// The first limit that is met holds; the time limit is for slow machines.
fn bounded(depth: u32, nodes: u64, milliseconds: u64) -> Limits {
    Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        time: Some(Duration::from_millis(milliseconds)),
        ..Limits::default()
    }
}
