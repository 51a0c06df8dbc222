//! Squares: as points of the common board, and the target of en passant.

use cozy_chess::{Board, File, Move, Piece, Rank, Square};

use crate::core::Point;

/// The square of a point, if it is on the board.
pub fn square(at: Point) -> Option<Square> {
    let file = File::try_index(usize::from(at.file))?;
    Some(Square::new(file, Rank::try_index(usize::from(at.rank))?))
}

/// The point of a square.
pub fn point(square: Square) -> Point {
    Point::new(square.file() as u8, square.rank() as u8)
}

/// The en passant target square, if an en passant capture is legal.
pub fn legal_en_passant_square(board: &Board) -> Option<Square> {
    let file = board.en_passant()?;
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    let target = Square::new(file, rank);
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
    let capturers = cozy_chess::get_pawn_attacks(target, !board.side_to_move()) & pawns;
    capturers
        .iter()
        .any(|from| board.is_legal(Move { from, to: target, promotion: None }))
        .then_some(target)
}
