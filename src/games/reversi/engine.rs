//! The Reversi engine. Uses the [pattern engine](super::player) on 8 by 8 if pattern
//! weights are installed, and otherwise alpha-beta search with the handcrafted evaluation.

use std::marker::PhantomData;

use super::any_size::{DISC, EndgameSolver, Evaluation, MAX_EMPTIES};
use super::bitboard::Bitboard256;
use super::move_features::{MAX_PLIES, MOVE_FEATURES};
pub use super::player::LEVELS;
use super::player::{HumanProfile, LevelParams, PatternEngine, PatternPosition};
use super::{LastFlip, Reversi, Square};
use crate::games::alpha_beta_engine::{AlphaBetaEngine, AlphaBetaGame, LevelSettings};
use crate::games::evolved_player::{Evolved, breed};
use crate::games::{
    Algorithm, AlgorithmTrace, AnyPosition, Engine, EngineInfo, EngineRequest, Score, ScoreUnit,
    TraceRequest, outcome_by_search, scores_by_analysis,
};
use crate::search::trace::Recorder;
use crate::search::{Level, SearchBudget, SearchGame, SearchResult, StopFlag, Window};

/// Evaluation and endgame solver, as the general alpha-beta search needs them.
pub(super) struct Evaluator<B> {
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
        let discs = Window {
            alpha: alpha.div_euclid(DISC).max(-max_score),
            beta: (-(-beta).div_euclid(DISC)).min(max_score),
        };
        Some(self.endgame.solve(position, discs, budget) * DISC)
    }
}

/// The Reversi engine for boards of every size.
#[derive(Default)]
pub struct ReversiEngine {
    /// For 8 by 8 with pattern weights.
    patterns: PatternEngine,
    small: AlphaBetaEngine<ReversiSearch<u64>>,
    large: AlphaBetaEngine<ReversiSearch<Bitboard256>>,
}

/// Reversi without pattern weights, with one bitboard type, for the alpha-beta
/// engine.
struct ReversiSearch<B>(PhantomData<B>);

impl<B> Default for ReversiSearch<B> {
    fn default() -> Self {
        ReversiSearch(PhantomData)
    }
}

impl<B: LastFlip> AlphaBetaGame for ReversiSearch<B> {
    type Position = Reversi<B>;
    type Search = Evaluator<B>;
    type Settings = LevelParams;

    const LARGE_TABLE: usize = 64;
    const FEATURES: &'static [&'static str] = &MOVE_FEATURES;

    fn evolve(
        board: &Reversi<B>,
        evaluator: &mut Evaluator<B>,
        request: &TraceRequest,
        recorder: &mut Recorder<Square>,
    ) -> Option<Evolved<Square>> {
        breed(board, evaluator, MAX_PLIES, request, recorder)
    }

    fn board(position: &Reversi<B>, _: &LevelParams) -> Reversi<B> {
        *position
    }

    fn evaluator(board: &Reversi<B>, settings: &LevelParams, _: &StopFlag) -> Evaluator<B> {
        Evaluator::new(board, settings.counts_discs)
    }

    fn rules_move(mv: Square) -> Square {
        mv
    }

    fn score(_: &Reversi<B>, found: &SearchResult<Square>) -> Score {
        Score {
            amount: f64::from(found.value) / f64::from(DISC),
            unit: ScoreUnit::Discs,
            certainty: found.certainty,
            mate: None,
        }
    }
}

impl LevelSettings for LevelParams {
    fn full_strength() -> LevelParams {
        LevelParams::full_strength()
    }

    fn of_level(level: u8) -> LevelParams {
        LevelParams::of_level(level)
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn is_light(&self) -> bool {
        self.is_shallow()
    }

    fn keeps_table(&self) -> bool {
        self.keeps_table
    }
}

/// The position for the pattern engine, if that can search it.
fn for_patterns(position: &AnyPosition) -> Option<PatternPosition> {
    PatternPosition::new(position.downcast()?)
}

impl Engine for ReversiEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        if let Some(at) = for_patterns(position) {
            let profile = HumanProfile::of(request.strength);
            return self.patterns.think(&at, &profile, request, report);
        }
        let small = self.small.search(position, request, report);
        small.or_else(|| self.large.search(position, request, report))
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if let Some(at) = for_patterns(position) {
            return self.patterns.analyse(&at, request, lines, report);
        }
        let small = self.small.analyse(position, request, lines, report);
        if small.is_empty() { self.large.analyse(position, request, lines, report) } else { small }
    }

    fn algorithms(&self, position: &AnyPosition) -> Vec<Algorithm> {
        let small = self.small.algorithms(position);
        if small.is_empty() { self.large.algorithms(position) } else { small }
    }

    fn trace(&mut self, position: &AnyPosition, request: &TraceRequest) -> Option<AlgorithmTrace> {
        self.small.trace(position, request).or_else(|| self.large.trace(position, request))
    }

    fn scores(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if let Some(at) = for_patterns(position) {
            return self.patterns.scores(&at, request, report);
        }
        scores_by_analysis(self, position, request, report)
    }

    fn outcome(&mut self, position: &AnyPosition, request: &EngineRequest) -> Option<EngineInfo> {
        if let Some(at) = for_patterns(position) {
            return self.patterns.outcome(&at, request);
        }
        outcome_by_search(self, position, request)
    }
}
