//! Piece values, tactical motifs and mating patterns.

use cozy_chess::{
    BitBoard, Board, Color, Piece as Kind, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::position::{Chess, ChessMove};
use super::squares::{point, square};
use crate::core::{Move, Point, Position};
use crate::games::tactics::{self, KING, TacticsView};
use crate::games::{Message, MessageArg, Notation, Piece, ProofGoal};

/// Classical piece values, in pawns.
const PIECE_VALUES: [i32; 6] = [1, 3, 3, 5, 9, KING];

/// Ids of the messages with the names of the pieces.
const PIECE_NAME_IDS: [&str; 6] = [
    "chess-piece-pawn",
    "chess-piece-knight",
    "chess-piece-bishop",
    "chess-piece-rook",
    "chess-piece-queen",
    "chess-piece-king",
];

/// Material balance in pawns, from the side to move's view.
pub(super) fn material_balance(position: &Chess) -> i32 {
    let board = position.cozy_board();
    let mover = board.side_to_move();
    let of = |color, kind| board.colored_pieces(color, kind).len() as i32;
    let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King);
    kinds.map(|kind| PIECE_VALUES[kind as usize] * (of(mover, kind) - of(!mover, kind))).sum()
}

/// The squares that the piece on `from` attacks.
fn attacks(board: &Board, from: Square, occupied: BitBoard) -> BitBoard {
    let (Some(kind), Some(color)) = (board.piece_on(from), board.color_on(from)) else {
        return BitBoard::EMPTY;
    };
    match kind {
        Kind::Pawn => get_pawn_attacks(from, color),
        Kind::Knight => get_knight_moves(from),
        Kind::Bishop => get_bishop_moves(from, occupied),
        Kind::Rook => get_rook_moves(from, occupied),
        Kind::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Kind::King => get_king_moves(from),
    }
}

impl TacticsView for Chess {
    fn piece_value(kind: u8) -> i32 {
        PIECE_VALUES.get(usize::from(kind)).copied().unwrap_or_default()
    }

    fn piece_name_id(piece: Piece) -> &'static str {
        PIECE_NAME_IDS.get(usize::from(piece.kind)).copied().unwrap_or("tactic-piece")
    }

    fn attacks(&self, from: Point) -> Vec<Point> {
        let board = self.cozy_board();
        let Some(from) = square(from) else { return Vec::new() };
        let Some(color) = board.color_on(from) else { return Vec::new() };
        let hit = attacks(board, from, board.occupied()) & board.colors(!color);
        hit.into_iter().map(point).collect()
    }

    fn is_defended(&self, at: Point, from: Point) -> bool {
        let board = self.cozy_board();
        let (Some(at), Some(from)) = (square(at), square(from)) else { return false };
        let Some(color) = board.color_on(at) else { return false };
        let occupied = board.occupied() - from.bitboard();
        let guards = board.colors(color) - at.bitboard();
        guards.into_iter().any(|guard| attacks(board, guard, occupied).has(at))
    }

    fn xray_target(&self, from: Point, first: Point) -> Option<Point> {
        let board = self.cozy_board();
        let (from, first) = (square(from)?, square(first)?);
        let color = board.color_on(from)?;
        let seen = attacks(board, from, board.occupied());
        let through = attacks(board, from, board.occupied() - first.bitboard());
        let hit = (through - seen) & board.colors(!color);
        hit.into_iter().next().map(point)
    }
}

pub(super) fn motif(position: &Chess, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
    match goal {
        ProofGoal::Gain { .. } => tactics::motif(position, line),
        ProofGoal::WinIn(_) => mate(&end(position, line)?)?.name.map(Message::new),
        _ => None,
    }
}

pub(super) fn explanation(position: &Chess, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
    match goal {
        ProofGoal::Gain { .. } => tactics::explanation(position, line),
        ProofGoal::WinIn(_) => mate(&end(position, line)?).map(|mate| mate.explanation),
        _ => None,
    }
}

fn end(position: &Chess, line: &[Move]) -> Option<Chess> {
    let mut end = position.clone();
    for &mv in line {
        let mv: ChessMove = end.from_move(mv).ok()?;
        end.play(mv);
    }
    Some(end)
}

/// A checkmate.
struct Mate {
    /// Id of the name of its pattern, if it has one.
    name: Option<&'static str>,
    explanation: Message,
}

/// Name of the piece on a square.
fn piece_on(board: &Board, square: Square) -> Message {
    Message::new(
        board.piece_on(square).map_or("tactic-piece", |kind| PIECE_NAME_IDS[kind as usize]),
    )
}

