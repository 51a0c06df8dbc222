//! The moves of a node of the selective search: which of them are pruned,
//! reduced and extended.

use super::super::Window;
use super::super::table::TtEntry;
use super::super::trace::{NodeEnd, SearchObserver, SkipReason};
use super::history::{self, HistoryMove, HistoryNode, MovesTried};
use super::move_picker::{MovePicker, PickedMove};
use super::search::{MoveBuffer, Search};
use super::search_game::{INFINITE, MoveOf, SearchGame};
use super::selective::{NodeFacts, SelectiveNode};
use super::selectivity::PLY;
use crate::core::Position;

/// The first moves of a node that are not reduced if they are captures that lose nothing; by how
/// much later ones are reduced less than quiet moves, in 1024ths of a ply; and the history of one
/// that is reduced by a 1024th of a ply less.
const CAPTURES_NOT_REDUCED: usize = 3;
const CAPTURE_RELIEF: i32 = 1600;
const CAPTURE_HISTORY_DIVISOR: i32 = 6;

/// Plies by which a move that threatens to win is reduced less.
const THREAT_PLIES: i32 = 2;

/// A move of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeMove<Mv> {
    pub(super) mv: Mv,
    /// As the histories know it.
    pub(super) known: HistoryMove,
    /// Its number, counted from 0.
    pub(super) n: usize,
    pub(super) quiet: bool,
    /// True for a capture that loses material.
    pub(super) loses: bool,
    /// Its history.
    pub(super) history: i32,
    /// True for a killer or the counter move.
    pub(super) refutes: bool,
    /// As of a [`PickedMove`].
    pub(super) order_gap: i32,
}

