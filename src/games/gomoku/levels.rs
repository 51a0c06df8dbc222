//! Playing levels of Gomoku. The first three use the methods taught first:
//! greedy, fixed-depth search, and minimax with alpha-beta.

use std::time::Duration;

use super::evaluation::SearchStyle;
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
    /// Style of the search.
    pub style: SearchStyle,
    /// Node limit of the VCF search before the main search; 0 for none.
    pub vcf_nodes: u64,
    /// Node limit of the VCT search before the main search; 0 for none.
    pub vct_nodes: u64,
}

/// VCF node limit of the strongest levels before the main search.
const MAX_VCF_NODES: u64 = 40_000;

/// VCF node limit of the strongest levels within the main search.
const MAX_LEAF_VCF_NODES: u64 = 48;

/// VCT node limit of the strongest levels.
const MAX_VCT_NODES: u64 = 400_000;

impl LevelSettings for LevelParams {
    fn full_strength() -> LevelParams {
        let level = Level { params: SearchParams::default(), max_loss: 0, temperature: 0 };
        LevelParams {
            method: Method::Searching,
            level,
            style: SearchStyle { full_width: false, leaf_vcf_nodes: MAX_LEAF_VCF_NODES },
            vcf_nodes: MAX_VCF_NODES,
            vct_nodes: MAX_VCT_NODES,
        }
    }

    fn of_level(level: u8) -> LevelParams {
        match level {
            0 | 1 => LevelParams::imperfect(Method::Greedy, 1, 60, 25),
            2 => LevelParams::imperfect(Method::Choosing, 2, 60, 20),
            3 => LevelParams::minimax(3, 20_000, 400),
            4 => LevelParams::minimax(4, 40_000, 500),
            5 => LevelParams::minimax(6, 80_000, 600),
            6 => LevelParams::selective(8, 100_000, 800).with_vcf(2_000, 0),
            7 => LevelParams::selective(10, 200_000, 1200).with_vcf(10_000, 8),
            8 => LevelParams::selective(12, 500_000, 1800).with_vcf(20_000, 16),
            9 => LevelParams {
                vct_nodes: 100_000,
                ..LevelParams::selective(16, 1_200_000, 2600)
                    .with_vcf(MAX_VCF_NODES, MAX_LEAF_VCF_NODES)
            },
            _ => {
                let time = Some(Duration::from_millis(3600));
                let mut params = LevelParams::full_strength();
                params.level.params.limits = Limits { time, ..Limits::default() };
                params
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
        let level = Level { params, max_loss, temperature };
        LevelParams { method, level, ..LevelParams::minimax(depth, 0, 0) }
    }

    /// Alpha-beta that looks at all lines to the same depth. The time limit is for slow
    /// machines; otherwise the other limits are met first.
    fn minimax(depth: u32, nodes: u64, milliseconds: u64) -> LevelParams {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time, ..Limits::default() };
        let params = SearchParams { limits, ..SearchParams::default() };
        LevelParams {
            method: Method::Searching,
            level: Level { params, max_loss: 0, temperature: 0 },
            style: SearchStyle::FULL_WIDTH,
            vcf_nodes: 0,
            vct_nodes: 0,
        }
    }

    /// As [`LevelParams::minimax`], but with a selective search.
    fn selective(depth: u32, nodes: u64, milliseconds: u64) -> LevelParams {
        let style = SearchStyle { full_width: false, leaf_vcf_nodes: 0 };
        LevelParams { style, ..LevelParams::minimax(depth, nodes, milliseconds) }
    }

    /// With VCF searches of so many nodes before and within the main search.
    fn with_vcf(self, root: u64, leaf: u64) -> LevelParams {
        let style = SearchStyle { leaf_vcf_nodes: leaf, ..self.style };
        LevelParams { style, vcf_nodes: root, ..self }
    }
}
