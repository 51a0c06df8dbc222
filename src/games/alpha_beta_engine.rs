//! The frame of the engines that search by alpha-beta: levels, transposition
//! table, choice of the move, and analysis. What a game knows comes in through
//! [`AlphaBetaGame`].

use std::time::Duration;

use super::engine::common_line;
use super::evolved_player::Evolved;
use super::watched_search::with_common_moves;
use super::{
    Algorithm, AlgorithmTrace, AnyPosition, Engine, EngineInfo, EngineRequest, EvolvedPlayer,
    Notation, Playable, Score, Strength, TraceRequest, ValueScale,
};
use crate::core::{Move, Position, Random};
use crate::search::mcts::{MctsParams, SelectionWeights, mcts_observed};
use crate::search::trace::Recorder;
use crate::search::{
    CachedSearcher, Level, Limits, MoveOf, MultiPv, RandomPlayouts, SearchGame, SearchParams,
    SearchResult, Searcher, StopFlag, minimax, plain_alpha_beta, thread_count,
};

/// Size of the transposition table of light levels, in mebibytes.
pub(super) const SMALL_TABLE: usize = 2;

/// The level whose board and evaluation the algorithms search that are taught: it looks at
/// all lines alike.
const TAUGHT_LEVEL: u8 = 3;

/// The moves and nodes of an algorithm, with its value.
type Found<G> = (Vec<MoveOf<<G as AlphaBetaGame>::Search>>, Option<i32>, u64, Duration);

/// The static evaluation of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationKind {
    /// Material only.
    Material,
    /// Hand-made terms.
    Classical,
    /// The network if one is installed, otherwise as [`EvaluationKind::Classical`].
    Network,
}

/// The settings of a playing level.
pub(super) trait LevelSettings: Sized {
    /// Full strength, limited only by the request.
    fn full_strength() -> Self;

    /// The settings of a level, from 1 (weakest). Numbers above the last level
    /// mean the last.
    fn of_level(level: u8) -> Self;

    /// Search limits and deliberate errors.
    fn level(&self) -> &Level;

    /// True if the search is so short that a small table suffices.
    fn is_light(&self) -> bool;

    /// True if the table is kept between moves, so that results depend on earlier
    /// searches: where time alone is bounded they are not the same twice in any case.
    fn keeps_table(&self) -> bool {
        !self.level().params.limits.is_counted()
    }

    /// The settings for a requested strength.
    fn of(strength: Strength) -> Self {
        match strength {
            Strength::Full => Self::full_strength(),
            Strength::Level(level) => Self::of_level(level),
        }
    }
}

/// The position type of a game's search.
pub(super) type BoardOf<G> = <<G as AlphaBetaGame>::Search as SearchGame>::Position;

/// The result type of a game's search.
pub(super) type ResultOf<G> = SearchResult<MoveOf<<G as AlphaBetaGame>::Search>>;

/// A decision at the root, before the search.
pub(super) enum RootDecision {
    /// This result needs no alpha-beta search; `None` if the game is over.
    Immediate(Option<EngineInfo>),
    /// Searches.
    Search,
}

/// A game's part of an alpha-beta engine. It may keep state between searches.
pub(super) trait AlphaBetaGame: Default + Send {
    /// The position of the rules.
    type Position: Playable;

    /// Evaluation, move ordering and pruning.
    type Search: SearchGame;

    /// The settings of a level.
    type Settings: LevelSettings;

    /// Size of the transposition table in mebibytes, but for light levels.
    const LARGE_TABLE: usize;

    /// True if several threads search together where time alone is bounded.
    const IS_PARALLEL: bool = false;

    /// Limits of a level where there is only one move to search.
    const FORCED_LIMITS: Limits = Limits::FORCED;

    /// Values from this one on are proved wins.
    const WIN_VALUE: i32 = <Self::Search as SearchGame>::MATE - 1000;

