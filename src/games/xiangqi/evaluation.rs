//! What a position is worth: material and where it stands.

use super::board::{Board, Each, Kind, POINTS, Step};
use super::lines::{CROSSED, SOLDIER_TO};
use crate::core::Side;

/// Value of a soldier that has not crossed the river, in the engine's unit.
pub const PAWN: i32 = 100;

/// Material in hundredths of a pawn, in order of kind. A general is priced
/// by the end of the game and not here.
const MATERIAL: [i32; 7] = [0, 200, 210, 430, 960, 470, PAWN];

/// What each kind of piece gains by standing on each point, seen from Red.
static PLACES: [[i16; POINTS]; 7] = places();

const fn absolute(n: i32) -> i32 {
    if n < 0 { -n } else { n }
}

const fn places() -> [[i16; POINTS]; 7] {
    let mut table = [[0; POINTS]; 7];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let aside = absolute(file - 4);
        // A general is safest at home, in the middle.
        table[0][at] = (8 - 8 * rank - 3 * aside) as i16;
        table[1][at] = if rank == 1 { 6 } else { 2 };
        // The elephant in the middle guards the other and the general.
        table[2][at] = if aside == 0 {
            12
        } else if aside == 4 {
            -10
        } else {
            0
        };
        // A horse wants the middle of the board and the enemy's side of it.
        let near = if rank > 7 { 16 - rank } else { rank };
        table[3][at] = (7 * near - 4 * aside * (aside - 1) / 2 - 20) as i16;
        if rank == 1 && file == 4 {
            table[3][at] -= 40;
        }
        // A chariot is bad at home in the corner and best on enemy ranks.
        table[4][at] = (if rank == 0 { -25 } else { 3 * rank }) as i16;
        if file == 0 || file == 8 {
            table[4][at] -= 8;
        }
        // A cannon keeps behind its screens: the centre and the back.
        table[5][at] = (if aside == 0 { 22 } else { 4 - 2 * aside }) as i16;
        if rank == 9 {
            table[5][at] += 16;
        }
        if rank > 2 && rank < 8 && aside != 0 {
            table[5][at] -= 8;
        }
        // A soldier over the river grows until it comes too low.
        table[6][at] = (if rank < 5 {
            if aside == 0 { 8 } else { 4 * (rank - 3) }
        } else if rank == 9 {
            -30
        } else {
            70 + 18 * (rank - 5) - 14 * aside + if aside == 4 { -10 } else { 0 }
        }) as i16;
        at += 1;
    }
    table
}

/// The same point seen from this side.
fn seen_from(side: Side, point: u8) -> usize {
    match side {
        Side::First => usize::from(point),
        Side::Second => POINTS - 1 - usize::from(point),
    }
}

/// The worth of a piece on a point to its own side, in hundredths of a pawn.
pub fn worth(side: Side, kind: Kind, point: u8) -> i32 {
    MATERIAL[kind as usize] + i32::from(PLACES[kind as usize][seen_from(side, point)])
}

/// The worth of all pieces of a side.
fn pieces(board: &Board, side: Side) -> i32 {
    let own = |kind| board.pieces(side, kind);
    let mut sum = 0;
    for kind in Kind::ALL {
        for point in Each(own(kind)) {
            sum += worth(side, kind, point);
        }
    }
    // Chariots and horses that can go nowhere are of little use.
    for kind in [Kind::Chariot, Kind::Horse] {
        for point in Each(own(kind)) {
            sum += 3 * board.targets(side, kind, point).count_ones().min(10) as i32;
        }
    }
    // Guards matter most against what is left to attack.
    let other = side.other();
    let guards = (own(Kind::Advisor) | own(Kind::Elephant)).count_ones() as i32;
    let raiders = board.pieces(other, Kind::Soldier) & CROSSED[other.index()];
    let attackers = board.pieces(other, Kind::Chariot).count_ones() * 3
        + (board.pieces(other, Kind::Horse) | board.pieces(other, Kind::Cannon)).count_ones() * 2
        + raiders.count_ones();
    sum - 4 * (4 - guards.min(4)) * attackers as i32
}

/// The worth of a position to `side`, in hundredths of a pawn.
pub fn evaluate(board: &Board, side: Side) -> i32 {
    pieces(board, side) - pieces(board, side.other())
}

/// The worth as a beginner sees it: only what is on the board.
pub fn count(board: &Board, side: Side) -> i32 {
    Kind::ALL
        .into_iter()
        .map(|kind| {
            let of = |side| board.pieces(side, kind).count_ones() as i32;
            MATERIAL[kind as usize] * (of(side) - of(side.other()))
        })
        .sum()
}

/// Whether a capture surely loses: it takes less than it gives back.
pub fn is_loss(board: &Board, side: Side, step: Step) -> bool {
    let price = |point| board.piece(point).map_or(0, |(_, kind)| MATERIAL[kind as usize]);
    let general = board.general(side) == step.from;
    !general && price(step.to) + PAWN / 2 < price(step.from) && board.is_guarded(side.other(), step)
}

/// How early a move should be tried: captures of much by little first, then
/// by what the place gains, and captures that lose last.
pub fn promise(board: &Board, side: Side, step: Step) -> i32 {
    let Some((_, kind)) = board.piece(step.from) else { return 0 };
    match board.piece(step.to) {
        Some(_) if is_loss(board, side, step) => -1000,
        Some((_, captured)) => 10_000 + 8 * MATERIAL[captured as usize] - MATERIAL[kind as usize],
        None => {
            let gain = worth(side, kind, step.to) - worth(side, kind, step.from);
            // A piece that steps before a soldier is mostly lost.
            let before = SOLDIER_TO[side.other().index()][usize::from(step.to)];
            let lost = before & board.pieces(side.other(), Kind::Soldier) != 0;
            gain - if lost && kind != Kind::Soldier { 200 } else { 0 }
        }
    }
}
