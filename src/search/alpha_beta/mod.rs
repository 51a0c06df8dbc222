//! Iterative deepening principal variation search (alpha-beta with null
//! windows) with aspiration windows, a transposition table and an exact search
//! of the last plies.

mod corrections;
mod deep_move_loop;
mod history;
mod iterative_deepening;
mod lazy_smp;
mod move_loop;
mod move_picker;
mod quiescence;
mod root;
mod search;
mod search_game;
mod selective;
mod selectivity;

use std::sync::atomic::AtomicU64;

use history::{Histories, MAX_HISTORY};
pub(super) use search::Node;
use search::{MoveBuffer, Search};
pub use search_game::{INFINITE, MoveOf, SearchGame, UndoOf};
use selective::LinePly;
pub use selectivity::{MoveLoop, Selectivity};

use super::table::TranspositionTable;
use super::trace::SearchObserver;
use super::{Certainty, Limits, SearchBudget, SearchResult, StopFlag, Window};

/// Parameters of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchParams {
    /// Bounds on the effort.
    pub limits: Limits,
    /// A position that must end within this many plies is searched to its end,
    /// whatever the depth limit.
    pub exact_within: u32,
    /// When at most this many plies are left to the end of the game, iterative
    /// deepening jumps to the end at once.
    pub endgame_jump: u32,
}

/// The result type of a game's search.
type ResultOf<G> = SearchResult<MoveOf<G>>;

/// Options of a multi-PV search.
#[derive(Clone, Copy, Debug)]
pub struct MultiPv<'a, Mv> {
    /// Number of principal variations; 0 means 1.
    pub count: usize,
    /// Root moves that are not searched.
    pub excluded_moves: &'a [Mv],
    /// True if a long search also reports lines whose value has left the aspiration
    /// window, with the bound that is known of it.
    pub reports_bounds: bool,
}

impl<Mv> MultiPv<'_, Mv> {
    /// The best `count` of all moves.
    #[must_use]
    pub const fn best(count: usize) -> Self {
        MultiPv { count, excluded_moves: &[], reports_bounds: false }
    }
}

/// Searches positions of one game; keeps its transposition table between
/// searches.
///
/// ```
/// use tianyuan::games::tictactoe::{Evaluator, MoveFilter, Rules, SearchBoard, TicTacToe};
/// use tianyuan::search::{Limits, SearchParams, Searcher, StopFlag};
///
/// let every_square = MoveFilter { width: None, forced: false };
/// let board = SearchBoard::new(&TicTacToe::new(Rules::default()), every_square);
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// let params = SearchParams { limits, ..SearchParams::default() };
/// let result = Searcher::new(1)
///     .search(&mut Evaluator, &board, &params, &StopFlag::new(), &mut |_| ())
///     .unwrap();
/// assert!(result.is_exact() && result.value == 0 && result.nodes < 20_000);
/// ```
pub struct Searcher<G: SearchGame> {
    table: TranspositionTable,
    /// The first is that of the thread which answers.
    threads: Vec<SearchThread<G>>,
}

/// State that a thread keeps from search to search.
struct SearchThread<G: SearchGame> {
    buffers: Vec<MoveBuffer<MoveOf<G>>>,
    histories: Histories,
    line: Vec<LinePly>,
}

impl<G: SearchGame> SearchThread<G> {
    fn new() -> SearchThread<G> {
        let (histories, line) = match G::USE_PRUNING {
            true => (Histories::new(G::HISTORY_INDICES), selective::new_line()),
            false => (Histories::default(), Vec::new()),
        };
        SearchThread { buffers: Vec::new(), histories, line }
    }

    /// A search that has not begun.
    fn begin<'a, O>(
        &'a mut self,
        game: &'a mut G,
        table: &'a TranspositionTable,
        budget: SearchBudget,
        observer: O,
    ) -> Search<'a, G, O> {
        self.histories.forget_all_killers();
        let full_width = game.is_full_width();
        let deep_loop = G::SELECTIVITY.move_loop == MoveLoop::Deep && !game.is_limited();
        self.histories.main_limit = if deep_loop { MAX_HISTORY / 2 } else { MAX_HISTORY };
        Search {
            game,
            table,
            buffers: &mut self.buffers,
            histories: &mut self.histories,
            line: &mut self.line,
            budget,
            deepest: 0,
            root_depth: 0,
            root_width: 1,
            full_width,
            deep_loop,
            observer,
        }
    }
}

impl<G: SearchGame> Searcher<G> {
    /// A searcher with a transposition table of about this size.
    #[must_use]
    pub fn new(mebibytes: usize) -> Searcher<G> {
        Searcher { table: TranspositionTable::new(mebibytes), threads: vec![SearchThread::new()] }
    }

