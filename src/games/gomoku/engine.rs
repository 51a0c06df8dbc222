//! The engine of Gomoku: VCF and VCT searches, then principal variation search.

use super::bitboard::file_and_rank;
use super::levels::{LevelParams, Method};
use super::pattern_board::{CandidateMove, PatternBoard};
use super::patterns::LinePattern;
use super::position::{End, Gomoku, GomokuMove, Rule, Stage};
use super::vcf::Vcf;
use super::vct::Vct;
use crate::core::{Move, Position, Random};
use crate::games::engine::mate_in;
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Notation, Score, ScoreUnit, Strength,
};
use crate::search::{
    CachedSearcher, Limits, MultiPv, SearchBudget, SearchGame, SearchParams, SearchResult,
    StopFlag, Window,
};

/// The value of a win, minus the stones on the board when it is won; in
/// hundredths of a tempo.
pub(super) const WIN: i32 = 1_000_000;

/// Values from here on are won: no board has so many points.
const WIN_THRESHOLD: i32 = WIN - 1_000;

/// Scale of the logistic win chance: about three in four at this value.
const WIN_CHANCE_SCALE: f64 = 220.0;

/// Value of having the move, beyond the patterns.
const TEMPO: i32 = 20;

/// Divisor of the time and nodes given to the VCT search before the main
/// search.
const VCT_SHARE: u32 = 5;

/// Transposition table sizes in MiB: for levels with small node limits, and for
/// all others.
pub(super) const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 48;

/// Evaluation and move ordering for the search.
pub(super) struct Evaluator {
    vcf: Vcf,
    /// Node limit of the VCF search at each leaf; 0 for none.
    leaf_vcf_nodes: u64,
    scratch: PatternBoard,
    stop: StopFlag,
}

impl Evaluator {
    pub(super) fn new(board: &PatternBoard, leaf_vcf_nodes: u64, stop: &StopFlag) -> Evaluator {
        let (vcf, stop) = (Vcf::default(), stop.clone());
        Evaluator { vcf, leaf_vcf_nodes, scratch: board.clone(), stop }
    }
}

impl SearchGame for Evaluator {
    type Position = PatternBoard;

    fn evaluate(&mut self, board: &PatternBoard) -> i32 {
        if board.position().end().is_some() {
            return self.terminal_value(board);
        }
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let stones = i32::from(board.position().stone_count());
        if board.count(own, LinePattern::Five) > 0 {
            return WIN - stones - 1;
        }
        if board.count(other, LinePattern::Five) == 0 && board.winning_four(own).is_some() {
            return WIN - stones - 3;
        }
        if self.leaf_vcf_nodes > 0 && board.count(own, LinePattern::Four) > 3 {
            self.scratch.copy_from(board);
            let limits = Limits { nodes: Some(self.leaf_vcf_nodes), ..Limits::default() };
            let mut budget = SearchBudget::new(limits, self.stop.clone());
            let length = self.vcf.find(&mut self.scratch, &mut budget).len();
            if length > 0 {
                return WIN - stones - length as i32 - 2;
            }
        }
        board.value(own) - board.value(other) + TEMPO
    }

    fn terminal_value(&self, board: &PatternBoard) -> i32 {
        let stones = i32::from(board.position().stone_count());
        let winner = match board.position().end() {
            Some(End::Five(colour)) => colour,
            Some(End::Foul(..)) => 1,
            Some(End::Full | End::Passes) | None => return 0,
        };
        if winner == board.colour() { WIN - stones } else { stones - WIN }
    }

    fn move_order_score(&mut self, board: &mut PatternBoard, mv: CandidateMove, _: u32) -> i32 {
        board.move_order_score(mv.cell)
    }

    fn move_id(&self, mv: CandidateMove) -> u16 {
        mv.cell + 1
    }

    fn costs_no_depth(&self, mv: CandidateMove) -> bool {
        mv.forced
    }

    fn max_plies_left(&self, board: &PatternBoard) -> u32 {
        let size = u32::from(board.position().size());
        // A pass lengthens the game, two end it.
        2 * (size * size - u32::from(board.position().stone_count())) + 2
    }

    fn solve(&mut self, _: &PatternBoard, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }
}

/// The engine of Gomoku.
#[derive(Default)]
pub struct GomokuEngine {
    pub(super) searcher: CachedSearcher<Evaluator>,
    vct: Vct,
}

