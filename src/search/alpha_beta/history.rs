//! Histories of one search: killer moves, counter moves, and the histories of
//! quiet moves and captures.

use super::corrections::Corrections;
use crate::core::Side;

/// Size of the history of quiet moves for one side; larger move ids share
/// entries.
const HISTORY_SIZE: usize = 1 << 15;

/// Bound of history values, either way.
pub(super) const MAX_HISTORY: i32 = 1 << 14;

/// Moves of one kind searched at a node without a cut-off; those beyond 32 are
/// dropped.
#[derive(Default)]
pub(super) struct MovesTried {
    moves: [HistoryMove; 32],
    count: usize,
}

impl MovesTried {
    /// Adds a move.
    #[inline]
    pub(super) fn push(&mut self, mv: HistoryMove) {
        if let Some(entry) = self.moves.get_mut(self.count) {
            *entry = mv;
            self.count += 1;
        }
    }

    fn moves(&self) -> &[HistoryMove] {
        &self.moves[..self.count]
    }
}

/// A move as the histories know it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HistoryMove {
    /// Its id among the legal moves.
    pub(super) id: u16,
    /// The index of the piece and its destination.
    pub(super) index: usize,
}

/// A node as the histories know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryNode {
    /// The side to move.
    pub(super) side: Side,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Indices of the moves one ply and two plies before; 0 for none.
    pub(super) before: [usize; 2],
}

/// The histories of one search. The default is empty tables that store
/// nothing.
#[derive(Default)]
pub(super) struct Histories {
    /// By ply from the root, the last first.
    killers: Vec<[u16; 2]>,
    /// By side and move id.
    quiets: Vec<i16>,
    /// By index of the move.
    captures: Vec<i16>,
    /// By index of the move before.
    counter_moves: Vec<u16>,
    /// By the index of a move before and that of the move.
    continuations: Vec<i16>,
    pub(super) corrections: Corrections,
    /// Number of indices of moves.
    index_count: usize,
    /// Bound of the history of a move by itself, where the moves before do not count, either
    /// way.
    pub(super) main_limit: i32,
}

/// Adds a bonus to a history value, scaled down near the bound ("history
/// gravity").
#[inline]
pub(super) fn add_bonus(entry: Option<&mut i16>, bonus: i32) {
    add_bonus_within(MAX_HISTORY, entry, bonus);
}

/// [`add_bonus`] to a value with this bound.
#[inline]
fn add_bonus_within(limit: i32, entry: Option<&mut i16>, bonus: i32) {
    if let Some(entry) = entry {
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / limit) as i16;
    }
}

/// The value of an entry; 0 without one.
#[inline]
pub(super) fn value(entry: Option<&i16>) -> i32 {
    entry.map_or(0, |&value| value.into())
}

impl Histories {
    /// Empty tables for this number of indices of moves.
    pub(super) fn new(index_count: usize) -> Histories {
        Histories {
            killers: vec![[0; 2]; 128],
            quiets: vec![0; 2 * HISTORY_SIZE],
            captures: vec![0; index_count],
            counter_moves: vec![0; index_count],
            continuations: vec![0; index_count * index_count],
            corrections: Corrections::new(index_count),
            index_count,
            main_limit: MAX_HISTORY,
        }
    }

    /// Clears all tables.
    pub(super) fn clear(&mut self) {
        self.killers.fill([0; 2]);
        self.quiets.fill(0);
        self.captures.fill(0);
        self.counter_moves.fill(0);
        self.continuations.fill(0);
        self.corrections.clear();
    }

    #[inline]
    fn quiet_index(side: Side, id: u16) -> usize {
        side.index() * HISTORY_SIZE + usize::from(id) % HISTORY_SIZE
    }

    /// The last killer move at this ply, the one before, and the counter move:
    /// 3, 2 and 1; 0 for any other move.
    #[inline]
    pub(super) fn refutation_rank(&self, node: &HistoryNode, id: u16) -> i32 {
        match self.killers.get(node.ply) {
            Some(&[last, _]) if last == id => 3,
            Some(&[_, before]) if before == id => 2,
            _ => i32::from(self.counter_moves.get(node.before[0]).is_some_and(|&mv| mv == id)),
        }
    }

