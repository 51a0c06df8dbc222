//! The Go engine: passing, agreement on dead stones, and a search of the other moves. With weights
//! it is guided by a network; without them it is Monte Carlo tree search with RAVE.

use web_time::Instant;

use super::board::{MAX_CELLS, cell_count};
use super::levels::{LevelParams, NetworkLevel};
use super::network::Evaluator;
use super::network_search::{KeptTree, is_sensible, other_has_stopped};
use super::playout_search::{GoMcts, root_moves, search};
use super::position::{Go, GoMove, LargeGo, Phase, SmallGo};
use super::root_decision::{RootDecision, counted_score, root_decision};
use crate::core::{Move, Position, Random};
use crate::games::watched_search::with_common_moves;
use crate::games::{
    Algorithm, AlgorithmTrace, AnyPosition, Engine, EngineInfo, EngineRequest, Notation, Score,
    ScoreUnit, Strength, TraceRequest, ValueScale,
};
use crate::search::mcts::{MctsParams, MctsResult, SelectionWeights};
use crate::search::puct::{PuctParams, PuctResult, VisitStats};
use crate::search::trace::Recorder;
use crate::search::{INFINITE, Limits};

/// Visits of the root where there is only one move.
const FORCED_VISITS: u32 = 50;

/// Win rate below which a side passes if the other has nothing more to do: what it would still
/// play could only harm itself.
const GIVE_IN: f32 = 0.4;

/// The Go engine. It keeps the tree of the last search by the network.
#[derive(Default)]
pub struct GoEngine {
    tree: KeptTree,
    /// Earlier searches may be used even where the limits are counted.
    keeps_tree: bool,
}

impl Engine for GoEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        if let Some(position) = position.downcast::<SmallGo>() {
            self.think::<{ cell_count(9, 9) }>(position, request, report)
        } else if let Some(position) = position.downcast::<LargeGo>() {
            self.think::<MAX_CELLS>(position, request, report)
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
        self.analyse_any(position, request, (None, lines), report)
    }

    fn analyse_moves(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        moves: &[Move],
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        self.analyse_any(position, request, (Some(moves), lines), report)
    }

    fn algorithms(&self, position: &AnyPosition) -> Vec<Algorithm> {
        let is_go = position.downcast::<SmallGo>().is_some();
        if is_go || position.downcast::<LargeGo>().is_some() {
            vec![Algorithm::Uct, Algorithm::Rave]
        } else {
            Vec::new()
        }
    }

    fn trace(&mut self, position: &AnyPosition, request: &TraceRequest) -> Option<AlgorithmTrace> {
        if let Some(position) = position.downcast::<SmallGo>() {
            trace_playouts::<{ cell_count(9, 9) }>(position, request)
        } else {
            trace_playouts::<MAX_CELLS>(position.downcast::<LargeGo>()?, request)
        }
    }

    fn keep_table(&mut self) {
        self.keeps_tree = true;
    }
}

impl GoEngine {
    /// Analyses a position of either size of board, of these moves or of all.
    fn analyse_any(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        wanted: (Option<&[Move]>, usize),
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if let Some(position) = position.downcast::<SmallGo>() {
            self.analyse_board::<{ cell_count(9, 9) }>(position, request, wanted, report)
        } else if let Some(position) = position.downcast::<LargeGo>() {
            self.analyse_board::<MAX_CELLS>(position, request, wanted, report)
        } else {
            Vec::new()
        }
    }

    fn think<const C: usize>(
        &mut self,
        go: &Go<C>,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let started = Instant::now();
        match root_decision(go, &request.stop) {
            RootDecision::GameOver => return None,
            RootDecision::Immediate(mv) => return Some(immediate_info(go, mv, started)),
            RootDecision::Search => {}
        }
        match Evaluator::installed() {
            Some(evaluator) => self.think_by_network(go, evaluator, request, started, report),
            None => think_by_playouts(go, request, started, report),
        }
    }

    fn think_by_network<const C: usize>(
        &mut self,
        go: &Go<C>,
        evaluator: Evaluator,
        request: &EngineRequest,
        started: Instant,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let level = match request.strength {
            Strength::Full => NetworkLevel::full_strength(),
            Strength::Level(level) => NetworkLevel::of_level(level),
        };
        let params = level.params(go);
        let found = self.search_by_network(go, evaluator, params, request, started, &mut |found| {
            report(&network_info(go, &found[0]));
        });
        let is_behind = found.first()?.value.win_rate < GIVE_IN;
        if is_behind
            && other_has_stopped(go)
            && let Some(pass) = found.iter().find(|line| line.best == GoMove::Pass)
        {
            return Some(network_info(go, pass));
        }
        let mut random = Random::new(request.seed ^ go.key());
        level
            .choose(&found, |mv| is_sensible(go, mv), &mut random)
            .map(|line| network_info(go, line))
    }

