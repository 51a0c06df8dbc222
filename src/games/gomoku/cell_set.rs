//! Sets of cells of the largest board, as bits.

use super::bitboard::{CELLS, MAX_SIZE, board_cells, file_and_rank};
use std::sync::LazyLock;

const WORDS: usize = CELLS.div_ceil(64);

/// A set of cells. The default is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64 % WORDS] |= 1 << (cell % 64);
    }

    /// True if the cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64 % WORDS] >> (cell % 64) & 1 != 0
    }

    /// Adds a cell that is not in the set, or removes one that is.
    #[inline]
    pub fn toggle(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64 % WORDS] ^= 1 << (cell % 64);
    }

    /// Its cells, in ascending order.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = u16> {
        (0..WORDS).flat_map(move |n| {
            let mut bits = self.0[n];
            std::iter::from_fn(move || {
                let next = (bits != 0).then(|| (n * 64) as u16 + bits.trailing_zeros() as u16)?;
                bits &= bits - 1;
                Some(next)
            })
        })
    }

    /// The cells of this set or of the other.
    #[inline]
    #[must_use]
    pub fn or(self, other: CellSet) -> CellSet {
        CellSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// The cells of both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: CellSet) -> CellSet {
        CellSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// Every cell of a board of this size.
    #[must_use]
    pub fn board(size: u8) -> CellSet {
        let mut all = CellSet::default();
        board_cells(size).for_each(|cell| all.toggle(cell));
        all
    }

    /// The cells that a stone on this one makes worth a look, on the largest board: those at
    /// most two files and two ranks away, and three on a line through it.
    #[inline]
    #[must_use]
    pub fn near(cell: u16) -> CellSet {
        static NEAR: LazyLock<Box<[CellSet; CELLS]>> = LazyLock::new(|| {
            let mut near = Box::new([CellSet::default(); CELLS]);
            for (at, set) in near.iter_mut().enumerate() {
                let (file, rank) = file_and_rank(at as u16);
                for other in board_cells(MAX_SIZE) {
                    let (other_file, other_rank) = file_and_rank(other);
                    let (files, ranks) = (file.abs_diff(other_file), rank.abs_diff(other_rank));
                    let is_on_line = files == 0 || ranks == 0 || files == ranks;
                    let reach = if is_on_line { 3 } else { 2 };
                    if files.max(ranks) <= reach {
                        set.toggle(other);
                    }
                }
            }
            near
        });
        NEAR[usize::from(cell) % CELLS]
    }
}

#[cfg(test)]
mod tests {
    use super::super::bitboard::cell;
    use super::*;

    #[test]
    fn a_set_has_the_cells_that_were_toggled_once() {
        let mut set = CellSet::default();
        assert_eq!(set.cells().count(), 0);
        for at in [399, 0, 64, 63, 7, 7] {
            set.toggle(at);
        }
        assert_eq!(set.cells().collect::<Vec<_>>(), [0, 63, 64, 399]);
        assert_eq!(set.cells().count(), 4);
        let mut other = CellSet::default();
        [0, 5, 5].into_iter().for_each(|at| other.insert(at));
        assert!(other.contains(5) && !other.contains(69));
        assert_eq!(set.or(other).cells().collect::<Vec<_>>(), [0, 5, 63, 64, 399]);
        assert_eq!(set.and(other).cells().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn near_are_a_square_of_five_and_the_ends_of_a_star() {
        let near = CellSet::near(cell(7, 7));
        assert_eq!(near.cells().count(), 25 + 8);
        assert!(near.cells().any(|at| at == cell(4, 10)));
        assert!(near.cells().all(|at| at != cell(4, 9)));
        assert_eq!(CellSet::board(15).cells().count(), 225);
    }
}
