//! Engine interface of the pattern search for 8 by 8.

use std::sync::Arc;

use super::human_levels::HumanProfile;
use super::levels::LevelParams;
use crate::core::Position;
use crate::games::reversi::patterns::{self, Weights};
use crate::games::reversi::solver::{SolveMode, Solver, SolverParams, SolverResult};
use crate::games::reversi::{Discs, Reversi, Scoring, Square};
use crate::games::{
    Certainty, EngineInfo, EngineRequest, MoveScore, Notation, Score, ScoreUnit, SolveResult,
    Strength,
};
use crate::search::{Limits, thread_count};

/// Sizes of the transposition table in MiB: for shallow levels, and for all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// The installed weights, if they apply to the position: 8 by 8 with standard scoring.
pub(in crate::games::reversi) fn weights_for(position: &Reversi<u64>) -> Option<Arc<Weights>> {
    let fits = position.size() == 8 && position.scoring() == Scoring::Winner;
    if fits { patterns::installed() } else { None }
}

/// Pattern engine; its solver is created on first use.
#[derive(Default)]
pub(in crate::games::reversi) struct PatternEngine {
    solver: Option<(usize, Solver)>,
}

impl PatternEngine {
    /// Searches with the parameters of a level; results are best first.
    fn search(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        (params, request): (&LevelParams, &EngineRequest),
        mode: SolveMode,
        report: &mut dyn FnMut(&[SolverResult]),
    ) -> Vec<SolverResult> {
        let mut search_params = params.level.params_within(request.limits);
        if position.mobility().count_ones() == 1 && request.strength != Strength::Full {
            search_params.limits = search_params.limits.and(Limits::FORCED);
        }
        let size = if params.is_shallow() { SMALL_TABLE } else { LARGE_TABLE };
        let kept = self.solver.take().filter(|(kept, _)| *kept >= size);
        let (_, solver) = self.solver.insert(kept.unwrap_or_else(|| (size, Solver::new(size))));
        // Deterministic results must depend neither on earlier searches nor on the timing of
        // threads, and those of levels without memory not on earlier searches.
        let repeats = request.limits.depth.is_some() || request.limits.nodes.is_some();
        if repeats || !params.keeps_table {
            solver.clear_table();
        }
        let bounded = search_params.limits.depth.is_some() || search_params.limits.nodes.is_some();
        let params = SolverParams {
            exact_within: search_params.exact_within,
            mode,
            threads: if bounded { 1 } else { thread_count() },
            ..SolverParams::best(search_params.limits)
        };
        let discs = Discs { own: position.own(), opponent: position.opponent() };
        solver.search(weights, discs, &params, &request.stop, report)
    }

    /// The move of a level. Levels that err on purpose report nothing during the search, since
    /// their best move need not be the one they play.
    pub(in crate::games::reversi) fn think(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        (profile, request): (&HumanProfile, &EngineRequest),
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let (target, params) = ((position, weights), &profile.params);
        if profile.errs_on_purpose() {
            let found = self.search(target, (params, request), SolveMode::EachMove, &mut |_| ());
            return profile
                .choose(position, &found, request.seed)
                .map(|it| engine_info(position, it));
        }
        let found = self.search(target, (params, request), SolveMode::MultiPv(1), &mut |found| {
            found.iter().for_each(|found| report(&engine_info(position, found)));
        });
        found.first().map(|found| engine_info(position, found))
    }

    /// The best moves.
    pub(in crate::games::reversi) fn analyse(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let infos = |found: &[SolverResult]| -> Vec<EngineInfo> {
            found.iter().map(|found| engine_info(position, found)).collect()
        };
        let (target, params) = ((position, weights), (&LevelParams::full_strength(), request));
        let found = self
            .search(target, params, SolveMode::MultiPv(lines), &mut |found| report(&infos(found)));
        infos(&found)
    }

    /// A best move and whether it wins, loses or draws, by a WLD search.
    pub(in crate::games::reversi) fn outcome(
        &mut self,
        target: (&Reversi<u64>, &Weights),
        request: &EngineRequest,
    ) -> Option<SolveResult> {
        let params = &LevelParams::full_strength();
        let found = self.search(target, (params, request), SolveMode::Wld, &mut |_| ());
        let found = found.first().filter(|found| found.is_exact())?;
        Some(SolveResult {
            best: target.0.to_move(square(found.square)),
            outcome: found.value.cmp(&0),
            nodes: found.nodes,
            elapsed: found.elapsed,
        })
    }

    /// Values of all moves.
    pub(in crate::games::reversi) fn scores(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        request: &EngineRequest,
        report: &mut dyn FnMut(&[MoveScore]),
    ) -> Vec<MoveScore> {
        let scores = |found: &[SolverResult]| -> Vec<MoveScore> {
            found.iter().map(|found| score(position, found)).collect()
        };
        let (target, params) = ((position, weights), (&LevelParams::full_strength(), request));
        let found =
            self.search(target, params, SolveMode::EachMove, &mut |found| report(&scores(found)));
        scores(&found)
    }
}

fn square(square: Option<u8>) -> Square {
    square.map_or(Square::PASS, Square::new)
}

fn value(found: &SolverResult) -> Score {
    Score {
        amount: f64::from(found.value) / 100.0,
        unit: ScoreUnit::Discs,
        exact: found.is_exact(),
        mate: None,
    }
}

fn score(position: &Reversi<u64>, found: &SolverResult) -> MoveScore {
    MoveScore {
        mv: position.to_move(square(found.square)),
        score: Some(value(found)),
        depth: found.depth,
        certainty: if found.is_exact() {
            Certainty::Exact
        } else {
            Certainty::Percent { chance: found.percent, to_the_end: found.to_the_end }
        },
    }
}

fn engine_info(position: &Reversi<u64>, found: &SolverResult) -> EngineInfo {
    let mut at = *position;
    let line = found.line.iter().map(|&played| {
        let mv = square(played);
        let general = at.to_move(mv);
        at.play(mv);
        general
    });
    EngineInfo {
        pv: line.collect(),
        best: position.to_move(square(found.square)),
        score: Some(value(found)),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}
