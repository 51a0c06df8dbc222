//! Endgames of a few attackers against advisors and elephants, for their exact values.

use super::board::{PieceType, XiangqiBoard, XiangqiMove};
use crate::core::{Random, Side, mix};
use crate::games::{EndgameBoard, EndgameValue};

/// Most pieces of an endgame that is solved, generals included.
const MAX_PIECES: u32 = 6;

/// Pieces that cross the river.
const ATTACKERS: [PieceType; 4] =
    [PieceType::Chariot, PieceType::Horse, PieceType::Cannon, PieceType::Soldier];

/// The board of such an endgame. The rules of repetition cannot matter: the side without
/// attackers cannot chase or check for ever, and the other gains nothing by it.
#[derive(Clone)]
pub(super) struct XiangqiEndgame {
    board: XiangqiBoard,
    side: Side,
}

fn has_attackers(board: &XiangqiBoard, side: Side) -> bool {
    ATTACKERS.iter().any(|&kind| board.pieces(side, kind) != 0)
}

impl XiangqiEndgame {
    /// The endgame on a board; `None` if it has other pieces.
    pub fn new(board: &XiangqiBoard, side: Side) -> Option<XiangqiEndgame> {
        let fits = board.occupied().count_ones() <= MAX_PIECES
            && Side::BOTH.into_iter().filter(|&side| has_attackers(board, side)).count() == 1;
        fits.then_some(XiangqiEndgame { board: *board, side })
    }
}

impl EndgameBoard for XiangqiEndgame {
    fn key(&self) -> u64 {
        self.board.key() ^ mix(self.side.index() as u64)
    }

    /// Without attackers nobody wins.
    fn settled_value(&self) -> Option<EndgameValue> {
        let open = Side::BOTH.into_iter().any(|side| has_attackers(&self.board, side));
        (!open && self.board.has_legal_move(self.side)).then_some(EndgameValue::Drawn)
    }

    /// Mate and stalemate lose alike.
    fn value_without_moves(&self) -> EndgameValue {
        EndgameValue::Lost(0)
    }

    fn successors(&self) -> Vec<XiangqiEndgame> {
        let mut moves: Vec<XiangqiMove> = Vec::new();
        self.board.generate_moves(self.side, !0, &mut moves);
        let after = |mv| {
            let mut board = self.board;
            board.make_move(mv);
            XiangqiEndgame { board, side: self.side.other() }
        };
        moves.into_iter().map(after).collect()
    }
}

/// The pieces of the endgames made at random: those of Red, and those of Black.
const MATERIALS: [(&[PieceType], &[PieceType]); 10] = {
    use PieceType::{Advisor, Cannon, Chariot, Elephant, Horse, Soldier};
    [
        (&[Soldier], &[]),
        (&[Soldier], &[Advisor]),
        (&[Soldier], &[Elephant]),
        (&[Soldier], &[Advisor, Advisor]),
        (&[Horse], &[]),
        (&[Horse], &[Advisor]),
        (&[Horse], &[Elephant]),
        (&[Horse], &[Advisor, Advisor]),
        (&[Chariot], &[Advisor, Advisor]),
        (&[Cannon, Advisor], &[]),
    ]
};

/// The points on which advisors and elephants of Black stand, and those of a general.
const GUARD_POINTS: [(PieceType, &[(u8, u8)]); 2] = [
    (PieceType::Advisor, &[(3, 9), (5, 9), (4, 8), (3, 7), (5, 7)]),
    (PieceType::Elephant, &[(2, 9), (6, 9), (0, 7), (4, 7), (8, 7), (2, 5), (6, 5)]),
];

/// The FEN of a random endgame; `None` if the pieces do not fit.
pub(super) fn random_endgame(random: &mut Random) -> Option<String> {
    let &(red, black) = random.pick(&MATERIALS)?;
    let mut letters = [[' '; 9]; 10];
    let put = |letters: &mut [[char; 9]; 10], letter, (file, rank): (u8, u8)| {
        let place = &mut letters[usize::from(rank)][usize::from(file)];
        (*place == ' ').then(|| *place = letter)
    };
    let palace = |random: &mut Random| (3 + random.below(3) as u8, random.below(3) as u8);
    let mirrored = |(file, rank): (u8, u8)| (file, 9 - rank);
    let king = palace(random);
    put(&mut letters, 'K', king)?;
    let king = mirrored(palace(random));
    put(&mut letters, 'k', king)?;
    let guard = |kind, random: &mut Random| {
        let (_, points) = GUARD_POINTS.iter().find(|(guard, _)| *guard == kind)?;
        random.pick(points).copied()
    };
    for &kind in red {
        let letter = super::notation::LETTERS[kind as usize];
        let at = match kind {
            PieceType::Advisor | PieceType::Elephant => mirrored(guard(kind, random)?),
            // A soldier beyond the river, and not on the last rank.
            PieceType::Soldier => (random.below(9) as u8, 5 + random.below(4) as u8),
            _ => (random.below(9) as u8, random.below(10) as u8),
        };
        put(&mut letters, letter, at)?;
    }
    for &kind in black {
        let letter = super::notation::LETTERS[kind as usize].to_ascii_lowercase();
        let at = guard(kind, random)?;
        put(&mut letters, letter, at)?;
    }
    let rows = letters.iter().rev().map(|row| fen_row(row));
    let side = if random.below(2) == 0 { 'w' } else { 'b' };
    Some(format!("{} {side} - - 0 1", rows.collect::<Vec<_>>().join("/")))
}

fn fen_row(row: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &letter in row {
        if letter == ' ' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        empty = 0;
        text.push(letter);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::position::Xiangqi;
    use super::super::repetition::RepetitionRules;
    use super::*;
    use crate::games::EndgameTable;
    use crate::search::{Limits, SearchBudget, StopFlag};

    fn value(fen: &str) -> Option<EndgameValue> {
        let position = Xiangqi::read(fen, RepetitionRules::Asian).unwrap();
        let side = crate::core::Position::side_to_move(&position);
        let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
        EndgameTable::default().value(&XiangqiEndgame::new(position.board(), side)?, &mut budget)
    }

    #[test]
    fn textbook_endgames_have_their_values() {
        // A horse wins against a bare general, and against one advisor.
        assert!(matches!(value("3k5/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1"), Some(EndgameValue::Won(_))));
        assert!(matches!(
            value("3k1a3/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1"),
            Some(EndgameValue::Won(_))
        ));
        // A soldier on the last rank does not win.
        assert_eq!(value("P3k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"), Some(EndgameValue::Drawn));
        // A chariot does not break two advisors and two elephants, and wins against less.
        assert!(matches!(
            value("3aka3/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"),
            Some(EndgameValue::Won(_))
        ));
    }

    #[test]
    fn endgames_with_attackers_on_both_sides_are_left_alone() {
        assert_eq!(value("3k1n3/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1"), None);
        assert_eq!(value("rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1"), None);
    }

    #[test]
    fn most_random_endgames_can_be_read() {
        let mut random = Random::new(1);
        let texts: Vec<String> = (0..100).filter_map(|_| random_endgame(&mut random)).collect();
        let read = texts.iter().filter(|text| Xiangqi::read(text, RepetitionRules::Asian).is_ok());
        assert!(texts.len() > 80 && read.count() > 60);
    }
}
