//! The moves of a node of the selective search in a game whose evaluation is trusted more than in
//! [`move_loop`](super::move_loop): pruned by smaller margins, and extended more where one move is
//! far better than all others.

use super::super::Window;
use super::super::table::TtEntry;
use super::super::trace::{NodeEnd, SearchObserver, SkipReason};
use super::history::{self, HistoryNode, MovesTried};
use super::move_loop::NodeMove;
use super::move_picker::MovePicker;
use super::search::{MoveBuffer, Search};
use super::search_game::{INFINITE, MoveOf, SearchGame};
use super::selective::{LinePly, NodeFacts, SelectiveNode};
use super::selectivity::{PLY, Selectivity};
use crate::core::Position;

/// Captures: margin of futility pruning and as much for each ply, the least reduced depth without
/// it, the history that is worth a unit of it, and what they may lose by exchanges for each ply.
const CAPTURE_FUTILITY: [i32; 2] = [53, 67];
const CAPTURE_FUTILITY_DEPTH: i32 = 6;
const CAPTURE_FUTILITY_HISTORY: i32 = 24;
const CAPTURE_EXCHANGE: i32 = 163;

/// The same of quiet moves, whose exchanges count by the reduced depth and by its square; and the
/// history for each ply below which they are pruned, at less than this reduced depth.
const QUIET_FUTILITY: [i32; 2] = [31, 42];
const QUIET_FUTILITY_DEPTH: i32 = 13;
const QUIET_FUTILITY_HISTORY: i32 = 178;
const QUIET_EXCHANGE: [i32; 2] = [12, 19];
const QUIET_HISTORY: i32 = -4405;
const QUIET_HISTORY_DEPTH: i32 = 5;

/// Least depth for a singular search, more by this at a node of the principal variation; its
/// margin for each ply in hundredths, and where the position has been on a principal variation;
/// and by how much all others must fail for a second ply, which at most so many moves of a line
/// get, and below what depth the other moves are then searched a ply deeper as well.
const SINGULAR_MIN_DEPTH: i32 = 4;
const SINGULAR_PV_DEPTH: i32 = 2;
const SINGULAR_MARGINS: [i32; 2] = [87, 117];
const DOUBLE_EXTENSION_MARGIN: i32 = 7;
const MOST_DOUBLE_EXTENSIONS: u32 = 10;
const DEEPENED_BELOW: i32 = 12;

/// Checks are extended above this depth, unless the evaluation is this near to even.
const CHECK_MIN_DEPTH: i32 = 10;
const CHECK_MARGIN: i32 = 21;

/// Least history, after the move before, of a killer move that is extended.
const KILLER_HISTORY: i32 = 5491;

/// A reduced search must be this much above the window, and as many tenths more for each ply of
/// reduction, for the move to be searched a ply deeper than without reduction.
const DEEPER_MARGIN: i32 = 19;
const DEEPER_TENTHS: i32 = 32;

/// A quiet move this far above the window has the bonus of a ply more.
const BONUS_MARGIN: i32 = 37;

