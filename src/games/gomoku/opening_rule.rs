//! Opening rules. The first player wins with good play, so the rules balance
//! the opening: stones are placed for both sides, colours chosen, or fifth
//! stones offered before free play begins.

use std::ops::RangeInclusive;

use super::bitboard::{LineBitboards, cell, file_and_rank};
use crate::core::Side;

/// The opening rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// Free play from the first stone.
    #[default]
    None,
    /// Pro: Black begins in the centre and plays the second stone outside the
    /// central 5x5.
    Pro,
    /// As [`OpeningRule::Pro`], outside the central 7x7.
    LongPro,
    /// Swap1: after the first stone the second player may take Black.
    Swap1,
    /// Swap: the first player places three stones; the second chooses a colour.
    Swap,
    /// Swap2: as [`OpeningRule::Swap`], but the second player may also place
    /// two more stones and leave the choice to the first.
    Swap2,
    /// Soosyrv-8: the first player places one of the 26 Renju openings and the
    /// second may swap; White plays the fourth stone and declares how many
    /// fifth stones must be offered, 1 to 8; the other may swap; White picks
    /// one of those that Black offers.
    Soosyrv8,
    /// Taraguchi-10: each of the first four stones lies in a square around the
    /// centre that grows from 1x1 to 7x7, and may be followed by a swap. Then
    /// Black plays the fifth inside 9x9 and White may swap, or Black offers
    /// ten.
    Taraguchi10,
    /// RIF: the first player places one of the 26 Renju openings and the second
    /// may swap; White plays the fourth stone, and picks the fifth from two
    /// that Black offers.
    Rif,
    /// Yamaguchi: as [`OpeningRule::Rif`], but the first player, after placing
    /// the opening, declares the number of fifth stones that will be offered.
    Yamaguchi,
    /// Tarannikov: each of the first five stones lies in a square around the
    /// centre that grows from 1x1 to 9x9, and may be followed by a swap.
    Tarannikov,
    /// Super Sakata: the first player places one of the 26 Renju openings, the
    /// second the fourth stone inside 7x7 and the fifth inside 9x9. Then the
    /// first goes on as White, or takes Black, or places a stone of each colour
    /// and leaves the same choice to the other, and so on by turns.
    SuperSakata,
}

/// Stage of the game: the action expected of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Place a stone of its colour.
    Play,
    /// Place a stone of the next colour, as part of the opening.
    Place,
    /// Choose a colour.
    Choose,
    /// Declare the number of fifth stones to be offered.
    Declare,
    /// Offer fifth stones.
    Offer,
    /// Pick one of them.
    Pick,
}

/// Maximum number of fifth stones offered.
pub const MAX_OFFERS: usize = 10;

/// The number of fifth stones that Black may offer instead of playing one
/// (Taraguchi-10).
pub const TARAGUCHI_OFFERS: u8 = MAX_OFFERS as u8;

/// Stones placed under Swap2 when both players have placed theirs, and under
/// Super Sakata when the first choice comes.
pub const STONES_OF_BOTH: u16 = 5;

impl OpeningRule {
    /// Number of stones that the first player places before the other does
    /// anything; 0 where the players alternate from the beginning.
    #[must_use]
    pub const fn first_player_stones(self) -> u16 {
        match self {
            OpeningRule::None
            | OpeningRule::Pro
            | OpeningRule::LongPro
            | OpeningRule::Taraguchi10
            | OpeningRule::Tarannikov => 0,
            OpeningRule::Swap1 => 1,
            OpeningRule::Swap
            | OpeningRule::Swap2
            | OpeningRule::Soosyrv8
            | OpeningRule::Rif
            | OpeningRule::Yamaguchi
            | OpeningRule::SuperSakata => 3,
        }
    }