    /// Translation keys of the move features that an evolution weighs; empty if the game has
    /// none.
    const FEATURES: &'static [&'static str] = &[];

    /// Evolves weights of move features by games from a position; `None` without features.
    fn evolve(
        _board: &BoardOf<Self>,
        _evaluator: &mut Self::Search,
        _request: &TraceRequest,
        _recorder: &mut Recorder<MoveOf<Self::Search>>,
    ) -> Option<Evolved<MoveOf<Self::Search>>> {
        None
    }

    /// True if the next ply is one that the search knows.
    fn is_searched(_position: &Self::Position) -> bool {
        true
    }

    /// The settings for a position.
    fn settings(_position: &Self::Position, strength: Strength) -> Self::Settings {
        Self::Settings::of(strength)
    }

    /// The position as it is searched.
    fn board(position: &Self::Position, settings: &Self::Settings) -> BoardOf<Self>;

    /// The evaluation for a search from this position.
    fn evaluator(board: &BoardOf<Self>, settings: &Self::Settings, stop: &StopFlag)
    -> Self::Search;

    /// A move of the search in terms of the rules.
    fn rules_move(mv: MoveOf<Self::Search>) -> <Self::Position as Position>::Move;

    /// The score that a result stands for.
    fn score(board: &BoardOf<Self>, found: &ResultOf<Self>) -> Score;

    /// The move where none is to be searched: at the end of the game, in the
    /// opening, and for levels that play by another method. A level that errs
    /// goes on with `random` where the search decides.
    fn decide(
        &mut self,
        _searcher: &mut CachedSearcher<Self::Search>,
        _position: &Self::Position,
        _request: &EngineRequest,
        _random: &mut Random,
    ) -> RootDecision {
        RootDecision::Search
    }

    /// A win found by another search before the alpha-beta search, such as one
    /// of threats. The time spent on it is taken off the limits of `root`.
    fn forced_win(
        &mut self,
        _evaluator: &mut Self::Search,
        _root: &mut Root<'_, Self>,
    ) -> Option<ResultOf<Self>> {
        None
    }
}

/// A position to search.
pub(super) struct Root<'a, G: AlphaBetaGame> {
    /// The position of the rules.
    position: &'a G::Position,
    /// The position as it is searched.
    pub board: BoardOf<G>,
    /// The settings of the level.
    pub settings: G::Settings,
    /// The parameters of the search, within the limits of the request.
    pub params: SearchParams,
    /// True if a level has only one move to search.
    pub is_forced: bool,
}

impl<'a, G: AlphaBetaGame> Root<'a, G> {
    /// A position as requested.
    pub fn new(position: &'a G::Position, request: &EngineRequest) -> Root<'a, G> {
        let settings = G::settings(position, request.strength);
        let board = G::board(position, &settings);
        let mut params = settings.level().params_within(request.limits);
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let is_forced = moves.len() == 1 && request.strength != Strength::Full;
        if is_forced {
            params.limits = params.limits.and(G::FORCED_LIMITS);
        }
        Root { position, board, settings, params, is_forced }
    }

    /// The engine info of a search result.
    pub fn engine_info(&self, found: &ResultOf<G>) -> EngineInfo {
        EngineInfo::new(self.position, found, G::rules_move, G::score(&self.board, found))
    }

    /// The engine infos of the lines of a multi-PV search and of a win that was
    /// found before it, best first.
    fn engine_infos(&self, win: Option<&ResultOf<G>>, found: &[ResultOf<G>]) -> Vec<EngineInfo> {
        let mut lines: Vec<_> = win.into_iter().chain(found).collect();
        // The main search may have found a faster win.
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        let Some(last) = found.first().or(win) else { return Vec::new() };
        let (nodes, elapsed) = (last.nodes, last.elapsed);
        let info = |line| EngineInfo { nodes, elapsed, ..self.engine_info(line) };
        lines.into_iter().map(info).collect()
    }
}

/// An engine that searches by alpha-beta.
pub(super) struct AlphaBetaEngine<G: AlphaBetaGame> {
    searcher: CachedSearcher<G::Search>,
    game: G,
    /// Size of the transposition table in mebibytes, but for light levels.
    table_size: usize,
    /// Set by [`Engine::keep_table`].
    keeps_table: bool,
    /// Set by [`Engine::set_threads`].
    threads: Option<usize>,
    /// Set by [`Engine::report_bounds`].
    reports_bounds: bool,
}

impl<G: AlphaBetaGame> Default for AlphaBetaEngine<G> {
    fn default() -> Self {
        let table_size = G::LARGE_TABLE;
        AlphaBetaEngine {
            searcher: CachedSearcher::default(),
            game: G::default(),
            table_size,
            keeps_table: false,
            threads: None,
            reports_bounds: false,
        }
    }
}

impl<G: AlphaBetaGame> AlphaBetaEngine<G> {
    /// The searcher for a request. Deterministic results must not depend on
    /// earlier searches, nor may those of a weak level on the entries of a
    /// stronger one.
    fn searcher(&mut self, settings: &G::Settings, limits: Limits) -> &mut Searcher<G::Search> {
        let size = if settings.is_light() { SMALL_TABLE } else { self.table_size };
        let searcher = self.searcher.searcher(size);
        if !settings.keeps_table() || limits.is_counted() && !self.keeps_table {
            searcher.clear();
        }
        searcher
    }

    /// An evaluator for each thread, at least one. Results that must not depend on the
    /// speed of the machine are found by one thread.
    fn evaluators(&self, root: &Root<'_, G>, request: &EngineRequest) -> Vec<G::Search> {
        let may_share =
            G::IS_PARALLEL && root.settings.keeps_table() && !root.params.limits.is_counted();
        let threads = if may_share { self.threads.unwrap_or_else(thread_count).max(1) } else { 1 };
        let evaluator = |_| G::evaluator(&root.board, &root.settings, &request.stop);
        (0..threads).map(evaluator).collect()
    }

