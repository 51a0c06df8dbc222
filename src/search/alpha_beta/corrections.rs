//! Correction history: by how much searches of like positions differed from their static
//! evaluation.

use super::history::{HistoryNode, MAX_HISTORY, add_bonus, value};

/// Structures of one side; more share entries.
const STRUCTURES: usize = 1 << 14;

/// Entries are in this part of the unit of values.
const ONE: i32 = 256;

/// The largest difference that is learned from, in the unit of values.
const MAX_DIFFERENCE: i32 = 1000;

/// Correction history: values that are added to static evaluations. The default is empty tables
/// that add nothing.
#[derive(Default)]
pub(super) struct Corrections {
    /// By side and structure, such as that of the pawns.
    structures: Vec<i16>,
    /// By the index of the move before.
    answers: Vec<i16>,
}

impl Corrections {
    /// Empty tables for this number of indices of moves.
    pub(super) fn new(index_count: usize) -> Corrections {
        Corrections { structures: vec![0; 2 * STRUCTURES], answers: vec![0; index_count] }
    }

    /// Clears all tables.
    pub(super) fn clear(&mut self) {
        self.structures.fill(0);
        self.answers.fill(0);
    }

    fn structure_index(node: &HistoryNode, structure: u64) -> usize {
        node.side.index() * STRUCTURES + structure as usize % STRUCTURES
    }

    /// Correction of the evaluation of a node with this structure.
    #[inline]
    pub(super) fn of(&self, node: &HistoryNode, structure: u64) -> i32 {
        let at = Corrections::structure_index(node, structure);
        (value(self.structures.get(at)) + value(self.answers.get(node.before[0]))) / ONE
    }

    /// Remembers by how much a search to this depth differed from the evaluation of a node.
    pub(super) fn update(
        &mut self,
        node: &HistoryNode,
        structure: u64,
        depth: i32,
        difference: i32,
    ) {
        let wanted = 4 * depth * difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE);
        let bonus = wanted.clamp(-MAX_HISTORY / 4, MAX_HISTORY / 4);
        let at = Corrections::structure_index(node, structure);
        add_bonus(self.structures.get_mut(at), bonus);
        add_bonus(self.answers.get_mut(node.before[0]), bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Side;

    #[test]
    fn a_correction_grows_towards_what_searches_find_and_is_bounded() {
        let node = HistoryNode { side: Side::First, ply: 3, before: [5, 6] };
        let mut corrections = Corrections::new(16);
        assert_eq!(corrections.of(&node, 77), 0);
        corrections.update(&node, 77, 6, 80);
        let once = corrections.of(&node, 77);
        assert!(once > 0 && once < 80, "{once}");
        for _ in 0..10_000 {
            corrections.update(&node, 77, 100, i32::MAX);
        }
        assert!(corrections.of(&node, 77) <= 2 * MAX_HISTORY / ONE);
        // Another side has its own; the move before is shared.
        let other = HistoryNode { side: Side::Second, ..node };
        assert!(corrections.of(&other, 77) < corrections.of(&node, 77));
        assert_eq!(corrections.of(&HistoryNode { before: [7, 8], ..other }, 77), 0);
        corrections.clear();
        assert_eq!(corrections.of(&node, 77), 0);
        let mut none = Corrections::default();
        none.update(&node, 77, 6, 80);
        assert_eq!(none.of(&node, 77), 0);
    }
}
