//! Board of chess, and conversion of its moves to the common type.

use cozy_chess::Piece as Kind;

use super::endgame_board::ChessEndgame;
use super::move_error::MoveError;
use super::position::{Chess, ChessMove, side};
use super::squares::{point, square};
use super::{tactics, warnings};
use crate::core::{Decision, Move, Point};
use crate::games::{
    Board, BoardPattern, BoardView, EndgameTable, EndgameValue, Grid, IllegalMove, Message,
    Notation, Piece, Playable, ProofGoal, PuzzleAnalysis, Warning, proof,
};
use crate::search::SearchBudget;

/// The files that the king castles to, those of g1 and c1.
const SHORT_FILE: u8 = 6;
const LONG_FILE: u8 = 2;

impl BoardView for Chess {
    fn board(&self) -> Board {
        Board {
            files: 8,
            ranks: 8,
            grid: Grid::Squares,
            first_rank_on_top: false,
            star_points: Vec::new(),
            surface: "maple",
            pattern: BoardPattern::Chequered,
            skips_i: false,
            first_rank_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let square = square(at)?;
        let kind = self.cozy_board().piece_on(square)?;
        let color = self.cozy_board().color_on(square)?;
        Some(Piece { side: side(color), kind: kind as u8 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["pawn", "knight", "bishop", "rook", "queen", "king"]
    }

    fn landing(&self, mv: Move) -> Option<Point> {
        let Move::FromTo { from, to, .. } = mv else { return mv.target() };
        let (king, rook) = (self.piece_at(from)?, self.piece_at(to));
        let castles = rook.is_some_and(|rook| rook.side == king.side);
        let short = castles.then_some(from.file < to.file);
        let file = short.map_or(to.file, |short| if short { SHORT_FILE } else { LONG_FILE });
        Some(Point::new(file, to.rank))
    }

    fn material_balance(&self) -> Option<i32> {
        Some(tactics::material_balance(self))
    }

    fn checked_king(&self) -> Option<Point> {
        self.in_check().then(|| point(self.cozy_board().king(self.cozy_board().side_to_move())))
    }

    fn warnings(&self) -> Vec<Warning> {
        warnings::warnings(self)
    }
}

/// The symbol of figurine algebraic notation for the letter of a piece; any other character
/// of a move in standard algebraic notation is its own.
fn figurine(letter: char) -> char {
    match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        other => other,
    }
}

/// A text with figurines in its moves in standard algebraic notation. Other words that begin
/// with the letters of pieces stay.
pub(super) fn with_figurines(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let rest = &text[at + letter.len_utf8()..];
        let begins = !before.is_ascii_alphanumeric() && is_move_of_piece(rest);
        let promotes = before == '=';
        written.push(if begins || promotes { figurine(letter) } else { letter });
        before = letter;
    }
    written
}

/// True if what follows a letter makes it a move of a piece, such as "bxd7+" after "N".
fn is_move_of_piece(rest: &str) -> bool {
    let length = rest.find(|c| !matches!(c, 'a'..='h' | '1'..='8' | 'x')).unwrap_or(rest.len());
    let (body, after) = rest.split_at(length);
    let ends_with_square = matches!(body.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']);
    // File, rank, capture and square at most.
    ends_with_square && length <= 5 && !after.starts_with(|c: char| c.is_ascii_alphanumeric())
}

impl Notation for Chess {
    fn notations(&self) -> &'static [&'static str] {
        &["uci", "figurine"]
    }

    fn move_text_in(&self, notation: &str, mv: ChessMove) -> String {
        match notation {
            "uci" => self.uci(mv),
            "figurine" => self.san(mv).chars().map(figurine).collect(),
            _ => self.san(mv),
        }
    }

    fn to_move(&self, mv: ChessMove) -> Move {
        mv.to_cozy().map_or(Move::Decide(Decision::ClaimDraw), |cozy_move| Move::FromTo {
            from: point(cozy_move.from),
            to: point(cozy_move.to),
            promotion: cozy_move.promotion.map(|kind| kind as u8),
        })
    }

    fn from_move(&self, mv: Move) -> Result<ChessMove, IllegalMove> {
        match mv {
            Move::FromTo { from, to, promotion } => {
                let (Some(from), Some(to)) = (square(from), square(to)) else {
                    return Err(MoveError::OffBoard.into());
                };
                // An invalid kind is rejected like a king.
                let kind = |number| Kind::try_index(usize::from(number)).unwrap_or(Kind::King);
                Ok(self.move_between(from, to, promotion.map(kind))?)
            }
            Move::Decide(Decision::ClaimDraw) => Ok(self.claim_draw()?),
            Move::Place(_) | Move::Pass | Move::Decide(_) => Err(MoveError::NoSuchMove.into()),
        }
    }

    fn move_text(&self, mv: ChessMove) -> String {
        self.san(mv)
    }

    fn parse_move(&self, text: &str) -> Result<ChessMove, IllegalMove> {
        Ok(self.parse_notation(text)?)
    }

    fn text(&self) -> String {
        self.write()
    }

    fn diagram(&self) -> String {
        self.fen()
    }
}

impl PuzzleAnalysis for Chess {
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        proof::by_rules(self, goal, budget)
    }

    fn endgame_value(
        &self,
        known: &mut EndgameTable,
        budget: &mut SearchBudget,
    ) -> Option<EndgameValue> {
        known.value(&ChessEndgame::new(self.cozy_board())?, budget)
    }

    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        tactics::motif(self, goal, line)
    }

    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        tactics::explanation(self, goal, line)
    }
}

impl Playable for Chess {
    fn perft(&mut self, depth: u32) -> u64 {
        self.bulk_perft(depth)
    }

    fn puzzle_analysis(&self) -> Option<&dyn PuzzleAnalysis> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::with_figurines;

    #[test]
    fn pieces_in_moves_become_figurines_and_other_words_stay() {
        for (text, expected) in [
            ("1.Nf3 Nc6 2.Bb5", "1.♘f3 ♘c6 2.♗b5"),
            ("Rook takes: R1xa8+, then Qh7#.", "Rook takes: ♖1xa8+, then ♕h7#."),
            ("Nbd7 or N5xd7; e8=Q+ and exd8=N", "♘bd7 or ♘5xd7; e8=♕+ and exd8=♘"),
            ("黑方走Kh8，白方Rxh7", "黑方走♔h8，白方♖xh7"),
            ("Black King, Be2x, Q, B, Bach, RNf3, O-O", "Black King, Be2x, Q, B, Bach, RNf3, O-O"),
        ] {
            assert_eq!(with_figurines(text), expected);
        }
    }
}
