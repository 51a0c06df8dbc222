//! The ways in which the first moves are made fair. The player who begins
//! would win with good play, so stones are laid, colours chosen, or fifth
//! stones offered before free play begins.

use super::lines::{Lines, cell, file_and_rank};

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
}

/// Fifth stones that Black offers at most.
pub const MOST_OFFERS: usize = 10;

impl Opening {
    /// How many stones the first player lays before anyone chooses; 0 where
    /// stones are played by turns from the beginning.
    #[must_use]
    pub const fn laid(self) -> u16 {
        match self {
            Opening::None | Opening::Pro | Opening::LongPro | Opening::TaraguchiTen => 0,
            Opening::SwapOne => 1,
            Opening::Swap | Opening::SwapTwo | Opening::SoosyrvEight => 3,
        }
    }

    /// Whether a colour may be chosen when this many stones were played by
    /// turns.
    #[must_use]
    pub const fn swaps_after(self, stones: u16) -> bool {
        matches!(self, Opening::TaraguchiTen) && stones >= 1 && stones <= 5
    }

    /// Whether fifth stones may be offered.
    #[must_use]
    pub const fn has_offers(self) -> bool {
        matches!(self, Opening::SoosyrvEight | Opening::TaraguchiTen)
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
        match self {
            Opening::Pro => outside(3),
            // On the smallest board nothing lies outside the central 7x7.
            Opening::LongPro => outside(4.min(size / 2)),
            Opening::SoosyrvEight if stones < 3 => match stones {
                0 => distance == 0,
                _ => distance <= stones as u8,
            },
            Opening::TaraguchiTen if stones < 5 => distance <= stones as u8,
            _ => true,
        }
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
