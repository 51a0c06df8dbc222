//! Dead positions: those from which no series of legal moves leads to mate
//! (FIDE Laws of Chess 5.2.2).
//!
//! Besides the endings without enough material, boards are recognised on
//! which all pawns stand blocked for ever, and only kings and bishops move
//! among them. Every set of squares below holds at least those that a piece
//! can ever come to, so a position that can still be won is never called
//! dead; some dead ones are not recognised.

use cozy_chess::{BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves};

use super::position::takes_in_passing;

/// What one side has on a board whose pawns never move, and where its pieces
/// may ever come.
struct Camp {
    pawns: BitBoard,
    guarded: BitBoard,
    king: BitBoard,
    bishops: BitBoard,
}

/// Whether neither side can ever give mate, whatever both play. A mate that
/// is on the board already is to be looked for first.
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

/// Whether kings, knights and bishops alone are not enough: one knight or
/// bishop, or any bishops on squares of one colour.
fn lacks_material(board: &Board) -> bool {
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if !knights.is_empty() {
        return (knights | bishops).len() == 1;
    }
    (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty()
}

/// The squares next to these, seen from White: in front of them.
#[inline]
fn in_front(pawns: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(pawns.0 << 8),
        Color::Black => BitBoard(pawns.0 >> 8),
    }
}

/// The squares one file to either side of these.
#[inline]
fn beside(squares: BitBoard) -> BitBoard {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    BitBoard((squares.0 & !FILE_A) >> 1 | (squares.0 & !FILE_H) << 1)
}

/// Whether every pawn has another pawn right before it.
#[inline]
fn are_pawns_blocked(board: &Board) -> bool {
    let pawns = board.pieces(Piece::Pawn);
    Color::ALL
        .iter()
        .all(|&color| (in_front(pawns & board.colors(color), color) - pawns).is_empty())
}

/// These squares and those that a king reaches from them without entering
/// the barred ones.
fn walk(start: BitBoard, barred: BitBoard) -> BitBoard {
    let mut reached = start;
    loop {
        let wider = reached | (around(reached) - barred);
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// Every square that touches one of these, and these.
fn around(squares: BitBoard) -> BitBoard {
    let row = squares | beside(squares);
    row | BitBoard(row.0 << 8) | BitBoard(row.0 >> 8)
}

/// The squares that bishops reach from these, and those on which they could
/// take a pawn.
fn glide(start: BitBoard, pawns: BitBoard) -> (BitBoard, BitBoard) {
    let (mut reached, mut touched) = (start, BitBoard::EMPTY);
    let mut fresh = start;
    while let Some(square) = fresh.next_square() {
        let seen = get_bishop_moves(square, pawns);
        touched |= seen & pawns;
        fresh = (fresh | (seen - pawns - reached)) - square.bitboard();
        reached |= seen - pawns;
    }
    (reached, touched)
}

/// What a side has and where it may come; `None` if one of its pieces may
/// take a pawn some day.
fn camp(board: &Board, color: Color) -> Option<Camp> {
    let own = |piece| board.colored_pieces(color, piece);
    let pawns = board.pieces(Piece::Pawn);
    let theirs = board.colored_pieces(!color, Piece::Pawn);
    let guarded = beside(in_front(own(Piece::Pawn), color));
    let watched = beside(in_front(theirs, !color));
    let king = walk(own(Piece::King), pawns | watched);
    let (bishops, touched) = glide(own(Piece::Bishop), pawns);
    let king_takes = (around(king) & theirs) - watched;
    let takes = king_takes | (touched & theirs) | (guarded & theirs);
    takes.is_empty().then_some(Camp { pawns: own(Piece::Pawn), guarded, king, bishops })
}

/// Whether no mate is possible where every pawn is blocked by another.
fn is_dead_between_pawns(board: &Board) -> bool {
    let (Some(white), Some(black)) = (camp(board, Color::White), camp(board, Color::Black)) else {
        return false;
    };
    // A bishop that a pawn may take would let that pawn go.
    let lets_go = |pawns: &Camp, bishops: &Camp| !(pawns.guarded & bishops.bishops).is_empty();
    !lets_go(&white, &black)
        && !lets_go(&black, &white)
        && takes_in_passing(board).is_none()
        && !may_mate(&white, &black)
        && !may_mate(&black, &white)
}

/// Whether a side may some day mate the other. Kings give no check, and pawns
/// that never move give none either: it takes a bishop.
fn may_mate(winner: &Camp, loser: &Camp) -> bool {
    let covered = winner.bishops | winner.guarded | winner.pawns | loser.pawns | loser.bishops;
    (loser.king & winner.bishops).iter().any(|mated| {
        let near = get_king_moves(mated);
        // The king of the winner has to guard what nothing else covers.
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

    /// Positions that a search for a mate looks at, at most.
    const MOST: usize = 30_000;

    fn board(fen: &str) -> Board {
        fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"))
    }

    /// Whether some series of moves mates; `None` if there are too many.
    fn can_be_won(start: &Board) -> Option<bool> {
        let mut seen = HashSet::from([start.hash()]);
        let mut open = vec![start.clone()];
        while let Some(board) = open.pop() {
            if board.status() == GameStatus::Won {
                return Some(true);
            }
            if seen.len() > MOST {
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
                // The clock of the pieces would end the play some day.
                then.set_halfmove_clock(0);
                if seen.insert(then.hash()) {
                    open.push(then);
                }
            }
        }
        Some(false)
    }

    /// A wall from the left edge to the right that nobody passes.
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
            // All pawns are blocked, but one may take in passing.
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
            let Ok(position) = Chess::read(&fen) else { continue };
            let board = position.pieces();
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
