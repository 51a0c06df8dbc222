//! Points of the board and sets of them.
//!
//! Point (file, rank) is bit `rank * 9 + file`; rank 0 is Red's back rank.

use crate::core::Point;

/// A set of points, one bit each.
pub type Bitboard = u128;

/// Number of points of the board.
pub const POINTS: usize = 90;

/// The point with this index.
pub const fn point(index: u8) -> Point {
    Point::new(index % 9, index / 9)
}

/// The index of a point; `None` if it is off the board.
pub fn index(at: Point) -> Option<u8> {
    (at.file < 9 && at.rank < 10).then(|| at.rank * 9 + at.file)
}

/// The bitboard of one point.
#[inline]
pub const fn point_bb(point: u8) -> Bitboard {
    1 << (point & 127)
}

/// Iterator over the points of a bitboard, lowest first.
#[derive(Clone, Debug)]
pub struct BitIter(pub Bitboard);

impl Iterator for BitIter {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let point = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(point)
    }
}
