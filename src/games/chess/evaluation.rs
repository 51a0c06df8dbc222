//! Static evaluation of chess: material, piece-square tables, pawn structure,
//! mobility and king safety, in centipawns.
//!
//! The evaluation is tapered: each term has a middlegame and an endgame value,
//! which are interpolated by the material left.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_rook_moves,
};

/// A term of the tapered evaluation.
#[derive(Clone, Copy)]
struct TaperedScore {
    /// Its value in the middlegame.
    middle: i32,
    /// Its value in the endgame.
    end: i32,
}

/// Short for a [`TaperedScore`], for tables.
const fn s(middle: i32, end: i32) -> TaperedScore {
    TaperedScore { middle, end }
}

/// Values of the piece kinds.
const MATERIAL: [TaperedScore; 6] =
    [s(90, 115), s(325, 300), s(335, 315), s(480, 530), s(980, 980), s(0, 0)];

/// Classical piece values in centipawns.
const PIECE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// Phase weights of the piece kinds.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Phase of the starting position.
const FULL_PHASE: i32 = 24;

/// Middlegame bonuses by rank (1 to 8) and file (a to d; e to h mirror them).
type HalfBoard = [[i32; 4]; 8];

const PAWN: HalfBoard = [
    [0, 0, 0, 0],
    [4, 8, 6, -12],
    [4, 4, 2, 6],
    [-2, 2, 10, 22],
    [2, 6, 14, 28],
    [10, 18, 26, 36],
    [30, 40, 45, 50],
    [0, 0, 0, 0],
];

const KNIGHT: HalfBoard = [
    [-55, -28, -24, -20],
    [-30, -18, -4, 2],
    [-22, 2, 12, 14],
    [-16, 6, 18, 26],
    [-12, 12, 24, 34],
    [-14, 16, 28, 32],
    [-32, -10, 14, 18],
    [-70, -36, -20, -14],
];

const BISHOP: HalfBoard = [
    [-14, -8, -12, -10],
    [2, 14, 6, 6],
    [0, 10, 10, 10],
    [-4, 4, 12, 18],
    [-4, 10, 14, 20],
    [-2, 8, 12, 14],
    [-14, 0, 0, 2],
    [-16, -8, -10, -8],
];

const ROOK: HalfBoard = [
    [-8, -4, 4, 10],
    [-14, -4, 0, 4],
    [-12, -4, 0, 2],
    [-10, -4, 0, 2],
    [-6, 0, 4, 6],
    [0, 4, 8, 10],
    [12, 16, 20, 22],
    [6, 8, 10, 12],
];

const QUEEN: HalfBoard = [
    [-12, -10, -6, 2],
    [-8, -2, 4, 4],
    [-6, 2, 2, 0],
    [-4, -2, 0, 2],
    [-4, 0, 4, 6],
    [0, 4, 8, 10],
    [-8, -16, 4, 4],
    [0, 4, 8, 10],
];

const KING: HalfBoard = [
    [22, 34, 10, -6],
    [14, 14, -8, -18],
    [-14, -20, -26, -32],
    [-28, -34, -42, -48],
    [-36, -42, -50, -56],
    [-42, -48, -54, -60],
    [-46, -52, -56, -60],
    [-50, -54, -58, -60],
];

/// Bonuses of a passed pawn by its rank.
const PASSED: [TaperedScore; 8] =
    [s(0, 0), s(0, 6), s(2, 10), s(6, 22), s(18, 45), s(40, 85), s(70, 140), s(0, 0)];

const DOUBLED: TaperedScore = s(-8, -18);
const ISOLATED: TaperedScore = s(-12, -10);
const BISHOP_PAIR: TaperedScore = s(28, 45);
const ROOK_ON_OPEN_FILE: TaperedScore = s(24, 10);
const ROOK_ON_HALF_OPEN_FILE: TaperedScore = s(12, 6);
/// For each square that a bishop or a rook can move to.
const BISHOP_MOBILITY: TaperedScore = s(4, 4);
const ROOK_MOBILITY: TaperedScore = s(2, 4);
/// For each own pawn in front of a castled king.
const SHELTER: TaperedScore = s(9, 0);
/// Bonus for the side to move.
const TEMPO: i32 = 10;

/// Piece-square tables with material, from White's view, for both phases.
type PieceSquareTables = [[TaperedScore; 64]; 6];

static PIECE_SQUARES: PieceSquareTables = piece_squares();

