//! The engine of the variants: a search of threats, then principal variation search over
//! candidate moves.

use super::Variant;
use super::evaluation::{Evaluator, WIN, WIN_CHANCE_SCALE, WIN_THRESHOLD};
use super::position::{Stage, VariantMove, VariantPosition};
use super::search_board::{CandidateMove, SearchBoard};
use crate::core::{Position, Random};
use crate::games::alpha_beta_engine::{
    AlphaBetaEngine, AlphaBetaGame, LevelSettings, Root, RootDecision,
};
use crate::games::engine::mate_in;
use crate::games::gomoku::bitboard::{cell, file_and_rank};
use crate::games::gomoku::levels::{FORCED_LIMITS, LevelParams, Method};
use crate::games::{EngineInfo, EngineRequest, Notation, Score, ScoreUnit, Strength};
use crate::search::{CachedSearcher, Certainty, Limits, SearchBudget, SearchResult, StopFlag};

/// Divisor of the time and nodes given to the search of threats before the main search.
const THREAT_SHARE: u64 = 5;

/// The variants of Gomoku for the alpha-beta engine.
#[derive(Default)]
pub struct VariantSearch;

/// The engine of the variants of Gomoku.
pub(in crate::games::gomoku) type VariantEngine = AlphaBetaEngine<VariantSearch>;

impl AlphaBetaGame for VariantSearch {
    type Position = VariantPosition;
    type Search = Evaluator;
    type Settings = LevelParams;

    const LARGE_TABLE: usize = 48;
    const FORCED_LIMITS: Limits = FORCED_LIMITS;

    fn settings(position: &VariantPosition, strength: Strength) -> LevelParams {
        let mut settings = LevelParams::of(strength);
        if position.variant() == Variant::Connect6 && settings.method == Method::Searching {
            // A level searches as many turns as in the other variants.
            let depth = &mut settings.level.params.limits.depth;
            *depth = depth.map(|turns| 2 * turns);
        }
        settings
    }

    fn board(position: &VariantPosition, _: &LevelParams) -> SearchBoard {
        SearchBoard::new(position)
    }

    fn evaluator(_: &SearchBoard, settings: &LevelParams, stop: &StopFlag) -> Evaluator {
        Evaluator::new(settings.style, stop)
    }

    fn rules_move(mv: CandidateMove) -> VariantMove {
        mv.rules_move
    }

    fn score(board: &SearchBoard, found: &SearchResult<CandidateMove>) -> Score {
        Score {
            amount: 1.0 / (1.0 + (-f64::from(found.value) / WIN_CHANCE_SCALE).exp()),
            unit: ScoreUnit::Chance,
            // The search prunes to candidate moves, so that only a win on the
            // board is proved.
            certainty: Certainty::exact_if(found.value >= WIN - 1),
            mate: turns_to_win(board.position(), found.value),
        }
    }

    fn decide(
        &mut self,
        _: &mut CachedSearcher<Evaluator>,
        position: &VariantPosition,
        request: &EngineRequest,
        random: &mut Random,
    ) -> RootDecision {
        if position.end().is_some() {
            return RootDecision::Immediate(None);
        }
        if let Some(cell) = opening_stone(position, request, random) {
            let best = position.to_move(VariantMove::Stone(cell));
            return RootDecision::Immediate(Some(EngineInfo::without_search(best)));
        }
        let settings = LevelParams::of(request.strength);
        match settings.method {
            Method::Greedy => RootDecision::Immediate(greedy(position, &settings, random)),
            Method::Choosing | Method::Searching => RootDecision::Search,
        }
    }

    /// A win by threats alone, if one is found within the node limit of the level.
    fn forced_win(
        &mut self,
        evaluator: &mut Evaluator,
        root: &mut Root<'_, VariantSearch>,
    ) -> Option<SearchResult<CandidateMove>> {
        let (board, limits) = (&root.board, &mut root.params.limits);
        if limits.depth == Some(0) || root.settings.vcf_nodes == 0 {
            return None;
        }
        let nodes = limits.nodes.map(|nodes| nodes / THREAT_SHARE);
        let nodes = Some(nodes.unwrap_or(u64::MAX).min(root.settings.vcf_nodes));
        let time = limits.aimed_time().map(|time| time / THREAT_SHARE as u32);
        let share = Limits { nodes, time, ..Limits::default() };
        let mut budget = SearchBudget::new(share, evaluator.stop.clone());
        let win = evaluator.forced_win(board, &mut budget);
        *limits = limits.after(budget.elapsed());
        let (moves, value) = win?;
        let stone = |rules_move| CandidateMove { rules_move, forced: false, order_score: 0 };
        let pv: Vec<CandidateMove> = moves.into_iter().map(stone).collect();
        Some(SearchResult {
            depth: pv.len() as u32,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            ..SearchResult::unsearched(*pv.first()?, value)
        })
        .map(|found| SearchResult { pv, ..found })
    }
}

/// Number of the winner's turns to the win for a search value; `None` for
/// estimates, and in Bubble, where turns are unbounded.
fn turns_to_win(position: &VariantPosition, value: i32) -> Option<i32> {
    if value.abs() <= WIN_THRESHOLD || position.variant() == Variant::Bubble {
        return None;
    }
    let plies = WIN - value.abs();
    let turns = match (position.variant(), position.stage()) {
        (Variant::Connect6, Stage::Turn) => (plies + 1) / 2,
        (Variant::Connect6, _) => plies / 2 + 1,
        _ => plies,
    };
    mate_in(turns, value)
}

/// One of the usual first stones, so that games of a level differ; `None` when
/// the search decides.
fn opening_stone(
    position: &VariantPosition,
    request: &EngineRequest,
    random: &mut Random,
) -> Option<u16> {
    let middle = position.size() / 2;
    let [black, white] = position.stones();
    let centre = cell(middle, middle);
    if position.scores() != [0; 2] || position.stage() == Stage::Extra {
        return None;
    }
    if black + white == 0 {
        return Some(centre);
    }
    let is_centre_black = position.lines().colour_at(centre) == Some(0);
    if black + white > 2 || !is_centre_black || request.strength == Strength::Full {
        return None;
    }
    let max_distance = u8::from(black + white == 2) + 1;
    let near: Vec<u16> = position
        .cells()
        .filter(|&at| {
            let (file, rank) = file_and_rank(at);
            let distance = file.abs_diff(middle).max(rank.abs_diff(middle));
            distance <= max_distance && position.is_legal(VariantMove::Stone(at))
        })
        .collect();
    random.pick(&near).copied()
}

/// Greedy choice by the static move ordering score.
fn greedy(
    position: &VariantPosition,
    settings: &LevelParams,
    random: &mut Random,
) -> Option<EngineInfo> {
    let mut ranked = Vec::new();
    SearchBoard::new(position).legal_moves(&mut ranked);
    ranked.sort_by_key(|candidate| std::cmp::Reverse(candidate.order_score));
    let best = settings.level.choose(&ranked, |candidate| candidate.order_score, random)?;
    let info = EngineInfo::without_search(position.to_move(best.rules_move));
    Some(EngineInfo { depth: 1, nodes: ranked.len() as u64, ..info })
}
