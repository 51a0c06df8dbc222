//! Symmetries of rectangular boards.

use super::{Decision, Move, Point};

/// One of the eight symmetries of the square (dihedral group D4). A board that
/// is not square has only four of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

/// Bit that mirrors the files (left and right).
const MIRROR_FILES: u8 = 1;
/// Bit that mirrors the ranks (near and far).
const MIRROR_RANKS: u8 = 2;
/// Bit that transposes files and ranks, after the other two.
const TRANSPOSE: u8 = 4;

/// Mirrors a coordinate on an axis of `size`.
const fn mirrored(size: u8, at: u8) -> u8 {
    size.wrapping_sub(1).wrapping_sub(at)
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Mirrors the files: left becomes right.
    pub const MIRROR: Symmetry = Symmetry(MIRROR_FILES);

    /// Mirrors the ranks: near becomes far.
    pub const FLIP: Symmetry = Symmetry(MIRROR_RANKS);

    /// Turns the board by half a turn.
    pub const HALF_TURN: Symmetry = Symmetry(MIRROR_FILES | MIRROR_RANKS);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(MIRROR_FILES),
        Symmetry(MIRROR_RANKS),
        Symmetry(MIRROR_FILES | MIRROR_RANKS),
        Symmetry(TRANSPOSE),
        Symmetry(TRANSPOSE | MIRROR_FILES),
        Symmetry(TRANSPOSE | MIRROR_RANKS),
        Symmetry(TRANSPOSE | MIRROR_FILES | MIRROR_RANKS),
    ];

    /// True if this is a symmetry of a board of this size.
    #[must_use]
    pub const fn fits(self, files: u8, ranks: u8) -> bool {
        self.0 & TRANSPOSE == 0 || files == ranks
    }

    /// The inverse symmetry.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.0 & TRANSPOSE == 0 {
            return self;
        }
        let (files, ranks) = (self.0 & MIRROR_FILES, self.0 & MIRROR_RANKS);
        Symmetry(TRANSPOSE | files << 1 | ranks >> 1)
    }

    /// The image of a point on a board of this size.
    #[must_use]
    pub const fn map_point(self, at: Point, files: u8, ranks: u8) -> Point {
        let file = if self.0 & MIRROR_FILES != 0 { mirrored(files, at.file) } else { at.file };
        let rank = if self.0 & MIRROR_RANKS != 0 { mirrored(ranks, at.rank) } else { at.rank };
        if self.0 & TRANSPOSE != 0 { Point::new(rank, file) } else { Point::new(file, rank) }
    }

    /// The image of a move on a board of this size.
    #[must_use]
    pub const fn map_move(self, mv: Move, files: u8, ranks: u8) -> Move {
        match mv {
            Move::Place(at) => Move::Place(self.map_point(at, files, ranks)),
            Move::FromTo { from, to, promotion } => Move::FromTo {
                from: self.map_point(from, files, ranks),
                to: self.map_point(to, files, ranks),
                promotion,
            },
            Move::Pass => Move::Pass,
            Move::Decide(decision) => Move::Decide(match decision {
                Decision::Offer(at) => Decision::Offer(self.map_point(at, files, ranks)),
                Decision::Remove(at) => Decision::Remove(self.map_point(at, files, ranks)),
                Decision::MarkDead(at) => Decision::MarkDead(self.map_point(at, files, ranks)),
                other => other,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_symmetries_differ_and_each_is_undone_by_its_inverse() {
        let at = Point::new(1, 3);
        let mut images: Vec<_> = Symmetry::ALL.iter().map(|s| s.map_point(at, 8, 8)).collect();
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.inverse().map_point(symmetry.map_point(at, 8, 8), 8, 8), at);
            assert!(symmetry.fits(8, 8));
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn a_board_that_is_not_square_is_only_turned_and_mirrored() {
        let fitting = Symmetry::ALL.iter().filter(|symmetry| symmetry.fits(9, 10)).count();
        assert_eq!(fitting, 4);
        let mv = Move::FromTo { from: Point::new(1, 2), to: Point::new(4, 2), promotion: None };
        let mirrored =
            Move::FromTo { from: Point::new(7, 2), to: Point::new(4, 2), promotion: None };
        assert_eq!(Symmetry::MIRROR.map_move(mv, 9, 10), mirrored);
    }
}
