//! Dead positions: those from which no series of legal moves leads to mate
//! (FIDE Laws of Chess 5.2.2).
//!
//! Detects insufficient material, and fortresses in which all pawns are
//! permanently blocked and only kings and bishops move. Every set of squares
//! below is a superset of those that a piece can reach, so a position that can
//! still be won is never called dead; some dead ones are not detected.

use cozy_chess::{BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves};

use super::squares::legal_en_passant_square;

/// One side of a position with blocked pawns: its pawns, the squares that they
/// attack, and the squares that its king and bishops can reach.
struct BlockedSide {
    pawns: BitBoard,
    pawn_attacks: BitBoard,
    king: BitBoard,
    bishops: BitBoard,
}

/// True if no series of legal moves leads to mate. The caller must test for
/// checkmate first.
#[inline]
pub fn is_dead(board: &Board) -> bool {
    let of = |piece| board.pieces(piece);
    if !(of(Piece::Rook) | of(Piece::Queen)).is_empty() {
        return false;
    }
    if of(Piece::Pawn).is_empty() {
        return lacks_material(board);
    }
    of(Piece::Knight).is_empty() && are_pawns_blocked(board) && is_dead_between_pawns(board)
}

/// Insufficient material among kings, knights and bishops: one knight or
/// bishop, or any bishops on squares of one colour.
fn lacks_material(board: &Board) -> bool {
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if !knights.is_empty() {
        return (knights | bishops).len() == 1;
    }
    (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty()
}

/// The squares in front of these pawns.
#[inline]
fn in_front(pawns: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(pawns.0 << 8),
        Color::Black => BitBoard(pawns.0 >> 8),
    }
}

/// The squares on the adjacent files.
#[inline]
fn adjacent(squares: BitBoard) -> BitBoard {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    BitBoard((squares.0 & !FILE_A) >> 1 | (squares.0 & !FILE_H) << 1)
}

/// True if every pawn is blocked by another pawn.
#[inline]
fn are_pawns_blocked(board: &Board) -> bool {
    let pawns = board.pieces(Piece::Pawn);
    Color::ALL
        .iter()
        .all(|&color| (in_front(pawns & board.colors(color), color) - pawns).is_empty())
}

