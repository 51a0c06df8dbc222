//! The search of games that prune: principal variation search that looks deep
//! where it matters, and quiescence search.
//!
//! Forward pruning trusts the static evaluation, so that a value may be wrong;
//! [`Search::full_width`] turns it off.

use super::super::Window;
use super::super::table::TtEntry;
use super::super::trace::{NodeEnd, SearchObserver};
use super::corrections::Structures;
use super::history::{self, HistoryMove, HistoryNode};
use super::search::{MoveBuffer, Search};
use super::search_game::{INFINITE, MoveOf, SearchGame};
use crate::core::{Position, Side};

/// Longest line, in plies: deeper positions get their static evaluation.
pub(super) const MAX_LINE: usize = 200;

/// The depth of a table entry that holds at every depth.
const MAX_DEPTH: i32 = u8::MAX as i32;

/// Values this far below that of a mate and beyond are those of mates.
const MATE_PLIES: i32 = 1000;

/// Plies that a later table entry may be shallower than the one it replaces.
const REPLACE_MARGIN: u8 = 3;

/// Greatest depth for reverse futility pruning.
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;

/// Least depth of a null-move search, and the plies that it saves.
const NULL_MOVE_MIN_DEPTH: i32 = 2;
const NULL_MOVE_REDUCTION: i32 = 4;

/// By how much the static evaluation must be above the window for a null move at no depth; less
/// by a fifteenth for each ply of depth.
const NULL_MOVE_MARGIN: i32 = 70;

/// Least depth for internal iterative reductions.
const ITERATIVE_REDUCTION_MIN_DEPTH: i32 = 4;

/// Entry of the search stack: facts about one ply of the line that is searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LinePly {
    /// Static evaluation for the side to move; `None` in check.
    pub(super) eval: Option<i32>,
    /// The move played from here; the index of a null move is 0.
    pub(super) moved: HistoryMove,
    /// True if it was a quiet one.
    pub(super) moved_quietly: bool,
    /// The id of a move that a singular search leaves out; 0 for none.
    pub(super) excluded: u16,
    /// The number of the move played from here, counted from 1; 0 for a null move.
    pub(super) move_number: usize,
    /// True if the position is or has been on a principal variation.
    pub(super) pv: bool,
    /// Moves of the line up to here that were extended by two plies.
    pub(super) double_extensions: u32,
}

/// A new line.
pub(super) fn new_line() -> Vec<LinePly> {
    vec![LinePly::default(); MAX_LINE + 2]
}

/// A node of the selective search.
#[derive(Clone, Copy)]
pub(super) struct SelectiveNode {
    /// Remaining depth, in plies; quiescence search from 0 on.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// True where a cut-off is expected: after the first move of a null window.
    pub(super) cut_node: bool,
    /// False after a null move, so that never two follow each other.
    pub(super) allow_null_move: bool,
}

impl SelectiveNode {
    /// A node that is not expected to be cut off.
    pub(super) fn new(depth: i32, ply: usize) -> SelectiveNode {
        SelectiveNode { depth, ply, cut_node: false, allow_null_move: true }
    }

    pub(super) fn child(self, depth: i32, cut_node: bool) -> SelectiveNode {
        SelectiveNode { depth, ply: self.ply + 1, cut_node, allow_null_move: true }
    }
}

