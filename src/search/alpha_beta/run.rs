//! One alpha-beta search on its way through the tree.

use super::super::Budget;
use super::super::table::{Known, Table};
use super::model::{INFINITE, Model, MoveOf};
use super::refuters::{Failed, Refuters};
use crate::core::Position;

/// From this depth on, moves are ordered by a shallower search of each.
const PRESEARCH_FROM: u32 = 9;

/// This much more depth lets the shallower search go one ply deeper.
const PRESEARCH_STEP: u32 = 3;

/// From this depth on, every child is looked up before any is searched.
const LOOK_AHEAD_FROM: u32 = 5;

/// From this depth on it is tried what happens if the turn is skipped.
const SKIP_FROM: u32 = 3;

/// So many plies less deep at least is looked after a skipped turn.
const SKIP_SAVES: u32 = 3;

/// From this depth on quiet moves late in the order are searched less deep.
const REDUCE_FROM: u32 = 3;

/// So many moves are searched to the full depth first.
const FULL_MOVES: usize = 3;

/// How many plies less deep the `n`th quiet move, counted from 0, is searched
/// at first.
fn reduction(depth: u32, n: usize) -> u32 {
    if n < FULL_MOVES { 0 } else { (depth.ilog2() * (n as u32).ilog2() / 4).max(1) }
}

/// The moves at one ply, kept to be used again.
pub(super) struct Buffer<Mv> {
    moves: Vec<Mv>,
    /// Moves not yet searched, with their promise.
    scored: Vec<(i32, Mv)>,
}

impl<Mv> Default for Buffer<Mv> {
    fn default() -> Self {
        Buffer { moves: Vec::new(), scored: Vec::new() }
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
pub(super) struct Run<'a, M: Model> {
    pub(super) model: &'a mut M,
    pub(super) table: &'a mut Table,
    pub(super) buffers: &'a mut Vec<Buffer<MoveOf<M>>>,
    pub(super) refuters: &'a mut Refuters,
    pub(super) budget: Budget,
}

impl<M: Model> Run<'_, M> {
    /// The legal moves in the order of their promise.
    pub(super) fn root_moves(&mut self, position: &mut M::Position) -> Vec<(i32, MoveOf<M>)> {
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
    pub(super) fn search_root(
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
    pub(super) fn after(
        &mut self,
        position: &mut M::Position,
        mv: MoveOf<M>,
        next: (u32, usize),
        window: (i32, i32),
    ) -> i32 {
        self.after_less(position, mv, next, 0, window)
    }

    /// Like [`Run::after`], but `less` plies less deep, unless the move makes
    /// an urgent position.
    fn after_less(
        &mut self,
        position: &mut M::Position,
        mv: MoveOf<M>,
        (mut depth, ply): (u32, usize),
        less: u32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let side = position.side_to_move();
        let undo = position.play(mv);
        if less > 0 && !self.model.is_urgent(position) {
            depth = depth.saturating_sub(less);
        }
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
        window: (i32, i32),
    ) -> i32 {
        self.search_after(position, (depth, ply), window, true)
    }

    /// Like [`Run::search`], and says whether a move led to the position or
    /// the turn was only skipped.
    fn search_after(
        &mut self,
        position: &mut M::Position,
        (depth, ply): (u32, usize),
        (mut alpha, mut beta): (i32, i32),
        moved: bool,
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
        } else if M::SELECTIVE
            && moved
            && let Some(value) = self.skip(position, (depth, ply), (alpha, beta))
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

    /// Whether a position is worth `beta` even if the side to move does
    /// nothing, which most moves are better than (null move). Looks less far
    /// than asked, at windows without width only.
    fn skip(
        &mut self,
        position: &mut M::Position,
        (depth, ply): (u32, usize),
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        if depth < SKIP_FROM
            || beta - alpha > 1
            || self.model.is_urgent(position)
            || self.model.evaluate(position) < beta
        {
            return None;
        }
        let undo = self.model.skip_turn(position)?;
        let left = depth.saturating_sub(SKIP_SAVES + depth / 4);
        let value = -self.search_after(position, (left, ply + 1), (-beta, 1 - beta), false);
        self.model.unskip_turn(position, undo);
        // What is won beyond `beta` without a move may be an illusion.
        (value >= beta && !self.budget.is_spent()).then_some(beta)
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
        let may_reduce = M::SELECTIVE && depth >= REDUCE_FROM && !self.model.is_urgent(position);
        let mut failed = Failed::default();
        scored.clear();
        for n in 0..moves.len() {
            if scored.is_empty() && !lone && (n > 0 || known_first.is_none()) {
                self.order(position, (depth, ply), &moves[n..], scored);
            }
            let mv = if scored.is_empty() { moves[0] } else { take_most_promising(scored) };
            let next = (depth - u32::from(!self.model.is_free(mv)), ply + 1);
            let floor = alpha.max(best);
            let mut value = -INFINITE;
            let quiet = M::SELECTIVE && self.model.is_quiet(position, mv);
            if n > 0 {
                let less = if may_reduce && quiet { reduction(depth, n) } else { 0 };
                value = self.after_less(position, mv, next, less, (floor, floor + 1));
                if less > 0 && value > floor {
                    value = self.after(position, mv, next, (floor, floor + 1));
                }
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
                    if quiet {
                        let number = self.model.number(mv);
                        self.refuters.learn(position.side_to_move(), ply, depth, number, &failed);
                    }
                    break;
                }
            }
            if quiet {
                failed.add(self.model.number(mv));
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
            if M::SELECTIVE {
                if self.model.is_quiet(position, mv) {
                    let number = self.model.number(mv);
                    promise += self.refuters.promise(position.side_to_move(), ply, number);
                }
            } else if depth >= PRESEARCH_FROM {
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
    pub(super) fn line(
        &self,
        position: &M::Position,
        best: MoveOf<M>,
        depth: u32,
    ) -> Vec<MoveOf<M>> {
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
