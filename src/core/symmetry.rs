//! The ways in which a board can be turned and mirrored onto itself.

use super::{Decision, Move, Point};

/// One of the eight ways in which a square can be turned and mirrored. On a
/// board with other numbers of files than of ranks only four of them fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

/// Left becomes right.
const FILES: u8 = 1;
/// Near becomes far.
const RANKS: u8 = 2;
/// Files become ranks, after the other two.
const EXCHANGE: u8 = 4;

/// The same distance from the other end of so many files or ranks.
const fn far(size: u8, at: u8) -> u8 {
    size.wrapping_sub(1).wrapping_sub(at)
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Left becomes right.
    pub const MIRROR: Symmetry = Symmetry(FILES);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(FILES),
        Symmetry(RANKS),
        Symmetry(FILES | RANKS),
        Symmetry(EXCHANGE),
        Symmetry(EXCHANGE | FILES),
        Symmetry(EXCHANGE | RANKS),
        Symmetry(EXCHANGE | FILES | RANKS),
    ];

    /// Whether a board with so many files and ranks comes to lie on itself.
    #[must_use]
    pub const fn fits(self, files: u8, ranks: u8) -> bool {
        self.0 & EXCHANGE == 0 || files == ranks
    }

    /// The one that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.0 & EXCHANGE == 0 {
            return self;
        }
        let (files, ranks) = (self.0 & FILES, self.0 & RANKS);
        Symmetry(EXCHANGE | files << 1 | ranks >> 1)
    }

    /// Where a point of a board with so many files and ranks comes to lie.
    #[must_use]
    pub const fn point(self, at: Point, files: u8, ranks: u8) -> Point {
        let file = if self.0 & FILES != 0 { far(files, at.file) } else { at.file };
        let rank = if self.0 & RANKS != 0 { far(ranks, at.rank) } else { at.rank };
        if self.0 & EXCHANGE != 0 { Point::new(rank, file) } else { Point::new(file, rank) }
    }

    /// The same move on the board as it then lies.
    #[must_use]
    pub const fn play(self, mv: Move, files: u8, ranks: u8) -> Move {
        match mv {
            Move::Place(at) => Move::Place(self.point(at, files, ranks)),
            Move::Travel { from, to, promotion } => Move::Travel {
                from: self.point(from, files, ranks),
                to: self.point(to, files, ranks),
                promotion,
            },
            Move::Pass => Move::Pass,
            Move::Decide(decision) => Move::Decide(match decision {
                Decision::Offer(at) => Decision::Offer(self.point(at, files, ranks)),
                Decision::Remove(at) => Decision::Remove(self.point(at, files, ranks)),
                Decision::MarkDead(at) => Decision::MarkDead(self.point(at, files, ranks)),
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
        let mut images: Vec<_> = Symmetry::ALL.iter().map(|s| s.point(at, 8, 8)).collect();
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.inverse().point(symmetry.point(at, 8, 8), 8, 8), at);
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
        let mv = Move::Travel { from: Point::new(1, 2), to: Point::new(4, 2), promotion: None };
        let mirrored =
            Move::Travel { from: Point::new(7, 2), to: Point::new(4, 2), promotion: None };
        assert_eq!(Symmetry::MIRROR.play(mv, 9, 10), mirrored);
    }
}
