//! Iterative deepening: searches of growing depth, then of shrinking selectivity, up to the exact
//! score.

use std::time::Duration;

use super::probcut::{self, NO_SELECTIVITY};
use super::worker::Worker;
use super::worker_pool::WorkerPool;
use super::{DISC, Job, MAX_VALUE, NO_SQUARE, RootMove, dispatch, geometry};
use crate::games::reversi::patterns::{Weights, evaluate};
use crate::games::reversi::rules::bitboard::Bitboard;
use crate::games::reversi::{Discs, Square};
use crate::search::{
    Certainty, Limits, SearchBudget, SearchResult, SharedTranspositionTable, StopFlag,
};

/// Depth and selectivity of one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Depth in plies. From the number of empty squares on, the search goes to the end of the
    /// game.
    pub depth: u32,
    /// Level of ProbCut, from 1, which prunes most, to [`Iteration::NO_SELECTIVITY`], which prunes
    /// nothing. It grows as Edax's selectivity does.
    pub selectivity: u8,
}

impl Iteration {
    /// No ProbCut: values at the end of the game are exact.
    pub const NO_SELECTIVITY: u8 = NO_SELECTIVITY;
}

/// Kind of result that a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveMode {
    /// The best moves, this many but at least one, with their values.
    MultiPv(usize),
    /// The value of every move, each searched by itself with a full window. Depths may differ
    /// between moves, and each search is reported.
    EachMove,
    /// Win, loss or draw (WLD). Values of a search to the end are 100, -100 and 0.
    Wld,
}

/// Parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct SolverParams {
    /// Limits of depth, nodes and time.
    pub limits: Limits,
    /// Empty squares up to which the search goes to the end, whatever the depth limit.
    pub exact_within: u32,
    /// Selectivity at which a search to the end stops, from 1 to [`Iteration::NO_SELECTIVITY`].
    pub selectivity: u8,
    /// Kind of result.
    pub mode: SolveMode,
    /// Number of search threads, at least 1. With one thread and a limit of nodes or depth the
    /// result is deterministic.
    pub threads: usize,
}

impl SolverParams {
    /// Search for the best move within these limits, exact at the end, on one thread.
    #[must_use]
    pub const fn best(limits: Limits) -> SolverParams {
        SolverParams {
            limits,
            exact_within: 0,
            selectivity: NO_SELECTIVITY,
            mode: SolveMode::MultiPv(1),
            threads: 1,
        }
    }
}

/// A move with its value in hundredths of a disc.
pub type SolverResult = SearchResult<Square>;

/// Confidence in the value of a completed iteration.
fn certainty_of(iteration: Iteration, to_the_end: bool) -> Certainty {
    match probcut::confidence_percent(iteration.selectivity) {
        100 if to_the_end => Certainty::Exact,
        chance => Certainty::Percent { chance, to_the_end },
    }
}

/// Confidence in a value before the first iteration is completed, or of one that is not completed,
/// which has compared only some moves.
const fn unfinished(to_the_end: bool) -> Certainty {
    Certainty::Percent { chance: 0, to_the_end }
}

/// True if the value is not that of a completed iteration.
fn is_unfinished(line: &SolverResult) -> bool {
    matches!(line.certainty, Certainty::Percent { chance: 0, .. })
}

/// Schedule of iterations: deeper midgame searches, then searches to the end of shrinking
/// selectivity. Each fills the transposition table for the next.
fn iterations(empties: u32, params: &SolverParams) -> Vec<Iteration> {
    let to_the_end =
        empties <= params.exact_within || params.limits.depth.is_none_or(|most| most >= empties);
    let selective = |depth| Iteration { depth, selectivity: 1 };
    if !to_the_end {
        let max_depth = params.limits.depth.unwrap_or(1).max(1);
        return (1..=max_depth).map(selective).collect();
    }
    let selectivities: &[u8] = match empties {
        0..=9 => &[NO_SELECTIVITY],
        10..=15 => &[1, NO_SELECTIVITY],
        16..=21 => &[1, 3, NO_SELECTIVITY],
        22..=25 => &[1, 3, 4, NO_SELECTIVITY],
        _ => &[1, 2, 3, 4, 5, NO_SELECTIVITY],
    };
    let middle = (1..=empties * 3 / 5).map(selective);
    let enough = selectivities.iter().position(|&selectivity| selectivity >= params.selectivity);
    let selectivities = &selectivities[..=enough.unwrap_or(selectivities.len() - 1)];
    let end = selectivities.iter().map(|&selectivity| Iteration { depth: empties, selectivity });
    middle.chain(end).collect()
}