    /// [`Engine::search`] for a position of this game.
    fn search_position(
        &mut self,
        position: &G::Position,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let mut random = Random::new(request.seed ^ position.key());
        let searcher = &mut self.searcher;
        if let RootDecision::Immediate(info) =
            self.game.decide(searcher, position, request, &mut random)
        {
            return info;
        }
        let mut root = Root::<G>::new(position, request);
        let mut evaluators = self.evaluators(&root, request);
        if let Some(win) = self.game.forced_win(&mut evaluators[0], &mut root) {
            let info = root.engine_info(&win);
            report(&info);
            return Some(info);
        }
        let (params, stop) = (&root.params, &request.stop);
        let best = MultiPv { reports_bounds: self.reports_bounds, ..MultiPv::best(1) };
        let searcher = self.searcher(&root.settings, request.limits);
        let level = root.settings.level();
        if level.max_loss > 0 {
            let ranked = searcher.rank_moves(&mut evaluators[0], &root.board, params, stop);
            let chosen = level.choose(&ranked, |found| found.value, &mut random);
            return chosen.map(|found| root.engine_info(found));
        }
        let report =
            &mut |found: &[ResultOf<G>]| found.iter().for_each(|it| report(&root.engine_info(it)));
        let board = &root.board;
        let found = searcher.search_multi_pv(&mut evaluators, board, params, &best, stop, report);
        found.first().map(|found| root.engine_info(found))
    }

    /// [`Engine::trace`] for a position of this game.
    fn trace_position(position: &G::Position, request: &TraceRequest) -> Option<AlgorithmTrace> {
        if position.outcome().is_some() || !G::is_searched(position) {
            return None;
        }
        let algorithm = request.algorithm;
        let strength = match algorithm {
            Algorithm::Full => Strength::Full,
            _ => Strength::Level(TAUGHT_LEVEL),
        };
        let settings = G::settings(position, strength);
        let board = G::board(position, &settings);
        let mut evaluator = G::evaluator(&board, &settings, &request.stop);
        let mut recorder = Recorder::new(board.side_to_move(), request.recorder);
        let mut evolved = None;
        let (pv, value, nodes, elapsed) = if algorithm == Algorithm::Evolution {
            let bred = G::evolve(&board, &mut evaluator, request, &mut recorder)?;
            let game = common_line(position, &bred.game, G::rules_move);
            let features = G::FEATURES.iter().map(|&key| key.to_owned()).collect();
            evolved = Some(EvolvedPlayer { weights: bred.weights, features, game });
            (vec![bred.best], None, bred.nodes, bred.elapsed)
        } else if algorithm.has_playouts() {
            search_by_playouts::<G>(&board, &evaluator, request, &mut recorder)?
        } else {
            search_to_depth::<G>(&board, &mut evaluator, request, &mut recorder)?
        };
        let tree = recorder.finish(value.filter(|_| algorithm.has_depth()));
        Some(AlgorithmTrace {
            algorithm,
            tree: with_common_moves(tree, position, G::rules_move),
            pv: common_line(position, &pv, G::rules_move),
            value,
            scale: ValueScale { unit: VALUE_UNIT, win: G::WIN_VALUE },
            nodes,
            elapsed,
            evolved,
        })
    }

