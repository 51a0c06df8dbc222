//! Evaluation: material and piece-square tables.

use super::attack_tables::{BEYOND_RIVER, SOLDIER_ATTACKERS};
use super::bitboard::{BitIter, POINTS};
use super::board::{PieceType, XiangqiBoard, XiangqiMove};
use crate::core::Side;

/// Value of a soldier that has not crossed the river, in the engine's unit.
pub const PAWN: i32 = 100;

/// Piece values in centipawns, by piece type. A general is priced by the end of
/// the game and not here.
pub(super) const PIECE_VALUES: [i32; 7] = [0, 200, 210, 430, 960, 470, PAWN];

/// Piece-square tables, from Red's side.
static PIECE_SQUARE_TABLES: [[i16; POINTS]; 7] = piece_square_tables();

const fn absolute(n: i32) -> i32 {
    if n < 0 { -n } else { n }
}

const fn piece_square_tables() -> [[i16; POINTS]; 7] {
    let mut table = [[0; POINTS]; 7];
    let mut at = 0;
    while at < POINTS {
        let (file, rank) = ((at % 9) as i32, (at / 9) as i32);
        let file_distance = absolute(file - 4);
        // A general is safest at home, in the middle.
        table[0][at] = (8 - 8 * rank - 3 * file_distance) as i16;
        table[1][at] = if rank == 1 { 6 } else { 2 };
        // The elephant in the middle guards the other and the general.
        table[2][at] = if file_distance == 0 {
            12
        } else if file_distance == 4 {
            -10
        } else {
            0
        };
        // A horse wants the middle of the board and the enemy's half.
        let near = if rank > 7 { 16 - rank } else { rank };
        table[3][at] = (7 * near - 4 * file_distance * (file_distance - 1) / 2 - 20) as i16;
        if rank == 1 && file == 4 {
            table[3][at] -= 40;
        }
        // A chariot is bad at home in the corner and best on enemy ranks.
        table[4][at] = (if rank == 0 { -25 } else { 3 * rank }) as i16;
        if file == 0 || file == 8 {
            table[4][at] -= 8;
        }
        // A cannon keeps behind its screens: the centre and the back.
        table[5][at] = (if file_distance == 0 { 22 } else { 4 - 2 * file_distance }) as i16;
        if rank == 9 {
            table[5][at] += 16;
        }
        if rank > 2 && rank < 8 && file_distance != 0 {
            table[5][at] -= 8;
        }
        // A soldier that has crossed the river gains value until it gets too low.
        table[6][at] = (if rank < 5 {
            if file_distance == 0 { 8 } else { 4 * (rank - 3) }
        } else if rank == 9 {
            -30
        } else {
            70 + 18 * (rank - 5) - 14 * file_distance + if file_distance == 4 { -10 } else { 0 }
        }) as i16;
        at += 1;
    }
    table
}

/// The same point from this side's view.
fn relative_point(side: Side, point: u8) -> usize {
    match side {
        Side::First => usize::from(point),
        Side::Second => POINTS - 1 - usize::from(point),
    }
}

/// Value of a piece on a point for its own side, in centipawns.
pub fn piece_square_value(side: Side, kind: PieceType, point: u8) -> i32 {
    PIECE_VALUES[kind as usize]
        + i32::from(PIECE_SQUARE_TABLES[kind as usize][relative_point(side, point)])
}

/// Value of all pieces of a side.
fn side_value(board: &XiangqiBoard, side: Side) -> i32 {
    let own = |kind| board.pieces(side, kind);
    let mut sum = 0;
    for kind in PieceType::ALL {
        for point in BitIter(own(kind)) {
            sum += piece_square_value(side, kind, point);
        }
    }
    // Mobility of chariots and horses.
    for kind in [PieceType::Chariot, PieceType::Horse] {
        for point in BitIter(own(kind)) {
            sum += 3 * board.targets(side, kind, point).count_ones().min(10) as i32;
        }
    }
    // Guards matter most against the remaining attackers.
    let other = side.other();
    let guards = (own(PieceType::Advisor) | own(PieceType::Elephant)).count_ones() as i32;
    let raiders = board.pieces(other, PieceType::Soldier) & BEYOND_RIVER[other.index()];
    let attackers = board.pieces(other, PieceType::Chariot).count_ones() * 3
        + (board.pieces(other, PieceType::Horse) | board.pieces(other, PieceType::Cannon))
            .count_ones()
            * 2
        + raiders.count_ones();
    sum - 4 * (4 - guards.min(4)) * attackers as i32
}

/// Evaluation of a position for `side`, in centipawns.
pub fn evaluate(board: &XiangqiBoard, side: Side) -> i32 {
    side_value(board, side) - side_value(board, side.other())
}

/// Material balance for `side`, in centipawns.
pub fn material(board: &XiangqiBoard, side: Side) -> i32 {
    PieceType::ALL
        .into_iter()
        .map(|kind| {
            let of = |side| board.pieces(side, kind).count_ones() as i32;
            PIECE_VALUES[kind as usize] * (of(side) - of(side.other()))
        })
        .sum()
}

/// True when a capture loses material: the captured piece is worth less than
/// the capturing one, which can be recaptured.
pub fn loses_material(board: &XiangqiBoard, side: Side, mv: XiangqiMove) -> bool {
    let value_at = |point| board.piece_at(point).map_or(0, |(_, kind)| PIECE_VALUES[kind as usize]);
    let general = board.general(side) == mv.from;
    !general && value_at(mv.to) + PAWN / 2 < value_at(mv.from) && board.is_guarded(side.other(), mv)
}

/// Move ordering score: captures by MVV-LVA first, then moves by piece-square
/// gain, and losing captures last.
pub fn move_order_score(board: &XiangqiBoard, side: Side, mv: XiangqiMove) -> i32 {
    let Some((_, kind)) = board.piece_at(mv.from) else { return 0 };
    match board.piece_at(mv.to) {
        Some(_) if loses_material(board, side, mv) => -1000,
        Some((_, captured)) => {
            10_000 + 8 * PIECE_VALUES[captured as usize] - PIECE_VALUES[kind as usize]
        }
        None => {
            let gain =
                piece_square_value(side, kind, mv.to) - piece_square_value(side, kind, mv.from);
            // A piece that steps in front of a soldier is mostly lost.
            let before = SOLDIER_ATTACKERS[side.other().index()][usize::from(mv.to)];
            let lost = before & board.pieces(side.other(), PieceType::Soldier) != 0;
            gain - if lost && kind != PieceType::Soldier { 200 } else { 0 }
        }
    }
}
