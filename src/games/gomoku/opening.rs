//! The ways in which the first moves are made fair. The player who begins
//! would win with good play, so stones are laid, colours chosen, or fifth
//! stones offered before free play begins.

use std::ops::RangeInclusive;

use super::lines::{Lines, cell, file_and_rank};
use super::position::Stage;
use crate::core::Side;

/// How the first moves are made fair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Not at all.
    #[default]
    None,
    /// Black begins in the centre and then plays outside the central 5x5.
    Pro,
    /// As [`Opening::Pro`], outside the central 7x7.
    LongPro,
    /// After the first stone the second player may take Black.
    SwapOne,
    /// The first player puts three stones; the second chooses a colour.
    Swap,
    /// As [`Opening::Swap`], but the second player may also put two more
    /// stones and leave the choice to the first.
    SwapTwo,
    /// The first player lays one of the 26 openings of Renju and the second
    /// may swap; White plays the fourth stone and says how many fifth stones
    /// must be offered, 1 to 8; the other may swap; White picks one of those
    /// that Black offers.
    SoosyrvEight,
    /// Each of the first four stones lies in a square around the centre that
    /// grows from 1x1 to 7x7, and may be followed by a swap. Then Black plays
    /// the fifth inside 9x9 and White may swap, or Black offers ten.
    TaraguchiTen,
    /// The first player lays one of the 26 openings of Renju and the second
    /// may swap; White plays the fourth stone, and picks the fifth from two
    /// that Black offers.
    Rif,
    /// As [`Opening::Rif`], but the first player says, when the opening is
    /// laid, how many fifth stones will be offered.
    Yamaguchi,
    /// Each of the first five stones lies in a square around the centre that
    /// grows from 1x1 to 9x9, and may be followed by a swap.
    Tarannikov,
    /// The first player lays one of the 26 openings of Renju, the second the
    /// fourth stone inside 7x7 and the fifth inside 9x9. Then the first goes
    /// on as White, or takes Black, or lays a stone of each colour and leaves
    /// the same choice to the other, and so on by turns.
    SuperSakata,
}

/// Fifth stones that Black offers at most.
pub const MOST_OFFERS: usize = 10;

/// Fifth stones that Black may offer instead of playing one.
pub const TEN: u8 = MOST_OFFERS as u8;

/// Stones laid under Swap2 when both have laid theirs, and under Super Sakata
/// when the first choice comes.
pub const LAID_BY_BOTH: u16 = 5;

impl Opening {
    /// How many stones the first player lays before the other does anything;
    /// 0 where stones are played by turns from the beginning.
    #[must_use]
    pub const fn laid(self) -> u16 {
        match self {
            Opening::None
            | Opening::Pro
            | Opening::LongPro
            | Opening::TaraguchiTen
            | Opening::Tarannikov => 0,
            Opening::SwapOne => 1,
            Opening::Swap
            | Opening::SwapTwo
            | Opening::SoosyrvEight
            | Opening::Rif
            | Opening::Yamaguchi
            | Opening::SuperSakata => 3,
        }
    }

    /// Who lays the next stone after so many: the first player the first
    /// ones, and then each in turn two.
    #[must_use]
    pub const fn layer(self, stones: u16) -> Side {
        if stones < self.laid() || (stones - self.laid()) / 2 % 2 == 1 {
            Side::First
        } else {
            Side::Second
        }
    }

    /// What is to be done when a stone of this stage is put and so many are
    /// on the board.
    #[must_use]
    pub const fn stage_after(self, stage: Stage, stones: u16) -> Stage {
        match (self, stage, stones) {
            (Opening::SwapOne, Stage::Lay, 1)
            | (
                Opening::Swap | Opening::SwapTwo | Opening::SoosyrvEight | Opening::Rif,
                Stage::Lay,
                3,
            )
            | (Opening::SwapTwo, Stage::Lay, LAID_BY_BOTH)
            | (Opening::TaraguchiTen | Opening::Tarannikov, Stage::Play, 1..=5) => Stage::Choose,
            (Opening::SuperSakata, Stage::Lay, LAID_BY_BOTH..) if stones % 2 == 1 => Stage::Choose,
            (Opening::Yamaguchi, Stage::Lay, 3) | (Opening::SoosyrvEight, Stage::Play, 4) => {
                Stage::Declare
            }
            (Opening::Rif | Opening::Yamaguchi, Stage::Play, 4) => Stage::Offer,
            (_, Stage::Lay, _) => Stage::Lay,
            _ => Stage::Play,
        }
    }

