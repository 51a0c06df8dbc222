//! Validity of a chess position that is set up by hand.

use cozy_chess::{
    BitBoard, Color, Piece as Kind, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::position::SEVENTY_FIVE_MOVE_PLIES;
use super::squares::{point, square};
use super::{Chess, ChessGame, START};
use crate::core::{Point, Side};
use crate::games::{
    AnyPosition, FieldDomain, FieldValue, Game, Message, MessageArg, OptionValue, Options, Piece,
    PositionDraft, PositionSetup, SetupField, SetupProblem,
};

const CASTLING: [(&str, Side, bool); 4] = [
    ("chess-castling-white-short", Side::First, true),
    ("chess-castling-white-long", Side::First, false),
    ("chess-castling-black-short", Side::Second, true),
    ("chess-castling-black-long", Side::Second, false),
];
const EN_PASSANT: &str = "chess-en-passant-square";
const HALFMOVE_CLOCK: &str = "chess-halfmove-clock";
const FULLMOVE_NUMBER: &str = "chess-fullmove-number";

const SIZE: [u8; 2] = [8, 8];

/// Kinds by their numbers, which are those of `cozy-chess`.
const PAWN: u8 = Kind::Pawn as u8;
const ROOK: u8 = Kind::Rook as u8;
const KING: u8 = Kind::King as u8;

fn letter(piece: Piece) -> char {
    let letter = Kind::try_index(usize::from(piece.kind)).map_or('?', char::from);
    if piece.side == Side::First { letter.to_ascii_uppercase() } else { letter }
}

fn piece(letter: char) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let kind: Kind = letter.to_ascii_lowercase().try_into().ok()?;
    Some(Piece { side, kind: kind as u8 })
}

/// The first rank of a side.
fn back_rank(side: Side) -> u8 {
    if side == Side::First { 0 } else { 7 }
}

/// The side as messages name it.
fn named(side: Side) -> MessageArg {
    MessageArg::Side(ChessGame.side_names()[side.index()])
}

/// The rooks with which a side could have the right to castle. In chess the king and the
/// rook stand on their usual squares, unless another rook was chosen already.
fn castling_rooks(
    options: &Options,
    draft: &PositionDraft,
    (id, side, short): (&str, Side, bool),
) -> Vec<Point> {
    let rank = back_rank(side);
    let king = match draft.points_of(side, KING)[..] {
        [king] if king.rank == rank => king,
        _ => return Vec::new(),
    };
    let is_960 = options.get(&START) == OptionValue::Word("chess960".to_owned());
    let corner = Point::new(if short { 7 } else { 0 }, rank);
    let fits = |rook: &Point| {
        let is_usual = king.file == 4 && *rook == corner;
        rook.rank == rank
            && (rook.file > king.file) == short
            && (is_960 || is_usual || draft.point(id) == Some(*rook))
    };
    draft.points_of(side, ROOK).into_iter().filter(fits).collect()
}

