//! The discs of both sides as bitboards.

use super::bitboard::Bitboard;

/// The discs of both sides, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs<B = u64> {
    /// The discs of the side to move.
    pub own: B,
    /// The discs of the other side.
    pub opponent: B,
}

impl<B: Bitboard> Discs<B> {
    /// No discs.
    pub const NONE: Discs<B> = Discs { own: B::EMPTY, opponent: B::EMPTY };

    /// The discs after a disc on `square` that flips the discs `flipped`, from the view of the side
    /// to move then.
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: u8, flipped: B) -> Discs<B> {
        Discs { own: self.opponent & !flipped, opponent: self.own | flipped | B::square(square) }
    }

    /// The same discs from the view of the other side, as after a pass.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> Discs<B> {
        Discs { own: self.opponent, opponent: self.own }
    }
}

/// Positions of the 8 by 8 board; bit 0 is a1, bit 1 is b1, bit 8 is a2.
impl Discs {
    /// The start position of Othello, Black to move.
    pub const START: Discs = Discs { own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// The empty squares.
    #[inline(always)]
    #[must_use]
    pub const fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The number of empty squares.
    #[inline(always)]
    #[must_use]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares of the legal moves.
    #[must_use]
    pub fn mobility(self) -> u64 {
        u64::mobility(self.own, self.opponent, self.empty())
    }

    /// The discs after the legal move to `square`, from the view of the side to move then.
    #[must_use]
    pub fn after_move(self, square: u8) -> Discs {
        self.after(square, u64::flips(self.own, self.opponent, square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_from_the_start_flips_one_disc_and_gives_the_turn_away() {
        assert_eq!((Discs::START.empties(), Discs::START.mobility().count_ones()), (60, 4));
        let next = Discs::START.after_move(19);
        assert_eq!((next.own.count_ones(), next.opponent.count_ones()), (1, 4));
        assert_eq!((next.empties(), next.mobility().count_ones()), (59, 3));
        assert_eq!(next.passed().passed(), next);
    }
}