/// Facts about a node when its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct NodeFacts {
    pub(super) node: SelectiveNode,
    pub(super) window: Window,
    pub(super) in_check: bool,
    /// Static evaluation; none in check.
    pub(super) eval: Option<i32>,
    /// True if the evaluation has risen since the side's last move.
    pub(super) improving: bool,
    pub(super) entry: Option<TtEntry>,
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// The least value of a mate found by the search.
    pub(super) const MATES: i32 = G::MATE - MATE_PLIES;

    /// Begins a line at the root.
    pub(super) fn begin_line(&mut self, position: &G::Position) {
        let eval = (!self.game.in_check(position)).then(|| self.game.estimate(position));
        self.line[0] = LinePly { eval, pv: true, ..LinePly::default() };
    }

    /// Remembers the move that is played at this ply.
    #[inline]
    pub(super) fn remember_move(&mut self, position: &G::Position, mv: MoveOf<G>, ply: usize) {
        self.line[ply].moved = self.history_move(position, mv);
        self.line[ply].moved_quietly = self.game.is_quiet(position, mv);
    }

    pub(super) fn history_node(&self, position: &G::Position, ply: usize) -> HistoryNode {
        self.history_node_of(position.side_to_move(), ply)
    }

    /// The node at this ply, where that side was to move.
    pub(super) fn history_node_of(&self, side: Side, ply: usize) -> HistoryNode {
        let before =
            |plies: usize| ply.checked_sub(plies).map_or(0, |at| self.line[at].moved.index);
        HistoryNode { side, ply, before: [before(1), before(2)] }
    }

    pub(super) fn history_move(&self, position: &G::Position, mv: MoveOf<G>) -> HistoryMove {
        HistoryMove { id: self.game.move_id(mv), index: self.game.history_index(position, mv) }
    }

    /// The value of a position for the side to move; a bound at or outside the
    /// window (fail-soft).
    pub(super) fn selective(
        &mut self,
        position: &mut G::Position,
        node: SelectiveNode,
        window: Window,
    ) -> i32 {
        self.observer.enter(node.depth, window, position.side_to_move());
        let value = self.selective_entered(position, node, window);
        self.observer.leave(value);
        value
    }

    /// [`Search::selective`] of a node that was entered.
    fn selective_entered(
        &mut self,
        position: &mut G::Position,
        mut node: SelectiveNode,
        mut window: Window,
    ) -> i32 {
        if !self.budget.spend(1) {
            self.observer.end(NodeEnd::Stopped);
            return 0;
        }
        let ply = node.ply;
        self.deepest = self.deepest.max(ply);
        if self.game.max_plies_left(position) == 0
            && let Some(value) = self.solve(position, window)
        {
            return value;
        }
        if ply >= MAX_LINE {
            self.observer.end(NodeEnd::Evaluated);
            return self.game.evaluate(position);
        }
        let in_check = self.game.in_check(position);
        let is_threatened = self.game.is_threatened(position);
        // A threat is answered before the position is evaluated.
        let is_deep = ply >= 2 * self.root_depth as usize;
        if is_threatened && !in_check && !is_deep && !self.full_width {
            node.depth = node.depth.max(1);
        }
        if node.depth <= 0 {
            return self.quiescence(position, ply, window);
        }
        // Mate distance pruning: a shorter mate is known already.
        window.alpha = window.alpha.max(ply as i32 - G::MATE);
        window.beta = window.beta.min(G::MATE - ply as i32 - 1);
        self.observer.narrow(window);
        if window.alpha >= window.beta {
            self.observer.end(NodeEnd::Futile);
            return window.alpha;
        }
        let excluded = self.line[ply].excluded;
        let key = position.key();
        let entry = self.probe(key, ply);
        if entry.is_some() {
            self.observer.table_hit();
        }
        let is_pv = !window.is_null();
        if !is_pv
            && excluded == 0
            && let Some(entry) = entry
            && i32::from(entry.depth) >= node.depth
        {
            self.observer.end(NodeEnd::Table);
            if entry.lower >= window.beta {
                return entry.lower;
            }
            if entry.upper <= window.alpha {
                return entry.upper;
            }
            self.observer.end(NodeEnd::Searched);
        }
        if excluded == 0 {
            self.line[ply].pv = is_pv || entry.is_some_and(|entry| entry.pv);
        }
        self.line[ply].double_extensions =
            ply.checked_sub(1).map_or(0, |before| self.line[before].double_extensions);
        let raw_eval = if in_check { None } else { Some(self.static_eval(position, entry)) };
        if let Some(eval) = raw_eval.filter(|&eval| eval >= Self::MATES) {
            self.observer.end(NodeEnd::Solved);
            return self.store_win(key, node, eval);
        }
        let eval = raw_eval.map(|eval| self.corrected(position, ply, eval));
        self.line[ply].eval = eval;
        let before = |plies: usize| ply.checked_sub(plies).and_then(|at| self.line[at].eval);
        // Where a turn may be two plies, the side to move two plies before is the other.
        let same_turn = if G::ALTERNATES { before(2) } else { None };
        let improving = match (eval, same_turn.or_else(|| before(4))) {
            (Some(now), Some(before)) => now > before,
            _ => eval.is_some(),
        };
        if let Some(eval) = eval
            && excluded == 0
            && !is_pv
            && !self.full_width
            && !is_threatened
            && let Some(value) = self.prune_node(position, node, window, eval, improving, entry)
        {
            return value;
        }
        if let Some(win) = self.find_win(position, raw_eval, entry) {
            self.observer.end(NodeEnd::Solved);
            return self.store_win(key, node, win);
        }
        node.depth -= self.reduction_by_entry(node, is_pv, entry);
        // The buffer of the ply is in use during its singular search.
        let at = if excluded == 0 { ply } else { MAX_LINE + 1 + ply };
        if self.buffers.len() <= at {
            self.buffers.resize_with(at + 1, MoveBuffer::default);
        }
        // Taken out, so that deeper plies can borrow `self`.
        let mut buffer = std::mem::take(&mut self.buffers[at]);
        position.legal_moves(&mut buffer.moves);
        let value = if buffer.moves.is_empty() {
            self.observer.end(NodeEnd::GameOver);
            self.game.terminal_value(position)
        } else {
            let facts = NodeFacts { node, window, in_check, eval, improving, entry };
            let is_deep_loop = self.has_deep_loop();
            let (value, best, node) = match is_deep_loop {
                true => self.search_deep(position, &facts, &mut buffer),
                false => {
                    let (value, best) = self.search_selectively(position, &facts, &mut buffer);
                    (value, best, node)
                }
            };
            if excluded == 0 && !self.budget.is_spent() {
                // A fail low does not tell which move is best.
                let best = best.filter(|_| value > window.alpha);
                let parent = ply.checked_sub(1).map(|parent| self.line[parent]);
                if value <= window.alpha && node.depth > 3 && parent.is_some_and(|ply| ply.pv) {
                    self.line[ply].pv = true;
                }
                self.store(key, node, window, value, best, raw_eval);
                if value <= window.alpha && !is_deep_loop {
                    self.learn_prior_move(position, node);
                }
                self.learn_correction(position, &facts, value, best);
            }
            value
        };
        self.buffers[at] = buffer;
        value
    }

    /// The plies by which a node is searched less deep for what its table entry lacks: a move,
    /// without which the first one is a guess (internal iterative reduction), or depth.
    fn reduction_by_entry(&self, node: SelectiveNode, is_pv: bool, entry: Option<TtEntry>) -> i32 {
        if self.full_width {
            return 0;
        }
        let reduction = match entry.filter(|entry| entry.best != 0) {
            Some(entry) if is_pv => {
                G::SELECTIVITY.reduction_by_table(node.depth, entry.depth.into())
            }
            None if is_pv || node.cut_node => {
                i32::from(node.depth >= ITERATIVE_REDUCTION_MIN_DEPTH)
            }
            _ => 0,
        };
        reduction.min(node.depth - 1)
    }

    /// The value of a win that the game finds by a search of its own, in a position that is
    /// not in check and of which neither evaluation nor table tells.
    pub(super) fn find_win(
        &mut self,
        position: &G::Position,
        eval: Option<i32>,
        entry: Option<TtEntry>,
    ) -> Option<i32> {
        // Such a game keeps the evaluation only where it has found none.
        let is_known = entry.is_some_and(|entry| entry.eval != TtEntry::NO_EVAL);
        let is_open = eval.is_some_and(|eval| eval < Self::MATES) && !is_known;
        if G::FINDS_WINS && is_open && !self.full_width {
            self.game.find_win(position)
        } else {
            None
        }
    }

    /// Stores the value of a win that the game knows, whatever the depth, and returns it.
    pub(super) fn store_win(&self, key: u64, node: SelectiveNode, win: i32) -> i32 {
        let proved = SelectiveNode { depth: MAX_DEPTH, ..node };
        self.store(key, proved, Window::null(win - 1), win, None, None);
        win
    }

    /// Stores the value of a node.
    pub(super) fn store(
        &self,
        key: u64,
        node: SelectiveNode,
        window: Window,
        value: i32,
        best: Option<MoveOf<G>>,
        eval: Option<i32>,
    ) {
        // Mate distances are stored from this position, not the root.
        let tt_value = self.game.adjust_mate_score(value, node.ply as i32);
        let eval = eval.and_then(|eval| i16::try_from(eval).ok());
        let entry = TtEntry {
            lower: if value > window.alpha { tt_value } else { -INFINITE },
            upper: if value < window.beta { tt_value } else { INFINITE },
            depth: node.depth.clamp(0, 255) as u8,
            best: best.map_or(0, |mv| self.game.move_id(mv)),
            eval: eval.unwrap_or(TtEntry::NO_EVAL),
            pv: self.line[node.ply].pv,
        };
        self.table.store_later(key, entry, REPLACE_MARGIN);
    }

    /// The static evaluation as corrected by what searches of like positions found.
    pub(super) fn corrected(&self, position: &G::Position, ply: usize, eval: i32) -> i32 {
        if self.full_width || eval.abs() >= Self::MATES {
            return eval;
        }
        let node = self.history_node(position, ply);
        eval + self.histories.corrections.of(&node, self.structures(position))
    }

    /// The structures by which the evaluation of a position is corrected.
    fn structures(&self, position: &G::Position) -> Structures {
        Structures {
            lasting: self.game.structure(position),
            pieces: self.game.piece_structures(position),
        }
    }

    /// Credits the quiet move that led to a node without a good one.
    fn learn_prior_move(&mut self, position: &G::Position, node: SelectiveNode) {
        let Some(ply) = node.ply.checked_sub(1) else { return };
        let LinePly { moved, moved_quietly, .. } = self.line[ply];
        if G::SELECTIVITY.prior_bonus > 0 && moved_quietly {
            let history_node = self.history_node_of(position.side_to_move().other(), ply);
            let bonus = history::bonus(G::SELECTIVITY.prior_bonus, node.depth);
            self.histories.add_quiet_bonus(&history_node, moved, bonus);
        }
    }

    /// Remembers how a quiet node's value differs from its evaluation, where it tells.
    fn learn_correction(
        &mut self,
        position: &G::Position,
        facts: &NodeFacts,
        value: i32,
        best: Option<MoveOf<G>>,
    ) {
        let NodeFacts { node, window, eval: Some(eval), .. } = *facts else { return };
        let is_quiet = best.is_none_or(|mv| self.game.is_quiet(position, mv));
        let tells = (value < window.beta || value > eval) && (value > window.alpha || value < eval);
        if is_quiet && tells && value.abs() < Self::MATES && !self.full_width {
            let structures = self.structures(position);
            let history_node = self.history_node(position, node.ply);
            let difference = value - eval;
            self.histories.corrections.update(&history_node, structures, node.depth, difference);
        }
    }

    /// The static evaluation, from the table if it is there.
    pub(super) fn static_eval(&mut self, position: &G::Position, entry: Option<TtEntry>) -> i32 {
        match entry {
            Some(entry) if entry.eval != TtEntry::NO_EVAL => entry.eval.into(),
            _ if self.full_width => self.game.evaluate(position),
            _ => self.game.estimate(position),
        }
    }

    /// The value of a position that needs no search of its moves, in a null
    /// window and not in check: razoring, reverse futility and null-move pruning.
    fn prune_node(
        &mut self,
        position: &mut G::Position,
        node: SelectiveNode,
        window: Window,
        static_eval: i32,
        improving: bool,
        entry: Option<TtEntry>,
    ) -> Option<i32> {
        let (depth, beta) = (node.depth, window.beta);
        if let Some(margin) = G::SELECTIVITY.razoring_margin(depth)
            && static_eval + margin <= window.alpha
        {
            let value = self.quiescence(position, node.ply, window);
            self.observer.end(NodeEnd::Futile);
            return Some(value);
        }
        if beta.abs() >= Self::MATES {
            return None;
        }
        // A bound of the table is a better estimate.
        let eval = match entry {
            Some(entry) if entry.lower > static_eval && entry.lower < Self::MATES => entry.lower,
            Some(entry) if entry.upper < static_eval && entry.upper > -Self::MATES => entry.upper,
            _ => static_eval,
        };
        let margin = G::SELECTIVITY.reverse_futility_margin * (depth - i32::from(improving));
        if depth <= REVERSE_FUTILITY_MAX_DEPTH && eval - margin >= beta {
            self.observer.end(NodeEnd::Futile);
            return Some(beta + (eval - beta) / 3);
        }
        let null_move_margin = NULL_MOVE_MARGIN - NULL_MOVE_MARGIN * depth / 15;
        if !node.allow_null_move
            || depth < NULL_MOVE_MIN_DEPTH
            || eval < beta
            || static_eval < beta + null_move_margin
        {
            return None;
        }
        let undo = self.game.make_null_move(position)?;
        self.observer.play(None);
        self.line[node.ply].moved = HistoryMove::default();
        self.line[node.ply].move_number = 0;
        self.line[node.ply].moved_quietly = false;
        let reduced = depth - NULL_MOVE_REDUCTION - depth / 3 - ((eval - beta) / 200).min(3);
        let child = SelectiveNode { allow_null_move: false, ..node.child(reduced, !node.cut_node) };
        let value = -self.selective(position, child, Window::null(-beta));
        self.game.unmake_null_move(position, undo);
        if value < beta || self.budget.is_spent() {
            return None;
        }
        self.observer.end(NodeEnd::NullMove);
        // Values of mates are not trusted.
        Some(if value >= Self::MATES { beta } else { value })
    }
}