    /// How many fifth stones may have to be offered; `None` where there are
    /// no offers.
    #[must_use]
    pub const fn fifths(self) -> Option<RangeInclusive<u8>> {
        match self {
            Opening::SoosyrvEight => Some(1..=8),
            Opening::TaraguchiTen => Some(TEN..=TEN),
            Opening::Rif => Some(2..=2),
            Opening::Yamaguchi => Some(1..=TEN),
            _ => None,
        }
    }

    /// Whether stones are bound to squares around the centre, rather than
    /// kept out of one.
    #[must_use]
    pub const fn keeps_near(self) -> bool {
        self.fifths().is_some() || matches!(self, Opening::Tarannikov | Opening::SuperSakata)
    }

    /// How many stones are on the board when the opening is over at the
    /// earliest.
    #[must_use]
    pub const fn shortest(self) -> u16 {
        match self {
            Opening::Pro | Opening::LongPro => 3,
            opening if opening.keeps_near() => 5,
            opening => opening.laid(),
        }
    }

    /// Whether the next stone may lie so far from the centre, after so many
    /// stones on a board of this side. Distance as a king walks.
    #[must_use]
    pub fn allows(self, stones: u16, distance: u8, size: u8) -> bool {
        let outside = |least: u8| match stones {
            0 => distance == 0,
            2 => distance >= least,
            _ => true,
        };
        // Stones lie in squares that grow around the centre from 1x1.
        let bound = match self {
            Opening::Pro => return outside(3),
            // On the smallest board nothing lies outside the central 7x7.
            Opening::LongPro => return outside(4.min(size / 2)),
            Opening::SoosyrvEight | Opening::Rif | Opening::Yamaguchi => 3,
            Opening::TaraguchiTen | Opening::Tarannikov | Opening::SuperSakata => 5,
            Opening::None | Opening::SwapOne | Opening::Swap | Opening::SwapTwo => 0,
        };
        stones >= bound || u16::from(distance) <= stones
    }
}

/// Whether two empty cells are the same under a symmetry of the stones on the
/// board, such as a fifth stone beside four that lie in a mirror.
#[must_use]
pub fn are_equivalent(lines: &Lines, stones: &[u16], a: u16, b: u16) -> bool {
    let count = stones.len() as i32;
    if count == 0 || a == b {
        return a == b;
    }
    let place = |cell: u16| {
        let (file, rank) = file_and_rank(cell);
        (i32::from(file), i32::from(rank))
    };
    // Everything is scaled by the number of stones, so that their centre has
    // whole coordinates.
    let sum = stones.iter().map(|&cell| place(cell)).fold((0, 0), |s, p| (s.0 + p.0, s.1 + p.1));
    (0..8).any(|symmetry| {
        let image = |from: u16| {
            let (file, rank) = place(from);
            let (mut x, mut y) = (file * count - sum.0, rank * count - sum.1);
            if symmetry & 1 != 0 {
                x = -x;
            }
            if symmetry & 2 != 0 {
                y = -y;
            }
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            let (x, y) = (x + sum.0, y + sum.1);
            let whole = x % count == 0 && y % count == 0;
            let (x, y) = (u8::try_from(x / count).ok()?, u8::try_from(y / count).ok()?);
            (whole && x < super::lines::MOST && y < super::lines::MOST).then(|| cell(x, y))
        };
        image(a) == Some(b)
            && stones.iter().all(|&stone| {
                image(stone).and_then(|to| lines.colour_at(to)) == lines.colour_at(stone)
            })
    })
}
