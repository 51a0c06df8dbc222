//! Endgames of a few pawns against a bare king, for their exact values.

use cozy_chess::{Board, BoardBuilder, Color, Piece, Rank, Square, get_king_moves};

use crate::core::Random;
use crate::games::{EndgameBoard, EndgameValue};

/// Most pieces of an endgame that is solved, kings included.
const MAX_PIECES: u32 = 4;

/// The board of a king with pawns, or with what one of them promoted to, against a king.
#[derive(Clone)]
pub(super) struct ChessEndgame(Board);

impl ChessEndgame {
    /// The endgame on a board; `None` if it has other pieces. Pawns of one side alone cannot
    /// be taken in passing, and castling is over.
    pub fn new(board: &Board) -> Option<ChessEndgame> {
        let slow = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let promoted = board.occupied() - slow;
        let has_bare_king = Color::ALL.iter().any(|&color| board.colors(color).len() == 1);
        let fits = board.occupied().len() <= MAX_PIECES && promoted.len() <= 1;
        (fits && has_bare_king).then(|| ChessEndgame(board.clone()))
    }

    fn moves_into(&self, mut found: impl FnMut(cozy_chess::Move)) {
        self.0.generate_moves(|group| {
            group.into_iter().for_each(&mut found);
            false
        });
    }
}

impl EndgameBoard for ChessEndgame {
    fn key(&self) -> u64 {
        self.0.hash()
    }

    /// A queen or a rook wins where the bare king cannot take it and is not in a stalemate;
    /// a knight or a bishop alone does not win.
    fn settled_value(&self) -> Option<EndgameValue> {
        let board = &self.0;
        if board.occupied().len() == 2 {
            return Some(EndgameValue::Drawn);
        }
        let of = |piece| board.pieces(piece);
        let is_minor = !(of(Piece::Knight) | of(Piece::Bishop)).is_empty();
        if is_minor && board.occupied().len() == 3 {
            return Some(EndgameValue::Drawn);
        }
        let major = of(Piece::Queen) | of(Piece::Rook);
        if major.is_empty() {
            return None;
        }
        if major.is_subset(board.colors(board.side_to_move())) {
            return Some(EndgameValue::Won(0));
        }
        let (mut can_move, mut takes) = (false, false);
        self.moves_into(|mv| {
            can_move = true;
            takes |= major.has(mv.to);
        });
        (can_move && !takes).then_some(EndgameValue::Lost(0))
    }

    fn value_without_moves(&self) -> EndgameValue {
        if self.0.checkers().is_empty() { EndgameValue::Drawn } else { EndgameValue::Lost(0) }
    }

    fn successors(&self) -> Vec<ChessEndgame> {
        let mut boards = Vec::new();
        self.moves_into(|mv| {
            let mut next = self.0.clone();
            next.play_unchecked(mv);
            boards.push(ChessEndgame(next));
        });
        boards
    }
}

/// The FEN of a random endgame of pawns with so many pieces at least and at most; `None` if
/// the position is not legal.
pub(super) fn random_pawn_ending(pieces: [usize; 2], random: &mut Random) -> Option<String> {
    let [least, most] = pieces.map(|count| count.clamp(3, MAX_PIECES as usize));
    let strong = if random.below(2) == 0 { Color::White } else { Color::Black };
    let mut builder = BoardBuilder::empty();
    let put = |builder: &mut BoardBuilder, piece, color, square: Square| {
        let place = builder.square_mut(square);
        place.is_none().then(|| *place = Some((piece, color)))
    };
    for _ in 2..least + random.below(most - least + 1) {
        // Beyond its first rank, where most such endings are decided.
        let rank = Rank::ALL[2 + random.below(5)].relative_to(strong);
        let file = Square::ALL[random.below(64)].file();
        put(&mut builder, Piece::Pawn, strong, Square::new(file, rank))?;
    }
    for color in [strong, !strong] {
        put(&mut builder, Piece::King, color, Square::ALL[random.below(64)])?;
    }
    builder.side_to_move = if random.below(2) == 0 { Color::White } else { Color::Black };
    let board = builder.build().ok()?;
    // cozy-chess does not reject adjacent kings.
    let kings_touch = get_king_moves(board.king(strong)).has(board.king(!strong));
    (!kings_touch).then(|| board.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::EndgameTable;
    use crate::search::{Limits, SearchBudget, StopFlag};

    fn value(fen: &str) -> Option<EndgameValue> {
        let board = fen.parse().unwrap();
        let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
        EndgameTable::default().value(&ChessEndgame::new(&board)?, &mut budget)
    }

    #[test]
    fn a_pawn_wins_with_the_opposition_and_not_without_it() {
        // The king on the sixth rank before its pawn wins whoever is to move.
        assert!(matches!(value("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), Some(EndgameValue::Won(_))));
        assert!(matches!(value("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Some(EndgameValue::Lost(_))));
        // On the fifth the side that has to move gives way.
        assert!(matches!(value("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"), Some(EndgameValue::Lost(_))));
        assert_eq!(value("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), Some(EndgameValue::Drawn));
        // A pawn on the outer file does not win against the king in the corner.
        assert_eq!(value("k7/8/K7/P7/8/8/8/8 w - - 0 1"), Some(EndgameValue::Drawn));
    }

    #[test]
    fn it_agrees_with_the_table_of_king_and_pawn_against_king() {
        let mut random = Random::new(5);
        let mut table = EndgameTable::default();
        let mut decided = 0;
        for _ in 0..200 {
            let Some(fen) = random_pawn_ending([3, 3], &mut random) else { continue };
            let board: Board = fen.parse().unwrap();
            if board.pieces(Piece::Pawn).is_empty() {
                continue;
            }
            let known = super::super::endgames::known_value(&board).unwrap();
            let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
            let value = table.value(&ChessEndgame::new(&board).unwrap(), &mut budget).unwrap();
            let sign = match value {
                EndgameValue::Lost(_) => -1,
                EndgameValue::Drawn => 0,
                EndgameValue::Won(_) => 1,
            };
            decided += sign * sign;
            assert_eq!(sign, known.signum(), "{fen}");
        }
        assert!(decided > 20);
    }

    #[test]
    fn other_endgames_are_left_alone() {
        assert_eq!(value("4k3/8/4K3/3BN3/8/8/8/8 w - - 0 1"), None);
        assert_eq!(value("4k3/4p3/4K3/4P3/8/8/8/8 w - - 0 1"), None);
    }
}
