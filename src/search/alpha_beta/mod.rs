//! Iterative deepening alpha-beta with principal variation search, a
//! transposition table and an exact search of the last plies.

mod model;
mod refuters;
mod run;

use std::time::Duration;

pub use model::{INFINITE, Model, MoveOf, UndoOf};
use refuters::Refuters;
use run::{Buffer, Run};

use super::table::Table;
use super::{Budget, Level, Limits, Stop};
use crate::core::Random;

/// How far to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// Bounds on the effort.
    pub limits: Limits,
    /// A position that surely ends within this many plies is searched to its
    /// end, whatever the limit of depth.
    pub exact_within: u32,
    /// When only this many plies are missing to the end, the next deeper
    /// search goes to the end at once.
    pub leap: u32,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<Mv> {
    /// The best move.
    pub best: Mv,
    /// The expected play, beginning with `best`.
    pub line: Vec<Mv>,
    /// The value of the position.
    pub value: i32,
    /// Plies searched completely.
    pub depth: u32,
    /// Whether the search went to the end of the game.
    pub exact: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// What a search with this knowledge has found.
type FoundBy<M> = Found<MoveOf<M>>;

/// Every legal move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<Mv> {
    /// Values and moves, the best first; never empty.
    pub moves: Vec<(i32, Mv)>,
    /// Plies searched.
    pub depth: u32,
    /// Whether the search went to the end of the game.
    pub exact: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

impl<Mv: Copy> Ranking<Mv> {
    /// The answer of a player of this level, which may err; `None` if nothing
    /// was ranked.
    #[must_use]
    pub fn choose(&self, level: &Level, random: &mut Random) -> Option<Found<Mv>> {
        level.choose(&self.moves, random).map(|choice| self.chosen(choice))
    }

    /// The answer of a player who chooses this move with this value.
    #[must_use]
    pub fn chosen(&self, (value, best): (i32, Mv)) -> Found<Mv> {
        Found {
            best,
            line: vec![best],
            value,
            depth: self.depth,
            exact: self.exact,
            nodes: self.nodes,
            elapsed: self.elapsed,
        }
    }
}

/// How many best moves are wanted, and which moves are not.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a, Mv> {
    /// How many; 0 is taken for 1.
    pub count: usize,
    /// Moves that are not to be looked at.
    pub without: &'a [Mv],
}

impl<Mv> Lines<'_, Mv> {
    /// So many of the best of all moves.
    #[must_use]
    pub const fn best(count: usize) -> Self {
        Lines { count, without: &[] }
    }
}

/// The `n`th line of a depth that was not completed: its move, with a value
/// of this depth if there is one, and otherwise with what was known.
fn unfinished<Mv: Copy + PartialEq>(
    before: &[Found<Mv>],
    n: usize,
    best: Mv,
    value: Option<i32>,
) -> Found<Mv> {
    let known = before.iter().find(|line| line.best == best).cloned();
    let line = known.unwrap_or_else(|| Found {
        best,
        line: vec![best],
        exact: false,
        ..before[n].clone()
    });
    Found { value: value.unwrap_or(before[n].value), ..line }
}

/// The lines of an unfinished depth, and below them those of the depth before
/// that it did not come to. They are worth no more than what stands above:
/// the search put that first.
fn joined<Mv: Copy + PartialEq>(
    mut next: Vec<Found<Mv>>,
    before: Vec<Found<Mv>>,
) -> Vec<Found<Mv>> {
    let count = before.len();
    for line in before {
        if next.iter().all(|known| known.best != line.best) {
            next.push(line);
        }
    }
    next.truncate(count);
    for n in 1..next.len() {
        if next[n].value > next[n - 1].value {
            (next[n].value, next[n].exact) = (next[n - 1].value, false);
        }
    }
    next
}

/// Searches positions of one game and remembers what it learned.
pub struct Searcher<M: Model> {
    table: Table,
    buffers: Vec<Buffer<MoveOf<M>>>,
    refuters: Refuters,
}

impl<M: Model> Searcher<M> {
    /// A searcher with a transposition table of about this size.
    #[must_use]
    pub fn new(mebibytes: usize) -> Searcher<M> {
        let refuters = if M::SELECTIVE { Refuters::new() } else { Refuters::default() };
        Searcher { table: Table::new(mebibytes), buffers: Vec::new(), refuters }
    }

    /// Forgets everything learned, so that the next answer depends on the
    /// question alone.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches deeper and deeper within the plan and reports each completed
    /// depth. `None` if the game is over. However early it is stopped, the
    /// answer is a legal move.
    pub fn search(
        &mut self,
        model: &mut M,
        position: &M::Position,
        plan: &Plan,
        stop: &Stop,
        report: &mut dyn FnMut(&FoundBy<M>),
    ) -> Option<FoundBy<M>> {
        let report = &mut |lines: &[FoundBy<M>]| lines.iter().for_each(&mut *report);
        self.search_lines(model, position, plan, &Lines::best(1), stop, report).into_iter().next()
    }

