//! Engine interface of the pattern search for 8 by 8.

use std::sync::Arc;

use super::human_levels::HumanProfile;
use super::levels::LevelParams;
use crate::games::reversi::patterns::{self, Weights};
use crate::games::reversi::solver::{SolveMode, Solver, SolverParams, SolverResult};
use crate::games::reversi::{Reversi, Scoring};
use crate::games::{EngineInfo, EngineRequest, Score, ScoreUnit, Strength};
use crate::search::{Limits, thread_count};

/// Sizes of the transposition table in MiB: for shallow levels, and for all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// A position of the pattern engine, with the weights to evaluate it.
pub(in crate::games::reversi) struct PatternPosition {
    position: Reversi<u64>,
    weights: Arc<Weights>,
}

impl PatternPosition {
    /// The position with the installed weights, if they apply to it: 8 by 8 with standard scoring.
    pub(in crate::games::reversi) fn new(position: &Reversi<u64>) -> Option<PatternPosition> {
        let fits = position.size() == 8 && position.scoring() == Scoring::Winner;
        let weights = if fits { patterns::installed() } else { None };
        Some(PatternPosition { position: *position, weights: weights? })
    }
}

/// Pattern engine; its solver is created on first use.
#[derive(Default)]
pub(in crate::games::reversi) struct PatternEngine {
    solver: Option<CachedSolver>,
}

/// A solver that is kept between searches.
struct CachedSolver {
    /// Size of its transposition table in MiB.
    size: usize,
    solver: Solver,
}

impl PatternEngine {
    /// Searches with the parameters of a level; results are best first.
    fn search(
        &mut self,
        at: &PatternPosition,
        params: &LevelParams,
        request: &EngineRequest,
        mode: SolveMode,
        report: &mut dyn FnMut(&[SolverResult]),
    ) -> Vec<SolverResult> {
        let mut search_params = params.level.params_within(request.limits);
        if at.position.mobility().count_ones() == 1 && request.strength != Strength::Full {
            search_params.limits = search_params.limits.and(Limits::FORCED);
        }
        let size = if params.is_shallow() { SMALL_TABLE } else { LARGE_TABLE };
        let cached = self.solver.take().filter(|cached| cached.size >= size);
        let cached = cached.unwrap_or_else(|| CachedSolver { size, solver: Solver::new(size) });
        let CachedSolver { solver, .. } = self.solver.insert(cached);
        // Deterministic results must depend neither on earlier searches nor on the timing of
        // threads, and those of levels without memory not on earlier searches.
        if request.limits.is_counted() || !params.keeps_table {
            solver.clear_table();
        }
        let params = SolverParams {
            exact_within: search_params.exact_within,
            mode,
            threads: if search_params.limits.is_counted() { 1 } else { thread_count() },
            ..SolverParams::best(search_params.limits)
        };
        solver.search(&at.weights, at.position.discs(), &params, &request.stop, report)
    }

    /// Searches at full strength.
    fn search_fully(
        &mut self,
        at: &PatternPosition,
        request: &EngineRequest,
        mode: SolveMode,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let infos = |found: &[SolverResult]| -> Vec<EngineInfo> {
            found.iter().map(|found| engine_info(&at.position, found)).collect()
        };
        let report = &mut |found: &[SolverResult]| report(&infos(found));
        infos(&self.search(at, &LevelParams::full_strength(), request, mode, report))
    }

    /// The move of a level. Levels that err on purpose report nothing during the search, since
    /// their best move need not be the one they play.
    pub(in crate::games::reversi) fn think(
        &mut self,
        at: &PatternPosition,
        profile: &HumanProfile,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let (position, params) = (&at.position, &profile.params);
        if profile.errs_on_purpose() {
            let found = self.search(at, params, request, SolveMode::EachMove, &mut |_| ());
            let chosen = profile.choose(position, &found, request.seed);
            return chosen.map(|found| engine_info(position, found));
        }
        let found = self.search(at, params, request, SolveMode::MultiPv(1), &mut |found| {
            found.iter().for_each(|found| report(&engine_info(position, found)));
        });
        found.first().map(|found| engine_info(position, found))
    }

    /// The best moves.
    pub(in crate::games::reversi) fn analyse(
        &mut self,
        at: &PatternPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        self.search_fully(at, request, SolveMode::MultiPv(lines), report)
    }

    /// A best move with the proof that it wins, loses or draws, by a WLD search.
    pub(in crate::games::reversi) fn outcome(
        &mut self,
        at: &PatternPosition,
        request: &EngineRequest,
    ) -> Option<EngineInfo> {
        let found = self.search_fully(at, request, SolveMode::Wld, &mut |_| ());
        found.into_iter().next().filter(|info| info.score.is_some_and(|score| score.is_exact()))
    }

    /// Values of all moves.
    pub(in crate::games::reversi) fn scores(
        &mut self,
        at: &PatternPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        self.search_fully(at, request, SolveMode::EachMove, report)
    }
}

/// The engine info of a result.
fn engine_info(position: &Reversi<u64>, found: &SolverResult) -> EngineInfo {
    let score = Score {
        amount: f64::from(found.value) / 100.0,
        unit: ScoreUnit::Discs,
        certainty: found.certainty,
        mate: None,
    };
    EngineInfo::new(position, found, |mv| mv, score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Side;
    use crate::games::reversi::{Discs, Square};
    use crate::search::{Certainty, SearchResult};

    #[test]
    fn an_engine_info_keeps_what_the_search_found_and_ends_before_an_illegal_move() {
        let Discs { own, opponent } = Discs::START;
        let position = Reversi::new(own, opponent, Side::First, 8, Scoring::Winner);
        // After d3, c3 is legal and another d3 is not.
        let [d3, c3] = [19, 18].map(Square::new);
        let found = SolverResult {
            pv: vec![d3, c3, d3, c3],
            certainty: Certainty::Percent { chance: 87, to_the_end: false },
            depth: 4,
            nodes: 900,
            ..SearchResult::unsearched(d3, -250)
        };
        let info = engine_info(&position, &found);
        assert_eq!((info.best, info.pv.len()), (info.pv[0], 2));
        assert_eq!((info.depth, info.nodes, info.certainty()), (4, 900, found.certainty));
        assert_eq!(info.score.unwrap().amount, -2.5);
        assert_eq!(info.score.unwrap().outcome(), None);
    }
}