impl Engine for GomokuEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let position = position.downcast::<Gomoku>()?;
        if position.end().is_some() {
            return None;
        }
        let mut random = Random::new(request.seed ^ position.key());
        match position.stage() {
            Stage::Choose => Some(self.choose(position, request)),
            Stage::Place => self.lay(position, request, &mut random),
            Stage::Play if position.next_decides() => self.lay(position, request, &mut random),
            Stage::Declare => Some(self.declare(position, request)),
            Stage::Offer => self.offer(position, request),
            Stage::Pick => self.pick(position, request),
            Stage::Play => match opening_stone(position, request, &mut random) {
                Some(cell) => Some(simple(position, GomokuMove::Stone(cell))),
                None => self.play(position, request, &mut random, report),
            },
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let Some(at) = position.downcast::<Gomoku>() else { return Vec::new() };
        let is_searched = at.stage() == Stage::Play && !at.next_decides() && at.stone_count() > 0;
        if at.end().is_some() || !is_searched {
            let request = EngineRequest { strength: Strength::Full, ..request.clone() };
            return self.search(position, &request, &mut |_| ()).into_iter().collect();
        }
        self.multi_pv(at, request, lines, report)
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
    let (x, y) = file_and_rank(centre);
    let reach = u8::from(position.stone_count() == 2) + 1;
    let near: Vec<u16> = position
        .cells()
        .filter(|&cell| {
            let (file, rank) = file_and_rank(cell);
            let away = file.abs_diff(x).max(rank.abs_diff(y));
            away <= reach && position.is_legal(GomokuMove::Stone(cell))
        })
        .collect();
    // After an unusual first stone the search decides.
    let usual = position.lines().colour_at(centre) == Some(0);
    if usual { random.pick(&near).copied() } else { None }
}

/// The engine info of a move that needed no search.
pub(super) fn simple(position: &Gomoku, ply: GomokuMove) -> EngineInfo {
    let best = position.to_move(ply);
    EngineInfo {
        best,
        pv: vec![best],
        score: None,
        depth: 0,
        nodes: 1,
        elapsed: std::time::Duration::ZERO,
    }
}

/// The win chance for a search value. The search prunes to candidate moves, so
/// its result is proved only where every answer was forced.
pub(super) fn value(amount: i32, exact: bool) -> Score {
    let chance = 1.0 / (1.0 + (-f64::from(amount) / WIN_CHANCE_SCALE).exp());
    Score { amount: chance, unit: ScoreUnit::Chance, exact, mate: None }
}

