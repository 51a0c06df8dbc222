//! Endgames whose material does not win, as the textbooks teach them.

use super::board::{PieceType, XiangqiBoard};
use crate::core::Side;

/// Most pieces of an endgame that is looked at here, generals included.
const MAX_PIECES: u32 = 14;

/// A value is multiplied by a number of sixteenths.
const WHOLE: i32 = 16;

/// A textbook draw that still asks for care.
const DRAWISH: i32 = 1;

/// The value for `side` less what material takes from the winning chances of the side
/// that is ahead.
pub fn scaled(board: &XiangqiBoard, side: Side, value: i32) -> i32 {
    if board.occupied().count_ones() > MAX_PIECES {
        return value;
    }
    let ahead = if value > 0 { side } else { side.other() };
    value * winning_chances(board, ahead) / WHOLE
}

/// The part of its value that a side ahead can hope to win.
fn winning_chances(board: &XiangqiBoard, ahead: Side) -> i32 {
    let count = |side, kind| board.pieces(side, kind).count_ones();
    let attackers = |side| {
        [PieceType::Chariot, PieceType::Horse, PieceType::Cannon, PieceType::Soldier]
            .map(|kind| count(side, kind))
    };
    let own = attackers(ahead);
    // Advisors and elephants never cross the river.
    if own == [0; 4] {
        return 0;
    }
    let has_no_screen = count(ahead, PieceType::Advisor) == 0;
    if own == [0, 0, 1, 0] && has_no_screen {
        return 0;
    }
    let behind = ahead.other();
    if attackers(behind) != [0; 4] {
        return WHOLE;
    }
    let (advisors, elephants) =
        (count(behind, PieceType::Advisor), count(behind, PieceType::Elephant));
    let guards = advisors + elephants;
    match own {
        // A lone chariot does not break a complete defence.
        [1, 0, 0, 0] if guards == 4 => DRAWISH,
        // A lone horse wins against one advisor, seldom against one elephant.
        [0, 1, 0, 0] if guards >= 2 => DRAWISH,
        [0, 1, 0, 0] if elephants == 1 => WHOLE / 4,
        [0, 0, 1, 0] if guards >= 3 || elephants == 2 => DRAWISH,
        [0, 0, 0, 1] if guards >= 2 => DRAWISH,
        [0, 0, 0, 1] if guards == 1 => WHOLE / 4,
        _ => WHOLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::position::Xiangqi;
    use crate::games::xiangqi::{RepetitionRules, START};

    #[test]
    fn textbook_draws_count_little_for_either_side() {
        for (fen, most) in [
            // A lone chariot: against all guards, and with one of them missing.
            ("2bak4/4a4/4b4/9/9/9/9/9/4K4/4R4 w - - 0 1", 50),
            ("3ak4/4a4/4b4/9/9/9/9/9/4K4/4R4 w - - 0 1", 800),
            // A lone cannon without and with advisors.
            ("3ak4/9/9/9/9/9/9/9/4K4/4C4 w - - 0 1", 0),
            ("3ak4/9/9/9/9/9/9/9/4K4/3AC4 w - - 0 1", 800),
            ("2bak4/9/4b4/9/9/9/9/9/4K4/3AC4 w - - 0 1", 50),
            // A lone horse.
            ("3ak4/9/9/9/9/9/9/9/4K4/4N4 w - - 0 1", 800),
            ("3ak4/4a4/9/9/9/9/9/9/4K4/4N4 w - - 0 1", 50),
            ("4k4/9/4b4/9/9/9/9/9/4K4/4N4 w - - 0 1", 200),
            // Guards alone, and a defender who attacks.
            ("3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1", 0),
            ("2bak4/4a4/4b4/9/p8/9/9/9/4K4/4R4 w - - 0 1", 800),
        ] {
            let position = Xiangqi::read(fen, RepetitionRules::Asian).unwrap();
            let board = position.board();
            assert_eq!(scaled(board, Side::First, 800), most, "{fen}");
            assert_eq!(scaled(board, Side::Second, -800), -most, "{fen}");
        }
        let start = Xiangqi::read(START, RepetitionRules::Asian).unwrap();
        assert_eq!(scaled(start.board(), Side::First, 123), 123);
    }
}