/// Searcher of 8 by 8 positions, with a transposition table that is kept between searches.
pub struct Solver {
    table: SharedTranspositionTable,
}

/// Shuts down the helper threads when dropped, also on panic.
struct ShutdownGuard<'a>(&'a WorkerPool);

impl Drop for ShutdownGuard<'_> {
    fn drop(&mut self) {
        self.0.shut_down();
    }
}

/// Time after which helper threads are started; shorter searches do not pay for them.
const HELPERS_AFTER: Duration = Duration::from_millis(20);

impl Solver {
    /// A solver with a transposition table of about `mebibytes` MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Solver {
        Solver { table: SharedTranspositionTable::new(mebibytes) }
    }

    /// Clears the transposition table, so that the next result depends on its parameters alone.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// First result of a [`search`](Solver::search) without a stop flag; `None` if the game is
    /// over.
    pub fn best(
        &mut self,
        weights: &Weights,
        discs: Discs,
        params: &SolverParams,
    ) -> Option<SolverResult> {
        self.search(weights, discs, params, &StopFlag::new(), &mut |_| ()).into_iter().next()
    }

    /// Searches by iterative deepening and reports the results of each iteration, best first.
    ///
    /// Returns as many moves as the mode asks for and the position has, however early the search
    /// is stopped; none if the game is over.
    pub fn search(
        &mut self,
        weights: &Weights,
        discs: Discs,
        params: &SolverParams,
        stop: &StopFlag,
        report: &mut dyn FnMut(&[SolverResult]),
    ) -> Vec<SolverResult> {
        if discs.mobility() != 0 {
            return self.search_moves(weights, discs, params, stop, report);
        }
        if discs.passed().mobility() == 0 {
            return Vec::new();
        }
        // A pass: the result of the opponent, negated.
        let mode = if params.mode == SolveMode::Wld { params.mode } else { SolveMode::MultiPv(1) };
        let params = SolverParams { mode, ..*params };
        let passed = |found: &[SolverResult]| -> Vec<SolverResult> {
            let Some(found) = found.first() else { return Vec::new() };
            let mut pv = vec![Square::PASS];
            pv.extend(&found.pv);
            vec![SearchResult { best: Square::PASS, pv, value: -found.value, ..found.clone() }]
        };
        let found = self.search_moves(weights, discs.passed(), &params, stop, &mut |found| {
            report(&passed(found));
        });
        passed(&found)
    }

    /// Calls `then` with a function that searches one position by one iteration on one thread, and
    /// returns its value for the side to move in hundredths of a disc. The searches share the
    /// tables.
    pub fn with_values(
        &mut self,
        weights: &Weights,
        then: impl FnOnce(&mut dyn FnMut(Discs, Iteration) -> i32),
    ) {
        let pool = WorkerPool::default();
        let mut worker = Worker::new(weights, &self.table, &pool, None);
        then(&mut |discs, iteration| {
            dispatch::run_job(&mut worker, Job::Value { discs, iteration }).unwrap_or(0)
        });
    }

    fn search_moves(
        &mut self,
        weights: &Weights,
        discs: Discs,
        params: &SolverParams,
        stop: &StopFlag,
        report: &mut dyn FnMut(&[SolverResult]),
    ) -> Vec<SolverResult> {
        self.table.next_search();
        let table = &self.table;
        let pool = &WorkerPool::default();
        let budget = SearchBudget::new(params.limits, stop.clone());
        let mut main = Worker::new(weights, table, pool, Some(budget));
        let empties = discs.empties();
        let mut root = root_moves(discs, weights);
        let each = params.mode == SolveMode::EachMove;
        let lines = match params.mode {
            SolveMode::MultiPv(lines) => lines.clamp(1, root.len().max(1)),
            SolveMode::EachMove => root.len(),
            SolveMode::Wld => 1,
        };
        let mut found: Vec<SolverResult> = (root.iter().take(lines))
            .map(|mv| SearchResult {
                certainty: unfinished(false),
                ..SearchResult::unsearched(Square::new(mv.square), mv.value)
            })
            .collect();
        std::thread::scope(|scope| {
            let _shutdown = ShutdownGuard(pool);
            let mut alone = true;
            for iteration in iterations(empties, params) {
                if alone && params.threads > 1 && main.elapsed() >= HELPERS_AFTER {
                    alone = false;
                    for _ in 1..params.threads {
                        scope.spawn(move || {
                            let mut helper = Worker::new(weights, table, pool, None);
                            dispatch::run_job(&mut helper, Job::Help)
                        });
                    }
                }
                let mut next: Vec<SolverResult> = Vec::with_capacity(lines);
                let mut complete = true;
                for n in 0..lines {
                    let guess = root[n].value;
                    // In this mode each move is searched alone, with a full window.
                    let moves = if each { &mut root[n..=n] } else { &mut root[n..] };
                    let to_the_end = iteration.depth >= empties;
                    let bound = match params.mode {
                        SolveMode::Wld if to_the_end => DISC,
                        _ => MAX_VALUE + 1,
                    };
                    let job = Job::Root { moves, empties, iteration, guess, bound };
                    let value = dispatch::run_job(&mut main, job);
                    complete = !main.stopped;
                    if let Some(value) = value {
                        root[n].value = value;
                        next.push(SearchResult {
                            depth: iteration.depth.min(empties),
                            certainty: if complete {
                                certainty_of(iteration, to_the_end)
                            } else {
                                unfinished(to_the_end)
                            },
                            ..SearchResult::unsearched(Square::new(root[n].square), value)
                        });
                    }
                    if !complete {
                        break;
                    }
                    if each && let Some(line) = next.last_mut() {
                        line.pv = principal_variation(&mut main, discs, line);
                        (line.nodes, line.elapsed) = (main.nodes, main.elapsed());
                        replace(&mut found, line);
                        report(&found);
                    }
                }
                if each {
                    // Best first, so that a search stopped early has refined the best moves.
                    root.sort_by_key(|mv| std::cmp::Reverse(mv.value));
                    if complete {
                        continue;
                    }
                    break;
                }
                for line in &mut next {
                    // The table's bounds of a WLD search do not give a principal variation.
                    if params.mode != SolveMode::Wld || iteration.depth < empties {
                        line.pv = principal_variation(&mut main, discs, line);
                    }
                }
                if complete {
                    next.sort_by_key(|line| std::cmp::Reverse(line.value));
                    for (known, line) in root.iter_mut().zip(&next) {
                        if let Some(mv) = root_move(discs, line) {
                            *known = mv;
                        }
                    }
                    found = next;
                } else {
                    found = merge_unfinished(next, std::mem::take(&mut found));
                }
                for line in &mut found {
                    (line.nodes, line.elapsed) = (main.nodes, main.elapsed());
                }
                if !complete {
                    break;
                }
                report(&found);
            }
        });
        found
    }
}