    /// Forgets the killer moves: another position is at the root.
    pub(super) fn forget_all_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    /// Forgets the killer moves of the plies after the next one.
    #[inline]
    pub(super) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [0; 2];
        }
    }

    /// History of a quiet move: that by itself, and [`Histories::continuation`].
    #[inline]
    pub(super) fn quiet(&self, node: &HistoryNode, mv: HistoryMove) -> i32 {
        value(self.quiets.get(Histories::quiet_index(node.side, mv.id)))
            + self.continuation(node, mv)
    }

    /// History of a quiet move after those before: the sum of two values between
    /// -[`MAX_HISTORY`] and [`MAX_HISTORY`].
    #[inline]
    pub(super) fn continuation(&self, node: &HistoryNode, mv: HistoryMove) -> i32 {
        self.after(node.before[0], mv) + self.after(node.before[1], mv)
    }

    /// The part of it that is after the last move.
    #[inline]
    pub(super) fn continuation_of_last(&self, node: &HistoryNode, mv: HistoryMove) -> i32 {
        self.after(node.before[0], mv)
    }

    #[inline]
    fn after(&self, before: usize, mv: HistoryMove) -> i32 {
        value(self.continuations.get(before * self.index_count + mv.index))
    }

    /// The last killer move at this ply; 0 for none.
    #[inline]
    pub(super) fn killer(&self, ply: usize) -> u16 {
        self.killers.get(ply).map_or(0, |killers| killers[0])
    }

    /// History of a capture.
    #[inline]
    pub(super) fn capture(&self, mv: HistoryMove) -> i32 {
        value(self.captures.get(mv.index))
    }

    /// Updates the tables after a quiet move caused a beta cut-off and those in
    /// `quiets_tried` did not.
    pub(super) fn update_quiets(
        &mut self,
        node: &HistoryNode,
        mv: HistoryMove,
        bonus: i32,
        quiets_tried: &MovesTried,
    ) {
        if let Some(killers) = self.killers.get_mut(node.ply)
            && killers[0] != mv.id
        {
            *killers = [mv.id, killers[0]];
        }
        if let Some(counter_move) = self.counter_moves.get_mut(node.before[0]) {
            *counter_move = mv.id;
        }
        self.add_quiet_bonus(node, mv, bonus);
        for &mv in quiets_tried.moves() {
            self.add_quiet_bonus(node, mv, -bonus);
        }
    }

    /// Updates the tables after a cut-off by `capture`, if it was one, which
    /// those in `captures_tried` did not cause.
    pub(super) fn update_captures(
        &mut self,
        capture: Option<HistoryMove>,
        bonus: i32,
        captures_tried: &MovesTried,
    ) {
        if let Some(mv) = capture {
            add_bonus(self.captures.get_mut(mv.index), bonus);
        }
        for mv in captures_tried.moves() {
            add_bonus(self.captures.get_mut(mv.index), -bonus);
        }
    }

    /// Adds a bonus to the histories of a quiet move.
    pub(super) fn add_quiet_bonus(&mut self, node: &HistoryNode, mv: HistoryMove, bonus: i32) {
        let at = Histories::quiet_index(node.side, mv.id);
        add_bonus_within(self.main_limit, self.quiets.get_mut(at), bonus);
        self.add_continuation_bonus(node, mv, bonus);
    }

    /// Adds a bonus to the histories of a quiet move after those before.
    pub(super) fn add_continuation_bonus(
        &mut self,
        node: &HistoryNode,
        mv: HistoryMove,
        bonus: i32,
    ) {
        for before in node.before {
            let at = before * self.index_count + mv.index;
            add_bonus(self.continuations.get_mut(at), bonus);
        }
    }
}

/// Largest bonus.
const MAX_BONUS: i32 = 1600;

/// The bonus at this depth, of this much for each ply.
pub(super) fn bonus(by_depth: i32, depth: i32) -> i32 {
    (by_depth * depth).min(MAX_BONUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ply: usize) -> HistoryNode {
        HistoryNode { side: Side::First, ply, before: [1, 2] }
    }

    fn mv(id: u16) -> HistoryMove {
        HistoryMove { id, index: usize::from(id) % 16 }
    }

    #[test]
    fn killers_come_before_the_counter_move_and_moves_that_failed_are_worth_less() {
        let mut histories = Histories::new(16);
        let mut tried = MovesTried::default();
        tried.push(mv(7));
        for id in [5, 6, 6] {
            histories.update_quiets(&at(3), mv(id), bonus(150, 4), &tried);
        }
        let rank = |ply, id| histories.refutation_rank(&at(ply), id);
        assert_eq!([rank(3, 6), rank(3, 5), rank(3, 7)], [3, 2, 0]);
        assert_eq!([rank(9, 6), rank(9, 5)], [1, 0]);
        let quiet = |id| histories.quiet(&at(9), mv(id));
        assert!(quiet(6) > quiet(5) && quiet(5) > quiet(8) && quiet(8) > quiet(7));
        // The other side has no history of its own, but shares that of what
        // went before.
        let other = HistoryNode { side: Side::Second, before: [3, 4], ..at(9) };
        assert_eq!(histories.quiet(&other, mv(6)), 0);
        histories.forget_killers(3);
        assert_eq!(histories.refutation_rank(&at(3), 5), 0);
        histories.clear();
        assert_eq!((histories.quiet(&at(3), mv(6)), histories.refutation_rank(&at(9), 6)), (0, 0));
    }

    #[test]
    fn history_is_bounded_and_empty_tables_store_nothing() {
        let mut histories = Histories::new(16);
        let node = HistoryNode { side: Side::Second, ..at(200) };
        let tried = MovesTried::default();
        for _ in 0..10_000 {
            histories.update_quiets(&node, mv(u16::MAX), bonus(150, 255), &tried);
            histories.update_captures(Some(mv(3)), bonus(150, 255), &tried);
        }
        let (quiet, capture) = (histories.quiet(&node, mv(u16::MAX)), histories.capture(mv(3)));
        assert!(quiet > 2 * MAX_HISTORY && quiet <= 3 * MAX_HISTORY, "{quiet}");
        assert!(capture > MAX_HISTORY / 2 && capture <= MAX_HISTORY, "{capture}");
        let mut empty = Histories::default();
        empty.update_quiets(&node, mv(1), bonus(150, 3), &tried);
        assert_eq!(empty.quiet(&node, mv(1)), 0);
    }
}