/// Least depth at which the quiet move before a node without a good move gains, and by how much
/// for each ply that node must fail low to count twice.
const PRIOR_MIN_DEPTH: i32 = 5;
const PRIOR_MARGIN: i32 = 18;

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// Searches the moves in `buffer` and returns the best value and move, and the node with the
    /// depth to which they have been searched.
    pub(super) fn search_deep(
        &mut self,
        position: &mut G::Position,
        facts: &NodeFacts,
        buffer: &mut MoveBuffer<MoveOf<G>>,
    ) -> (i32, Option<MoveOf<G>>, SelectiveNode) {
        // The window and the depth of the later moves depend on the earlier ones.
        let mut facts = *facts;
        let mut window = facts.window;
        let ply = facts.node.ply;
        let is_pv = !window.is_null();
        facts.node.cut_node &= !is_pv;
        let excluded = self.line[ply].excluded;
        let history_node = self.history_node(position, ply);
        let has_tt_move = self.begin_moves(ply, facts.entry, &mut buffer.moves);
        let mut picker = MovePicker::new(buffer, has_tt_move);
        let (mut best, mut best_move) = (-INFINITE, None);
        let (mut quiets_tried, mut captures_tried) = (MovesTried::default(), MovesTried::default());
        let mut skip_quiets = false;
        for n in 0.. {
            let picked = self.next_move(position, &history_node, &mut picker);
            let Some(picked) = picked else { break };
            let mv = picked.mv;
            let quiet = self.game.is_quiet(position, mv);
            // Checks are searched however late they come, so that mates are seen.
            if quiet && skip_quiets && !self.game.gives_check(position, mv) {
                self.observer.skip(mv, SkipReason::Pruned);
                continue;
            }
            let node_move = self.node_move(position, &history_node, picked, n, quiet);
            let known = node_move.known;
            if best > -Self::MATES {
                let SelectiveNode { depth, .. } = facts.node;
                let most = (3 + depth * depth) / if facts.improving { 1 } else { 2 };
                skip_quiets |= n as i32 + 1 >= most;
                if self.is_pruned(position, &facts, &history_node, window, &node_move) {
                    self.observer.skip(mv, SkipReason::Pruned);
                    continue;
                }
            }
            let depth_before = facts.node.depth;
            let is_tt_move = n == 0 && has_tt_move;
            let extension =
                match self.extension(position, &mut facts, window, &node_move, is_tt_move) {
                    Ok(plies) => plies,
                    Err(value) => {
                        self.observer.end(NodeEnd::Cutoff);
                        return (value, Some(mv), facts.node);
                    }
                };
            if self.budget.is_spent() {
                break;
            }
            let next_depth = depth_before - 1 + extension;
            self.line[ply].move_number = n + 1;
            self.line[ply].double_extensions += u32::from(extension == 2);
            let value = self.search_deep_move(position, &facts, window, &node_move, next_depth);
            self.line[ply].double_extensions -= u32::from(extension == 2);
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                best = value;
                if value > window.alpha {
                    best_move = Some((mv, known, quiet));
                    if value >= window.beta {
                        self.observer.end(NodeEnd::Cutoff);
                        if O::IS_ACTIVE {
                            self.skip_others(position, &history_node, &mut picker);
                        }
                        break;
                    }
                    window.alpha = value;
                    // A better move than this one is seldom found.
                    let is_shallow = (2..6).contains(&facts.node.depth);
                    facts.node.depth -= i32::from(is_shallow && value.abs() < Self::MATES);
                    continue;
                }
            }
            let tried = if quiet { &mut quiets_tried } else { &mut captures_tried };
            tried.push(known);
        }
        let node = facts.node;
        if self.budget.is_spent() {
            return (best, best_move.map(|(mv, ..)| mv), node);
        }
        // There is no other move than the one left out.
        if best == -INFINITE && excluded != 0 {
            best = window.alpha;
        }
        match best_move {
            Some((_, known, quiet)) if best >= window.beta => {
                let by_depth = G::SELECTIVITY.history_bonus;
                let more = history::bonus(by_depth, node.depth + 1);
                if quiet {
                    let is_far = best > window.beta + BONUS_MARGIN;
                    let bonus = history::bonus(by_depth, node.depth + i32::from(is_far));
                    self.histories.update_quiets(&history_node, known, bonus, &quiets_tried);
                }
                let capture = if quiet { None } else { Some(known) };
                self.histories.update_captures(capture, more, &captures_tried);
            }
            None => self.credit_prior_move(position, node, window.alpha, is_pv, best),
            Some(_) => {}
        }
        (best, best_move.map(|(mv, ..)| mv), node)
    }

    /// True if a move that is not the first is not worth a search. Unlike in other games checks
    /// that lose material are not spared.
    fn is_pruned(
        &self,
        position: &G::Position,
        facts: &NodeFacts,
        history_node: &HistoryNode,
        window: Window,
        node_move: &NodeMove<MoveOf<G>>,
    ) -> bool {
        let NodeMove { mv, known, n, quiet, history, .. } = *node_move;
        let NodeFacts { node: SelectiveNode { depth, .. }, eval, improving, .. } = *facts;
        let is_below = |margin| eval.is_some_and(|eval| eval + margin <= window.alpha);
        let width = i64::from(window.beta - window.alpha) * i64::from(PLY);
        let width = (width / i64::from(self.root_width.max(1))) as i32;
        let reduction = Selectivity::pruning_reduction(depth, n + 1, width, improving);
        let depth_left = (depth - 1 - reduction).max(0);
        let gives_check = self.game.gives_check(position, mv);
        if !quiet || gives_check {
            let may_be_futile =
                !gives_check && facts.window.is_null() && depth_left < CAPTURE_FUTILITY_DEPTH;
            let [margin, by_depth] = CAPTURE_FUTILITY;
            let margin = || {
                let gain = self.game.capture_gain(position, mv);
                margin + by_depth * depth_left + gain + history / CAPTURE_FUTILITY_HISTORY
            };
            return may_be_futile && is_below(margin())
                || !self.game.exchange_reaches(position, mv, -CAPTURE_EXCHANGE * depth);
        }
        let continuation = self.histories.continuation(history_node, known);
        // The history of the move by itself counts twice.
        let history = 2 * history - continuation;
        let [margin, by_depth] = QUIET_FUTILITY;
        let margin = margin + by_depth * depth_left + history / QUIET_FUTILITY_HISTORY;
        let [linear, square] = QUIET_EXCHANGE;
        let loss = depth_left * (linear + square * depth_left);
        depth_left < QUIET_HISTORY_DEPTH && continuation < QUIET_HISTORY * (depth - 1)
            || depth_left < QUIET_FUTILITY_DEPTH && is_below(margin)
            || !self.game.exchange_reaches(position, mv, -loss)
    }

    /// Plies by which a move is extended, or reduced where negative: the table's move by two if
    /// all others fail far below its value (singular extension), where the others are then
    /// searched deeper as well. A value if another fails high as well, so that the node does.
    fn extension(
        &mut self,
        position: &mut G::Position,
        facts: &mut NodeFacts,
        window: Window,
        node_move: &NodeMove<MoveOf<G>>,
        is_tt_move: bool,
    ) -> Result<i32, i32> {
        let NodeMove { mv, known, quiet, .. } = *node_move;
        let NodeFacts { node, entry, eval, .. } = *facts;
        let SelectiveNode { depth, ply, .. } = node;
        let is_pv = !facts.window.is_null();
        if ply >= 2 * self.root_depth as usize {
            return Ok(0);
        }
        let is_singular = |entry: &TtEntry| {
            let deeper = is_pv && entry.pv;
            is_tt_move
                && self.line[ply].excluded == 0
                && depth >= SINGULAR_MIN_DEPTH + SINGULAR_PV_DEPTH * i32::from(deeper)
                && entry.lower.abs() < Self::MATES
                && i32::from(entry.depth) >= depth - 3
        };
        if let Some(entry) = entry.filter(is_singular) {
            let margin = SINGULAR_MARGINS[usize::from(self.line[ply].pv && !is_pv)];
            let singular_beta = entry.lower - margin * depth / 100;
            let others = SelectiveNode { depth: (depth - 1) / 2, ..node };
            self.line[ply].excluded = known.id;
            let value = self.selective(position, others, Window::null(singular_beta - 1));
            self.line[ply].excluded = 0;
            if value < singular_beta {
                let is_far = !is_pv
                    && value < singular_beta - DOUBLE_EXTENSION_MARGIN
                    && self.line[ply].double_extensions < MOST_DOUBLE_EXTENSIONS;
                facts.node.depth += i32::from(is_far && depth < DEEPENED_BELOW);
                return Ok(1 + i32::from(is_far));
            }
            return match singular_beta >= window.beta {
                true => Err(singular_beta),
                false if entry.lower >= window.beta => Ok(-2),
                false => Ok(-i32::from(entry.lower <= window.alpha && entry.lower <= value)),
            };
        }
        let is_check = depth >= CHECK_MIN_DEPTH
            && eval.is_none_or(|eval| eval.abs() > CHECK_MARGIN)
            && self.game.gives_check(position, mv);
        let is_killer = || {
            let history_node = self.history_node(position, ply);
            self.histories.killer(ply) == known.id
                && self.histories.continuation_of_last(&history_node, known) >= KILLER_HISTORY
        };
        Ok(i32::from(is_check || is_pv && is_tt_move && quiet && is_killer()))
    }

    /// The value of a move that is searched to this depth: the first of a principal variation in
    /// the whole window, any other in a null window first, reduced if it is late.
    fn search_deep_move(
        &mut self,
        position: &mut G::Position,
        facts: &NodeFacts,
        window: Window,
        node_move: &NodeMove<MoveOf<G>>,
        next_depth: i32,
    ) -> i32 {
        let NodeMove { mv, known, n, quiet, .. } = *node_move;
        let NodeFacts { node, .. } = *facts;
        let SelectiveNode { depth, ply, cut_node, .. } = node;
        let is_pv = !facts.window.is_null();
        let parent = ply.checked_sub(1).map_or(LinePly::default(), |parent| self.line[parent]);
        let spares_captures = self.line[ply].pv && !(cut_node && parent.move_number > 1);
        let is_late =
            depth >= 2 && n > usize::from(is_pv && ply <= 1) && (quiet || !spares_captures);
        let side = position.side_to_move();
        self.line[ply].moved = known;
        self.line[ply].moved_quietly = quiet;
        let undo = position.play(mv);
        self.table.prefetch(position.key());
        let goes_on = !G::ALTERNATES && position.side_to_move() == side;
        let null = Window::null(window.alpha);
        let mut value = -INFINITE;
        if is_late {
            let reduction = self.late_move_reduction(position, facts, node_move);
            let reduced = (next_depth - reduction).max(1);
            self.observer.play(Some(mv));
            value = self.child_value(position, node.child(reduced, true), null, goes_on);
            let reduction = next_depth - reduced;
            if value > window.alpha && reduction > 0 {
                let margin = DEEPER_MARGIN + DEEPER_TENTHS * reduction / 10;
                let is_far = value > window.alpha + margin;
                let child = node.child(next_depth + i32::from(is_far), !cut_node);
                self.observer.play(Some(mv));
                value = self.child_value(position, child, null, goes_on);
                // What was right, the reduction or the search, changes the histories.
                let bonus = history::bonus(G::SELECTIVITY.history_bonus, next_depth);
                let bonus = if value > window.alpha { bonus } else { -bonus };
                let bonus = if quiet { bonus } else { bonus / 6 };
                if !self.budget.is_spent() {
                    let history_node = self.history_node_of(side, ply);
                    self.histories.add_continuation_bonus(&history_node, known, bonus);
                }
            }
        } else if !is_pv || n > 0 {
            self.observer.play(Some(mv));
            value = self.child_value(position, node.child(next_depth, !cut_node), null, goes_on);
        }
        if is_pv && (n == 0 || value > window.alpha && value < window.beta) {
            self.observer.play(Some(mv));
            value = self.child_value(position, node.child(next_depth, false), window, goes_on);
        }
        position.undo(mv, undo);
        value
    }

    /// Credits the quiet move that led to a node without a good one: twice where that is sure or
    /// surprising.
    fn credit_prior_move(
        &mut self,
        position: &G::Position,
        node: SelectiveNode,
        alpha: i32,
        is_pv: bool,
        value: i32,
    ) {
        let Some(ply) = node.ply.checked_sub(1) else { return };
        let LinePly { moved, moved_quietly, .. } = self.line[ply];
        if moved_quietly && (is_pv || node.depth >= PRIOR_MIN_DEPTH) {
            let is_far = value < alpha - PRIOR_MARGIN * node.depth;
            let twice = is_pv || node.cut_node || is_far;
            let history_node = self.history_node_of(position.side_to_move().other(), ply);
            let bonus = history::bonus(G::SELECTIVITY.history_bonus, node.depth);
            let bonus = bonus * (1 + i32::from(twice));
            self.histories.add_continuation_bonus(&history_node, moved, bonus);
        }
    }
}
