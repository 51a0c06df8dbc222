//! Bitboard operations of the 8 by 8 board that the search inlines: neighbours, quadrant parity,
//! stable discs, and the hash key.

use crate::games::reversi::Discs;
pub(super) use crate::games::reversi::rules::doubled_last_flip;

/// The four corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Neighbours of each square. A move there is illegal unless one holds an opponent's disc.
pub(super) static NEIGHBOURS: [u64; 64] = neighbours();

/// Quadrant of each square, as the set of its squares. By parity, a quadrant with an odd number
/// of empty squares is good to play in, since it leaves the last move there to the mover.
pub(super) static QUADRANT: [u64; 64] = quadrants();

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = with_neighbours(1 << square) & !(1 << square);
        square += 1;
    }
    table
}

const fn quadrants() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 0x0f0f_0f0f << (square & 4) << (square & 32);
        square += 1;
    }
    table
}

/// The set and the squares next to it in any direction.
#[inline(always)]
pub(super) const fn with_neighbours(set: u64) -> u64 {
    let wide = set | (set & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (set & 0xfefe_fefe_fefe_fefe) >> 1;
    wide | wide << 8 | wide >> 8
}

/// Quadrants with an odd number of empty squares, as one set.
#[inline(always)]
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for square in [0, 4, 32, 36] {
        if (empty & QUADRANT[square]).count_ones() & 1 != 0 {
            odd |= QUADRANT[square];
        }
    }
    odd
}

/// Final score in discs for the side to move; empty squares go to the winner.
#[inline(always)]
pub(super) fn final_score(discs: Discs) -> i32 {
    let Discs { own, opponent } = discs;
    let (own, opponent) = (own.count_ones() as i32, opponent.count_ones() as i32);
    let discs = own - opponent;
    discs + discs.signum() * (64 - own - opponent)
}

/// Own discs in corners, and own discs beside them on the edges, all of which are stable.
#[inline(always)]
pub(super) fn corner_stable(own: u64) -> u64 {
    let corners = own & CORNERS;
    // On the edges a corner has one neighbour either way; the masks remove what wraps around.
    let along = corners << 1 & 0x0200_0000_0000_0002 | corners >> 1 & 0x4000_0000_0000_0040;
    (corners | along | corners << 8 | corners >> 8) & own
}

/// Hash key of a position, from the view of the side to move.
#[inline(always)]
pub(super) fn key(Discs { own, opponent }: Discs) -> u64 {
    let a = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = opponent.wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(32);
    let mixed = (a ^ b ^ (a >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 32) ^ (b >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// Squares from which 1, 2 or 4 steps along a diagonal leave the board: by diagonal (step 9, then
/// step 7), direction (up, then down) and doubling.
const DIAGONAL_ENDS: [[[u64; 3]; 2]; 2] = diagonal_ends();

const fn diagonal_ends() -> [[[u64; 3]; 2]; 2] {
    const DIRECTIONS: [[(i32, i32); 2]; 2] = [[(1, 1), (-1, -1)], [(-1, 1), (1, -1)]];
    let mut table = [[[0; 3]; 2]; 2];
    let mut n = 0;
    while n < 12 {
        let (line, way, doubling) = (n / 6, n / 3 % 2, n % 3);
        let (files, ranks) = DIRECTIONS[line][way];
        let mut square = 0;
        while square < 64 {
            let file = square % 8 + (files << doubling);
            let rank = square / 8 + (ranks << doubling);
            if file < 0 || file > 7 || rank < 0 || rank > 7 {
                table[line][way][doubling] |= 1 << square;
            }
            square += 1;
        }
        n += 1;
    }
    table
}

/// Squares on completely filled diagonals of one kind.
#[inline(always)]
fn full_diagonals(discs: u64, line: usize, step: u32) -> u64 {
    let (mut up, mut down) = (discs, discs);
    let [up_ends, down_ends] = &DIAGONAL_ENDS[line];
    for doubling in 0..3 {
        up &= up >> (step << doubling) | up_ends[doubling];
        down &= down << (step << doubling) | down_ends[doubling];
    }
    up & down
}

/// Stable discs of the first side, which can never be flipped: along each of the four lines
/// through such a disc, the line is full, or the disc is at its end, or a neighbour on it is a
/// stable disc of the same side. Finds most stable discs and never a wrong one.
#[inline(always)]
pub(super) fn stable_discs(discs: u64, other: u64) -> u64 {
    const EDGE: u64 = 0xff81_8181_8181_81ff;
    const SIDES: u64 = 0x8181_8181_8181_8181;
    const ENDS_OF_FILES: u64 = 0xff00_0000_0000_00ff;
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let all = discs | other;
    let mut column = all & all.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    let mut row = all & (all >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
    row &= row >> 2;
    row &= (row >> 1) & 0x0101_0101_0101_0101;
    let flat = row.wrapping_mul(0xff) | SIDES;
    let upright = column | ENDS_OF_FILES;
    let falling = full_diagonals(all, 0, 9) | EDGE;
    let rising = full_diagonals(all, 1, 7) | EDGE;
    let mut stable = discs & flat & upright & falling & rising;
    while stable != 0 {
        let (east, west) = (stable & NOT_H, stable & NOT_A);
        let grown = stable
            | (discs
                & (flat | east << 1 | west >> 1)
                & (upright | stable << 8 | stable >> 8)
                & (falling | east << 9 | west >> 9)
                & (rising | west << 7 | east >> 7));
        if grown == stable {
            break;
        }
        stable = grown;
    }
    stable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Random, Side};
    use crate::games::reversi::any_size::Stability;
    use crate::games::reversi::{Reversi, Scoring};

    #[test]
    fn stable_discs_agree_with_those_of_any_board_size() {
        let mut random = Random::new(8);
        let board = Reversi::<u64>::new(0, 0, Side::First, 8, Scoring::Winner);
        let known = Stability::new(&board);
        for _ in 0..20_000 {
            let empty =
                random.next_u64() & random.next_u64() & random.next_u64() & random.next_u64();
            let own = (random.next_u64() | random.next_u64()) & !empty;
            assert_eq!(stable_discs(own, !(own | empty)), known.stable(own, empty));
        }
    }

    #[test]
    fn neighbours_and_quadrants_have_the_right_squares() {
        assert_eq!(NEIGHBOURS[0], 0x302);
        assert_eq!(NEIGHBOURS[9].count_ones(), 8);
        assert_eq!(QUADRANT[63], 0xf0f0_f0f0_0000_0000);
        assert_eq!(odd_quadrants(1 | 1 << 9 | 1 << 63), QUADRANT[63]);
    }
}
