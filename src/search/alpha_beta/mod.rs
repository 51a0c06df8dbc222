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
        report: &mut dyn FnMut(&Found<MoveOf<M>>),
    ) -> Option<Found<MoveOf<M>>> {
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
        let first = root.first()?.1;
        let remaining = run.model.remaining(&position);
        let mut found = Found {
            best: first,
            line: vec![first],
            value: run.model.evaluate(&position),
            depth: 0,
            exact: false,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
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
            let value = run.search_root(&mut position, &mut root, depth, found.value);
            let complete = !run.budget.is_spent();
            // An unfinished depth still counts as far as it went: its first
            // move is the best of the depth before unless a better was found.
            found.best = root[0].1;
            if let Some(value) = value {
                found.value = value;
            }
            found.nodes = run.budget.nodes();
            found.elapsed = run.budget.elapsed();
            if !complete {
                if found.line.first() != Some(&found.best) {
                    found.line = vec![found.best];
                    found.exact = false;
                }
                break;
            }
            found.depth = depth;
            found.exact = depth >= remaining;
            found.line = run.line(&position, found.best, depth);
            report(&found);
            if run.model.settles(found.value, depth) {
                break;
            }
        }
        Some(found)
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
