//! The Reversi engine. Uses the [pattern engine](super::pattern_engine) on 8 by 8 if pattern
//! weights are installed, and otherwise alpha-beta search with the handcrafted evaluation.

use std::sync::Arc;

use super::any_size::{DISC, EndgameSolver, Evaluation, MAX_EMPTIES};
use super::bitboard::Bitboard256;
use super::patterns::Weights;
pub use super::player::LEVELS;
use super::player::{HumanProfile, LevelParams, PatternEngine, weights_for};
use super::{LastFlip, Reversi, Square};
use crate::core::{Position, Random};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, MoveScore, Notation, Score, ScoreUnit,
    SolveResult, Strength, outcome_by_search, scores_by_analysis,
};
use crate::search::{
    CachedSearcher, Limits, MultiPv, SearchBudget, SearchGame, SearchResult, Window,
};

/// Sizes of the transposition table in MiB: for shallow levels, and for all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// Evaluation and endgame solver, as the general alpha-beta search needs them.
struct Evaluator<B> {
    evaluation: Evaluation<B>,
    endgame: EndgameSolver<B>,
    counts_discs: bool,
}

impl<B: LastFlip> Evaluator<B> {
    fn new(position: &Reversi<B>, counts_discs: bool) -> Evaluator<B> {
        Evaluator {
            evaluation: Evaluation::new(position),
            endgame: EndgameSolver::new(position),
            counts_discs,
        }
    }
}

impl<B: LastFlip> SearchGame for Evaluator<B> {
    type Position = Reversi<B>;

    fn evaluate(&mut self, position: &Reversi<B>) -> i32 {
        if self.counts_discs {
            self.evaluation.disc_difference(position)
        } else {
            self.evaluation.estimate(position)
        }
    }

    fn terminal_value(&self, position: &Reversi<B>) -> i32 {
        position.final_score() * DISC
    }

    fn move_order_score(&mut self, position: &mut Reversi<B>, mv: Square, depth: u32) -> i32 {
        let Some(square) = mv.index() else { return 0 };
        let next = position.after(square, position.flips(square));
        let replies = next.mobility().count() as i32;
        // Near the leaves by mobility only; above, by static evaluation too.
        if depth < 3 {
            return -replies;
        }
        -self.evaluation.estimate(&next) - replies * DISC
    }

    fn move_id(&self, mv: Square) -> u16 {
        mv.index().map_or(u16::MAX, |square| u16::from(square) + 1)
    }

    fn costs_no_depth(&self, mv: Square) -> bool {
        mv == Square::PASS
    }

    fn max_plies_left(&self, position: &Reversi<B>) -> u32 {
        position.empties()
    }

    fn solve(
        &mut self,
        position: &Reversi<B>,
        Window { alpha, beta }: Window,
        budget: &mut SearchBudget,
    ) -> Option<i32> {
        if position.empties() > MAX_EMPTIES {
            return None;
        }
        // The smallest window in whole discs that contains this one.
        let max_score = 256;
        let low = alpha.div_euclid(DISC).max(-max_score);
        let high = (-(-beta).div_euclid(DISC)).min(max_score);
        Some(self.endgame.solve(position, (low, high), budget) * DISC)
    }
}

/// The Reversi engine for boards of every size.
#[derive(Default)]
pub struct ReversiEngine {
    /// For 8 by 8 with pattern weights.
    patterns: PatternEngine,
    small: BoardEngine<u64>,
    large: BoardEngine<Bitboard256>,
}

/// Engine without pattern weights for one bitboard type; its searcher is created on first use.
struct BoardEngine<B: LastFlip> {
    searcher: CachedSearcher<Evaluator<B>>,
}

impl<B: LastFlip> Default for BoardEngine<B> {
    fn default() -> Self {
        BoardEngine { searcher: CachedSearcher::default() }
    }
}

/// The position and the installed weights, if the pattern engine can search it.
fn with_pattern_weights(position: &AnyPosition) -> Option<(&Reversi<u64>, Arc<Weights>)> {
    let position = position.downcast()?;
    Some((position, weights_for(position)?))
}

