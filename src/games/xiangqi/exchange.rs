//! Static exchange evaluation: what a move gains when both sides go on to
//! capture on its destination.

use super::bitboard::{Bitboard, point_bb};
use super::board::{PieceType, XiangqiBoard, XiangqiMove};
use super::evaluation::PIECE_VALUES;
use crate::core::Side;

/// Value of a general in an exchange: no capture pays for it.
const GENERAL: i32 = 10_000;

/// The piece types that capture, least valuable first.
const BY_VALUE: [PieceType; 7] = [
    PieceType::Soldier,
    PieceType::Advisor,
    PieceType::Elephant,
    PieceType::Horse,
    PieceType::Cannon,
    PieceType::Chariot,
    PieceType::General,
];

fn value(kind: PieceType) -> i32 {
    if kind == PieceType::General { GENERAL } else { PIECE_VALUES[kind as usize] }
}

/// Value of what a move captures, in centipawns.
pub(super) fn gain(board: &XiangqiBoard, mv: XiangqiMove) -> i32 {
    board.piece_at(mv.to).map_or(0, |(_, kind)| value(kind))
}

/// The least valuable piece of a side that captures on a point, given these
/// occupied points, with the piece's point.
fn least_attacker(
    board: &XiangqiBoard,
    side: Side,
    to: u8,
    occupied: Bitboard,
) -> Option<(PieceType, Bitboard)> {
    BY_VALUE.into_iter().find_map(|kind| {
        let pieces = board.pieces(side, kind) & occupied;
        let from = if pieces == 0 { 0 } else { board.origins(side, kind, to, occupied) & pieces };
        (from != 0).then(|| (kind, from & from.wrapping_neg()))
    })
}

/// True if a move gains at least `threshold` centipawns when both sides go on
/// to capture on its destination, each with its least valuable piece and as
/// long as it pays. Pins are not seen.
pub(super) fn reaches(board: &XiangqiBoard, mover: Side, mv: XiangqiMove, threshold: i32) -> bool {
    let mut balance = gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let Some((_, moved)) = board.piece_at(mv.from) else { return true };
    // The piece may be lost at once.
    balance = value(moved) - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = board.occupied() & !point_bb(mv.from) | point_bb(mv.to);
    let mut side = mover;
    let mut holds = true;
    loop {
        side = side.other();
        // A cannon may lose or find its screen, so that all attackers are
        // looked for anew.
        let Some((kind, from)) = least_attacker(board, side, mv.to, occupied) else {
            return holds;
        };
        holds = !holds;
        occupied &= !from;
        if kind == PieceType::General {
            // A general may not capture what is still defended.
            let defended = least_attacker(board, side.other(), mv.to, occupied).is_some();
            return if defended { !holds } else { holds };
        }
        balance = value(kind) - balance;
        if balance < i32::from(holds) {
            return holds;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Position;
    use crate::games::Notation;
    use crate::games::xiangqi::{RepetitionRules, Xiangqi};

    /// The most that a move gains by exchanges.
    fn exchange(fen: &str, mv: &str) -> i32 {
        let position = Xiangqi::read(fen, RepetitionRules::Asian).unwrap();
        let mv = position.parse_move(mv).unwrap();
        let reaches = |threshold| reaches(position.board(), position.side_to_move(), mv, threshold);
        let most = (-2000..2000).rev().find(|&threshold| reaches(threshold)).unwrap();
        assert!((-2000..=most).all(reaches), "{fen}");
        most
    }

    #[test]
    fn exchanges_are_played_to_their_end() {
        let cases = [
            // A free soldier, one that a chariot guards, and two chariots against one.
            ("4k4/9/9/9/3p5/9/9/9/3R5/5K3 w", "d1d5", 100),
            ("3rk4/9/9/9/3p5/9/9/9/3R5/5K3 w", "d1d5", 100 - 960),
            ("3rk4/9/9/9/3p5/9/9/3R5/3R5/5K3 w", "d2d5", 100),
            // A horse that an elephant guards, unless its eye is blocked.
            ("4k1b2/9/4n4/9/9/9/9/4R4/9/3K5 w", "e2e7", 430 - 960),
            ("4k1b2/5p3/4n4/9/9/9/9/4R4/9/3K5 w", "e2e7", 430),
            // A cannon behind its screen guards; the capture by the screen
            // itself takes that away.
            ("3k5/4c4/4c4/9/4p4/9/9/4R4/9/5K3 w", "e2e5", 100 - 960),
            // A quiet move to a point that a soldier attacks.
            ("4k4/9/9/3p5/9/9/9/3R5/9/5K3 w", "d2d5", -960),
        ];
        for (fen, mv, expected) in cases {
            assert_eq!(exchange(fen, mv), expected, "{fen} {mv}");
        }
    }
}
