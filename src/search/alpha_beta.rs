//! Iterative deepening alpha-beta with principal variation search, a
//! transposition table and an exact search of the last plies.

use std::time::Duration;

use super::table::{Known, Table};
use super::{Budget, Limits, Stop};
use crate::core::Position;

/// A value beyond every value of a position.
pub const INFINITE: i32 = 1 << 28;

/// From this depth on, moves are ordered by a shallower search of each.
const PRESEARCH_FROM: u32 = 9;

/// This much more depth lets the shallower search go one ply deeper.
const PRESEARCH_STEP: u32 = 3;

/// From this depth on, every child is looked up before any is searched.
const LOOK_AHEAD_FROM: u32 = 5;

/// What a game knows about its positions. Values are seen from the side to
/// move; the unit is the game's own, and no value reaches [`INFINITE`].
pub trait Model {
    /// The positions of the game.
    type Position: Position;

    /// An estimate of any position; the true value of a finished one.
    fn evaluate(&mut self, position: &Self::Position) -> i32;

    /// The value of a finished position.
    fn terminal(&self, position: &Self::Position) -> i32;

    /// How early a legal move should be tried; higher is earlier. `depth`
    /// plies will be searched, so that effort can be weighed.
    fn promise(&mut self, position: &mut Self::Position, mv: MoveOf<Self>, depth: u32) -> i32;

    /// A number, not 0, that tells this move from the other legal ones.
    fn number(&self, mv: MoveOf<Self>) -> u16;

    /// Whether this ply costs no depth, such as a forced pass.
    fn is_free(&self, mv: MoveOf<Self>) -> bool;

    /// After how many plies, free ones not counted, the game has surely
    /// ended; a search that deep is exact.
    fn remaining(&self, position: &Self::Position) -> u32;

    /// The exact value of a position near its end within a window, if this
    /// is one that the game solves in a way of its own. At or outside the
    /// window the answer is a bound.
    fn solve(
        &mut self,
        position: &Self::Position,
        window: (i32, i32),
        budget: &mut Budget,
    ) -> Option<i32>;

    /// Replaces the content of `moves` with the legal moves that change so
    /// much that a position cannot be judged before they are tried, such as
    /// captures. They are searched beyond the depth asked for; the side to
    /// move may also leave them. Every line of them must come to an end.
    fn noisy_moves(&mut self, position: &Self::Position, moves: &mut Vec<MoveOf<Self>>) {
        let _ = position;
        moves.clear();
    }

    /// Whether looking further than `depth` plies cannot change this value,
    /// such as that of a mate within them.
    fn settles(&self, value: i32, depth: u32) -> bool {
        let _ = (value, depth);
        false
    }

    /// A value counted from a position `plies` further on, where values tell
    /// how far away the end is. Undone by the same number with the other
    /// sign.
    fn shifted(&self, value: i32, plies: i32) -> i32 {
        let _ = plies;
        value
    }
}

/// The move type of a model's game.
pub type MoveOf<M> = <<M as Model>::Position as Position>::Move;

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

/// The moves at one ply, kept to be used again.
struct Buffer<Mv> {
    moves: Vec<Mv>,
    /// Moves not yet searched, with their promise.
    scored: Vec<(i32, Mv)>,
}

impl<Mv> Default for Buffer<Mv> {
    fn default() -> Self {
        Buffer { moves: Vec::new(), scored: Vec::new() }
    }
}

/// Searches positions of one game and remembers what it learned.
pub struct Searcher<M: Model> {
    table: Table,
    buffers: Vec<Buffer<MoveOf<M>>>,
}