/// The FEN with this en passant square.
fn fen(options: &Options, draft: &PositionDraft, en_passant: Option<Point>) -> String {
    let side = if draft.side_to_move == Side::First { 'w' } else { 'b' };
    let mut castling = String::new();
    for right @ (id, side, short) in CASTLING {
        let rooks = castling_rooks(options, draft, right);
        let Some(rook) = draft.point(id).filter(|rook| rooks.contains(rook)) else { continue };
        // K and Q mean the outermost rook.
        let is_corner = rook.file == if short { 7 } else { 0 };
        let is_usual = is_corner && draft.points_of(side, KING).iter().all(|king| king.file == 4);
        let letter = match (is_usual, short) {
            (true, true) => 'k',
            (true, false) => 'q',
            (false, _) => char::from(b'a' + rook.file),
        };
        let upper = side == Side::First;
        castling.push(if upper { letter.to_ascii_uppercase() } else { letter });
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let en_passant = en_passant.map_or("-".to_owned(), |at| at.to_string());
    let (clock, number) = (draft.number(HALFMOVE_CLOCK, 0), draft.number(FULLMOVE_NUMBER, 1));
    let ranks = draft.ranks_text(SIZE, letter);
    format!("{ranks} {side} {castling} {en_passant} {clock} {number}")
}

/// The squares on which a pawn can be captured en passant.
fn en_passant_squares(options: &Options, draft: &PositionDraft) -> Vec<Point> {
    let (pawn_rank, target_rank) = if draft.side_to_move == Side::First { (4, 5) } else { (3, 2) };
    let pawns = draft.points_of(draft.side_to_move.other(), PAWN);
    let targets = pawns.into_iter().filter(|pawn| pawn.rank == pawn_rank);
    let is_legal = |&target: &Point| {
        let read = Chess::parse(&fen(options, draft, Some(target)));
        read.is_ok_and(|position| {
            position.fen().split(' ').nth(3) == Some(target.to_string().as_str())
        })
    };
    targets.map(|pawn| Point::new(pawn.file, target_rank)).filter(is_legal).collect()
}

/// The pieces of the other side that attack this square.
fn attackers(draft: &PositionDraft, target: Point, side: Side) -> Vec<Point> {
    let Some(target) = square(target) else { return Vec::new() };
    let squares = draft.pieces().filter_map(|(at, _)| square(at));
    let occupied = squares.fold(BitBoard::EMPTY, |all, square| all | square.bitboard());
    let colour = if side == Side::First { Color::White } else { Color::Black };
    let reaches = |piece: Piece, from: Square| {
        let (bishop, rook) = (get_bishop_moves(target, occupied), get_rook_moves(target, occupied));
        let reached = match Kind::try_index(usize::from(piece.kind)) {
            Some(Kind::Pawn) => get_pawn_attacks(target, colour),
            Some(Kind::Knight) => get_knight_moves(target),
            Some(Kind::Bishop) => bishop,
            Some(Kind::Rook) => rook,
            Some(Kind::Queen) => bishop | rook,
            Some(Kind::King) => get_king_moves(target),
            None => BitBoard::EMPTY,
        };
        reached.has(from)
    };
    let others = draft.pieces().filter(|(_, piece)| piece.side != side);
    others
        .filter_map(|(at, piece)| square(at).filter(|&from| reaches(piece, from)))
        .map(point)
        .collect()
}

impl PositionSetup for ChessGame {
    fn moves_pieces(&self) -> bool {
        true
    }

    fn piece_kinds(&self) -> u8 {
        Kind::NUM as u8
    }

    /// The king first.
    fn palette(&self) -> Vec<u8> {
        (0..self.piece_kinds()).rev().collect()
    }

    fn fields(&self, options: &Options, draft: &PositionDraft) -> Vec<SetupField> {
        let castling = CASTLING.map(|right| SetupField {
            id: right.0,
            domain: FieldDomain::Point(castling_rooks(options, draft, right)),
        });
        let squares = en_passant_squares(options, draft);
        let max = u32::from(SEVENTY_FIVE_MOVE_PLIES);
        let rest = [
            SetupField { id: EN_PASSANT, domain: FieldDomain::Point(squares) },
            SetupField { id: HALFMOVE_CLOCK, domain: FieldDomain::Number { min: 0, max } },
            SetupField { id: FULLMOVE_NUMBER, domain: FieldDomain::Number { min: 1, max: 9999 } },
        ];
        castling.into_iter().chain(rest).collect()
    }

    fn field_values(&self, position: &AnyPosition) -> Vec<(&'static str, FieldValue)> {
        let Some(position) = position.downcast::<Chess>() else { return Vec::new() };
        let board = position.cozy_board();
        let mut values = vec![
            (HALFMOVE_CLOCK, FieldValue::Number(position.halfmove_clock().into())),
            (FULLMOVE_NUMBER, FieldValue::Number(board.fullmove_number().into())),
        ];
        for (id, side, short) in CASTLING {
            let colour = if side == Side::First { Color::White } else { Color::Black };
            let rights = board.castle_rights(colour);
            let file = if short { rights.short } else { rights.long };
            let rook = file.map(|file| Point::new(file as u8, back_rank(side)));
            values.push((id, FieldValue::Point(rook)));
        }
        let target = super::squares::legal_en_passant_square(board).map(point);
        values.push((EN_PASSANT, FieldValue::Point(target)));
        values
    }

    fn text(&self, options: &Options, draft: &PositionDraft) -> String {
        let target = draft.point(EN_PASSANT);
        let target = target.filter(|at| en_passant_squares(options, draft).contains(at));
        fen(options, draft, target)
    }

    fn problem(&self, _: &Options, draft: &PositionDraft) -> Option<SetupProblem> {
        let problem = |message, points| Some(SetupProblem::new(message, points));
        for side in Side::BOTH {
            let kings = draft.points_of(side, KING);
            if kings.len() != 1 {
                return problem(Message::new("chess-setup-king").with("side", named(side)), kings);
            }
        }
        for side in Side::BOTH {
            let pawns = draft.points_of(side, PAWN);
            let stray: Vec<_> = pawns.iter().copied().filter(|at| at.rank % 7 == 0).collect();
            if !stray.is_empty() {
                return problem(Message::new("chess-setup-pawn-rank"), stray);
            }
            if pawns.len() > 8 {
                let message = Message::new("chess-setup-pawns").with("side", named(side));
                return problem(message, pawns);
            }
            let pieces = draft.points_of_side(side);
            if pieces.len() > 16 {
                let message = Message::new("chess-setup-pieces").with("side", named(side));
                return problem(message, pieces);
            }
        }
        let kings = Side::BOTH.map(|side| draft.points_of(side, KING)[0]);
        if kings[0].file.abs_diff(kings[1].file).max(kings[0].rank.abs_diff(kings[1].rank)) == 1 {
            return problem(Message::new("chess-setup-kings-touch"), kings.to_vec());
        }
        let (mover, waiting) = (draft.side_to_move, draft.side_to_move.other());
        let king = kings[waiting.index()];
        if !attackers(draft, king, waiting).is_empty() {
            let message = Message::new("chess-setup-in-check")
                .with("side", named(waiting))
                .with("other", named(mover));
            return problem(message, vec![king]);
        }
        let checkers = attackers(draft, kings[mover.index()], mover);
        if checkers.len() > 2 {
            return problem(Message::new("chess-setup-checks"), checkers);
        }
        None
    }

    /// The fields of a FEN, of which all but the board may be left out.
    fn read_loosely(&self, _: &Options, text: &str) -> Option<PositionDraft> {
        let mut words = text.split_whitespace();
        let mut draft = PositionDraft::read_ranks(words.next()?, SIZE, piece)?;
        draft.side_to_move = match words.next() {
            None | Some("w") => Side::First,
            Some("b") => Side::Second,
            Some(_) => return None,
        };
        for letter in words.next().unwrap_or("-").chars().filter(|&letter| letter != '-') {
            let (id, rook) = castling_right(&draft, letter)?;
            draft.set_value(id, FieldValue::Point(rook));
        }
        let target = words.next().filter(|&square| square != "-");
        let target = target.map(|square| square.parse::<Point>()).transpose().ok()?;
        draft.set_value(EN_PASSANT, FieldValue::Point(target));
        for id in [HALFMOVE_CLOCK, FULLMOVE_NUMBER] {
            if let Some(word) = words.next() {
                draft.set_value(id, FieldValue::Number(word.parse().ok()?));
            }
        }
        words.next().is_none().then_some(draft)
    }
}

/// The right that a letter of a FEN stands for, with its rook if there is one.
fn castling_right(draft: &PositionDraft, letter: char) -> Option<(&'static str, Option<Point>)> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let rank = back_rank(side);
    let king = draft.points_of(side, KING).first().map_or(4, |king| king.file);
    let mut rooks = draft.points_of(side, ROOK);
    rooks.retain(|rook| rook.rank == rank);
    let (short, rook) = match letter.to_ascii_lowercase() {
        'k' => (true, rooks.iter().copied().filter(|rook| rook.file > king).max()),
        'q' => (false, rooks.iter().copied().filter(|rook| rook.file < king).min()),
        file @ 'a'..='h' => {
            let file = file as u8 - b'a';
            (file > king, rooks.into_iter().find(|rook| rook.file == file))
        }
        _ => return None,
    };
    let right = CASTLING.iter().find(|right| (right.1, right.2) == (side, short))?;
    Some((right.0, rook))
}
