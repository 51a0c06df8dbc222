//! Iterative deepening principal variation search (alpha-beta with null
//! windows) with aspiration windows, a transposition table and an exact search
//! of the last plies.

mod history;
mod move_loop;
mod move_picker;
mod quiescence;
mod search;
mod search_game;
mod selective;

use history::Histories;
pub(super) use search::Node;
use search::{MoveBuffer, Search};
pub use search_game::{INFINITE, MoveOf, SearchGame, UndoOf};
use selective::LinePly;

use super::table::TranspositionTable;
use super::time_management::TimeManager;
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

/// Plies to which a move that is the only one is searched on a clock.
const ONLY_MOVE_DEPTH: u32 = 4;

/// The result type of a game's search.
type ResultOf<G> = SearchResult<MoveOf<G>>;

/// Options of a multi-PV search.
#[derive(Clone, Copy, Debug)]
pub struct MultiPv<'a, Mv> {
    /// Number of principal variations; 0 means 1.
    pub count: usize,
    /// Root moves that are not searched.
    pub excluded_moves: &'a [Mv],
}

impl<Mv> MultiPv<'_, Mv> {
    /// The best `count` of all moves.
    #[must_use]
    pub const fn best(count: usize) -> Self {
        MultiPv { count, excluded_moves: &[] }
    }
}

/// The `n`th line of a depth that was not completed: its move, with a value
/// of this depth if there is one, otherwise with that of the last depth.
fn partial_line<Mv: Copy + PartialEq>(
    before: &[SearchResult<Mv>],
    n: usize,
    best: Mv,
    value: Option<i32>,
) -> SearchResult<Mv> {
    let previous = before.iter().find(|line| line.best == best).cloned();
    let line = previous.unwrap_or_else(|| SearchResult {
        best,
        pv: vec![best],
        certainty: Certainty::Estimate,
        ..before[n].clone()
    });
    SearchResult { value: value.unwrap_or(before[n].value), ..line }
}

/// The lines of an unfinished depth, followed by those of the depth before
/// that it did not reach. Their values are capped by the line above, which the
/// search preferred.
fn merge_lines<Mv: Copy + PartialEq>(
    mut next: Vec<SearchResult<Mv>>,
    before: Vec<SearchResult<Mv>>,
) -> Vec<SearchResult<Mv>> {
    let count = before.len();
    for line in before {
        if next.iter().all(|other| other.best != line.best) {
            next.push(line);
        }
    }
    next.truncate(count);
    for n in 1..next.len() {
        if next[n].value > next[n - 1].value {
            (next[n].value, next[n].certainty) = (next[n - 1].value, Certainty::Estimate);
        }
    }
    next
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
    buffers: Vec<MoveBuffer<MoveOf<G>>>,
    histories: Histories,
    line: Vec<LinePly>,
}

impl<G: SearchGame> Searcher<G> {
    /// A searcher with a transposition table of about this size.
    #[must_use]
    pub fn new(mebibytes: usize) -> Searcher<G> {
        let (histories, line) = match G::USE_PRUNING {
            true => (Histories::new(G::HISTORY_INDICES), selective::new_line()),
            false => (Histories::default(), Vec::new()),
        };
        Searcher { table: TranspositionTable::new(mebibytes), buffers: Vec::new(), histories, line }
    }

    /// Clears the transposition table and the histories, so that the next result
    /// depends on its arguments alone.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// A search that has not begun.
    fn begin<'a>(&'a mut self, game: &'a mut G, limits: Limits, stop: &StopFlag) -> Search<'a, G> {
        self.table.next_search();
        self.histories.forget_all_killers();
        Search {
            game,
            table: &mut self.table,
            buffers: &mut self.buffers,
            histories: &mut self.histories,
            line: &mut self.line,
            budget: SearchBudget::elastic(limits, stop.clone()),
            deepest: 0,
            root_depth: 0,
            full_width: false,
        }
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
        self.search_multi_pv(game, position, params, &MultiPv::best(1), stop, report)
            .into_iter()
            .next()
    }