fn engine_info(position: &Gomoku, found: &SearchResult<CandidateMove>) -> EngineInfo {
    let mut at = *position;
    let mut line = Vec::with_capacity(found.pv.len());
    for candidate in &found.pv {
        if !at.is_legal(candidate.ply()) {
            break;
        }
        line.push(at.to_move(candidate.ply()));
        at.play(candidate.ply());
    }
    let is_won = found.value.abs() >= WIN_THRESHOLD;
    let until = WIN - found.value.abs() - i32::from(position.stone_count());
    let mate = if is_won { mate_in(until, found.value) } else { None };
    EngineInfo {
        best: position.to_move(found.best.ply()),
        pv: line,
        score: Some(Score { mate, ..value(found.value, found.exact) }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

impl GomokuEngine {
    fn play(
        &mut self,
        position: &Gomoku,
        request: &EngineRequest,
        random: &mut Random,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let player = LevelParams::of(request.strength);
        let board = PatternBoard::new(position);
        if player.method == Method::Greedy {
            return greedy(position, &board, &player, random);
        }
        let mut evaluator = Evaluator::new(&board, player.fours[1], &request.stop);
        let mut params = player.level.params_within(request.limits);
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let is_free = moves.len() > 1 || request.strength == Strength::Full;
        if !is_free {
            params.limits.depth = Some(2.min(params.limits.depth.unwrap_or(2)));
        }
        let threats = if is_free { player.threats } else { 0 };
        let most = (player.fours[0], threats);
        if let Some(found) = self.forced_win(&mut evaluator, &board, most, &mut params) {
            let info = engine_info(position, &found);
            report(&info);
            return Some(info);
        }
        let size = if player.is_light() { SMALL_TABLE } else { LARGE_TABLE };
        let searcher = self.searcher.searcher(size);
        // A level's answer does not depend on earlier moves.
        searcher.clear();
        if player.method == Method::Choosing {
            let ranking = searcher.rank_moves(&mut evaluator, &board, &params, &request.stop)?;
            let found = ranking.choose(&player.level, random)?;
            return Some(engine_info(position, &found));
        }
        let found =
            searcher.search(&mut evaluator, &board, &params, &request.stop, &mut |found| {
                report(&engine_info(position, found));
            })?;
        Some(engine_info(position, &found))
    }
}

impl GomokuEngine {
    /// Multi-PV analysis of a position in which a stone is played.
    fn multi_pv(
        &mut self,
        position: &Gomoku,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let player = LevelParams::full();
        let board = PatternBoard::new(position);
        let mut evaluator = Evaluator::new(&board, player.fours[1], &request.stop);
        let mut params = player.level.params_within(request.limits);
        let most = (player.fours[0], player.threats);
        let win = self.forced_win(&mut evaluator, &board, most, &mut params);
        let infos = |found: &[SearchResult<CandidateMove>]| -> Vec<EngineInfo> {
            let (nodes, elapsed) = found
                .first()
                .or(win.as_ref())
                .map_or_else(|| (0, std::time::Duration::ZERO), |line| (line.nodes, line.elapsed));
            let mut all: Vec<_> = win.iter().chain(found).collect();
            // The main search may have found a faster win.
            all.sort_by_key(|line| std::cmp::Reverse(line.value));
            let info_of = |line: &SearchResult<CandidateMove>| EngineInfo {
                nodes,
                elapsed,
                ..engine_info(position, line)
            };
            all.into_iter().map(info_of).collect()
        };
        if win.is_some() {
            let only = infos(&[]);
            report(&only);
            if lines <= 1 {
                return only;
            }
        }
        let without: Vec<_> = win.iter().map(|line| line.best).collect();
        let wanted = MultiPv { count: lines - without.len().min(lines), excluded_moves: &without };
        let searcher = self.searcher.searcher(LARGE_TABLE);
        searcher.clear();
        let stop = &request.stop;
        let found = searcher.search_multi_pv(
            &mut evaluator,
            &board,
            &params,
            &wanted,
            stop,
            &mut |found| {
                report(&infos(found));
            },
        );
        infos(&found)
    }

    /// A win by VCF, or else by VCT, if one is found within these node limits;
    /// the time spent is taken off `plan`.
    fn forced_win(
        &mut self,
        evaluator: &mut Evaluator,
        board: &PatternBoard,
        (fours, threats): (u64, u64),
        params: &mut SearchParams,
    ) -> Option<SearchResult<CandidateMove>> {
        let mut win = None;
        if fours > 0 {
            let limits = params.limits.and(Limits { nodes: Some(fours), ..Limits::default() });
            let mut budget = SearchBudget::new(limits, evaluator.stop.clone());
            win = vcf_win(evaluator, board, &mut budget);
            params.limits.time =
                params.limits.time.map(|time| time.saturating_sub(budget.elapsed()));
        }
        if threats > 0 && win.is_none() {
            let nodes = params.limits.nodes.map(|nodes| nodes / u64::from(VCT_SHARE));
            let nodes = Some(nodes.unwrap_or(threats).min(threats));
            let time = params.limits.time.map(|time| time / VCT_SHARE);
            let limits = Limits { nodes, time, depth: None };
            let mut budget = SearchBudget::new(limits, evaluator.stop.clone());
            win = self.vct_win(evaluator, board, &mut budget);
            params.limits.time =
                params.limits.time.map(|time| time.saturating_sub(budget.elapsed()));
        }
        evaluator.vcf.clear();
        win
    }

    /// A win by VCT, if there is one.
    fn vct_win(
        &mut self,
        evaluator: &mut Evaluator,
        board: &PatternBoard,
        budget: &mut SearchBudget,
    ) -> Option<SearchResult<CandidateMove>> {
        evaluator.scratch.copy_from(board);
        self.vct.clear();
        let line = self.vct.find(&mut evaluator.scratch, budget);
        // Rarely, White can refute a threat of Black's from afar, by a stone that turns
        // Black's winning point into a forbidden one.
        let exact = board.position().rule() != Rule::Renju || board.colour() == 1;
        search_result(board, line, exact, budget)
    }
}

/// Greedy choice by the static move ordering score.
fn greedy(
    position: &Gomoku,
    board: &PatternBoard,
    player: &LevelParams,
    random: &mut Random,
) -> Option<EngineInfo> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let mut ranked: Vec<(i32, CandidateMove)> = moves
        .iter()
        .map(|&candidate| (board.move_order_score(candidate.cell), candidate))
        .collect();
    ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let (_, best) = player.level.choose(&ranked, random)?;
    let best: Move = position.to_move(best.ply());
    let nodes = ranked.len() as u64;
    Some(EngineInfo { best, pv: vec![best], nodes, depth: 1, ..simple(position, GomokuMove::Pass) })
}

/// A win by VCF, if there is one.
fn vcf_win(
    evaluator: &mut Evaluator,
    board: &PatternBoard,
    budget: &mut SearchBudget,
) -> Option<SearchResult<CandidateMove>> {
    evaluator.scratch.copy_from(board);
    let line = evaluator.vcf.find(&mut evaluator.scratch, budget);
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
    line.iter().for_each(|candidate| _ = at.play(candidate.ply()));
    // The last move may be an unstoppable four.
    let plies = line.len() as i32 + if at.end().is_some() { 0 } else { 2 };
    Some(SearchResult {
        best: *line.first()?,
        value: WIN - i32::from(board.position().stone_count()) - plies,
        depth: line.len() as u32,
        pv: line,
        exact,
        nodes: budget.nodes(),
        elapsed: budget.elapsed(),
    })
}
