//! The engine of Gomoku: VCF and VCT searches, then principal variation search.

use super::bitboard::file_and_rank;
use super::candidate_moves::CandidateMove;
use super::evaluation::{Evaluator, WIN, WIN_THRESHOLD, win_chance};
use super::levels::{FORCED_LIMITS, LevelParams, Method};
use super::move_features::{MAX_PLIES, MOVE_FEATURES};
use super::opening_play::OpeningPlayer;
use super::opening_rule::Stage;
use super::pattern_board::PatternBoard;
use super::position::{Gomoku, GomokuMove, Rule};
use super::vct::Vct;
use super::weights_file::weights_for;
use crate::core::{Position, Random};
use crate::games::alpha_beta_engine::{
    AlphaBetaEngine, AlphaBetaGame, LevelSettings, Root, RootDecision,
};
use crate::games::engine::mate_in;
use crate::games::evolved_player::{Evolved, breed};
use crate::games::{EngineInfo, EngineRequest, Notation, Score, Strength, TraceRequest};
use crate::search::trace::Recorder;
use crate::search::{CachedSearcher, Certainty, Limits, SearchBudget, SearchResult, StopFlag};

/// Divisors of the nodes and of the time given to the VCT search before the main search: a node of
/// the main search takes three times as long.
const VCT_NODES_SHARE: u64 = 5;
const VCT_TIME_SHARE: u32 = 15;

/// Gomoku for the alpha-beta engine.
#[derive(Default)]
pub struct GomokuSearch {
    vct: Vct,
}

/// The engine of Gomoku.
pub type GomokuEngine = AlphaBetaEngine<GomokuSearch>;

impl AlphaBetaGame for GomokuSearch {
    type Position = Gomoku;
    type Search = Evaluator;
    type Settings = LevelParams;

    const LARGE_TABLE: usize = 64;
    const IS_PARALLEL: bool = true;
    const FORCED_LIMITS: Limits = FORCED_LIMITS;
    const FEATURES: &'static [&'static str] = &MOVE_FEATURES;

    fn evolve(
        board: &PatternBoard,
        evaluator: &mut Evaluator,
        request: &TraceRequest,
        recorder: &mut Recorder<CandidateMove>,
    ) -> Option<Evolved<CandidateMove>> {
        breed(board, evaluator, MAX_PLIES, request, recorder)
    }

    fn is_searched(position: &Gomoku) -> bool {
        position.stage() == Stage::Play && !position.next_stone_precedes_choice()
    }

    // Levels of one method judge by weights made by hand.
    fn board(position: &Gomoku, settings: &LevelParams) -> PatternBoard {
        if settings.style.full_width {
            PatternBoard::new(position)
        } else {
            PatternBoard::with_weights(position, weights_for(position.rule()))
        }
    }

    fn evaluator(board: &PatternBoard, settings: &LevelParams, stop: &StopFlag) -> Evaluator {
        Evaluator::new(settings.style, settings.style.network(board.position().rule()), stop)
    }

    fn rules_move(mv: CandidateMove) -> GomokuMove {
        mv.rules_move()
    }

    fn score(board: &PatternBoard, found: &SearchResult<CandidateMove>) -> Score {
        let is_won = found.value.abs() >= WIN_THRESHOLD;
        let until = WIN - found.value.abs() - i32::from(board.position().stone_count());
        let mate = if is_won { mate_in(until, found.value) } else { None };
        Score { mate, ..win_chance(found.value, found.certainty) }
    }

    fn decide(
        &mut self,
        searcher: &mut CachedSearcher<Evaluator>,
        position: &Gomoku,
        request: &EngineRequest,
        random: &mut Random,
    ) -> RootDecision {
        if position.end().is_some() {
            return RootDecision::Immediate(None);
        }
        let mut opening = OpeningPlayer::new(searcher, request);
        RootDecision::Immediate(match position.stage() {
            Stage::Choose => Some(opening.choose(position)),
            Stage::Place => opening.place(position, random),
            Stage::Play if position.next_stone_precedes_choice() => opening.place(position, random),
            Stage::Declare => Some(opening.declare(position)),
            Stage::Offer => opening.offer(position),
            Stage::Pick => opening.pick(position),
            Stage::Play => {
                let settings = LevelParams::of(request.strength);
                match opening_stone(position, request, random) {
                    Some(cell) => {
                        Some(EngineInfo::without_search(position.to_move(GomokuMove::Stone(cell))))
                    }
                    None if settings.method == Method::Greedy => {
                        greedy(position, &settings, random)
                    }
                    None => return RootDecision::Search,
                }
            }
        })
    }

    /// A win by VCF, or else by VCT, if one is found within the node limits of
    /// the level.
    fn forced_win(
        &mut self,
        evaluator: &mut Evaluator,
        root: &mut Root<'_, GomokuSearch>,
    ) -> Option<SearchResult<CandidateMove>> {
        let (board, limits) = (&root.board, &mut root.params.limits);
        if limits.depth == Some(0) {
            return None;
        }
        let vcf_nodes = root.settings.vcf_nodes;
        let vct_nodes = if root.is_forced { 0 } else { root.settings.vct_nodes };
        let mut win = None;
        if vcf_nodes > 0 {
            let vcf_limits = limits.and(Limits { nodes: Some(vcf_nodes), ..Limits::default() });
            let mut budget = SearchBudget::new(vcf_limits, evaluator.stop.clone());
            win = vcf_win(evaluator, board, &mut budget);
            *limits = limits.after(budget.elapsed());
        }
        if vct_nodes > 0 && win.is_none() {
            let nodes = limits.nodes.map(|nodes| nodes / VCT_NODES_SHARE);
            let nodes = Some(nodes.unwrap_or(vct_nodes).min(vct_nodes));
            let time = limits.aimed_time().map(|time| time / VCT_TIME_SHARE);
            let mut budget = SearchBudget::new(
                Limits { nodes, time, ..Limits::default() },
                evaluator.stop.clone(),
            );
            win = self.vct_win(board, &mut budget);
            *limits = limits.after(budget.elapsed());
        }
        evaluator.vcf.clear();
        win
    }
}