    /// [`Engine::analyse`] for a position of this game, of these moves alone if there
    /// are any.
    fn analyse_position(
        &mut self,
        position: &G::Position,
        request: &EngineRequest,
        (moves, lines): (Option<&[Move]>, usize),
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let request = &EngineRequest { strength: Strength::Full, ..request.clone() };
        let is_chosen = |mv: Move| moves.is_none_or(|moves| moves.contains(&mv));
        let mut random = Random::new(request.seed ^ position.key());
        let searcher = &mut self.searcher;
        if let RootDecision::Immediate(info) =
            self.game.decide(searcher, position, request, &mut random)
        {
            return info.into_iter().filter(|info| is_chosen(info.best)).collect();
        }
        let mut root = Root::<G>::new(position, request);
        let mut evaluators = self.evaluators(&root, request);
        let win = self.game.forced_win(&mut evaluators[0], &mut root);
        let rules_move = |mv| position.to_move(G::rules_move(mv));
        let win = win.filter(|win| is_chosen(rules_move(win.best)));
        if win.is_some() {
            let only = root.engine_infos(win.as_ref(), &[]);
            report(&only);
            if lines <= 1 {
                return only;
            }
        }
        let mut excluded: Vec<_> = win.iter().map(|line| line.best).collect();
        let count = lines - excluded.len().min(lines);
        if moves.is_some() {
            let mut legal = Vec::new();
            root.board.legal_moves(&mut legal);
            excluded.extend(legal.into_iter().filter(|&mv| !is_chosen(rules_move(mv))));
        }
        let reports_bounds = self.reports_bounds;
        let multi_pv = MultiPv { count, excluded_moves: &excluded, reports_bounds };
        let report = &mut |found: &[ResultOf<G>]| report(&root.engine_infos(win.as_ref(), found));
        let searcher = self.searcher(&root.settings, request.limits);
        let found = searcher.search_multi_pv(
            &mut evaluators,
            &root.board,
            &root.params,
            &multi_pv,
            &request.stop,
            report,
        );
        root.engine_infos(win.as_ref(), &found)
    }
}

/// The unit of values of all games that are searched by alpha-beta: hundredths.
const VALUE_UNIT: i32 = 100;

/// Searches to a depth, by one of the algorithms that do.
fn search_to_depth<G: AlphaBetaGame>(
    board: &BoardOf<G>,
    evaluator: &mut G::Search,
    request: &TraceRequest,
    recorder: &mut Recorder<MoveOf<G::Search>>,
) -> Option<Found<G>> {
    let (limits, stop) = (request.limits, &request.stop);
    let found = if let Some(refinements) = request.algorithm.refinements() {
        plain_alpha_beta(evaluator, board, refinements, limits, stop, recorder)
    } else if request.algorithm == Algorithm::Full {
        let params = SearchParams { limits, ..SearchParams::default() };
        let mut searcher = Searcher::new(SMALL_TABLE);
        searcher.search_observed(evaluator, board, &params, stop, recorder)
    } else {
        let depth = if request.algorithm == Algorithm::Greedy { Some(1) } else { limits.depth };
        let limits = Limits { depth, ..limits };
        minimax(evaluator, board, limits, stop, recorder).into_iter().next()
    }?;
    Some((found.pv, Some(found.value), found.nodes, found.elapsed))
}

/// Searches by Monte-Carlo tree search with random playouts. The value is the win rate in
/// permille.
fn search_by_playouts<G: AlphaBetaGame>(
    board: &BoardOf<G>,
    evaluator: &G::Search,
    request: &TraceRequest,
    recorder: &mut Recorder<MoveOf<G::Search>>,
) -> Option<Found<G>> {
    let selection = match request.algorithm {
        Algorithm::Rave => SelectionWeights::default(),
        _ => SelectionWeights::UCT,
    };
    let limits = Limits { depth: None, ..request.limits };
    let params = MctsParams { limits, playouts: request.playouts.max(1), multi_pv: 1, selection };
    let mut game = RandomPlayouts::new(evaluator);
    let (seed, stop) = (request.seed, &request.stop);
    let found = mcts_observed(&mut game, board, &params, seed, stop, &mut |_| (), recorder);
    let best = found.into_iter().next()?;
    let permille = (best.value.win_rate * 1000.0) as i32;
    Some((best.pv, Some(permille), best.nodes, best.elapsed))
}

impl<G: AlphaBetaGame> Engine for AlphaBetaEngine<G> {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        self.search_position(position.downcast::<G::Position>()?, request, report)
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let position = position.downcast::<G::Position>();
        let wanted = (None, lines);
        position.map_or_else(Vec::new, |at| self.analyse_position(at, request, wanted, report))
    }

    fn analyse_moves(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        moves: &[Move],
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let position = position.downcast::<G::Position>();
        let wanted = (Some(moves), lines);
        position.map_or_else(Vec::new, |at| self.analyse_position(at, request, wanted, report))
    }

    fn algorithms(&self, position: &AnyPosition) -> Vec<Algorithm> {
        if position.downcast::<G::Position>().is_none() {
            return Vec::new();
        }
        let is_known = |one: &Algorithm| *one != Algorithm::Evolution || !G::FEATURES.is_empty();
        Algorithm::ALL.into_iter().filter(is_known).collect()
    }

    fn trace(&mut self, position: &AnyPosition, request: &TraceRequest) -> Option<AlgorithmTrace> {
        Self::trace_position(position.downcast::<G::Position>()?, request)
    }

    fn default_table_size(&self) -> Option<usize> {
        Some(G::LARGE_TABLE)
    }

    fn set_table_size(&mut self, mebibytes: usize) {
        if self.table_size != mebibytes {
            self.table_size = mebibytes;
            self.searcher = CachedSearcher::default();
        }
    }

    fn keep_table(&mut self) {
        self.keeps_table = true;
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = Some(threads);
    }

    fn prepare(&mut self) {
        self.searcher.searcher(self.table_size).claim_memory();
    }

    fn report_bounds(&mut self) {
        self.reports_bounds = true;
    }
}