    /// The player who places the next stone: the first player the first ones,
    /// and then each in turn two.
    #[must_use]
    pub const fn side_placing(self, stones: u16) -> Side {
        if stones < self.first_player_stones() || (stones - self.first_player_stones()) / 2 % 2 == 1
        {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The next stage after a stone of this stage, with `stones` on the board.
    #[must_use]
    pub const fn stage_after(self, stage: Stage, stones: u16) -> Stage {
        match (self, stage, stones) {
            (OpeningRule::Swap1, Stage::Place, 1)
            | (
                OpeningRule::Swap | OpeningRule::Swap2 | OpeningRule::Soosyrv8 | OpeningRule::Rif,
                Stage::Place,
                3,
            )
            | (OpeningRule::Swap2, Stage::Place, STONES_OF_BOTH)
            | (OpeningRule::Taraguchi10 | OpeningRule::Tarannikov, Stage::Play, 1..=5) => {
                Stage::Choose
            }
            (OpeningRule::SuperSakata, Stage::Place, STONES_OF_BOTH..) if stones % 2 == 1 => {
                Stage::Choose
            }
            (OpeningRule::Yamaguchi, Stage::Place, 3) | (OpeningRule::Soosyrv8, Stage::Play, 4) => {
                Stage::Declare
            }
            (OpeningRule::Rif | OpeningRule::Yamaguchi, Stage::Play, 4) => Stage::Offer,
            (_, Stage::Place, _) => Stage::Place,
            _ => Stage::Play,
        }
    }

    /// Range of the number of fifth stones offered; `None` where there are no
    /// offers.
    #[must_use]
    pub const fn offer_range(self) -> Option<RangeInclusive<u8>> {
        match self {
            OpeningRule::Soosyrv8 => Some(1..=8),
            OpeningRule::Taraguchi10 => Some(TARAGUCHI_OFFERS..=TARAGUCHI_OFFERS),
            OpeningRule::Rif => Some(2..=2),
            OpeningRule::Yamaguchi => Some(1..=TARAGUCHI_OFFERS),
            _ => None,
        }
    }

    /// True when stones are restricted to squares around the centre, rather
    /// than kept out of one.
    #[must_use]
    pub const fn restricts_to_centre(self) -> bool {
        self.offer_range().is_some()
            || matches!(self, OpeningRule::Tarannikov | OpeningRule::SuperSakata)
    }

    /// The least number of stones on the board when the opening is over.
    #[must_use]
    pub const fn min_stones(self) -> u16 {
        match self {
            OpeningRule::Pro | OpeningRule::LongPro => 3,
            opening if opening.restricts_to_centre() => 5,
            opening => opening.first_player_stones(),
        }
    }

    /// True when the next stone may lie at this Chebyshev distance from the
    /// centre, with `stones` on a board of this size.
    #[must_use]
    pub fn allows(self, stones: u16, distance: u8, size: u8) -> bool {
        let outside = |least: u8| match stones {
            0 => distance == 0,
            2 => distance >= least,
            _ => true,
        };
        // Stones lie in squares that grow around the centre from 1x1.
        let bound = match self {
            OpeningRule::Pro => return outside(3),
            // On the smallest board nothing lies outside the central 7x7.
            OpeningRule::LongPro => return outside(4.min(size / 2)),
            OpeningRule::Soosyrv8 | OpeningRule::Rif | OpeningRule::Yamaguchi => 3,
            OpeningRule::Taraguchi10 | OpeningRule::Tarannikov | OpeningRule::SuperSakata => 5,
            OpeningRule::None | OpeningRule::Swap1 | OpeningRule::Swap | OpeningRule::Swap2 => 0,
        };
        stones >= bound || u16::from(distance) <= stones
    }
}

/// True when two empty cells are equivalent under a symmetry of the stones on
/// the board, such as fifth stones beside four stones with a mirror axis.
#[must_use]
pub fn are_equivalent(lines: &LineBitboards, stones: &[u16], a: u16, b: u16) -> bool {
    let count = stones.len() as i32;
    if count == 0 || a == b {
        return a == b;
    }
    let place = |cell: u16| {
        let (file, rank) = file_and_rank(cell);
        (i32::from(file), i32::from(rank))
    };
    // Coordinates are scaled by the number of stones, so that the centroid is
    // integral.
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
            (whole && x < super::bitboard::MAX_SIZE && y < super::bitboard::MAX_SIZE)
                .then(|| cell(x, y))
        };
        image(a) == Some(b)
            && stones.iter().all(|&stone| {
                image(stone).and_then(|to| lines.colour_at(to)) == lines.colour_at(stone)
            })
    })
}
