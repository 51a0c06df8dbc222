//! Correction history: by how much searches of like positions differed from their static
//! evaluation.

use super::history::{HistoryNode, MAX_HISTORY, add_bonus, value};

/// Structures of one side; more share entries.
const STRUCTURES: usize = 1 << 14;

/// Entries are in this part of the unit of values.
const ONE: i32 = 256;

/// The part of the corrections by pieces that counts, in quarters.
const PIECES_PART: i32 = 3;

/// The largest difference that is learned from, in the unit of values.
const MAX_DIFFERENCE: i32 = 1000;

/// Features that positions share whose evaluations are off by about as much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Structures {
    /// The structure of [`SearchGame::structure`].
    ///
    /// [`SearchGame::structure`]: super::search_game::SearchGame::structure
    pub(super) lasting: u64,
    /// Those of [`SearchGame::piece_structures`].
    ///
    /// [`SearchGame::piece_structures`]: super::search_game::SearchGame::piece_structures
    pub(super) pieces: Option<[u64; 2]>,
}

/// Correction history: values that are added to static evaluations. The default is empty tables
/// that add nothing.
#[derive(Default)]
pub(super) struct Corrections {
    /// By side and structure, such as that of the pawns.
    structures: Vec<i16>,
    /// By side and the pieces of each side.
    pieces: [Vec<i16>; 2],
    /// By the index of the move before.
    answers: Vec<i16>,
}

impl Corrections {
    /// Empty tables for this number of indices of moves.
    pub(super) fn new(index_count: usize) -> Corrections {
        let by_structure = || vec![0; 2 * STRUCTURES];
        Corrections {
            structures: by_structure(),
            pieces: [by_structure(), by_structure()],
            answers: vec![0; index_count],
        }
    }

    /// Clears all tables.
    pub(super) fn clear(&mut self) {
        self.structures.fill(0);
        self.pieces.iter_mut().for_each(|pieces| pieces.fill(0));
        self.answers.fill(0);
    }

    fn structure_index(node: &HistoryNode, structure: u64) -> usize {
        node.side.index() * STRUCTURES + structure as usize % STRUCTURES
    }

    /// Correction of the evaluation of a node with these structures.
    #[inline]
    pub(super) fn of(&self, node: &HistoryNode, structures: Structures) -> i32 {
        let by = |table: &[i16], structure| {
            value(table.get(Corrections::structure_index(node, structure)))
        };
        let by_pieces = self.pieces.iter().zip(structures.pieces.into_iter().flatten());
        let pieces: i32 = by_pieces.map(|(table, structure)| by(table, structure)).sum();
        let sum =
            by(&self.structures, structures.lasting) + value(self.answers.get(node.before[0]));
        (sum + pieces * PIECES_PART / 4) / ONE
    }

    /// Remembers by how much a search to this depth differed from the evaluation of a node.
    pub(super) fn update(
        &mut self,
        node: &HistoryNode,
        structures: Structures,
        depth: i32,
        difference: i32,
    ) {
        let wanted = 4 * depth * difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE);
        let bonus = wanted.clamp(-MAX_HISTORY / 4, MAX_HISTORY / 4);
        let lasting = Corrections::structure_index(node, structures.lasting);
        add_bonus(self.structures.get_mut(lasting), bonus);
        let by_pieces = self.pieces.iter_mut().zip(structures.pieces.into_iter().flatten());
        for (table, structure) in by_pieces {
            add_bonus(table.get_mut(Corrections::structure_index(node, structure)), bonus);
        }
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
        let pawns = |lasting| Structures { lasting, pieces: None };
        let mut corrections = Corrections::new(16);
        assert_eq!(corrections.of(&node, pawns(77)), 0);
        corrections.update(&node, pawns(77), 6, 80);
        let once = corrections.of(&node, pawns(77));
        assert!(once > 0 && once < 80, "{once}");
        for _ in 0..10_000 {
            corrections.update(&node, pawns(77), 100, i32::MAX);
        }
        assert!(corrections.of(&node, pawns(77)) <= 2 * MAX_HISTORY / ONE);
        // Another side has its own; the move before is shared.
        let other = HistoryNode { side: Side::Second, ..node };
        assert!(corrections.of(&other, pawns(77)) < corrections.of(&node, pawns(77)));
        assert_eq!(corrections.of(&HistoryNode { before: [7, 8], ..other }, pawns(77)), 0);
        corrections.clear();
        assert_eq!(corrections.of(&node, pawns(77)), 0);
        let mut none = Corrections::default();
        none.update(&node, pawns(77), 6, 80);
        assert_eq!(none.of(&node, pawns(77)), 0);
    }

    #[test]
    fn positions_that_share_the_pieces_of_a_side_share_a_correction() {
        let node = HistoryNode { side: Side::First, ply: 3, before: [5, 6] };
        let elsewhere = HistoryNode { before: [7, 8], ..node };
        let with = |lasting, pieces| Structures { lasting, pieces: Some(pieces) };
        let mut corrections = Corrections::new(16);
        corrections.update(&node, with(1, [10, 20]), 20, 200);
        let of = |lasting, pieces| corrections.of(&elsewhere, with(lasting, pieces));
        let (one_side, both_sides) = (of(2, [10, 21]), of(2, [10, 20]));
        assert!(one_side > 0 && both_sides > one_side, "{one_side} {both_sides}");
        assert!(of(1, [10, 20]) > both_sides);
        // White's pieces are not Black's.
        assert_eq!(of(2, [20, 10]), 0);
        assert_eq!(corrections.of(&elsewhere, Structures { lasting: 2, pieces: None }), 0);
    }
}
