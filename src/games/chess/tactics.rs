//! Piece values, tactical motifs and mating patterns.

use cozy_chess::{
    BitBoard, Board, Color, Piece as Kind, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::notation::{point, square};
use super::position::{Chess, ChessMove};
use crate::core::{Move, Point, Position};
use crate::games::tactics::{self, KING, TacticsView};
use crate::games::{Notation, Piece, ProofGoal};

/// Classical piece values, in pawns.
const PIECE_VALUES: [i32; 6] = [1, 3, 3, 5, 9, KING];

const PIECE_NAMES: [[&str; 2]; 6] = [
    ["pawn", "兵"],
    ["knight", "马"],
    ["bishop", "象"],
    ["rook", "车"],
    ["queen", "后"],
    ["king", "王"],
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

    fn piece_name(piece: Piece) -> [&'static str; 2] {
        PIECE_NAMES.get(usize::from(piece.kind)).copied().unwrap_or(["piece", "子"])
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

pub(super) fn motif(
    position: &Chess,
    goal: &ProofGoal,
    line: &[Move],
) -> Option<[&'static str; 2]> {
    match goal {
        ProofGoal::Gain { .. } => tactics::motif(position, line),
        ProofGoal::WinIn(_) => mate(&end(position, line)?).and_then(|mate| mate.name),
        _ => None,
    }
}

pub(super) fn explanation(
    position: &Chess,
    goal: &ProofGoal,
    line: &[Move],
) -> Option<[String; 2]> {
    match goal {
        ProofGoal::Gain { .. } => tactics::explanation(position, line),
        ProofGoal::WinIn(_) => mate(&end(position, line)?).map(|mate| mate.text),
        _ => None,
    }
}

fn end(position: &Chess, line: &[Move]) -> Option<Chess> {
    let mut end = position.clone();
    for &mv in line {
        let ply: ChessMove = end.from_move(mv).ok()?;
        end.play(ply);
    }
    Some(end)
}

struct Mate {
    name: Option<[&'static str; 2]>,
    text: [String; 2],
}

/// The mating pattern of a checkmate; `None` for other positions.
fn mate(position: &Chess) -> Option<Mate> {
    let board = position.cozy_board();
    if !position.in_check() || position.has_legal_move() {
        return None;
    }
    let color = board.side_to_move();
    let king = board.king(color);
    let around = get_king_moves(king);
    let (own, theirs) = (board.colors(color), board.colors(!color));
    let checkers = board.checkers();
    let text = |square: Square| {
        let [name, name_zh] =
            board.piece_on(square).map_or(["piece", "子"], |kind| PIECE_NAMES[kind as usize]);
        [format!("the {name} on {square}"), format!("{square}的{name_zh}")]
    };
    let list = |set: BitBoard| set.into_iter().map(|at| at.to_string()).collect::<Vec<_>>();
    if checkers.len() == 2 {
        let both: Vec<_> = checkers.into_iter().map(text).collect();
        return Some(Mate {
            name: Some(["Double check", "双将"]),
            text: [
                format!(
                    "It is a double check by {} and {}: only the king could move, and it cannot.",
                    both[0][0], both[1][0]
                ),
                format!("{}和{}双将，只能动王，而王无处可走。", both[0][1], both[1][1]),
            ],
        });
    }
    let checker = checkers.into_iter().next()?;
    if board.piece_on(checker) == Some(Kind::Knight) && around.is_subset(own) {
        return Some(Mate {
            name: Some(["Smothered mate", "闷杀"]),
            text: [
                format!(
                    "The king on {king} is smothered: its own men stand on all squares around it."
                ),
                format!("{king}的王四周都被己方棋子堵住，闷杀。"),
            ],
        });
    }
    let back = if color == Color::White { 0 } else { 7 };
    let ahead = around & !king.rank().bitboard();
    let straight = matches!(board.piece_on(checker), Some(Kind::Rook | Kind::Queen));
    if king.rank() as usize == back
        && checker.rank() == king.rank()
        && straight
        && ahead.is_subset(own)
    {
        return Some(Mate {
            name: Some(["Back-rank mate", "底线杀"]),
            text: [
                format!(
                    "The king on {king} is shut in on its back rank by its own men on {}.",
                    list(ahead).join(", ")
                ),
                format!("{king}的王被己方{}的棋子困在底线上。", list(ahead).join("、")),
            ],
        });
    }
    // Pieces other than the checker that alone cover a flight square.
    let occupied = board.occupied() - king.bitboard();
    let mut english = Vec::new();
    let mut chinese = Vec::new();
    let mut helpers: Vec<(Square, BitBoard)> = Vec::new();
    for flight in around & !own {
        let mut covered = theirs & !flight.bitboard();
        covered = covered
            .into_iter()
            .filter(|&by| attacks(board, by, occupied).has(flight))
            .fold(BitBoard::EMPTY, |all, by| all | by.bitboard());
        if covered.len() == 1 && covered != checkers {
            let by = covered.into_iter().next()?;
            match helpers.iter_mut().find(|(helper, _)| *helper == by) {
                Some((_, flights)) => *flights |= flight.bitboard(),
                None => helpers.push((by, flight.bitboard())),
            }
        }
    }
    for (by, flights) in helpers.iter().take(2) {
        let [by, by_zh] = text(*by);
        english.push(format!("{by} covers {}", list(*flights).join(", ")));
        chinese.push(format!("{by_zh}控制{}", list(*flights).join("、")));
    }
    if english.is_empty() {
        let [by, by_zh] = text(checker);
        let far = get_king_moves(king).has(checker);
        let (close, close_zh) = if far { (" at close quarters", "贴身") } else { ("", "") };
        return Some(Mate {
            name: None,
            text: [
                format!("The king on {king} is checked by {by}{close} and has no square to go to."),
                format!("{by_zh}{close_zh}将军，{king}的王无处可走。"),
            ],
        });
    }
    let mut english = english.join(", and ");
    if let Some(first) = english.get(..1).map(str::to_uppercase) {
        english.replace_range(..1, &first);
    }
    Some(Mate {
        name: None,
        text: [format!("{english}."), format!("{}，{king}的王无处可走。", chinese.join("，"))],
    })
}