/// Flood fill of king moves from `start` that does not enter `barred`.
fn king_reach(start: BitBoard, barred: BitBoard) -> BitBoard {
    let mut reached = start;
    loop {
        let wider = reached | (king_span(reached) - barred);
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// These squares and all adjacent ones.
fn king_span(squares: BitBoard) -> BitBoard {
    let row = squares | adjacent(squares);
    row | BitBoard(row.0 << 8) | BitBoard(row.0 >> 8)
}

/// The reach of bishops among pawns that never move.
struct BishopReach {
    squares: BitBoard,
    /// The pawns that they attack.
    attacked: BitBoard,
}

/// Flood fill of bishop moves from `start`.
fn bishop_reach(start: BitBoard, pawns: BitBoard) -> BishopReach {
    let (mut reached, mut attacked) = (start, BitBoard::EMPTY);
    let mut fresh = start;
    while let Some(square) = fresh.next_square() {
        let seen = get_bishop_moves(square, pawns);
        attacked |= seen & pawns;
        fresh = (fresh | (seen - pawns - reached)) - square.bitboard();
        reached |= seen - pawns;
    }
    BishopReach { squares: reached, attacked }
}

/// The pawns and reach of one side; `None` if it may ever capture a pawn.
fn blocked_side(board: &Board, color: Color) -> Option<BlockedSide> {
    let own = |piece| board.colored_pieces(color, piece);
    let pawns = board.pieces(Piece::Pawn);
    let theirs = board.colored_pieces(!color, Piece::Pawn);
    let pawn_attacks = adjacent(in_front(own(Piece::Pawn), color));
    let their_pawn_attacks = adjacent(in_front(theirs, !color));
    let king = king_reach(own(Piece::King), pawns | their_pawn_attacks);
    let bishops = bishop_reach(own(Piece::Bishop), pawns);
    let king_takes = (king_span(king) & theirs) - their_pawn_attacks;
    let takes = king_takes | (bishops.attacked & theirs) | (pawn_attacks & theirs);
    let side =
        BlockedSide { pawns: own(Piece::Pawn), pawn_attacks, king, bishops: bishops.squares };
    takes.is_empty().then_some(side)
}

/// True if no mate is possible in a position with blocked pawns.
fn is_dead_between_pawns(board: &Board) -> bool {
    let [Some(white), Some(black)] = [Color::White, Color::Black].map(|c| blocked_side(board, c))
    else {
        return false;
    };
    // Capturing a bishop would free the pawn.
    let may_free = |pawns: &BlockedSide, bishops: &BlockedSide| {
        !(pawns.pawn_attacks & bishops.bishops).is_empty()
    };
    !may_free(&white, &black)
        && !may_free(&black, &white)
        && legal_en_passant_square(board).is_none()
        && !may_mate(&white, &black)
        && !may_mate(&black, &white)
}

/// True if a side may ever mate the other. Kings and blocked pawns cannot give
/// check, so a bishop must.
fn may_mate(winner: &BlockedSide, loser: &BlockedSide) -> bool {
    let covered = winner.bishops | winner.pawn_attacks | winner.pawns | loser.pawns | loser.bishops;
    (loser.king & winner.bishops).iter().any(|mated| {
        let near = get_king_moves(mated);
        // The winner's king has to cover all other flight squares.
        let open = near - covered;
        let beyond = winner.king - near - mated.bitboard();
        !open.iter().fold(beyond, |kings, square| kings & get_king_moves(square)).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cozy_chess::{GameStatus, Move};

    use super::*;
    use crate::core::Random;
    use crate::games::chess::Chess;

    /// Maximum number of positions in a search for a helpmate.
    const MAX_POSITIONS: usize = 30_000;

    fn board(fen: &str) -> Board {
        fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"))
    }

    /// True if some series of moves mates; `None` if there are too many.
    fn can_be_won(start: &Board) -> Option<bool> {
        let mut seen = HashSet::from([start.hash()]);
        let mut open = vec![start.clone()];
        while let Some(board) = open.pop() {
            if board.status() == GameStatus::Won {
                return Some(true);
            }
            if seen.len() > MAX_POSITIONS {
                return None;
            }
            let mut moves: Vec<Move> = Vec::new();
            board.generate_moves(|group| {
                moves.extend(group);
                false
            });
            for mv in moves {
                let mut then = board.clone();
                then.play_unchecked(mv);
                // The halfmove clock would end the game.
                then.set_halfmove_clock(0);
                if seen.insert(then.hash()) {
                    open.push(then);
                }
            }
        }
        Some(false)
    }

    /// A pawn wall from edge to edge.
    const WALL: &str = "1p1p1p1p/pPpPpPpP/P1P1P1P1";

    #[test]
    fn a_wall_of_pawns_with_kings_behind_it_is_dead() {
        let dead = [
            format!("8/8/2k5/{WALL}/8/4K3 w - - 0 1"),
            format!("8/8/2k5/{WALL}/8/4K3 b - - 0 1"),
            // Bishops that never leave their side: c1 is dark, as are all of
            // White's pawns, and c8 is light, as are Black's.
            format!("2b5/8/2k5/{WALL}/8/2B1K3 w - - 0 1"),
            // Pawns guard the gap on the g file from both sides.
            "8/8/2k5/1p1p1p1p/pPpPpP1P/P1P1P3/8/4K3 w - - 0 1".to_owned(),
        ];
        for fen in dead {
            assert!(is_dead(&board(&fen)), "{fen}");
            assert_ne!(can_be_won(&board(&fen)), Some(true), "{fen}");
        }
    }

    #[test]
    fn what_can_still_be_won_is_not_dead() {
        let alive = [
            // Either king walks around the pawns and takes one.
            "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1".to_owned(),
            // The bishop goes by light squares, on which Black's pawns stand.
            format!("8/8/2k5/{WALL}/8/4KB2 w - - 0 1"),
            // A knight leaps over the wall.
            format!("8/8/2k5/{WALL}/8/4K1N1 w - - 0 1"),
            // The kings pass where the g and the h file are open.
            "8/8/2k5/1p1p1p2/pPpPpP2/P1P1P3/8/4K3 w - - 0 1".to_owned(),
            // All pawns are blocked, but one may capture en passant.
            "7k/8/8/1p6/pPp5/P1P5/8/7K b - b3 0 1".to_owned(),
            // Shut in by its own pawn, the king in the corner may be mated.
            "k7/p7/P7/1K6/8/8/8/5B2 w - - 0 1".to_owned(),
        ];
        for fen in alive {
            assert!(!is_dead(&board(&fen)), "{fen}");
        }
    }

    /// Pairs of pawns that block each other on most files, no more than one
    /// rank up or down from file to file, with kings and a bishop or two.
    fn any_locked(random: &mut Random) -> String {
        let mut squares = [' '; 64];
        let mut rank = 2 + random.below(3);
        for file in 0..8 {
            if random.below(8) > 0 {
                squares[rank * 8 + file] = 'P';
                squares[(rank + 1) * 8 + file] = 'p';
            }
            rank = (rank + random.below(3)).saturating_sub(1).clamp(1, 5);
        }
        for piece in ['K', 'k', 'B', 'b'] {
            let at = random.below(64);
            let wanted = piece.eq_ignore_ascii_case(&'k') || random.below(3) == 0;
            if wanted && squares[at] == ' ' {
                squares[at] = piece;
            }
        }
        let rows: Vec<String> = squares.chunks(8).rev().map(|row| row.iter().collect()).collect();
        let side = if random.below(2) == 0 { 'w' } else { 'b' };
        format!("{} {side} - - 0 1", rows.join("/").replace(' ', "1"))
    }

    #[test]
    fn no_dead_position_among_random_ones_can_be_won() {
        let mut random = Random::new(8);
        let (mut dead, mut proved) = (0, 0);
        for _ in 0..60_000 {
            let fen = any_locked(&mut random);
            let Ok(position) = Chess::parse(&fen) else { continue };
            let board = position.cozy_board();
            let locked = !board.pieces(Piece::Pawn).is_empty();
            if locked && is_dead(board) && board.status() == GameStatus::Ongoing {
                dead += 1;
                let won = can_be_won(board);
                assert_ne!(won, Some(true), "{fen}");
                proved += usize::from(won == Some(false));
            }
        }
        assert!(dead > 50 && proved > 30, "{dead} dead, {proved} looked at to the end");
    }
}