fn square_list(set: BitBoard) -> MessageArg {
    MessageArg::List(set.into_iter().map(|at| at.to_string()).collect())
}

/// The mating pattern of a checkmate; `None` for other positions.
fn mate(position: &Chess) -> Option<Mate> {
    let board = position.cozy_board();
    if !position.in_check() || position.has_legal_move() {
        return None;
    }
    let checkers = board.checkers();
    let king = board.king(board.side_to_move());
    let mut checkers = checkers.into_iter();
    let checker = checkers.next()?;
    if let Some(other) = checkers.next() {
        return Some(Mate {
            name: Some("chess-double-check"),
            explanation: Message::new("chess-double-check-explained")
                .with("piece", piece_on(board, checker))
                .with("point", checker.to_string())
                .with("other", piece_on(board, other))
                .with("other-point", other.to_string()),
        });
    }
    if let Some(mate) = smothered_mate(board, king, checker) {
        return Some(mate);
    }
    if let Some(mate) = back_rank_mate(board, king, checker) {
        return Some(mate);
    }
    let explanation = match flight_covers(board, king)[..] {
        [] => {
            let close = get_king_moves(king).has(checker);
            let (king, point) = (king.to_string(), checker.to_string());
            let piece = piece_on(board, checker);
            if close {
                Message::new("chess-mate-at-close-quarters")
                    .with("king", king)
                    .with("piece", piece)
                    .with("point", point)
            } else {
                Message::new("chess-mate")
                    .with("king", king)
                    .with("piece", piece)
                    .with("point", point)
            }
        }
        [(by, flights)] => Message::new("chess-mate-covered")
            .with("king", king.to_string())
            .with("piece", piece_on(board, by))
            .with("point", by.to_string())
            .with("covered", square_list(flights)),
        [(by, flights), (other, other_flights), ..] => Message::new("chess-mate-covered-by-two")
            .with("king", king.to_string())
            .with("piece", piece_on(board, by))
            .with("point", by.to_string())
            .with("covered", square_list(flights))
            .with("other", piece_on(board, other))
            .with("other-point", other.to_string())
            .with("other-covered", square_list(other_flights)),
    };
    Some(Mate { name: None, explanation })
}

/// Mate by a knight of a king that its own men surround.
fn smothered_mate(board: &Board, king: Square, checker: Square) -> Option<Mate> {
    let own = board.colors(board.side_to_move());
    let smothered =
        board.piece_on(checker) == Some(Kind::Knight) && get_king_moves(king).is_subset(own);
    smothered.then(|| Mate {
        name: Some("chess-smothered-mate"),
        explanation: Message::new("chess-smothered-mate-explained").with("king", king.to_string()),
    })
}

/// Mate by a rook or queen on the back rank, with the squares ahead taken by
/// the king's own men.
fn back_rank_mate(board: &Board, king: Square, checker: Square) -> Option<Mate> {
    let color = board.side_to_move();
    let back = if color == Color::White { 0 } else { 7 };
    let ahead = get_king_moves(king) & !king.rank().bitboard();
    let straight = matches!(board.piece_on(checker), Some(Kind::Rook | Kind::Queen));
    let shut_in = king.rank() as usize == back
        && checker.rank() == king.rank()
        && straight
        && ahead.is_subset(board.colors(color));
    shut_in.then(|| Mate {
        name: Some("chess-back-rank-mate"),
        explanation: Message::new("chess-back-rank-mate-explained")
            .with("king", king.to_string())
            .with("own", square_list(ahead)),
    })
}

/// Pieces other than the checker that alone cover flight squares of the king,
/// with those squares.
fn flight_covers(board: &Board, king: Square) -> Vec<(Square, BitBoard)> {
    let color = board.side_to_move();
    let (own, theirs) = (board.colors(color), board.colors(!color));
    let occupied = board.occupied() - king.bitboard();
    let mut covers: Vec<(Square, BitBoard)> = Vec::new();
    for flight in get_king_moves(king) & !own {
        let mut covering = (theirs & !flight.bitboard())
            .into_iter()
            .filter(|&by| attacks(board, by, occupied).has(flight));
        let (Some(by), None) = (covering.next(), covering.next()) else { continue };
        if by.bitboard() == board.checkers() {
            continue;
        }
        match covers.iter_mut().find(|(other, _)| *other == by) {
            Some((_, flights)) => *flights |= flight.bitboard(),
            None => covers.push((by, flight.bitboard())),
        }
    }
    covers
}
