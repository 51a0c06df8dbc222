//! Principal variation search with enhanced transposition cut-offs.

use super::super::table::{TranspositionTable, TtEntry};
use super::super::trace::{NodeEnd, SearchObserver, SkipReason};
use super::super::{SearchBudget, Window};
use super::history::Histories;
use super::move_picker::ScoredMove;
use super::search_game::{INFINITE, MoveOf, SearchGame};
use super::selective::{LinePly, SelectiveNode};
use crate::core::Position;

/// Minimum depth for move ordering by a shallower search of each move.
const ORDERING_SEARCH_MIN_DEPTH: u32 = 9;

/// Plies of depth above that minimum for each ply of the ordering search.
const ORDERING_SEARCH_STEP: u32 = 3;

/// Minimum depth for enhanced transposition cut-offs.
pub(super) const ETC_MIN_DEPTH: u32 = 5;

/// A node's place in the search tree.
#[derive(Clone, Copy)]
pub(in crate::search) struct Node {
    /// Remaining depth, in plies.
    pub(in crate::search) depth: u32,
    /// Plies from the root.
    pub(in crate::search) ply: usize,
}

impl Node {
    /// The child with this remaining depth.
    fn child(self, depth: u32) -> Node {
        Node { depth, ply: self.ply + 1 }
    }
}

/// Move lists of one ply, reused to avoid allocation.
pub(super) struct MoveBuffer<Mv> {
    pub(super) moves: Vec<Mv>,
    /// Moves not yet searched.
    pub(super) scored: Vec<ScoredMove<Mv>>,
}

impl<Mv> Default for MoveBuffer<Mv> {
    fn default() -> Self {
        MoveBuffer { moves: Vec::new(), scored: Vec::new() }
    }
}

/// Removes the move with the highest ordering score; of equals the first.
fn pick_best<Mv: Copy>(scored: &mut Vec<ScoredMove<Mv>>) -> Mv {
    let mut at = 0;
    for n in 1..scored.len() {
        if scored[n].score > scored[at].score {
            at = n;
        }
    }
    scored.remove(at).mv
}

