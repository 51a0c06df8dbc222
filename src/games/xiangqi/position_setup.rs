//! Validity of a Xiangqi position that is set up by hand. Its check is stricter than the reader of
//! positions, which takes diagrams from other programs as they are.

use super::board::{PieceType, XiangqiBoard};
use super::notation::{LETTERS, piece_type};
use super::position::{NATURAL_LIMIT, Xiangqi};
use super::{XiangqiGame, bitboard};
use crate::core::{Point, Side};
use crate::games::{
    AnyPosition, FieldDomain, FieldValue, Game, Message, MessageArg, Options, Piece, PositionDraft,
    PositionSetup, SetupField, SetupProblem,
};

const HALFMOVE_CLOCK: &str = "xiangqi-halfmove-clock";
const FULLMOVE_NUMBER: &str = "xiangqi-fullmove-number";

const SIZE: [u8; 2] = [9, 10];

const GENERAL: u8 = PieceType::General as u8;

fn letter(piece: Piece) -> char {
    let letter = LETTERS.get(usize::from(piece.kind)).copied().unwrap_or('?');
    if piece.side == Side::First { letter } else { letter.to_ascii_lowercase() }
}

fn piece(letter: char) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some(Piece { side, kind: piece_type(letter)? as u8 })
}

fn named(side: Side) -> MessageArg {
    MessageArg::Side(XiangqiGame.side_names()[side.index()])
}

/// The message about a piece on a point that none of its moves leads to; `None` if the
/// piece can stand there.
fn misplaced(at: Point, Piece { side, kind }: Piece) -> Option<Message> {
    // Seen from the side's own edge.
    let (file, rank) = (at.file, if side == Side::First { at.rank } else { 9 - at.rank });
    let from_middle = file.abs_diff(4);
    match PieceType::ALL.get(usize::from(kind))? {
        PieceType::General if from_middle > 1 || rank > 2 => {
            Some(Message::new("xiangqi-setup-general-place"))
        }
        // Its points are the corners of the palace and its centre.
        PieceType::Advisor if from_middle > 1 || rank > 2 || (from_middle == 1) == (rank == 1) => {
            Some(Message::new("xiangqi-setup-advisor-place"))
        }
        PieceType::Elephant if !is_elephant_point(file, rank) => {
            Some(Message::new("xiangqi-setup-elephant-place"))
        }
        PieceType::Soldier if rank < 3 || (rank < 5 && file % 2 == 1) => {
            Some(Message::new("xiangqi-setup-soldier-place"))
        }
        _ => None,
    }
}

/// The seven points of an elephant.
fn is_elephant_point(file: u8, rank: u8) -> bool {
    match rank {
        0 | 4 => file == 2 || file == 6,
        2 => file == 0 || file == 4 || file == 8,
        _ => false,
    }
}

/// True if nothing stands between the generals on one file.
fn generals_face(draft: &PositionDraft, [red, black]: [Point; 2]) -> bool {
    red.file == black.file
        && (red.rank + 1..black.rank)
            .all(|rank| draft.piece_at(Point::new(red.file, rank)).is_none())
}

fn board_of(draft: &PositionDraft) -> XiangqiBoard {
    let mut board = XiangqiBoard::EMPTY;
    for (at, Piece { side, kind }) in draft.pieces() {
        if let (Some(at), Some(&kind)) =
            (bitboard::index(at), PieceType::ALL.get(usize::from(kind)))
        {
            board.put_piece(side, kind, at);
        }
    }
    board
}

impl PositionSetup for XiangqiGame {
    fn moves_pieces(&self) -> bool {
        true
    }

    fn piece_kinds(&self) -> u8 {
        PieceType::ALL.len() as u8
    }

    fn fields(&self, _: &Options, _: &PositionDraft) -> Vec<SetupField> {
        let number = |id, min, max| SetupField { id, domain: FieldDomain::Number { min, max } };
        vec![number(HALFMOVE_CLOCK, 0, NATURAL_LIMIT.into()), number(FULLMOVE_NUMBER, 1, 9999)]
    }

    fn field_values(&self, position: &AnyPosition) -> Vec<(&'static str, FieldValue)> {
        let Some(position) = position.downcast::<Xiangqi>() else { return Vec::new() };
        vec![
            (HALFMOVE_CLOCK, FieldValue::Number(position.halfmove_clock().into())),
            (FULLMOVE_NUMBER, FieldValue::Number(position.fullmove_number())),
        ]
    }

    fn text(&self, _: &Options, draft: &PositionDraft) -> String {
        let side = if draft.side_to_move == Side::First { 'w' } else { 'b' };
        let (clock, number) = (draft.number(HALFMOVE_CLOCK, 0), draft.number(FULLMOVE_NUMBER, 1));
        format!("{} {side} - - {clock} {number}", draft.ranks_text(SIZE, letter))
    }

    fn problem(&self, _: &Options, draft: &PositionDraft) -> Option<SetupProblem> {
        let problem = |message, points| Some(SetupProblem::new(message, points));
        for side in Side::BOTH {
            let generals = draft.points_of(side, GENERAL);
            if generals.len() != 1 {
                let message = Message::new("xiangqi-setup-general").with("side", named(side));
                return problem(message, generals);
            }
        }
        for (at, piece) in draft.pieces() {
            if let Some(message) = misplaced(at, piece) {
                return problem(message, vec![at]);
            }
        }
        for side in Side::BOTH {
            for kind in PieceType::ALL {
                let points = draft.points_of(side, kind as u8);
                let max = if kind == PieceType::Soldier { 5 } else { 2 };
                if points.len() > max {
                    let message = Message::new("xiangqi-setup-too-many").with("side", named(side));
                    return problem(message, points);
                }
            }
        }
        let generals = Side::BOTH.map(|side| draft.points_of(side, GENERAL)[0]);
        if generals_face(draft, generals) {
            return problem(Message::new("xiangqi-setup-facing"), generals.to_vec());
        }
        let (mover, waiting) = (draft.side_to_move, draft.side_to_move.other());
        if board_of(draft).in_check(waiting) {
            let message = Message::new("xiangqi-setup-in-check")
                .with("side", named(waiting))
                .with("other", named(mover));
            return problem(message, vec![generals[waiting.index()]]);
        }
        None
    }

    /// The fields of a FEN, of which all but the board may be left out.
    fn read_loosely(&self, _: &Options, text: &str) -> Option<PositionDraft> {
        let mut words = text.split_whitespace();
        let mut draft = PositionDraft::read_ranks(words.next()?, SIZE, piece)?;
        draft.side_to_move = match words.next() {
            None | Some("w" | "W" | "r" | "R") => Side::First,
            Some("b" | "B") => Side::Second,
            Some(_) => return None,
        };
        let mut numbers = words.filter(|&word| word != "-");
        for id in [HALFMOVE_CLOCK, FULLMOVE_NUMBER] {
            if let Some(word) = numbers.next() {
                draft.set_value(id, FieldValue::Number(word.parse().ok()?));
            }
        }
        numbers.next().is_none().then_some(draft)
    }
}