    /// Searches by the network, within the limits of the request less the time since `started`.
    fn search_by_network<const C: usize>(
        &mut self,
        go: &Go<C>,
        evaluator: Evaluator,
        mut params: PuctParams<GoMove>,
        request: &EngineRequest,
        started: Instant,
        report: &mut dyn FnMut(&[PuctResult<GoMove>]),
    ) -> Vec<PuctResult<GoMove>> {
        let mut legal = Vec::new();
        go.legal_moves(&mut legal);
        if legal.len() == 1 {
            params.visits = FORCED_VISITS;
        }
        let keeps = self.keeps_tree || !request.limits.is_counted() && params.visits == 0;
        params.limits = Limits::of_level(params.limits, request.limits).after(started.elapsed());
        let seed = (request.seed ^ go.key(), &request.stop);
        self.tree.search(go, evaluator, &params, keeps, seed, report)
    }

    fn analyse_board<const C: usize>(
        &mut self,
        go: &Go<C>,
        request: &EngineRequest,
        (moves, lines): (Option<&[Move]>, usize),
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let started = Instant::now();
        let mut wanted = None;
        match moves {
            Some(moves) if go.phase() == Phase::Play && go.handicap_left() == 0 => {
                let mut legal = Vec::new();
                go.legal_moves(&mut legal);
                legal.retain(|&mv| moves.contains(&go.to_move(mv)));
                if legal.is_empty() {
                    return Vec::new();
                }
                wanted = Some(legal);
            }
            _ => match root_decision(go, &request.stop) {
                RootDecision::GameOver => return Vec::new(),
                RootDecision::Immediate(mv) => {
                    let is_handicap = go.handicap_left() > 0;
                    let score = (!is_handicap).then(|| counted_score(go, &request.stop));
                    return vec![EngineInfo { score, ..immediate_info(go, mv, started) }];
                }
                RootDecision::Search => {}
            },
        }
        let lines = lines.max(1);
        let Some(evaluator) = Evaluator::installed() else {
            return analyse_by_playouts(go, request, started, (wanted, lines), report);
        };
        // The first move always has a principal variation; others only if visited.
        let infos = |found: &[PuctResult<GoMove>]| -> Vec<EngineInfo> {
            let tried = found.iter().enumerate().take(lines);
            tried
                .filter(|(n, line)| *n == 0 || line.value.visits > 0)
                .map(|(_, line)| network_info(go, line))
                .collect()
        };
        let params = NetworkLevel::full_strength().params(go);
        let params = PuctParams { multi_pv: lines, root_moves: wanted, ..params };
        let found = self.search_by_network(go, evaluator, params, request, started, &mut |found| {
            report(&infos(found));
        });
        infos(&found)
    }
}

/// Result for a move that needed no search.
fn immediate_info<const C: usize>(go: &Go<C>, mv: GoMove, started: Instant) -> EngineInfo {
    let info = EngineInfo::without_search(go.to_move(mv));
    EngineInfo { depth: 1, elapsed: started.elapsed(), ..info }
}

/// Search parameters within the limits of the request, less the time since `started`.
fn params_within(params: MctsParams, request: &EngineRequest, started: Instant) -> MctsParams {
    let limits = Limits::of_level(params.limits, request.limits).after(started.elapsed());
    MctsParams { limits, ..params }
}

/// The search by playouts, of these moves.
fn by_playouts<const C: usize>(go: &Go<C>, root_moves: Vec<GoMove>) -> GoMcts<C> {
    GoMcts { rules: *go.rules(), captured: go.captured(), root_moves }
}

