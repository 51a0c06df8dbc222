//! Static exchange evaluation: what a move gains when both sides go on to
//! capture on its destination.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};

use super::evaluation::piece_value;

/// Value of a king in an exchange: no capture pays for it.
const KING: i32 = 10_000;

fn value(piece: Piece) -> i32 {
    if piece == Piece::King { KING } else { piece_value(piece) }
}

/// The piece that a move captures; en passant a pawn, by castling none.
fn captured(board: &Board, mv: Move) -> Option<Piece> {
    let mover = board.side_to_move();
    if board.colors(!mover).has(mv.to) {
        return board.piece_on(mv.to);
    }
    let en_passant =
        mv.from.file() != mv.to.file() && board.colored_pieces(mover, Piece::Pawn).has(mv.from);
    en_passant.then_some(Piece::Pawn)
}

/// Value of what a move captures, and of a promotion, in centipawns.
pub(super) fn gain(board: &Board, mv: Move) -> i32 {
    captured(board, mv).map_or(0, value)
        + mv.promotion.map_or(0, |kind| value(kind) - value(Piece::Pawn))
}

/// Pieces of both colours that attack a square, given these occupied squares.
fn attackers(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let of = |piece| board.pieces(piece);
    let pawns = |color: Color| {
        cozy_chess::get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn)
    };
    pawns(Color::White)
        | pawns(Color::Black)
        | (cozy_chess::get_knight_moves(to) & of(Piece::Knight))
        | (cozy_chess::get_king_moves(to) & of(Piece::King))
        | sliders(board, to, occupied)
}

/// Bishops, rooks and queens that attack a square.
fn sliders(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let of = |piece| board.pieces(piece);
    let queens = of(Piece::Queen);
    (cozy_chess::get_bishop_moves(to, occupied) & (of(Piece::Bishop) | queens))
        | (cozy_chess::get_rook_moves(to, occupied) & (of(Piece::Rook) | queens))
}

/// True if a move gains at least `threshold` centipawns when both sides go on
/// to capture on its destination, each with its least valuable piece and as
/// long as it pays. Pins are not seen.
pub(super) fn reaches(board: &Board, mv: Move, threshold: i32) -> bool {
    let mover = board.side_to_move();
    // Castling exchanges nothing.
    if board.colors(mover).has(mv.to) {
        return threshold <= 0;
    }
    let mut balance = gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let Some(moved) = mv.promotion.or_else(|| board.piece_on(mv.from)) else { return true };
    // The piece may be lost at once.
    balance = value(moved) - balance;
    if balance <= 0 {
        return true;
    }
    let to = mv.to;
    let mut occupied = (board.occupied() & !mv.from.bitboard()) | to.bitboard();
    let mut left = attackers(board, to, occupied) & occupied;
    let mut side = mover;
    let mut holds = true;
    loop {
        side = !side;
        left &= occupied;
        let own = left & board.colors(side);
        let Some((piece, from)) = Piece::ALL.iter().find_map(|&piece| {
            let from = (own & board.pieces(piece)).next_square()?;
            Some((piece, from))
        }) else {
            return holds;
        };
        holds = !holds;
        if piece == Piece::King {
            // A king may not capture what is still defended.
            let defended = !(left & board.colors(!side)).is_empty();
            return if defended { !holds } else { holds };
        }
        balance = value(piece) - balance;
        if balance < i32::from(holds) {
            return holds;
        }
        occupied &= !from.bitboard();
        // Pieces behind the one that has captured.
        left |= sliders(board, to, occupied);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most that a move gains by exchanges.
    fn exchange(fen: &str, mv: &str) -> i32 {
        let (board, mv) = (fen.parse::<Board>().unwrap(), mv.parse::<Move>().unwrap());
        assert!(board.is_legal(mv), "{fen} {mv}");
        let most = (-2000..2000).rev().find(|&threshold| reaches(&board, mv, threshold)).unwrap();
        assert!((-2000..=most).all(|threshold| reaches(&board, mv, threshold)), "{fen} {mv}");
        most
    }

    #[test]
    fn exchanges_are_played_to_their_end() {
        let cases = [
            // The first two are the examples of the Chess Programming Wiki,
            // "SEE - The Swap Algorithm".
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
            // A defended pawn, and a queen behind a rook.
            ("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", -800),
            ("3qk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400),
            // A king captures only what is no longer defended.
            ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -400),
            ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            // En passant, promotion, and a quiet move to an attacked square.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
            ("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0),
        ];
        for (fen, mv, expected) in cases {
            assert_eq!(exchange(fen, mv), expected, "{fen} {mv}");
        }
    }
}