impl Engine for ReversiEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        if let Some((position, weights)) = with_pattern_weights(position) {
            let profile = HumanProfile::of(request.strength);
            return self.patterns.think((position, &weights), (&profile, request), report);
        }
        if let Some(position) = position.downcast::<Reversi<u64>>() {
            self.small.think(position, request, report)
        } else if let Some(position) = position.downcast::<Reversi<Bitboard256>>() {
            self.large.think(position, request, report)
        } else {
            None
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if let Some((position, weights)) = with_pattern_weights(position) {
            return self.patterns.analyse((position, &weights), request, lines, report);
        }
        if let Some(position) = position.downcast::<Reversi<u64>>() {
            self.small.analyse(position, request, lines, report)
        } else if let Some(position) = position.downcast::<Reversi<Bitboard256>>() {
            self.large.analyse(position, request, lines, report)
        } else {
            Vec::new()
        }
    }

    fn scores(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&[MoveScore]),
    ) -> Vec<MoveScore> {
        if let Some((position, weights)) = with_pattern_weights(position) {
            return self.patterns.scores((position, &weights), request, report);
        }
        scores_by_analysis(self, position, request, report)
    }

    fn outcome(&mut self, position: &AnyPosition, request: &EngineRequest) -> Option<SolveResult> {
        if let Some((position, weights)) = with_pattern_weights(position) {
            return self.patterns.outcome((position, &weights), request);
        }
        outcome_by_search(self, position, request)
    }
}

impl<B: LastFlip> BoardEngine<B> {
    fn think(
        &mut self,
        position: &Reversi<B>,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let params = LevelParams::of(request.strength);
        let mut search_params = params.level.params_within(request.limits);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            search_params.limits = search_params.limits.and(Limits::FORCED);
        }
        let searcher =
            self.searcher.searcher(if params.is_shallow() { SMALL_TABLE } else { LARGE_TABLE });
        // Deterministic results, and those of levels without memory, must not depend on earlier
        // searches.
        if !params.keeps_table || request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.clear();
        }
        let mut evaluator = Evaluator::new(position, params.counts_discs);
        if params.level.max_loss > 0 {
            let ranking =
                searcher.rank_moves(&mut evaluator, position, &search_params, &request.stop)?;
            let mut random = Random::new(request.seed ^ position.key());
            return Some(engine_info(position, &ranking.choose(&params.level, &mut random)?));
        }
        let found = searcher.search(
            &mut evaluator,
            position,
            &search_params,
            &request.stop,
            &mut |found| {
                report(&engine_info(position, found));
            },
        )?;
        Some(engine_info(position, &found))
    }

    fn analyse(
        &mut self,
        position: &Reversi<B>,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let search_params = LevelParams::full().level.params_within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        if request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.clear();
        }
        let mut evaluator = Evaluator::new(position, false);
        let infos = |found: &[SearchResult<Square>]| -> Vec<EngineInfo> {
            found.iter().map(|line| engine_info(position, line)).collect()
        };
        let (multi_pv, stop) = (MultiPv::best(lines), &request.stop);
        let found = searcher.search_multi_pv(
            &mut evaluator,
            position,
            &search_params,
            &multi_pv,
            stop,
            &mut |found| {
                report(&infos(found));
            },
        );
        infos(&found)
    }
}

fn engine_info<B: LastFlip>(position: &Reversi<B>, found: &SearchResult<Square>) -> EngineInfo {
    let mut at = *position;
    let line = found.pv.iter().map(|&mv| {
        let general = at.to_move(mv);
        at.play(mv);
        general
    });
    EngineInfo {
        pv: line.collect(),
        best: position.to_move(found.best),
        score: Some(Score {
            amount: f64::from(found.value) / f64::from(DISC),
            unit: ScoreUnit::Discs,
            exact: found.exact,
            mate: None,
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}