/// Pruning decision about a move.
#[derive(PartialEq, Eq)]
enum Pruning {
    /// It is searched.
    None,
    /// It is not searched.
    Move,
    /// Neither it nor any quiet move after it is searched.
    QuietMoves,
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// Searches the moves in `buffer` and returns the best value and move.
    pub(super) fn search_selectively(
        &mut self,
        position: &mut G::Position,
        facts: &NodeFacts,
        buffer: &mut MoveBuffer<MoveOf<G>>,
    ) -> (i32, Option<MoveOf<G>>) {
        let NodeFacts { node, window: Window { alpha, beta }, entry, .. } = *facts;
        let SelectiveNode { depth, ply, .. } = node;
        let excluded = self.line[ply].excluded;
        let history_node = self.history_node(position, ply);
        let has_tt_move = self.begin_moves(ply, entry, &mut buffer.moves);
        let fails_high = self.may_fail_high(facts);
        let mut picker = MovePicker::new(buffer, has_tt_move);
        let (mut best, mut best_move) = (-INFINITE, None);
        let (mut quiets_tried, mut captures_tried) = (MovesTried::default(), MovesTried::default());
        let mut skip_quiets = false;
        let mut has_all_moves = excluded != 0 || self.full_width;
        for n in 0.. {
            let mut picked = self.next_move(position, &history_node, &mut picker);
            if picked.is_none() && best <= -Self::MATES && !has_all_moves {
                has_all_moves = true;
                let best_order = picker.best_order;
                self.game.other_moves(position, &mut buffer.moves);
                picker = MovePicker::new(buffer, false);
                picker.best_order = best_order;
                picked = self.next_move(position, &history_node, &mut picker);
            }
            let Some(picked) = picked else { break };
            let mv = picked.mv;
            let is_tt_move = n == 0 && has_tt_move;
            let quiet = self.game.is_quiet(position, mv);
            if quiet && skip_quiets && !self.is_forcing(position, mv) {
                self.observer.skip(mv, SkipReason::Pruned);
                continue;
            }
            let node_move = self.node_move(position, &history_node, picked, n, quiet);
            let known = node_move.known;
            if n > 0 && best > -Self::MATES && !self.full_width {
                let pruning = self.prune_move(position, facts, &node_move, alpha.max(best));
                skip_quiets |= pruning == Pruning::QuietMoves;
                // Checks are searched whatever they cost, so that mates are seen.
                if pruning != Pruning::None && !self.is_forcing(position, mv) {
                    self.observer.skip(mv, SkipReason::Pruned);
                    continue;
                }
            }
            let mut extension = 0;
            // A ply that costs no depth needs no more of it.
            if is_tt_move && !self.game.costs_no_depth(mv) {
                match self.extend_tt_move(position, facts, known.id) {
                    Some(plies) => extension = plies,
                    // Another move fails high as well.
                    None => {
                        self.observer.end(NodeEnd::Cutoff);
                        return (beta, Some(mv));
                    }
                }
                if self.budget.is_spent() {
                    break;
                }
            }
            extension -= i32::from(fails_high);
            let floor = Window { alpha: alpha.max(best), beta };
            let value = self.search_node_move(position, facts, &node_move, extension, floor);
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
                if best >= beta {
                    let bonus = history::bonus(G::SELECTIVITY.history_bonus, depth);
                    if quiet {
                        self.histories.update_quiets(&history_node, known, bonus, &quiets_tried);
                    }
                    let capture = if quiet { None } else { Some(known) };
                    self.histories.update_captures(capture, bonus, &captures_tried);
                    self.observer.end(NodeEnd::Cutoff);
                    if O::IS_ACTIVE {
                        self.skip_others(position, &history_node, &mut picker);
                    }
                    break;
                }
            }
            let tried = if quiet { &mut quiets_tried } else { &mut captures_tried };
            tried.push(known);
        }
        // There is no other move than the one left out.
        if best == -INFINITE && excluded != 0 {
            best = alpha;
        }
        (best, best_move)
    }

    /// Prepares the moves of a node: leaves out that of a singular search, and puts the table's
    /// move first. True if it is among them.
    pub(super) fn begin_moves(
        &mut self,
        ply: usize,
        entry: Option<TtEntry>,
        moves: &mut Vec<MoveOf<G>>,
    ) -> bool {
        self.histories.forget_killers(ply + 2);
        let excluded = self.line[ply].excluded;
        if excluded != 0 {
            moves.retain(|&mv| self.game.move_id(mv) != excluded);
        }
        let tt_move = entry.map_or(0, |entry| entry.best);
        let at = moves.iter().position(|&mv| self.game.move_id(mv) == tt_move);
        at.inspect(|&at| moves.swap(0, at)).is_some()
    }

    /// The `n`th move of a node with what the histories know of it.
    #[inline]
    pub(super) fn node_move(
        &self,
        position: &G::Position,
        node: &HistoryNode,
        PickedMove { mv, loses, order_gap }: PickedMove<MoveOf<G>>,
        n: usize,
        quiet: bool,
    ) -> NodeMove<MoveOf<G>> {
        let known = self.history_move(position, mv);
        let (history, refutes) = if quiet {
            let refutes = self.histories.refutation_rank(node, known.id) > 0;
            (self.histories.quiet(node, known), refutes)
        } else {
            (self.histories.capture(known), false)
        };
        NodeMove { mv, known, n, quiet, loses, history, refutes, order_gap }
    }

    /// True for a check or a threat to win.
    fn is_forcing(&self, position: &G::Position, mv: MoveOf<G>) -> bool {
        self.game.gives_check(position, mv) || self.game.threatens(position, mv)
    }

    /// Tells that the moves which are left are not searched after a cut-off.
    pub(super) fn skip_others(
        &mut self,
        position: &mut G::Position,
        node: &HistoryNode,
        picker: &mut MovePicker<'_, MoveOf<G>>,
    ) {
        while let Some(PickedMove { mv, .. }) = self.next_move(position, node, picker) {
            self.observer.skip(mv, SkipReason::Cutoff);
        }
    }

    /// True where a cut-off is expected and the evaluation is far above the window.
    fn may_fail_high(&self, facts: &NodeFacts) -> bool {
        let NodeFacts { node, window, eval, .. } = *facts;
        match (G::SELECTIVITY.fail_high_margin, eval) {
            (Some([margin, by_depth]), Some(eval)) => {
                let expected = window.is_null() && node.cut_node && !self.full_width;
                expected && eval >= window.beta + margin + by_depth * node.depth
            }
            _ => false,
        }
    }

    /// Pruning decision about a move that is not the first: late move pruning, futility pruning,
    /// and pruning by history and by exchanges. Does not ask whether the move gives check.
    fn prune_move(
        &self,
        position: &G::Position,
        facts: &NodeFacts,
        node_move: &NodeMove<MoveOf<G>>,
        floor: i32,
    ) -> Pruning {
        let NodeMove { mv, n, quiet, history, .. } = *node_move;
        let NodeFacts { node: SelectiveNode { depth, .. }, window, in_check, .. } = *facts;
        let reduced_depth = (depth - G::SELECTIVITY.base_reduction(depth, n) / PLY).max(1);
        if quiet && !in_check {
            let late_moves = G::SELECTIVITY.late_move_count(depth);
            let most_moves = if facts.improving { late_moves } else { late_moves / 2 };
            if window.is_null() && n as i32 >= most_moves {
                return Pruning::QuietMoves;
            }
            let margin = G::SELECTIVITY.futility_margin * (1 + reduced_depth) + history / 128;
            let is_futile =
                reduced_depth <= 7 && facts.eval.is_some_and(|eval| eval + margin <= floor);
            if is_futile {
                return Pruning::QuietMoves;
            }
            if reduced_depth <= 4 && history < -3000 * depth {
                return Pruning::Move;
            }
        }
        let margin = if quiet { -25 * reduced_depth * reduced_depth } else { -100 * depth };
        let may_lose = depth > 8 || in_check && quiet;
        if may_lose || self.game.exchange_reaches(position, mv, margin) {
            Pruning::None
        } else {
            Pruning::Move
        }
    }

    /// Plies by which the table's move is extended, or reduced where negative:
    /// more if all others fail low (singular extension). `None` if another
    /// fails high as well, so that the node does.
    fn extend_tt_move(
        &mut self,
        position: &mut G::Position,
        facts: &NodeFacts,
        id: u16,
    ) -> Option<i32> {
        let NodeFacts { node, window, entry, .. } = *facts;
        let SelectiveNode { depth, ply, .. } = node;
        let Some(entry) = entry else { return Some(0) };
        if depth < G::SELECTIVITY.singular_min_depth
            || self.full_width
            || self.line[ply].excluded != 0
            || ply >= 2 * self.root_depth as usize
            || i32::from(entry.depth) < depth - 3
            || entry.lower.abs() >= Self::MATES
        {
            return Some(0);
        }
        let singular_beta = entry.lower - depth;
        let others = SelectiveNode { depth: (depth - 1) / 2, ..node };
        self.line[ply].excluded = id;
        let value = self.selective(position, others, Window::null(singular_beta - 1));
        self.line[ply].excluded = 0;
        if value < singular_beta {
            let is_far =
                window.is_null() && value < singular_beta - G::SELECTIVITY.double_extension_margin;
            return Some(1 + i32::from(is_far));
        }
        if singular_beta >= window.beta {
            return None;
        }
        Some(if entry.lower >= window.beta {
            -1
        } else if node.cut_node {
            -G::SELECTIVITY.plural_reduction
        } else {
            0
        })
    }

    /// The value of a move: the first in the whole window, any other in a null
    /// window first, reduced if it is late.
    fn search_node_move(
        &mut self,
        position: &mut G::Position,
        facts: &NodeFacts,
        node_move: &NodeMove<MoveOf<G>>,
        extension: i32,
        window: Window,
    ) -> i32 {
        let NodeMove { mv, known, n, .. } = *node_move;
        let node = facts.node;
        let is_pv = !facts.window.is_null();
        let depth = node.depth - i32::from(!self.game.costs_no_depth(mv)) + extension;
        if let Some(value) = self.game.known_value(position, mv) {
            self.enter_known(position, mv, depth, node.ply + 1, window, value);
            return value;
        }
        self.line[node.ply].moved = known;
        self.line[node.ply].moved_quietly = node_move.quiet;
        let key = self.game.key_after(position, mv);
        key.inspect(|&key| self.table.prefetch(key));
        let side = position.side_to_move();
        let undo = position.play(mv);
        if key.is_none() {
            self.table.prefetch(position.key());
        }
        let goes_on = !G::ALTERNATES && position.side_to_move() == side;
        let mut value = -INFINITE;
        if n > 0 {
            let null = Window::null(window.alpha);
            let reduction = self.late_move_reduction(position, facts, node_move).min(depth - 1);
            let reduction = reduction.max(0);
            let child = node.child(depth - reduction, reduction > 0 || !node.cut_node);
            self.observer.play(Some(mv));
            value = self.child_value(position, child, null, goes_on);
            if reduction > 0 && value > window.alpha {
                let is_above = |&margin: &i32| reduction > 1 && value > window.alpha + margin;
                let deeper = G::SELECTIVITY.deeper_margins.iter().filter(|&m| is_above(m)).count();
                let child = node.child(depth + deeper as i32, !node.cut_node);
                self.observer.play(Some(mv));
                value = self.child_value(position, child, null, goes_on);
            }
        }
        if n == 0 || is_pv && value > window.alpha && value < window.beta {
            let child = node.child(depth, !is_pv && !node.cut_node);
            self.observer.play(Some(mv));
            value = self.child_value(position, child, window, goes_on);
        }
        position.undo(mv, undo);
        value
    }

    /// Counts the node after a move of known value, which is not visited.
    fn enter_known(
        &mut self,
        position: &G::Position,
        mv: MoveOf<G>,
        depth: i32,
        ply: usize,
        window: Window,
        value: i32,
    ) {
        self.observer.play(Some(mv));
        self.observer.enter(depth, -window, position.side_to_move().other());
        let is_counted = self.budget.spend(1);
        self.observer.end(if is_counted { NodeEnd::Solved } else { NodeEnd::Stopped });
        self.deepest = self.deepest.max(ply);
        self.observer.leave(-value);
    }

    /// The value of a node for the side that moved to it, in this window of that side, which
    /// `goes_on` if it is to move again.
    #[inline]
    pub(super) fn child_value(
        &mut self,
        position: &mut G::Position,
        child: SelectiveNode,
        window: Window,
        goes_on: bool,
    ) -> i32 {
        if goes_on {
            self.selective(position, child, window)
        } else {
            -self.selective(position, child, -window)
        }
    }

    /// Late move reduction at the root of the `n`th move, with `depth` plies after it.
    pub(super) fn root_reduction(
        &self,
        position: &G::Position,
        depth: u32,
        n: usize,
        mv: MoveOf<G>,
    ) -> u32 {
        let is_late = n >= 3 && depth >= 2 && !self.full_width;
        if !is_late || self.game.in_check(position) || !self.game.is_quiet(position, mv) {
            return 0;
        }
        let known = self.history_move(position, mv);
        let history = self.histories.quiet(&self.history_node(position, 0), known);
        let base = G::SELECTIVITY.base_reduction(depth as i32 + 1, n);
        let mut reduction = base - PLY - history / G::SELECTIVITY.history_divisor;
        reduction -= PLY * i32::from(self.is_forcing(position, mv));
        (reduction.max(0) / PLY).min(depth as i32 - 1) as u32
    }

    /// Late move reduction of a move that has been played, in plies.
    pub(super) fn late_move_reduction(
        &self,
        position: &G::Position,
        facts: &NodeFacts,
        node_move: &NodeMove<MoveOf<G>>,
    ) -> i32 {
        let depth = facts.node.depth;
        let NodeMove { n, quiet, loses, history, refutes, order_gap, .. } = *node_move;
        let is_good_capture = !quiet && !loses;
        if depth < 2 || self.full_width || is_good_capture && n < CAPTURES_NOT_REDUCED {
            return 0;
        }
        let cut_node = facts.node.cut_node;
        let mut reduction = G::SELECTIVITY.base_reduction(depth, n);
        reduction += G::SELECTIVITY.cut_node_reduction * i32::from(cut_node);
        reduction -= PLY * i32::from(!facts.window.is_null());
        reduction -= PLY * i32::from(facts.in_check || self.game.in_check(position));
        if is_good_capture {
            reduction -= CAPTURE_RELIEF + history / CAPTURE_HISTORY_DIVISOR;
            return reduction.max(0) / PLY;
        }
        let no_tt_move = facts.entry.is_none_or(|entry| entry.best == 0);
        reduction -= history / G::SELECTIVITY.history_divisor;
        reduction += G::SELECTIVITY.reduction_by_order(order_gap);
        reduction += G::SELECTIVITY.no_tt_move_reduction * i32::from(cut_node && no_tt_move);
        reduction += PLY / 2 * i32::from(!facts.improving);
        reduction -= PLY * i32::from(!quiet);
        reduction -= 700 * i32::from(refutes);
        reduction -= THREAT_PLIES * PLY * i32::from(self.game.is_threatened(position));
        reduction.max(0) / PLY
    }
}