    /// Multi-PV search: reports the best lines, best first, at each completed
    /// depth. Empty if there is no move to search. However early it is
    /// stopped, it returns as many lines as asked for, or as there are moves.
    ///
    /// The second line is the best of all moves but the first, and so on. When
    /// the search is stopped within a depth, lines that this depth did not
    /// reach are those of the depth before, with values capped by the lines
    /// above them.
    pub fn search_multi_pv(
        &mut self,
        game: &mut G,
        position: &G::Position,
        params: &SearchParams,
        lines: &MultiPv<'_, MoveOf<G>>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&[ResultOf<G>]),
    ) -> Vec<ResultOf<G>> {
        let mut search = self.begin(game, params.limits, stop);
        let mut position = position.clone();
        let mut root = search.root_moves(&mut position);
        let excluded: Vec<_> =
            lines.excluded_moves.iter().map(|&mv| search.game.move_id(mv)).collect();
        root.retain(|&(_, mv)| !excluded.contains(&search.game.move_id(mv)));
        if root.is_empty() {
            return Vec::new();
        }
        let count = lines.count.clamp(1, root.len());
        let remaining = search.game.max_plies_left(&position);
        let value = search.game.evaluate(&position);
        let initial_line = |&(_, mv): &(i32, MoveOf<G>)| SearchResult::unsearched(mv, value);
        let mut found: Vec<_> = root[..count].iter().map(initial_line).collect();
        let deepest = match params.limits.depth {
            Some(depth) if remaining > params.exact_within => depth.clamp(1, remaining.max(1)),
            _ => remaining.max(1),
        };
        let mut time = TimeManager::START;
        let mut depth = 0;
        while depth < deepest {
            depth += 1;
            if depth > 1 && deepest == remaining && depth + params.endgame_jump >= remaining {
                depth = remaining;
            }
            let mut next: Vec<ResultOf<G>> = Vec::with_capacity(count);
            for n in 0..count {
                let value =
                    search.search_root(&mut position, &mut root[n..], depth, found[n].value);
                let best = root[n].1;
                if search.budget.is_spent() {
                    // An unfinished depth still counts: its first move is the
                    // best of the depth before unless a better was found.
                    if n == 0 || value.is_some() {
                        next.push(partial_line(&found, n, best, value));
                    }
                    break;
                }
                next.push(SearchResult {
                    pv: search.principal_variation(&position, best, depth),
                    depth,
                    certainty: Certainty::exact_if(depth >= remaining),
                    ..SearchResult::unsearched(best, value.unwrap_or(found[n].value))
                });
            }
            let complete = !search.budget.is_spent();
            if complete {
                next.sort_by_key(|line| std::cmp::Reverse(line.value));
                // The next depth searches them in this order.
                for (root_move, line) in root.iter_mut().zip(&next) {
                    root_move.1 = line.best;
                }
                found = next;
            } else {
                found = merge_lines(next, found);
            }
            let table_fill = search.table.permille_written();
            for line in &mut found {
                (line.nodes, line.elapsed) = (search.budget.nodes(), search.budget.elapsed());
                line.selective_depth = Some(search.deepest as u32);
                line.table_fill = Some(table_fill);
            }
            if !complete {
                break;
            }
            report(&found);
            if let Some(optimum) = params.limits.optimum_time {
                let target =
                    time.target(optimum, found[0].best, found[0].value, Search::<G>::MARGIN);
                if search.budget.elapsed() >= target || root.len() == 1 && depth >= ONLY_MOVE_DEPTH
                {
                    break;
                }
            }
            if found.iter().all(|line| search.game.is_mate_within(line.value, depth)) {
                break;
            }
        }
        found
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
        let mut search = self.begin(game, params.limits, stop);
        search.full_width = true;
        let mut position = position.clone();
        let mut root = search.root_moves(&mut position);
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