fn think_by_playouts<const C: usize>(
    go: &Go<C>,
    request: &EngineRequest,
    started: Instant,
    report: &mut dyn FnMut(&EngineInfo),
) -> Option<EngineInfo> {
    let candidates = root_moves(go);
    if candidates == [GoMove::Pass] {
        return Some(immediate_info(go, GoMove::Pass, started));
    }
    let params = match request.strength {
        Strength::Full => LevelParams::full_strength(),
        Strength::Level(level) => LevelParams::of_level(level),
    };
    let mcts_params = params_within(params.params, request, started);
    let mcts = by_playouts(go, candidates);
    let mut found = search(
        go,
        mcts,
        mcts_params,
        request,
        &mut |found| report(&engine_info(go, &found[0])),
        (),
    );
    let max_visits = u64::from(found.first()?.value.visits.max(1));
    // Sorted by visits; a search that was stopped at once visited none.
    let visited = found.iter().take_while(|line| line.value.visits > 0).count();
    found.truncate(visited.max(1));
    let permille =
        |line: &MctsResult<GoMove>| (1000 * u64::from(line.value.visits) / max_visits) as i32;
    let chosen = params.level.choose(&found, permille, &mut Random::new(request.seed ^ go.key()));
    chosen.map(|line| engine_info(go, line))
}

fn analyse_by_playouts<const C: usize>(
    go: &Go<C>,
    request: &EngineRequest,
    started: Instant,
    (wanted, lines): (Option<Vec<GoMove>>, usize),
    report: &mut dyn FnMut(&[EngineInfo]),
) -> Vec<EngineInfo> {
    let is_filtered = wanted.is_some();
    let candidates = wanted.unwrap_or_else(|| root_moves(go));
    if !is_filtered && candidates == [GoMove::Pass] {
        let score = Some(counted_score(go, &request.stop));
        return vec![EngineInfo { score, ..immediate_info(go, GoMove::Pass, started) }];
    }
    // The first move always has a principal variation; others only if visited.
    let infos = |found: &[MctsResult<GoMove>]| -> Vec<EngineInfo> {
        let tried = found.iter().enumerate().take(lines);
        tried
            .filter(|(n, line)| *n == 0 || line.value.visits > 0)
            .map(|(_, line)| engine_info(go, line))
            .collect()
    };
    let params = MctsParams { multi_pv: lines, ..LevelParams::full_strength().params };
    let params = params_within(params, request, started);
    let mcts = by_playouts(go, candidates);
    let found = search(go, mcts, params, request, &mut |found| report(&infos(found)), ());
    infos(&found)
}

/// Watches the search by playouts.
fn trace_playouts<const C: usize>(go: &Go<C>, request: &TraceRequest) -> Option<AlgorithmTrace> {
    let algorithm = request.algorithm;
    let is_over = !matches!(root_decision(go, &request.stop), RootDecision::Search);
    if is_over || !algorithm.has_playouts() {
        return None;
    }
    let selection = match algorithm {
        Algorithm::Uct => SelectionWeights::UCT,
        _ => SelectionWeights::default(),
    };
    let limits = Limits { depth: None, ..request.limits };
    let params = MctsParams { limits, playouts: request.playouts.max(1), multi_pv: 1, selection };
    let mut recorder = Recorder::new(go.side_to_move(), request.recorder);
    let asked =
        EngineRequest { seed: request.seed, ..EngineRequest::full(limits, request.stop.clone()) };
    let mcts = by_playouts(go, root_moves(go));
    let found = search(go, mcts, params, &asked, &mut |_| (), &mut recorder);
    let best = engine_info(go, found.first()?);
    Some(AlgorithmTrace {
        algorithm,
        tree: with_common_moves(recorder.finish(None), go, |mv| mv),
        pv: best.pv,
        value: Some((found[0].value.win_rate * 1000.0) as i32),
        scale: ValueScale { unit: 100, win: INFINITE },
        nodes: best.nodes,
        elapsed: best.elapsed,
        evolved: None,
    })
}

/// A win rate as a score.
fn chance(win_rate: f32, certainty: crate::search::Certainty) -> Score {
    let amount = f64::from(win_rate).clamp(0.0, 1.0);
    Score { amount, unit: ScoreUnit::Chance, certainty, mate: None }
}

/// The engine info for a root move. The tree ignores superko below it, so that
/// its principal variation may end early.
fn engine_info<const C: usize>(go: &Go<C>, found: &MctsResult<GoMove>) -> EngineInfo {
    let score = chance(found.value.win_rate, found.certainty);
    let info = EngineInfo::new(go, found, |mv| mv, score);
    EngineInfo { visits: Some(found.value.visits), ..info }
}

/// The same for a move searched by the network.
fn network_info<const C: usize>(go: &Go<C>, found: &PuctResult<GoMove>) -> EngineInfo {
    let VisitStats { visits, win_rate, lead, .. } = found.value;
    let info = EngineInfo::new(go, found, |mv| mv, chance(win_rate, found.certainty));
    EngineInfo { visits: Some(visits), lead: Some(f64::from(lead)), ..info }
}
