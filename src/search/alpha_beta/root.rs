//! The root of every search, with its aspiration windows.

use super::super::trace::{NodeEnd, SearchObserver};
use super::super::{Certainty, Window};
use super::search::{ETC_MIN_DEPTH, Node, Search};
use super::search_game::{INFINITE, MoveOf, SearchGame};
use crate::core::Position;

/// Half of the first aspiration window.
const ASPIRATION_MARGIN: i32 = 150;

/// The same for games that prune, whose values change less from one depth to
/// the next.
const SELECTIVE_ASPIRATION_MARGIN: i32 = 25;

/// Half of a narrow first aspiration window where the value is 0; it is wider by 1 for so many of
/// the square of the value, at most by this.
const NARROW_MARGIN: i32 = 3;
const NARROW_SQUARES: i64 = 4490;
const NARROW_MOST: i64 = 1000;

/// Told by a search of each fail low or fail high at the root, with the bound and the first move.
type BoundReport<'a, S, Mv> = dyn FnMut(&S, Certainty, i32, Mv) + 'a;

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// Half of the first aspiration window.
    pub(super) const MARGIN: i32 =
        if G::USE_PRUNING { SELECTIVE_ASPIRATION_MARGIN } else { ASPIRATION_MARGIN };

    /// The legal moves but those excluded, sorted by ordering score.
    pub(super) fn root_moves(
        &mut self,
        position: &mut G::Position,
        excluded: &[MoveOf<G>],
    ) -> Vec<(i32, MoveOf<G>)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let excluded: Vec<_> = excluded.iter().map(|&mv| self.game.move_id(mv)).collect();
        moves.retain(|&mv| !excluded.contains(&self.game.move_id(mv)));
        let mut root: Vec<_> = moves
            .into_iter()
            .map(|mv| (self.game.move_order_score(position, mv, ETC_MIN_DEPTH), mv))
            .collect();
        root.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        root
    }

    /// Searches every root move within an aspiration window around `expected`,
    /// widened after a fail low or fail high; a narrow one less deep after a fail
    /// high. The best move so far is moved to the front of `root` even when the
    /// budget runs out; then the value is `None` unless a move was searched
    /// completely. `report_bound` is told of each fail low or fail high, with the
    /// bound and the first move of `root`.
    pub(super) fn search_root(
        &mut self,
        position: &mut G::Position,
        root: &mut [(i32, MoveOf<G>)],
        depth: u32,
        expected: i32,
        report_bound: &mut BoundReport<'_, Self, MoveOf<G>>,
    ) -> Option<i32> {
        self.root_depth = depth;
        let narrow = self.has_deep_loop();
        let mut margin = match depth {
            0..3 => INFINITE,
            _ if narrow => {
                let square = i64::from(expected) * i64::from(expected);
                NARROW_MARGIN + (square / NARROW_SQUARES).min(NARROW_MOST) as i32
            }
            _ => Self::MARGIN,
        };
        let mut fail_highs = 0;
        let mut window = Window {
            alpha: expected.saturating_sub(margin).max(-INFINITE),
            beta: expected.saturating_add(margin).min(INFINITE),
        };
        if G::USE_PRUNING {
            self.begin_line(position);
        }
        let mut value_so_far = None;
        loop {
            let Window { alpha, beta } = window;
            // What failed high is mostly found again with less depth.
            let depth = depth.saturating_sub(fail_highs).max(1);
            let mut best = -INFINITE;
            self.observer.begin_iteration(depth, window);
            self.root_width = beta - alpha;
            for n in 0..root.len() {
                if let Some(root) = self.line.first_mut() {
                    root.move_number = n + 1;
                }
                let mv = root[n].1;
                let cost = u32::from(!self.game.costs_no_depth(mv));
                let next = Node { depth: depth.saturating_sub(cost), ply: 1 };
                let floor = alpha.max(best);
                let mut value = -INFINITE;
                if n > 0 {
                    let reduction = if G::USE_PRUNING {
                        self.root_reduction(position, next.depth, n, mv)
                    } else {
                        0
                    };
                    let reduced = Node { depth: next.depth - reduction, ..next };
                    value = self.search_move(position, mv, reduced, Window::null(floor));
                    if reduction > 0 && value > floor {
                        value = self.search_move(position, mv, next, Window::null(floor));
                    }
                }
                if n == 0 || (value > floor && value < beta) {
                    value = self.search_move(position, mv, next, Window { alpha: floor, beta });
                }
                if self.budget.is_spent() {
                    return value_so_far;
                }
                if value > best {
                    best = value;
                    // A value at or below alpha is only an upper bound and
                    // does not tell which move is best.
                    if value > alpha {
                        root[..=n].rotate_right(1);
                        value_so_far = Some(value);
                    }
                    if value >= beta {
                        self.observer.end(NodeEnd::Cutoff);
                        self.skip_moves(root[n + 1..].iter().map(|&(_, mv)| mv));
                        break;
                    }
                }
            }
            self.observer.end_iteration(best);
            // The margin only grows, so this ends even where table bounds of
            // different depths contradict each other.
            margin = match narrow {
                true => margin.saturating_add(margin / 4 + 2),
                false => margin.saturating_mul(if G::USE_PRUNING { 2 } else { 4 }),
            };
            if best <= alpha && alpha > -INFINITE {
                value_so_far = None;
                report_bound(self, Certainty::UpperBound, best, root[0].1);
                window.alpha = best.saturating_sub(margin).max(-INFINITE);
                if narrow {
                    window.beta = (alpha + beta) / 2;
                    fail_highs = 0;
                }
            } else if best >= beta && beta < INFINITE {
                report_bound(self, Certainty::LowerBound, best, root[0].1);
                window.beta = best.saturating_add(margin).min(INFINITE);
                fail_highs += u32::from(narrow);
            } else {
                return Some(best);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SearchThread, Searcher};
    use super::*;
    use crate::search::tests::{Evaluator, Row};
    use crate::search::{Limits, SearchBudget, StopFlag};

    #[test]
    fn a_value_outside_the_window_is_told_as_a_bound_and_then_found() {
        let mut row = Row::random(7);
        let depth = Evaluator.max_plies_left(&row);
        let mut search_around = |expected: i32| {
            let searcher = Searcher::<Evaluator>::new(1);
            let budget = SearchBudget::new(Limits::default(), StopFlag::new());
            let (mut thread, mut game) = (SearchThread::new(), Evaluator);
            let mut search = thread.begin(&mut game, &searcher.table, budget, ());
            let mut root = search.root_moves(&mut row, &[]);
            let mut told = Vec::new();
            let report_bound = &mut |_: &_, bound, value, _| told.push((bound, value));
            let value = search.search_root(&mut row, &mut root, depth, expected, report_bound);
            (value.unwrap(), told)
        };
        let (value, told) = search_around(0);
        assert!(told.is_empty() && value.abs() < ASPIRATION_MARGIN);
        for (expected, bound) in [(1_000, Certainty::UpperBound), (-1_000, Certainty::LowerBound)] {
            let (found, told) = search_around(expected);
            assert_eq!(found, value);
            assert!(matches!(told[..], [(only, _)] if only == bound), "{told:?}");
            assert!((told[0].1 - value) * expected >= 0, "{told:?}");
        }
    }
}