/// A running search.
pub(super) struct Search<'a, G: SearchGame, O> {
    pub(super) game: &'a mut G,
    pub(super) table: &'a TranspositionTable,
    pub(super) buffers: &'a mut Vec<MoveBuffer<MoveOf<G>>>,
    pub(super) histories: &'a mut Histories,
    /// By ply from the root, for games that prune.
    pub(super) line: &'a mut [LinePly],
    pub(super) budget: SearchBudget,
    /// Plies of the longest line searched.
    pub(super) deepest: usize,
    /// Depth of the iteration, in plies.
    pub(super) root_depth: u32,
    /// Width of the window at the root.
    pub(super) root_width: i32,
    /// True if nothing is pruned or reduced, so that every line is looked at to
    /// the full depth.
    pub(super) full_width: bool,
    /// True if [`MoveLoop::Deep`] tells how moves are pruned.
    ///
    /// [`MoveLoop::Deep`]: super::MoveLoop::Deep
    pub(super) deep_loop: bool,
    /// Whoever watches.
    pub(super) observer: O,
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// True if the moves of a node are searched by the deep loop, which does not search in full
    /// width.
    pub(super) fn has_deep_loop(&self) -> bool {
        self.deep_loop && !self.full_width
    }

    /// The value of a move for the side that plays it; a bound at or outside
    /// the window. `next` is the node after it.
    pub(super) fn search_move(
        &mut self,
        position: &mut G::Position,
        mv: MoveOf<G>,
        next: Node,
        window: Window,
    ) -> i32 {
        let side = position.side_to_move();
        if G::USE_PRUNING {
            self.remember_move(position, mv, next.ply - 1);
        }
        self.observer.play(Some(mv));
        let undo = position.play(mv);
        // In some games a turn is more than one ply.
        let value = if position.side_to_move() == side {
            self.search(position, next, window)
        } else {
            -self.search(position, next, -window)
        };
        position.undo(mv, undo);
        value
    }

    /// The value of a position for the side to move; a bound at or outside the
    /// window (fail-soft).
    fn search(&mut self, position: &mut G::Position, node: Node, window: Window) -> i32 {
        if !G::USE_PRUNING {
            return self.search_node(position, node, window);
        }
        let depth = i32::try_from(node.depth).unwrap_or(i32::MAX);
        let cut_node = window.is_null();
        self.selective(
            position,
            SelectiveNode { cut_node, ..SelectiveNode::new(depth, node.ply) },
            window,
        )
    }

    /// [`Search::search`] of games that do not prune.
    fn search_node(&mut self, position: &mut G::Position, node: Node, window: Window) -> i32 {
        self.observer.enter(node.depth as i32, window, position.side_to_move());
        let value = self.search_entered(position, node, window);
        self.observer.leave(value);
        value
    }

    /// [`Search::search_node`] of a node that was entered.
    fn search_entered(
        &mut self,
        position: &mut G::Position,
        Node { depth, ply }: Node,
        mut window: Window,
    ) -> i32 {
        if !self.budget.spend(1) {
            self.observer.end(NodeEnd::Stopped);
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let remaining = self.game.max_plies_left(position);
        let depth = depth.min(remaining);
        if depth == remaining
            && let Some(value) = self.solve(position, window)
        {
            return value;
        }
        if depth == 0 {
            self.observer.end(NodeEnd::Evaluated);
            return self.game.evaluate(position);
        }
        let key = position.key();
        let mut tt_move = 0;
        if let Some(entry) = self.probe(key, ply) {
            self.observer.table_hit();
            tt_move = entry.best;
            if u32::from(entry.depth) >= depth {
                self.observer.end(NodeEnd::Table);
                if entry.lower >= window.beta || entry.lower == entry.upper {
                    return entry.lower;
                }
                if entry.upper <= window.alpha {
                    return entry.upper;
                }
                self.observer.end(NodeEnd::Searched);
                window.alpha = window.alpha.max(entry.lower);
                window.beta = window.beta.min(entry.upper);
                self.observer.narrow(window);
            }
        }
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, MoveBuffer::default);
        }
        let node = Node { depth, ply };
        // Taken out, so that deeper plies can borrow `self`.
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        position.legal_moves(&mut buffer.moves);
        let value = if buffer.moves.is_empty() {
            self.observer.end(NodeEnd::GameOver);
            self.game.terminal_value(position)
        } else if depth >= ETC_MIN_DEPTH
            && let Some(value) = self.enhanced_tt_cutoff(position, node, window.beta, &buffer.moves)
        {
            self.observer.end(NodeEnd::Table);
            value
        } else {
            let (value, best) = self.search_moves(position, node, window, tt_move, &mut buffer);
            if !self.budget.is_spent() {
                // Mate distances are stored from this position, not the root.
                let tt_value = self.game.adjust_mate_score(value, ply as i32);
                let entry = TtEntry {
                    lower: if value > window.alpha { tt_value } else { -INFINITE },
                    upper: if value < window.beta { tt_value } else { INFINITE },
                    depth: depth.min(255) as u8,
                    best: self.game.move_id(best),
                    eval: TtEntry::NO_EVAL,
                    pv: false,
                };
                self.table.store(key, entry);
            }
            value
        };
        self.buffers[ply] = buffer;
        value
    }

    /// The value of the game's own solver, if it has one for the position.
    #[inline]
    pub(super) fn solve(&mut self, position: &G::Position, window: Window) -> Option<i32> {
        let before = if O::IS_ACTIVE { self.budget.nodes() } else { 0 };
        let value = self.game.solve(position, window, &mut self.budget);
        if O::IS_ACTIVE {
            self.observer.solver_nodes(self.budget.nodes() - before);
            if value.is_some() {
                self.observer.end(NodeEnd::Solved);
            }
        }
        value
    }

    /// Tells that moves are not searched after a cut-off.
    #[inline]
    pub(super) fn skip_moves(&mut self, moves: impl Iterator<Item = MoveOf<G>>) {
        if O::IS_ACTIVE {
            moves.for_each(|mv| self.observer.skip(mv, SkipReason::Cutoff));
        }
    }

    /// The table entry of a position `ply` plies from the root, with mate
    /// distances counted from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let mut entry = self.table.probe(key)?;
        for bound in [&mut entry.lower, &mut entry.upper] {
            if bound.abs() < INFINITE {
                *bound = self.game.adjust_mate_score(*bound, -(ply as i32));
            }
        }
        Some(entry)
    }

    /// Searches the moves in `buffer` and returns the best value and move.
    fn search_moves(
        &mut self,
        position: &mut G::Position,
        node: Node,
        Window { alpha, beta }: Window,
        tt_move: u16,
        buffer: &mut MoveBuffer<MoveOf<G>>,
    ) -> (i32, MoveOf<G>) {
        let MoveBuffer { moves, scored } = buffer;
        // The table's move is searched before the others are scored: mostly
        // it causes a cut-off.
        let tt_move_index = moves.iter().position(|&mv| self.game.move_id(mv) == tt_move);
        if let Some(at) = tt_move_index {
            moves.swap(0, at);
        }
        let (mut best, mut best_move) = (-INFINITE, moves[0]);
        let single_move = moves.len() == 1;
        scored.clear();
        for n in 0..moves.len() {
            if scored.is_empty() && !single_move && (n > 0 || tt_move_index.is_none()) {
                self.score_moves(position, node, &moves[n..], scored);
            }
            let mv = if scored.is_empty() { moves[0] } else { pick_best(scored) };
            let next = node.child(node.depth - u32::from(!self.game.costs_no_depth(mv)));
            let floor = alpha.max(best);
            let mut value = -INFINITE;
            if n > 0 {
                value = self.search_move(position, mv, next, Window::null(floor));
            }
            if n == 0 || (value > floor && value < beta) {
                value = self.search_move(position, mv, next, Window { alpha: floor, beta });
            }
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                (best, best_move) = (value, mv);
                if best >= beta {
                    self.observer.end(NodeEnd::Cutoff);
                    // Before they are scored, those left are in the order of the rules.
                    if scored.is_empty() {
                        self.skip_moves(moves[n + 1..].iter().copied());
                    }
                    self.skip_moves(scored.iter().map(|scored| scored.mv));
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// Fills `scored` with the ordering scores of `moves`.
    fn score_moves(
        &mut self,
        position: &mut G::Position,
        node: Node,
        moves: &[MoveOf<G>],
        scored: &mut Vec<ScoredMove<MoveOf<G>>>,
    ) {
        for &mv in moves {
            let mut score = self.game.move_order_score(position, mv, node.depth);
            if node.depth >= ORDERING_SEARCH_MIN_DEPTH {
                let shallow = (node.depth - ORDERING_SEARCH_MIN_DEPTH) / ORDERING_SEARCH_STEP;
                score += self.search_move(position, mv, node.child(shallow), Window::FULL);
            }
            scored.push(ScoredMove::new(mv, score));
        }
    }

    /// Enhanced transposition cut-off (Plaat et al. 1996): the table value of
    /// a child that proves a fail high.
    fn enhanced_tt_cutoff(
        &mut self,
        position: &mut G::Position,
        node: Node,
        beta: i32,
        moves: &[MoveOf<G>],
    ) -> Option<i32> {
        for &mv in moves {
            let needed = node.depth - u32::from(!self.game.costs_no_depth(mv));
            let side = position.side_to_move();
            let undo = position.play(mv);
            let entry = self.probe(position.key(), node.ply + 1);
            let same_side = position.side_to_move() == side;
            position.undo(mv, undo);
            if let Some(entry) = entry.filter(|entry| u32::from(entry.depth) >= needed) {
                let lower = if same_side { entry.lower } else { -entry.upper };
                if lower >= beta {
                    return Some(lower);
                }
            }
        }
        None
    }

    /// The principal variation, read from the transposition table.
    pub(super) fn principal_variation(
        &self,
        position: &G::Position,
        best: MoveOf<G>,
        depth: u32,
    ) -> Vec<MoveOf<G>> {
        let mut position = position.clone();
        let mut pv = vec![best];
        let mut moves = Vec::new();
        position.play(best);
        while pv.len() < depth as usize {
            position.legal_moves(&mut moves);
            let entry = self.table.probe(position.key());
            let next = entry.and_then(|entry| {
                moves.iter().copied().find(|&mv| self.game.move_id(mv) == entry.best)
            });
            let Some(mv) = next else { break };
            position.play(mv);
            pv.push(mv);
        }
        pv
    }
}