    /// Clears the transposition table and the histories, so that the next result
    /// depends on its arguments alone.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(|thread| thread.histories.clear());
    }

    /// Claims the memory of the transposition table, which the system otherwise hands out
    /// as it is used.
    pub fn claim_memory(&mut self) {
        self.table.claim_memory();
    }

    /// Searches by iterative deepening and reports each completed depth.
    /// `None` if the game is over. However early it is stopped, the result
    /// has a legal move.
    pub fn search(
        &mut self,
        game: &mut G,
        position: &G::Position,
        params: &SearchParams,
        stop: &StopFlag,
        report: &mut dyn FnMut(&ResultOf<G>),
    ) -> Option<ResultOf<G>> {
        let report = &mut |lines: &[ResultOf<G>]| lines.iter().for_each(&mut *report);
        let games = std::slice::from_mut(game);
        self.search_multi_pv(games, position, params, &MultiPv::best(1), stop, report)
            .into_iter()
            .next()
    }

    /// Multi-PV search by a thread for each of `games`, which is at least one: reports the
    /// best lines, best first, at each completed depth. Empty if there is no move to
    /// search. However early it is stopped, it returns as many lines as asked for, or as
    /// there are moves.
    ///
    /// The second line is the best of all moves but the first, and so on. When
    /// the search is stopped within a depth, lines that this depth did not
    /// reach are those of the depth before, with values capped by the lines
    /// above them.
    pub fn search_multi_pv(
        &mut self,
        games: &mut [G],
        position: &G::Position,
        params: &SearchParams,
        lines: &MultiPv<'_, MoveOf<G>>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&[ResultOf<G>]),
    ) -> Vec<ResultOf<G>> {
        self.table.next_search();
        let count = self.threads.len().max(games.len());
        self.threads.resize_with(count, SearchThread::new);
        let (Some((thread, helpers)), Some((game, helper_games))) =
            (self.threads.split_first_mut(), games.split_first_mut())
        else {
            return Vec::new();
        };
        let budget = SearchBudget::elastic(params.limits, stop.clone());
        let search = thread.begin(game, &self.table, budget, ());
        let team = helpers.iter_mut().zip(helper_games);
        lazy_smp::with_helpers(team, &self.table, position, lines.excluded_moves, |helper_nodes| {
            search.deepen(position, params, lines, helper_nodes, report)
        })
    }

    /// Searches by iterative deepening with one thread, as [`Searcher::search`] does, and tells
    /// `observer` of every node.
    pub fn search_observed(
        &mut self,
        game: &mut G,
        position: &G::Position,
        params: &SearchParams,
        stop: &StopFlag,
        observer: impl SearchObserver<MoveOf<G>>,
    ) -> Option<ResultOf<G>> {
        self.table.next_search();
        let budget = SearchBudget::elastic(params.limits, stop.clone());
        let search = self.threads[0].begin(game, &self.table, budget, observer);
        let nobody = AtomicU64::new(0);
        let best = MultiPv::best(1);
        search.deepen(position, params, &best, &nobody, &mut |_| ()).into_iter().next()
    }

    /// Every legal move, best first, with its value from a full-window search,
    /// to the depth limit (one ply without one) or to the end of the game.
    /// Empty if the game is over.
    ///
    /// Unlike in [`Searcher::search`] all values are exact and not bounds, so
    /// that a weak level can choose among them. A search that is cut short
    /// returns those of the last completed depth.
    pub fn rank_moves(
        &mut self,
        game: &mut G,
        position: &G::Position,
        params: &SearchParams,
        stop: &StopFlag,
    ) -> Vec<ResultOf<G>> {
        self.table.next_search();
        let budget = SearchBudget::new(params.limits, stop.clone());
        let mut search = self.threads[0].begin(game, &self.table, budget, ());
        search.full_width = true;
        let mut position = position.clone();
        let mut root = search.root_moves(&mut position, &[]);
        if root.is_empty() {
            return Vec::new();
        }
        let remaining = search.game.max_plies_left(&position);
        let wanted = if remaining <= params.exact_within { remaining } else { 1 };
        let depth = params.limits.depth.unwrap_or(1).max(wanted).min(remaining);
        for (score, mv) in &mut root {
            let next = Node { depth: 0, ply: 1 };
            *score = search.search_move(&mut position, *mv, next, Window::FULL);
        }
        root.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        let mut done = 0;
        while done < depth {
            search.root_depth = done + 1;
            let mut values = Vec::with_capacity(root.len());
            for &(_, mv) in &root {
                let cost = u32::from(!search.game.costs_no_depth(mv));
                let next = Node { depth: (done + 1).saturating_sub(cost), ply: 1 };
                values.push(search.search_move(&mut position, mv, next, Window::FULL));
            }
            if search.budget.is_spent() {
                break;
            }
            for ((score, _), value) in root.iter_mut().zip(values) {
                *score = value;
            }
            root.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            done += 1;
        }
        let result = |(value, best)| SearchResult {
            depth: done,
            certainty: Certainty::exact_if(done == remaining),
            nodes: search.budget.nodes(),
            elapsed: search.budget.elapsed(),
            ..SearchResult::unsearched(best, value)
        };
        root.into_iter().map(result).collect()
    }
}
