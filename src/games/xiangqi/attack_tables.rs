//! Attack tables: moves on an empty board from every point.

use super::bitboard::{Bitboard, POINTS};

const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 9 && rank >= 0 && rank < 10
}

/// The bitboard of a point, empty if it is off the board.
const fn set(file: i32, rank: i32) -> Bitboard {
    if on_board(file, rank) { 1 << (rank * 9 + file) } else { 0 }
}

const fn in_palace(file: i32, rank: i32) -> bool {
    file >= 3 && file <= 5 && (rank >= 0 && rank <= 2 || rank >= 7 && rank <= 9)
}

/// The orthogonal steps: two to higher indices, then their opposites.
const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// For each point, the rays to its right, up, left and down.
pub static RAYS: [[Bitboard; 4]; POINTS] = rays();
/// Moves of a general within its palace.
pub static GENERAL_MOVES: [Bitboard; POINTS] = palace(ORTHOGONAL);
/// Moves of an advisor within its palace.
pub static ADVISOR_MOVES: [Bitboard; POINTS] = palace(DIAGONAL);
/// For each direction of an elephant, its eye and its destination.
pub static ELEPHANT_MOVES: [[(Bitboard, Bitboard); 4]; POINTS] = elephant();
/// For each leg of a horse, the leg and its destinations.
pub static HORSE_MOVES: [[(Bitboard, Bitboard); 4]; POINTS] = horse(false);
/// For each leg of horses that attack a point, the leg and their origins.
pub static HORSE_ATTACKERS: [[(Bitboard, Bitboard); 4]; POINTS] = horse(true);
/// Moves of a soldier of each side.
pub static SOLDIER_MOVES: [[Bitboard; POINTS]; 2] = [soldier(0, false), soldier(1, false)];
/// Origins from which a soldier of each side attacks a point.
pub static SOLDIER_ATTACKERS: [[Bitboard; POINTS]; 2] = [soldier(0, true), soldier(1, true)];
/// The points beyond the river, for each side.
pub const BEYOND_RIVER: [Bitboard; 2] = [((1 << 45) - 1) << 45, (1 << 45) - 1];

const fn rays() -> [[Bitboard; 4]; POINTS] {
    let mut table = [[0; 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut n = 0;
        while n < 4 {
            let (df, dr) = ORTHOGONAL[n];
            let (mut file, mut rank) = ((at % 9) as i32 + df, (at / 9) as i32 + dr);
            while on_board(file, rank) {
                table[at][n] |= set(file, rank);
                file += df;
                rank += dr;
            }
            n += 1;
        }
        at += 1;
    }
    table
}

const fn palace(steps: [(i32, i32); 4]) -> [Bitboard; POINTS] {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let mut n = 0;
        while n < 4 {
            let (df, dr) = steps[n];
            if in_palace(file, rank) && in_palace(file + df, rank + dr) {
                table[at] |= set(file + df, rank + dr);
            }
            n += 1;
        }
        at += 1;
    }
    table
}

const fn elephant() -> [[(Bitboard, Bitboard); 4]; POINTS] {
    let mut table = [[(0, 0); 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let mut n = 0;
        while n < 4 {
            let (df, dr) = DIAGONAL[n];
            let to = rank + 2 * dr;
            if (rank < 5) == (to < 5) {
                table[at][n] = (set(file + df, rank + dr), set(file + 2 * df, to));
            }
            n += 1;
        }
        at += 1;
    }
    table
}

/// The leg is the orthogonal neighbour of the horse; seen from the target, it
/// is the diagonal neighbour of the target.
const fn horse(reversed: bool) -> [[(Bitboard, Bitboard); 4]; POINTS] {
    let mut table = [[(0, 0); 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let mut n = 0;
        while n < 4 {
            table[at][n] = if reversed {
                let (df, dr) = DIAGONAL[n];
                let from = set(file + 2 * df, rank + dr) | set(file + df, rank + 2 * dr);
                (set(file + df, rank + dr), from)
            } else {
                let (df, dr) = ORTHOGONAL[n];
                let to = set(file + 2 * df + dr, rank + 2 * dr + df)
                    | set(file + 2 * df - dr, rank + 2 * dr - df);
                (set(file + df, rank + dr), to)
            };
            n += 1;
        }
        at += 1;
    }
    table
}

const fn soldier(side: usize, reversed: bool) -> [Bitboard; POINTS] {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let ahead = if (side == 0) == reversed { -1 } else { 1 };
        table[at] = set(file, rank + ahead);
        if BEYOND_RIVER[side] >> at & 1 != 0 {
            table[at] |= set(file - 1, rank) | set(file + 1, rank);
        }
        at += 1;
    }
    table
}
