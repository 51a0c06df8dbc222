//! Where pieces can go on an empty board, from every point, as tables.

use super::board::{POINTS, Points};

const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 9 && rank >= 0 && rank < 10
}

/// The set of a point, or of none if it is off the board.
const fn set(file: i32, rank: i32) -> Points {
    if on_board(file, rank) { 1 << (rank * 9 + file) } else { 0 }
}

const fn in_palace(file: i32, rank: i32) -> bool {
    file >= 3 && file <= 5 && (rank >= 0 && rank <= 2 || rank >= 7 && rank <= 9)
}

/// The four steps along lines: two to higher indices, then their opposites.
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// For each point the points to its right, above, to its left and below.
pub static RAYS: [[Points; 4]; POINTS] = rays();
/// Where a general may step within its palace.
pub static GENERAL: [Points; POINTS] = palace(STRAIGHT);
/// Where an advisor may step within its palace.
pub static ADVISOR: [Points; POINTS] = palace(DIAGONAL);
/// For each way of an elephant its eye and where it leads.
pub static ELEPHANT: [[(Points, Points); 4]; POINTS] = elephant();
/// For each leg of a horse the leg and where it leads.
pub static HORSE: [[(Points, Points); 4]; POINTS] = horse(false);
/// For each leg of horses that reach a point, the leg and where they stand.
pub static HORSE_TO: [[(Points, Points); 4]; POINTS] = horse(true);
/// Where a soldier of each side may step.
pub static SOLDIER: [[Points; POINTS]; 2] = [soldier(0, false), soldier(1, false)];
/// From where a soldier of each side reaches a point.
pub static SOLDIER_TO: [[Points; POINTS]; 2] = [soldier(0, true), soldier(1, true)];
/// The points beyond the river, seen from each side.
pub const CROSSED: [Points; 2] = [((1 << 45) - 1) << 45, (1 << 45) - 1];

const fn rays() -> [[Points; 4]; POINTS] {
    let mut table = [[0; 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut n = 0;
        while n < 4 {
            let (df, dr) = STRAIGHT[n];
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

const fn palace(steps: [(i32, i32); 4]) -> [Points; POINTS] {
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

const fn elephant() -> [[(Points, Points); 4]; POINTS] {
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

/// The leg is the point beside the horse. Seen from its target, that is the
/// point diagonally next to the target.
const fn horse(reversed: bool) -> [[(Points, Points); 4]; POINTS] {
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
                let (df, dr) = STRAIGHT[n];
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

const fn soldier(side: usize, reversed: bool) -> [Points; POINTS] {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let ahead = if (side == 0) == reversed { -1 } else { 1 };
        table[at] = set(file, rank + ahead);
        if CROSSED[side] >> at & 1 != 0 {
            table[at] |= set(file - 1, rank) | set(file + 1, rank);
        }
        at += 1;
    }
    table
}