    /// Searches for several best moves at once and reports them, best first,
    /// at each completed depth. Empty if there is no move to be looked at.
    /// However early it is stopped, the answer is as many legal moves as are
    /// wanted or there are.
    ///
    /// The second line is the best of all moves but the first, and so on. When
    /// the search ends within a depth, lines that this depth did not come to
    /// are those of the depth before, valued at no more than the lines above
    /// them.
    pub fn search_lines(
        &mut self,
        model: &mut M,
        position: &M::Position,
        plan: &Plan,
        lines: &Lines<'_, MoveOf<M>>,
        stop: &Stop,
        report: &mut dyn FnMut(&[FoundBy<M>]),
    ) -> Vec<FoundBy<M>> {
        self.table.next_search();
        self.refuters.clear();
        let mut run = Run {
            model,
            table: &mut self.table,
            buffers: &mut self.buffers,
            refuters: &mut self.refuters,
            budget: Budget::new(plan.limits, stop.clone()),
        };
        let mut position = position.clone();
        let mut root = run.root_moves(&mut position);
        let without: Vec<_> = lines.without.iter().map(|&mv| run.model.number(mv)).collect();
        root.retain(|&(_, mv)| !without.contains(&run.model.number(mv)));
        if root.is_empty() {
            return Vec::new();
        }
        let count = lines.count.clamp(1, root.len());
        let remaining = run.model.remaining(&position);
        let value = run.model.evaluate(&position);
        let at_first = |&(_, mv): &(i32, MoveOf<M>)| Found {
            best: mv,
            line: vec![mv],
            value,
            depth: 0,
            exact: false,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let mut found: Vec<_> = root[..count].iter().map(at_first).collect();
        let deepest = match plan.limits.depth {
            Some(most) if remaining > plan.exact_within => most.clamp(1, remaining.max(1)),
            _ => remaining.max(1),
        };
        let mut depth = 0;
        while depth < deepest {
            depth += 1;
            if depth > 1 && deepest == remaining && depth + plan.leap >= remaining {
                depth = remaining;
            }
            let mut next: Vec<FoundBy<M>> = Vec::with_capacity(count);
            for n in 0..count {
                let value = run.search_root(&mut position, &mut root[n..], depth, found[n].value);
                let best = root[n].1;
                if run.budget.is_spent() {
                    // An unfinished depth still counts as far as it went: its
                    // first move is the best of the depth before unless a
                    // better was found.
                    if n == 0 || value.is_some() {
                        next.push(unfinished(&found, n, best, value));
                    }
                    break;
                }
                next.push(Found {
                    best,
                    line: run.line(&position, best, depth),
                    value: value.unwrap_or(found[n].value),
                    depth,
                    exact: depth >= remaining,
                    nodes: 0,
                    elapsed: Duration::ZERO,
                });
            }
            let complete = !run.budget.is_spent();
            if complete {
                next.sort_by_key(|line| std::cmp::Reverse(line.value));
                // The next depth tries them in this order.
                for (known, line) in root.iter_mut().zip(&next) {
                    known.1 = line.best;
                }
                found = next;
            } else {
                found = joined(next, found);
            }
            for line in &mut found {
                (line.nodes, line.elapsed) = (run.budget.nodes(), run.budget.elapsed());
            }
            if !complete {
                break;
            }
            report(&found);
            if found.iter().all(|line| run.model.settles(line.value, depth)) {
                break;
            }
        }
        found
    }

    /// The value of every legal move, from a search of each to the depth of
    /// the plan (one ply if it has none) or to the end of the game. `None`
    /// if the game is over.
    ///
    /// Unlike in [`Searcher::search`] the values of all moves are true and
    /// not bounds, so that a weak level can choose among them. Cut short,
    /// they are those of the last completed depth.
    pub fn rank(
        &mut self,
        model: &mut M,
        position: &M::Position,
        plan: &Plan,
        stop: &Stop,
    ) -> Option<Ranking<MoveOf<M>>> {
        self.table.next_search();
        self.refuters.clear();
        let mut run = Run {
            model,
            table: &mut self.table,
            buffers: &mut self.buffers,
            refuters: &mut self.refuters,
            budget: Budget::new(plan.limits, stop.clone()),
        };
        let mut position = position.clone();
        let mut root = run.root_moves(&mut position);
        if root.is_empty() {
            return None;
        }
        let remaining = run.model.remaining(&position);
        let wanted = if remaining <= plan.exact_within { remaining } else { 1 };
        let depth = plan.limits.depth.unwrap_or(1).max(wanted).min(remaining);
        for (score, mv) in &mut root {
            *score = run.after(&mut position, *mv, (0, 1), (-INFINITE, INFINITE));
        }
        root.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        let mut done = 0;
        while done < depth {
            let mut values = Vec::with_capacity(root.len());
            for &(_, mv) in &root {
                let deeper = (done + 1).saturating_sub(u32::from(!run.model.is_free(mv)));
                values.push(run.after(&mut position, mv, (deeper, 1), (-INFINITE, INFINITE)));
            }
            if run.budget.is_spent() {
                break;
            }
            for ((score, _), value) in root.iter_mut().zip(values) {
                *score = value;
            }
            root.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            done += 1;
        }
        Some(Ranking {
            moves: root,
            depth: done,
            exact: done == remaining,
            nodes: run.budget.nodes(),
            elapsed: run.budget.elapsed(),
        })
    }
}