impl GomokuSearch {
    /// A win by VCT, if there is one.
    fn vct_win(
        &mut self,
        board: &PatternBoard,
        budget: &mut SearchBudget,
    ) -> Option<SearchResult<CandidateMove>> {
        self.vct.clear();
        let line = self.vct.find(&mut board.clone(), budget).win()?;
        // Rarely, White can refute a threat of Black's from afar, by a stone that turns
        // Black's winning point into a forbidden one.
        let exact = board.position().rule() != Rule::Renju || board.colour() == 1;
        search_result(board, line, exact, budget)
    }
}

/// One of the usual first two stones, so that games of a level differ; `None`
/// when the search decides.
fn opening_stone(position: &Gomoku, request: &EngineRequest, random: &mut Random) -> Option<u16> {
    let centre = position.centre();
    if position.stone_count() == 0 {
        return Some(centre);
    }
    if position.stone_count() > 2 || request.strength == Strength::Full {
        return None;
    }
    let (centre_file, centre_rank) = file_and_rank(centre);
    let max_distance = u8::from(position.stone_count() == 2) + 1;
    let near: Vec<u16> = position
        .cells()
        .filter(|&cell| {
            let (file, rank) = file_and_rank(cell);
            let distance = file.abs_diff(centre_file).max(rank.abs_diff(centre_rank));
            distance <= max_distance && position.is_legal(GomokuMove::Stone(cell))
        })
        .collect();
    // After an unusual first stone the search decides.
    let is_centre_black = position.lines().colour_at(centre) == Some(0);
    if is_centre_black { random.pick(&near).copied() } else { None }
}

/// Greedy choice by the static move ordering score.
fn greedy(position: &Gomoku, settings: &LevelParams, random: &mut Random) -> Option<EngineInfo> {
    let board = PatternBoard::new(position);
    let mut ranked = Vec::new();
    board.legal_moves(&mut ranked);
    let score = |candidate: &CandidateMove| board.move_order_score(candidate.cell);
    ranked.sort_by_cached_key(|candidate| std::cmp::Reverse(score(candidate)));
    let best = settings.level.choose(&ranked, score, random)?;
    let info = EngineInfo::without_search(position.to_move(best.rules_move()));
    Some(EngineInfo { nodes: ranked.len() as u64, depth: 1, ..info })
}

/// A win by VCF, if there is one.
fn vcf_win(
    evaluator: &mut Evaluator,
    board: &PatternBoard,
    budget: &mut SearchBudget,
) -> Option<SearchResult<CandidateMove>> {
    let line = evaluator.vcf.find(board, budget).win()?;
    search_result(board, line, true, budget)
}

/// The search result for a winning sequence; `None` if it is empty.
fn search_result(
    board: &PatternBoard,
    line: &[u16],
    exact: bool,
    budget: &SearchBudget,
) -> Option<SearchResult<CandidateMove>> {
    let line: Vec<CandidateMove> =
        line.iter().map(|&cell| CandidateMove { cell, forced: false }).collect();
    let mut at = *board.position();
    line.iter().for_each(|candidate| _ = at.play(candidate.rules_move()));
    // The last move may be an unstoppable four.
    let plies = line.len() as i32 + if at.end().is_some() { 0 } else { 2 };
    Some(SearchResult {
        best: *line.first()?,
        value: WIN - i32::from(board.position().stone_count()) - plies,
        depth: line.len() as u32,
        pv: line,
        certainty: Certainty::exact_if(exact),
        nodes: budget.nodes(),
        elapsed: budget.elapsed(),
        selective_depth: None,
        table_fill: None,
    })
}
