//! Count of the discs that the last move of a game flips, by tables of lines of eight.

use super::bitboard::{Bitboard, Bitboard256};
use super::perft::Perft;

/// Bitboards with a fast count of the flips of the last move.
pub trait LastFlip: Perft {
    /// Number of discs that a disc of `own` flips on `square`, the only empty square of the board.
    fn count_last_flip(own: Self, opponent: Self, square: u8) -> i32;
}

impl LastFlip for u64 {
    // Squares off a smaller board hold no own disc, so no run ends there.
    #[inline]
    fn count_last_flip(own: u64, _: u64, square: u8) -> i32 {
        doubled_last_flip(own, u32::from(square)) / 2
    }
}

impl LastFlip for Bitboard256 {
    #[inline]
    fn count_last_flip(own: Bitboard256, opponent: Bitboard256, square: u8) -> i32 {
        Bitboard256::flips(own, opponent, square).count() as i32
    }
}

/// By an index on a line of eight and the own discs on the line, all others being the opponent's:
/// twice the number of discs that a disc at the index flips.
static DOUBLED_FLIPS: [[u8; 256]; 8] = doubled_flips();

const fn doubled_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own: usize = 0;
        while own < 256 {
            let above = (own >> at) >> 1;
            if above != 0 {
                table[at][own] += 2 * above.trailing_zeros() as u8;
            }
            let below = own & ((1 << at) - 1);
            if below != 0 {
                table[at][own] += 2 * (at as u32 + below.leading_zeros() - usize::BITS) as u8;
            }
            own += 1;
        }
        at += 1;
    }
    table
}

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (files, ranks) = (other % 8 - square % 8, other / 8 - square / 8);
            if files == ranks {
                table[square as usize][0] |= 1 << other;
            }
            if files == -ranks {
                table[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

/// Twice the number of discs that the side with the discs `own` flips on the last empty square.
#[inline(always)]
pub(in crate::games::reversi) fn doubled_last_flip(own: u64, square: u32) -> i32 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let (file, rank) = ((square & 7) as usize, (square >> 3 & 7) as usize);
    let [falling, rising] = DIAGONALS[(square & 63) as usize];
    // Multiplication gathers a file or diagonal into one byte.
    let row = own >> (8 * rank) & 0xff;
    let column = (own >> file & A_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling = (own & falling).wrapping_mul(A_FILE) >> 56;
    let rising = (own & rising).wrapping_mul(A_FILE) >> 56;
    let along = &DOUBLED_FLIPS[file];
    i32::from(along[row as usize])
        + i32::from(along[falling as usize])
        + i32::from(along[rising as usize])
        + i32::from(DOUBLED_FLIPS[rank][column as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;

    #[test]
    fn the_count_of_last_flips_agrees_with_the_rules() {
        let mut random = Random::new(9);
        for _ in 0..20_000 {
            let square = random.below(64) as u32;
            let own = random.next_u64() & !(1 << square);
            let flipped = u64::flips(own, !own & !(1 << square), square as u8);
            assert_eq!(doubled_last_flip(own, square), 2 * flipped.count_ones() as i32);
        }
    }
}