/// Replaces the result for the same move, and sorts best first.
fn replace(found: &mut [SolverResult], line: &SolverResult) {
    if let Some(known) = found.iter_mut().find(|known| known.best == line.best) {
        *known = line.clone();
    }
    found.sort_by_key(|line| std::cmp::Reverse(line.value));
}

/// The legal moves in order of static evaluation, best first.
fn root_moves(discs: Discs, weights: &Weights) -> Vec<RootMove> {
    let mut found: Vec<RootMove> = (discs.mobility().squares())
        .map(|square| {
            let next = discs.after_move(square);
            RootMove { discs: next, square, value: -evaluate(weights, next) }
        })
        .collect();
    found.sort_by_key(|mv| std::cmp::Reverse(mv.value));
    found
}

/// The root move of a result; `None` for a pass.
fn root_move(discs: Discs, line: &SolverResult) -> Option<RootMove> {
    let square = line.best.index()?;
    Some(RootMove { discs: discs.after_move(square), square, value: line.value })
}

/// Results of an unfinished iteration, followed by those of the previous one for the moves that
/// it did not reach. Values are capped to keep the order.
fn merge_unfinished(next: Vec<SolverResult>, before: Vec<SolverResult>) -> Vec<SolverResult> {
    let count = before.len();
    let mut all = next;
    for line in &mut all {
        // For a move that led before, the complete result of the previous iteration is better.
        if is_unfinished(line)
            && let Some(known) = before.iter().find(|known| known.best == line.best)
        {
            *line = known.clone();
        }
    }
    for line in before {
        if all.iter().all(|known| known.best != line.best) {
            all.push(line);
        }
    }
    all.truncate(count);
    for n in 1..all.len() {
        if all[n].value > all[n - 1].value {
            all[n].value = all[n - 1].value;
            all[n].certainty = match all[n].certainty {
                Certainty::Exact => Certainty::Percent { chance: 99, to_the_end: true },
                uncertain => uncertain,
            };
        }
    }
    all
}