const fn piece_squares() -> PieceSquareTables {
    const HALVES: [HalfBoard; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
    let mut table = [[s(0, 0); 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let column = if file < 4 { file } else { 7 - file };
            let middle = HALVES[kind][rank][column];
            // Distance from the middle of the board, 0 to 3 either way.
            let row = if rank < 4 { 3 - rank } else { rank - 4 };
            let off = (3 - column + row) as i32;
            let end = match kind {
                0 => [0, 0, 4, 10, 20, 36, 60, 0][rank],
                1 | 2 => 10 - 5 * off,
                3 => 0,
                4 => 12 - 5 * off,
                _ => 32 - 12 * off,
            };
            let material = MATERIAL[kind];
            table[kind][square] = s(material.middle + middle, material.end + end);
            square += 1;
        }
        kind += 1;
    }
    table
}

/// Value of a piece kind in centipawns for exchanges.
#[inline]
pub fn piece_value(piece: Piece) -> i32 {
    PIECE_VALUES[piece as usize]
}

/// Material balance from the side to move's view.
pub fn material(board: &Board) -> i32 {
    let of = |color, piece| board.colored_pieces(color, piece).len() as i32;
    let mover = board.side_to_move();
    Piece::ALL
        .iter()
        .map(|&piece| piece_value(piece) * (of(mover, piece) - of(!mover, piece)))
        .sum()
}

/// Static evaluation from the side to move's view.
pub fn evaluate(board: &Board) -> i32 {
    let mover = board.side_to_move();
    let (own, theirs) = (evaluate_side(board, mover), evaluate_side(board, !mover));
    let phase: i32 = Piece::ALL
        .iter()
        .map(|&piece| PHASE[piece as usize] * board.pieces(piece).len() as i32)
        .sum();
    let phase = phase.min(FULL_PHASE);
    let (middle, end) = (own.middle - theirs.middle, own.end - theirs.end);
    let value = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    let ahead = if value > 0 { mover } else { !mover };
    value + drive_to_edge(board, ahead, phase) * if ahead == mover { 1 } else { -1 } + TEMPO
}

/// Non-pawn material of one side.
pub fn non_pawn_material(board: &Board, color: Color) -> i32 {
    [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .iter()
        .map(|&piece| piece_value(piece) * board.colored_pieces(color, piece).len() as i32)
        .sum()
}

/// Mop-up evaluation against a bare king: drives it to the edge and brings the
/// own king close.
fn drive_to_edge(board: &Board, ahead: Color, phase: i32) -> i32 {
    if board.colors(!ahead).len() > 1 || phase == 0 {
        return 0;
    }
    let (own, other) = (board.king(ahead), board.king(!ahead));
    let off = |coordinate: i32| if coordinate < 4 { 3 - coordinate } else { coordinate - 4 };
    let (file, rank) = (other.file() as i32, other.rank() as i32);
    let apart = (own.file() as i32 - file).abs() + (own.rank() as i32 - rank).abs();
    20 * (off(file) + off(rank)) + 8 * (14 - apart)
}

/// Evaluation of one side.
fn evaluate_side(board: &Board, color: Color) -> TaperedScore {
    let mut sum = s(0, 0);
    let mut add = |term: TaperedScore, times: i32| {
        sum.middle += term.middle * times;
        sum.end += term.end * times;
    };
    let seen = |square: Square| square.relative_to(color) as usize;
    for piece in Piece::ALL {
        for square in board.colored_pieces(color, piece) {
            add(PIECE_SQUARES[piece as usize][seen(square)], 1);
        }
    }
    let own_pawns = board.colored_pieces(color, Piece::Pawn);
    let their_pawns = board.colored_pieces(!color, Piece::Pawn);
    for pawn in own_pawns {
        let file = pawn.file();
        let ahead = forward_ranks(pawn.rank(), color);
        if !(own_pawns & file.bitboard() & ahead).is_empty() {
            add(DOUBLED, 1);
        } else if (their_pawns & (file.bitboard() | file.adjacent()) & ahead).is_empty() {
            add(PASSED[pawn.rank().relative_to(color) as usize], 1);
        }
        if (own_pawns & file.adjacent()).is_empty() {
            add(ISOLATED, 1);
        }
    }
    let (occupied, own) = (board.occupied(), board.colors(color));
    let bishops = board.colored_pieces(color, Piece::Bishop);
    if bishops.len() >= 2 {
        add(BISHOP_PAIR, 1);
    }
    for bishop in bishops {
        add(BISHOP_MOBILITY, (get_bishop_moves(bishop, occupied) & !own).len() as i32 - 6);
    }
    for rook in board.colored_pieces(color, Piece::Rook) {
        let file = rook.file().bitboard();
        if (file & own_pawns).is_empty() {
            let open = (file & their_pawns).is_empty();
            add(if open { ROOK_ON_OPEN_FILE } else { ROOK_ON_HALF_OPEN_FILE }, 1);
        }
        add(ROOK_MOBILITY, (get_rook_moves(rook, occupied) & !own).len() as i32 - 7);
    }
    let king = board.king(color);
    if !matches!(king.file(), File::D | File::E) {
        let front = get_king_moves(king) & (forward_ranks(king.rank(), color));
        add(SHELTER, (front & own_pawns).len() as i32);
    }
    sum
}

/// All squares on the ranks in front of this one.
#[inline]
fn forward_ranks(rank: Rank, color: Color) -> BitBoard {
    let from = 8 * rank as u32;
    match color {
        Color::White => BitBoard((!0xff_u64) << from),
        Color::Black => BitBoard((1_u64 << from) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().unwrap()
    }

    #[test]
    fn evaluation_is_symmetric_in_the_colours() {
        let pairs = [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
            ),
            (
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1",
            ),
        ];
        for (white, black) in pairs {
            assert_eq!(evaluate(&board(white)), evaluate(&board(black)), "{white}");
            assert_eq!(material(&board(white)), material(&board(black)), "{white}");
        }
        assert_eq!(evaluate(&Board::startpos()), TEMPO);
    }

    #[test]
    fn extra_material_and_advanced_passed_pawns_score_higher() {
        let queen_up = board("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1");
        assert!(evaluate(&queen_up) > 800);
        let pawn = |rank: &str| evaluate(&board(&format!("{rank} w - - 0 1")));
        let far = pawn("7k/8/4P3/8/8/8/8/K7");
        let near = pawn("7k/8/8/8/8/4P3/8/K7");
        assert!(far > near + 80, "{far} {near}");
    }
}
