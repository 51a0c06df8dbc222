//! Iterative deepening of the thread that answers, with the best lines of each depth.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::super::time_management::TimeManager;
use super::super::trace::SearchObserver;
use super::super::{Certainty, SearchResult};
use super::search::Search;
use super::search_game::{MoveOf, SearchGame};
use super::{MultiPv, ResultOf, SearchParams};

/// Time after which bounds are reported too: before, each depth is done soon.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// Plies to which a move that is the only one is searched on a clock.
const ONLY_MOVE_DEPTH: u32 = 4;

/// The `n`th line of a depth that was not completed, `pv` by the table: with a value of this
/// depth if there is one, otherwise with that of the last depth, and then with its line too if
/// that had this move.
fn partial_line<Mv: Copy + PartialEq>(
    before: &[SearchResult<Mv>],
    n: usize,
    pv: Vec<Mv>,
    value: Option<i32>,
) -> SearchResult<Mv> {
    let best = pv[0];
    let previous = before.iter().find(|line| line.best == best).cloned();
    let line = match (previous, value) {
        (Some(line), None) => line,
        (Some(line), Some(_)) => SearchResult { pv, ..line },
        (None, _) => SearchResult { best, pv, certainty: Certainty::Estimate, ..before[n].clone() },
    };
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

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// The best lines, as [`super::Searcher::search_multi_pv`] tells. `helper_nodes` are
    /// counted with its own.
    pub(super) fn deepen(
        mut self,
        position: &G::Position,
        params: &SearchParams,
        lines: &MultiPv<'_, MoveOf<G>>,
        helper_nodes: &AtomicU64,
        report: &mut dyn FnMut(&[ResultOf<G>]),
    ) -> Vec<ResultOf<G>> {
        let mut position = position.clone();
        let mut root = self.root_moves(&mut position, lines.excluded_moves);
        if root.is_empty() {
            return Vec::new();
        }
        let count = lines.count.clamp(1, root.len());
        let remaining = self.game.max_plies_left(&position);
        let value = self.game.evaluate(&position);
        let initial_line = |&(_, mv): &(i32, MoveOf<G>)| SearchResult::unsearched(mv, value);
        let mut found: Vec<_> = root[..count].iter().map(initial_line).collect();
        let deepest = match params.limits.depth {
            Some(depth) if remaining > params.exact_within => depth.clamp(1, remaining.max(1)),
            _ => remaining.max(1),
        };
        let mut time = TimeManager::START;
        let is_selective = G::USE_PRUNING && !self.full_width;
        // Moves that are excluded stay so.
        let mut has_all_moves = !is_selective || !lines.excluded_moves.is_empty();
        let mut depth = 0;
        while depth < deepest {
            depth += 1;
            if depth > 1 && deepest == remaining && depth + params.endgame_jump >= remaining {
                depth = remaining;
            }
            let mut next: Vec<ResultOf<G>> = Vec::with_capacity(count);
            for n in 0..count {
                let report_bound = &mut |search: &Self, certainty, value, best| {
                    if !lines.reports_bounds || search.budget.elapsed() < BOUNDS_AFTER {
                        return;
                    }
                    let unsearched = SearchResult::unsearched(best, value);
                    let mut so_far = next.clone();
                    so_far.push(SearchResult { depth, certainty, ..unsearched });
                    let mut so_far = merge_lines(so_far, found.clone());
                    search.count_work(&mut so_far, helper_nodes);
                    report(&so_far);
                };
                let expected = found[n].value;
                let value =
                    self.search_root(&mut position, &mut root[n..], depth, expected, report_bound);
                let best = root[n].1;
                let pv = self.principal_variation(&position, best, depth);
                if self.budget.is_spent() {
                    // An unfinished depth still counts: its first move is the
                    // best of the depth before unless a better was found.
                    if n == 0 || value.is_some() {
                        next.push(partial_line(&found, n, pv, value));
                    }
                    break;
                }
                next.push(SearchResult {
                    pv,
                    depth,
                    certainty: Certainty::exact_if(depth >= remaining),
                    ..SearchResult::unsearched(best, value.unwrap_or(found[n].value))
                });
            }
            let complete = !self.budget.is_spent();
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
            self.count_work(&mut found, helper_nodes);
            if !complete {
                break;
            }
            report(&found);
            // Where the likely moves lose, an unlikely one may not: it is worth more time.
            if found[0].value <= -Self::MATES && !has_all_moves {
                has_all_moves = true;
                let mut others = Vec::new();
                self.game.other_moves(&position, &mut others);
                if !others.is_empty() {
                    root.extend(others.into_iter().map(|mv| (0, mv)));
                    continue;
                }
            }
            if let Some(optimum) = params.limits.optimum_time {
                let target = time.target(optimum, found[0].best, found[0].value, Self::MARGIN);
                if self.budget.elapsed() >= target || root.len() == 1 && depth >= ONLY_MOVE_DEPTH {
                    break;
                }
            }
            if found.iter().all(|line| self.game.is_mate_within(line.value, depth)) {
                break;
            }
        }
        found
    }

    /// Fills in the nodes, the time and the table that the search has used so far.
    fn count_work(&self, lines: &mut [ResultOf<G>], helper_nodes: &AtomicU64) {
        let table_fill = self.table.permille_written();
        for line in lines {
            line.nodes = self.budget.nodes() + helper_nodes.load(Ordering::Relaxed);
            line.elapsed = self.budget.elapsed();
            line.selective_depth = Some(self.deepest as u32);
            line.table_fill = Some(table_fill);
        }
    }
}