impl<M: Model> Searcher<M> {
    /// A searcher with a transposition table of about this size.
    #[must_use]
    pub fn new(mebibytes: usize) -> Searcher<M> {
        Searcher { table: Table::new(mebibytes), buffers: Vec::new() }
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
        let mut run = Run {
            model,
            table: &mut self.table,
            buffers: &mut self.buffers,
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
        let mut run = Run {
            model,
            table: &mut self.table,
            buffers: &mut self.buffers,
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

/// Takes out the most promising move; of equals the one written first.
fn take_most_promising<Mv: Copy>(scored: &mut Vec<(i32, Mv)>) -> Mv {
    let mut at = 0;
    for n in 1..scored.len() {
        if scored[n].0 > scored[at].0 {
            at = n;
        }
    }
    scored.remove(at).1
}

/// One search on its way.
struct Run<'a, M: Model> {
    model: &'a mut M,
    table: &'a mut Table,
    buffers: &'a mut Vec<Buffer<MoveOf<M>>>,
    budget: Budget,
}

impl<M: Model> Run<'_, M> {
    /// The legal moves in the order of their promise.
    fn root_moves(&mut self, position: &mut M::Position) -> Vec<(i32, MoveOf<M>)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut root: Vec<_> = moves
            .into_iter()
            .map(|mv| (self.model.promise(position, mv, LOOK_AHEAD_FROM), mv))
            .collect();
        root.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        root
    }

    /// Searches every root move within a window around `expected`, widened
    /// as needed. The best move so far stands first in `root` even when the
    /// budget ends the search; then the value is `None` unless a move was
    /// searched completely.
    fn search_root(
        &mut self,
        position: &mut M::Position,
        root: &mut [(i32, MoveOf<M>)],
        depth: u32,
        expected: i32,
    ) -> Option<i32> {
        let mut margin = if depth < 3 { INFINITE } else { 150 };
        let mut window = (
            expected.saturating_sub(margin).max(-INFINITE),
            expected.saturating_add(margin).min(INFINITE),
        );
        let mut value_so_far = None;
        loop {
            let (alpha, beta) = window;
            let mut best = -INFINITE;
            for n in 0..root.len() {
                let mv = root[n].1;
                let cost = u32::from(!self.model.is_free(mv));
                let next = (depth.saturating_sub(cost), 1);
                let floor = alpha.max(best);
                let mut value = -INFINITE;
                if n > 0 {
                    value = self.after(position, mv, next, (floor, floor + 1));
                }
                if n == 0 || (value > floor && value < beta) {
                    value = self.after(position, mv, next, (floor, beta));
                }
                if self.budget.is_spent() {
                    return value_so_far;
                }
                if value > best {
                    best = value;
                    // A value at or below the window is only a bound, and
                    // says nothing about which move is best.
                    if value > alpha {
                        root[..=n].rotate_right(1);
                        value_so_far = Some(value);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            // The window only ever grows, so this ends even where bounds of
            // different depths in the table contradict each other.
            margin = margin.saturating_mul(4);
            if best <= alpha && alpha > -INFINITE {
                value_so_far = None;
                window.0 = best.saturating_sub(margin).max(-INFINITE);
            } else if best >= beta && beta < INFINITE {
                window.1 = best.saturating_add(margin).min(INFINITE);
            } else {
                return Some(best);
            }
        }
    }

    /// The value of a move within a window, for the side that plays it; at
    /// or outside the window a bound. The position after the move is searched
    /// `depth` plies deep.
    fn after(
        &mut self,
        position: &mut M::Position,
        mv: MoveOf<M>,
        (depth, ply): (u32, usize),
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let side = position.side_to_move();
        let undo = position.play(mv);
        // In some games a turn is more than one ply.
        let value = if position.side_to_move() == side {
            self.search(position, depth, ply, (alpha, beta))
        } else {
            -self.search(position, depth, ply, (-beta, -alpha))
        };
        position.undo(mv, undo);
        value
    }

    /// The value of a position within a window; at or outside it a bound.
    fn search(
        &mut self,
        position: &mut M::Position,
        depth: u32,
        ply: usize,
        (mut alpha, mut beta): (i32, i32),
    ) -> i32 {
        if !self.budget.spend(1) {
            return 0;
        }
        let remaining = self.model.remaining(position);
        let depth = depth.min(remaining);
        if depth == remaining
            && let Some(value) = self.model.solve(position, (alpha, beta), &mut self.budget)
        {
            return value;
        }
        if depth == 0 {
            return self.quiet(position, ply, (alpha, beta));
        }
        let key = position.key();
        let mut first = 0;
        if let Some(known) = self.probe(key, ply) {
            first = known.best;
            if u32::from(known.depth) >= depth {
                if known.lower >= beta || known.lower == known.upper {
                    return known.lower;
                }
                if known.upper <= alpha {
                    return known.upper;
                }
                alpha = alpha.max(known.lower);
                beta = beta.min(known.upper);
            }
        }
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, Buffer::default);
        }
        // Taken out, so that deeper plies may use theirs.
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        position.legal_moves(&mut buffer.moves);
        let value = if buffer.moves.is_empty() {
            self.model.terminal(position)
        } else if depth >= LOOK_AHEAD_FROM
            && let Some(value) = self.look_ahead(position, (depth, ply), beta, &buffer.moves)
        {
            value
        } else {
            let (value, best) =
                self.search_moves(position, (depth, ply), (alpha, beta), first, &mut buffer);
            if !self.budget.is_spent() {
                // Kept as counted from this position, not from the root.
                let kept = self.model.shifted(value, ply as i32);
                let known = Known {
                    lower: if value > alpha { kept } else { -INFINITE },
                    upper: if value < beta { kept } else { INFINITE },
                    depth: depth.min(255) as u8,
                    best: self.model.number(best),
                };
                self.table.store(key, known);
            }
            value
        };
        self.buffers[ply] = buffer;
        value
    }

    /// What the table knows about a position met `ply` plies from the root.
    fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let mut known = self.table.probe(key)?;
        for bound in [&mut known.lower, &mut known.upper] {
            if bound.abs() < INFINITE {
                *bound = self.model.shifted(*bound, -(ply as i32));
            }
        }
        Some(known)
    }

    /// The value of a position at the end of the search, once the noisy moves
    /// are played out (quiescence); at or outside the window a bound.
    fn quiet(&mut self, position: &mut M::Position, ply: usize, (alpha, beta): (i32, i32)) -> i32 {
        let mut best = self.model.evaluate(position);
        if best >= beta {
            return best;
        }
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, Buffer::default);
        }
        // Taken out, so that deeper plies may use theirs.
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        self.model.noisy_moves(position, &mut buffer.moves);
        buffer.scored.clear();
        for &mv in &buffer.moves {
            let promise = self.model.promise(position, mv, 0);
            buffer.scored.push((promise, mv));
        }
        while !buffer.scored.is_empty() && best < beta {
            let mv = take_most_promising(&mut buffer.scored);
            let value = self.after(position, mv, (0, ply + 1), (alpha.max(best), beta));
            if self.budget.is_spent() {
                break;
            }
            best = best.max(value);
        }
        self.buffers[ply] = buffer;
        best
    }

    /// Searches the moves in `buffer` and returns the best value and move.
    fn search_moves(
        &mut self,
        position: &mut M::Position,
        (depth, ply): (u32, usize),
        (alpha, beta): (i32, i32),
        first: u16,
        buffer: &mut Buffer<MoveOf<M>>,
    ) -> (i32, MoveOf<M>) {
        let Buffer { moves, scored } = buffer;
        // The move that was best before is searched before the others are
        // even given an order: most often they are not needed.
        let known_first = moves.iter().position(|&mv| self.model.number(mv) == first);
        if let Some(at) = known_first {
            moves.swap(0, at);
        }
        let (mut best, mut best_move) = (-INFINITE, moves[0]);
        let lone = moves.len() == 1;
        scored.clear();
        for n in 0..moves.len() {
            if scored.is_empty() && !lone && (n > 0 || known_first.is_none()) {
                self.order(position, (depth, ply), &moves[n..], scored);
            }
            let mv = if scored.is_empty() { moves[0] } else { take_most_promising(scored) };
            let next = (depth - u32::from(!self.model.is_free(mv)), ply + 1);
            let floor = alpha.max(best);
            let mut value = -INFINITE;
            if n > 0 {
                value = self.after(position, mv, next, (floor, floor + 1));
            }
            if n == 0 || (value > floor && value < beta) {
                value = self.after(position, mv, next, (floor, beta));
            }
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                (best, best_move) = (value, mv);
                if best >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// Writes down how promising each move is.
    fn order(
        &mut self,
        position: &mut M::Position,
        (depth, ply): (u32, usize),
        moves: &[MoveOf<M>],
        scored: &mut Vec<(i32, MoveOf<M>)>,
    ) {
        for &mv in moves {
            let mut promise = self.model.promise(position, mv, depth);
            if depth >= PRESEARCH_FROM {
                let shallow = (depth - PRESEARCH_FROM) / PRESEARCH_STEP;
                promise += self.after(position, mv, (shallow, ply + 1), (-INFINITE, INFINITE));
            }
            scored.push((promise, mv));
        }
    }

    /// Whether some child is already known to be so bad for the opponent
    /// that this position is worth `beta` (enhanced transposition cut-off).
    fn look_ahead(
        &mut self,
        position: &mut M::Position,
        (depth, ply): (u32, usize),
        beta: i32,
        moves: &[MoveOf<M>],
    ) -> Option<i32> {
        for &mv in moves {
            let needed = depth - u32::from(!self.model.is_free(mv));
            let side = position.side_to_move();
            let undo = position.play(mv);
            let known = self.probe(position.key(), ply + 1);
            let goes_on = position.side_to_move() == side;
            position.undo(mv, undo);
            if let Some(known) = known.filter(|known| u32::from(known.depth) >= needed) {
                let surely = if goes_on { known.lower } else { -known.upper };
                if surely >= beta {
                    return Some(surely);
                }
            }
        }
        None
    }

    /// The expected play as far as the table remembers it.
    fn line(&self, position: &M::Position, best: MoveOf<M>, depth: u32) -> Vec<MoveOf<M>> {
        let mut position = position.clone();
        let mut line = vec![best];
        let mut moves = Vec::new();
        position.play(best);
        while line.len() < depth as usize {
            position.legal_moves(&mut moves);
            let known = self.table.probe(position.key());
            let next = known.and_then(|known| {
                moves.iter().copied().find(|&mv| self.model.number(mv) == known.best)
            });
            let Some(mv) = next else { break };
            position.play(mv);
            line.push(mv);
        }
        line
    }
}
