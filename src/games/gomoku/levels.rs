//! Playing levels of Gomoku. The first three use the methods taught first:
//! greedy, fixed-depth search, and minimax with alpha-beta.

use std::time::Duration;

use crate::games::alpha_beta_engine::LevelSettings;
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 10;

/// Limits where there is only one move: more would hardly change its value.
pub const FORCED_LIMITS: Limits = Limits { depth: Some(2), ..Limits::UNBOUNDED };

/// The method by which a level finds its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Greedy: the best static score, without search.
    Greedy,
    /// Searches every move separately and chooses at random among the best.
    Choosing,
    /// The best move of an alpha-beta search.
    Searching,
}

/// Settings of one level.
#[derive(Clone, Copy, Debug)]
pub struct LevelParams {
    /// The method of choosing a move.
    pub method: Method,
    /// Search limits and error margins, in hundredths of a tempo.
    pub level: Level,
    /// Node limits of the VCF searches.
    pub vcf_nodes: VcfNodes,
    /// Node limit of the VCT search before the main search; 0 for none.
    pub vct_nodes: u64,
}

/// Node limits of the VCF searches of a level; 0 for none.
#[derive(Clone, Copy, Debug)]
pub struct VcfNodes {
    /// Of the search before the main search.
    pub root: u64,
    /// Of the search at each leaf of the main search.
    pub leaf: u64,
}

impl VcfNodes {
    const NONE: VcfNodes = VcfNodes { root: 0, leaf: 0 };
}

/// VCF node limits of the strongest levels.
const MAX_VCF_NODES: VcfNodes = VcfNodes { root: 40_000, leaf: 24 };

/// VCT node limit of the strongest levels.
const MAX_VCT_NODES: u64 = 400_000;

impl LevelSettings for LevelParams {
    fn full_strength() -> LevelParams {
        LevelParams {
            vct_nodes: MAX_VCT_NODES,
            ..LevelParams::alpha_beta(Limits::default(), MAX_VCF_NODES)
        }
    }

    fn of_level(level: u8) -> LevelParams {
        match level {
            0 | 1 => LevelParams::imperfect(Method::Greedy, 1, 60, 25),
            2 => LevelParams::imperfect(Method::Choosing, 2, 60, 20),
            3 => LevelParams::bounded(3, 20_000, 400, VcfNodes::NONE),
            4 => LevelParams::bounded(4, 40_000, 500, VcfNodes::NONE),
            5 => LevelParams::bounded(6, 80_000, 600, VcfNodes::NONE),
            6 => LevelParams::bounded(6, 100_000, 800, VcfNodes { root: 2_000, leaf: 0 }),
            7 => LevelParams::bounded(8, 200_000, 1200, VcfNodes { root: 10_000, leaf: 8 }),
            8 => LevelParams::bounded(10, 500_000, 1800, VcfNodes { root: 20_000, leaf: 16 }),
            9 => LevelParams {
                vct_nodes: 100_000,
                ..LevelParams::bounded(14, 1_200_000, 2600, MAX_VCF_NODES)
            },
            _ => {
                let time = Some(Duration::from_millis(3600));
                let limits = Limits { time, ..Limits::default() };
                LevelParams {
                    vct_nodes: MAX_VCT_NODES,
                    ..LevelParams::alpha_beta(limits, MAX_VCF_NODES)
                }
            }
        }
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn is_light(&self) -> bool {
        self.level.params.limits.nodes.is_some_and(|nodes| nodes <= 100_000)
            || self.method != Method::Searching
    }
}

impl LevelParams {
    fn imperfect(method: Method, depth: u32, max_loss: i32, temperature: i32) -> LevelParams {
        let time = Some(Duration::from_millis(300));
        let limits = Limits { depth: Some(depth), time, ..Limits::default() };
        let params = SearchParams { limits, ..SearchParams::default() };
        LevelParams {
            method,
            level: Level { params, max_loss, temperature },
            vcf_nodes: VcfNodes::NONE,
            vct_nodes: 0,
        }
    }

    /// The time limit is for slow machines; otherwise the other limits are met
    /// first.
    fn bounded(depth: u32, nodes: u64, milliseconds: u64, vcf_nodes: VcfNodes) -> LevelParams {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time, ..Limits::default() };
        LevelParams::alpha_beta(limits, vcf_nodes)
    }

    fn alpha_beta(limits: Limits, vcf_nodes: VcfNodes) -> LevelParams {
        let params = SearchParams { limits, ..SearchParams::default() };
        let level = Level { params, max_loss: 0, temperature: 0 };
        LevelParams { method: Method::Searching, level, vcf_nodes, vct_nodes: 0 }
    }
}