/// Empty squares up to which moves of an exact principal variation that are missing in the table
/// are searched again.
const PV_SOLVE_MAX_EMPTIES: u32 = 11;

/// Principal variation of a result, read from the transposition table; exact ones reach the end of
/// the game.
fn principal_variation(w: &mut Worker<'_>, mut discs: Discs, found: &SolverResult) -> Vec<Square> {
    let Some(mut square) = found.best.index() else { return vec![Square::PASS] };
    let (mut pv, mut moves_played) = (Vec::new(), 0);
    loop {
        discs = discs.after_move(square);
        pv.push(Square::new(square));
        moves_played += 1;
        if moves_played >= found.depth {
            return pv;
        }
        let mut moves = discs.mobility();
        if moves == 0 {
            discs = discs.passed();
            moves = discs.mobility();
            if moves == 0 {
                return pv;
            }
            pv.push(Square::PASS);
        }
        let empties = discs.empties();
        let entry = w.table.probe(geometry::key(discs)).filter(|entry| {
            // The move of a bound need not be the best one, so an exact line uses only moves of
            // exact entries.
            let proved = entry.lower == entry.upper
                && entry.selectivity == NO_SELECTIVITY
                && u32::from(entry.depth) >= empties;
            !found.is_exact() || proved
        });
        let hash_move = entry.map(|entry| entry.best);
        square = match hash_move.filter(|&best| best < NO_SQUARE && moves >> best & 1 != 0) {
            Some(best) => best,
            None if found.is_exact() && empties <= PV_SOLVE_MAX_EMPTIES => {
                match best_endgame_move(w, discs) {
                    Some(best) => best,
                    None => break,
                }
            }
            None => break,
        };
    }
    while pv.last() == Some(&Square::PASS) {
        pv.pop();
    }
    pv
}

/// Best move by exact search; `None` if the search is stopped.
fn best_endgame_move(w: &mut Worker<'_>, discs: Discs) -> Option<u8> {
    let iteration = Iteration { depth: 64, selectivity: NO_SELECTIVITY };
    let mut best = None;
    for square in discs.mobility().squares() {
        let job = Job::Value { discs: discs.after_move(square), iteration };
        let value = -dispatch::run_job(w, job)?;
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, square));
        }
    }
    best.map(|(_, square)| square)
}
