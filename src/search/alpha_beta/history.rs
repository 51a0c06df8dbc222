//! Killer and history heuristics: ordering of quiet moves by the cut-offs
//! that they caused before.

use crate::core::Side;

/// Size of the history table for one side; larger move ids share entries.
const HISTORY_SIZE: usize = 1 << 15;

/// Bound of history values, either way.
const MAX_HISTORY: i32 = 1 << 14;

/// Ordering scores of the last killer move at a ply and of the one before:
/// before all other quiet moves, after winning captures.
const KILLER_SCORES: [i32; 2] = [5000, 4900];

/// Units of history for one unit of ordering score.
const HISTORY_DIVISOR: i32 = 8;

/// Quiet moves searched at a node without a cut-off; those beyond 24 are
/// dropped.
#[derive(Default)]
pub(super) struct QuietsTried {
    ids: [u16; 24],
    count: usize,
}

impl QuietsTried {
    /// Adds a move.
    #[inline]
    pub(super) fn push(&mut self, id: u16) {
        if let Some(entry) = self.ids.get_mut(self.count) {
            *entry = id;
            self.count += 1;
        }
    }
}

/// Killer moves and history of one search. The default is empty tables that
/// store nothing.
#[derive(Default)]
pub(super) struct KillersAndHistory {
    /// By ply from the root, the last first.
    killers: Vec<[u16; 2]>,
    /// By side and move id.
    history: Vec<i16>,
}

impl KillersAndHistory {
    /// Empty tables.
    pub(super) fn new() -> KillersAndHistory {
        KillersAndHistory { killers: vec![[0; 2]; 128], history: vec![0; 2 * HISTORY_SIZE] }
    }

    /// Clears both tables.
    pub(super) fn clear(&mut self) {
        self.killers.fill([0; 2]);
        self.history.fill(0);
    }

    #[inline]
    fn index(side: Side, id: u16) -> usize {
        side.index() * HISTORY_SIZE + usize::from(id) % HISTORY_SIZE
    }

    /// Ordering score of a quiet move, added to that of its game.
    #[inline]
    pub(super) fn score(&self, side: Side, ply: usize, id: u16) -> i32 {
        let killer = self.killers.get(ply).and_then(|killers| {
            let n = killers.iter().position(|&killer| killer == id)?;
            Some(KILLER_SCORES[n])
        });
        killer.unwrap_or_else(|| {
            let history = self.history.get(KillersAndHistory::index(side, id));
            history.map_or(0, |&history| i32::from(history) / HISTORY_DIVISOR)
        })
    }

    /// Updates both tables after a quiet move caused a beta cut-off and those
    /// in `quiets_tried` did not.
    pub(super) fn update(
        &mut self,
        side: Side,
        ply: usize,
        depth: u32,
        id: u16,
        quiets_tried: &QuietsTried,
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != id
        {
            *killers = [id, killers[0]];
        }
        let bonus = (16 * depth * depth).min(1600) as i32;
        self.add_bonus(side, id, bonus);
        for &id in &quiets_tried.ids[..quiets_tried.count] {
            self.add_bonus(side, id, -bonus);
        }
    }

    /// Adds a bonus to a history value, scaled down near the bound ("history
    /// gravity").
    fn add_bonus(&mut self, side: Side, id: u16, bonus: i32) {
        if let Some(entry) = self.history.get_mut(KillersAndHistory::index(side, id)) {
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn killers_come_first_and_moves_that_failed_last() {
        let mut history = KillersAndHistory::new();
        let mut quiets_tried = QuietsTried::default();
        quiets_tried.push(7);
        for id in [5, 6, 6] {
            history.update(Side::First, 3, 4, id, &quiets_tried);
        }
        let score = |ply, id| history.score(Side::First, ply, id);
        // The killers, moves with history from other plies, the rest.
        assert!(score(3, 6) > score(3, 5) && score(3, 5) > score(9, 6));
        assert!(score(9, 6) > score(9, 5) && score(9, 5) > score(9, 8));
        assert!(score(9, 8) > score(3, 7));
        assert_eq!(history.score(Side::Second, 3, 6), KILLER_SCORES[0]);
        assert_eq!(history.score(Side::Second, 9, 6), 0);
        history.clear();
        assert_eq!(history.score(Side::First, 3, 6), 0);
    }

    #[test]
    fn history_is_bounded_and_empty_tables_store_nothing() {
        let mut history = KillersAndHistory::new();
        for _ in 0..10_000 {
            history.update(Side::Second, 200, 255, u16::MAX, &QuietsTried::default());
        }
        let score = history.score(Side::Second, 200, u16::MAX);
        assert!(score > 1000 && score <= MAX_HISTORY / HISTORY_DIVISOR, "{score}");
        let mut empty = KillersAndHistory::default();
        empty.update(Side::First, 0, 3, 1, &QuietsTried::default());
        assert_eq!(empty.score(Side::First, 0, 1), 0);
    }
}
