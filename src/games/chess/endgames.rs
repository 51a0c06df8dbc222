//! Endgames that are known without a search: king and pawn against king exactly, how to
//! mate with bishop and knight, and material with which the side ahead hardly wins.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::evaluation::{non_pawn_material, piece_value};

/// Most pieces of an endgame that is looked at here.
const MAX_PIECES: u32 = 12;

/// Value of an endgame that is won, above which the progress counts.
const KNOWN_WIN: i32 = 1000;

/// A value is multiplied by a number of sixty-fourths.
const WHOLE: i32 = 64;

/// The value of a known endgame for the side to move; `None` for any other.
pub fn known_value(board: &Board) -> Option<i32> {
    let count = board.occupied().len();
    if !(3..=4).contains(&count) {
        return None;
    }
    let bare = Color::ALL.into_iter().find(|&color| board.colors(color).len() == 1)?;
    let strong = !bare;
    let only = |pieces: &[Piece]| {
        pieces.iter().all(|&piece| board.colored_pieces(strong, piece).len() == 1)
            && board.colors(strong).len() as usize == 1 + pieces.len()
    };
    let value = if only(&[Piece::Pawn]) {
        king_and_pawn(board, strong)
    } else if only(&[Piece::Bishop, Piece::Knight]) {
        bishop_and_knight(board, strong)
    } else {
        return None;
    };
    Some(if board.side_to_move() == strong { value } else { -value })
}

/// The value less what material takes from the winning chances of the side ahead.
pub fn scaled(board: &Board, value: i32) -> i32 {
    if board.occupied().len() > MAX_PIECES {
        return value;
    }
    let mover = board.side_to_move();
    let ahead = if value > 0 { mover } else { !mover };
    value * winning_chances(board, ahead) / WHOLE
}

/// The part of its value that a side ahead can hope to win.
fn winning_chances(board: &Board, ahead: Color) -> i32 {
    let behind = !ahead;
    if board.colored_pieces(ahead, Piece::Pawn).is_empty() {
        let [own, other] = [ahead, behind].map(|color| non_pawn_material(board, color));
        let knights = board.colored_pieces(ahead, Piece::Knight);
        let has_two_knights = board.colors(ahead).len() == 3 && knights.len() == 2;
        if own < piece_value(Piece::Rook) || has_two_knights && other > 0 {
            return 0;
        }
        if has_two_knights {
            // Only a pawn of the other side gives it a move in a stalemate.
            return if board.colored_pieces(behind, Piece::Pawn).is_empty() { 0 } else { 8 };
        }
        if own - other <= piece_value(Piece::Bishop) {
            return if other <= piece_value(Piece::Bishop) { 4 } else { 14 };
        }
        return WHOLE;
    }
    if is_fortress_in_corner(board, ahead) {
        return 0;
    }
    if has_opposite_bishops(board) { WHOLE / 2 } else { WHOLE }
}

/// True if a bare king holds the corner where only pawns of that outer file would queen,
/// with no bishop of its colour to help them.
fn is_fortress_in_corner(board: &Board, ahead: Color) -> bool {
    let of = |piece| board.colored_pieces(ahead, piece);
    let pawns = of(Piece::Pawn);
    let Some(file) = [File::A, File::H].into_iter().find(|&file| pawns.is_subset(file.bitboard()))
    else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(ahead));
    let is_right = |bishop| is_dark(bishop) == is_dark(corner);
    board.colors(!ahead).len() == 1
        && of(Piece::Bishop).into_iter().all(|bishop| !is_right(bishop))
        && (pawns | of(Piece::Bishop) | of(Piece::King)) == board.colors(ahead)
        && distance(board.king(!ahead), corner) <= 1
}

/// True if each side has one bishop and pawns alone, and the bishops never meet.
fn has_opposite_bishops(board: &Board) -> bool {
    let slow = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    let mut bishops = board.pieces(Piece::Bishop).into_iter();
    let (Some(first), Some(second), None) = (bishops.next(), bishops.next(), bishops.next()) else {
        return false;
    };
    (slow | board.pieces(Piece::Bishop)) == board.occupied()
        && is_dark(first) != is_dark(second)
        && Color::ALL.iter().all(|&color| board.colored_pieces(color, Piece::Bishop).len() == 1)
}

fn is_dark(square: Square) -> bool {
    BitBoard::DARK_SQUARES.has(square)
}

/// Moves of a king from one square to the other.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

/// The mate is in a corner of the bishop's colour: the nearer the bare king is to one, and
/// the nearer the kings are to each other, the better.
fn bishop_and_knight(board: &Board, strong: Color) -> i32 {
    let bare = board.king(!strong);
    let is_dark_bishop = board.colored_pieces(strong, Piece::Bishop).into_iter().any(is_dark);
    let corners = match is_dark_bishop {
        true => [Square::A1, Square::H8],
        false => [Square::A8, Square::H1],
    };
    let off = |corner: Square| {
        let files = (bare.file() as i32 - corner.file() as i32).abs();
        files + (bare.rank() as i32 - corner.rank() as i32).abs()
    };
    let to_corner = corners.map(off).into_iter().min().unwrap_or(0);
    KNOWN_WIN + 40 * (14 - to_corner) + 10 * (7 - distance(bare, board.king(strong)))
}

/// The exact result of king and pawn against king, better as the pawn goes on.
fn king_and_pawn(board: &Board, strong: Color) -> i32 {
    let Some(pawn) = board.colored_pieces(strong, Piece::Pawn).next_square() else { return 0 };
    let is_mirrored = pawn.file() as u8 > File::D as u8;
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if is_mirrored { square.flip_file() } else { square }
    };
    let place = PawnEnding {
        strong_moves: board.side_to_move() == strong,
        pawn: seen(pawn),
        king: seen(board.king(strong)),
        bare: seen(board.king(!strong)),
    };
    let index = place.index();
    let is_won = KING_AND_PAWN[index / 64] >> (index % 64) & 1 == 1;
    if is_won { KNOWN_WIN + 20 * seen(pawn).rank() as i32 } else { 0 }
}

/// King and pawn of White against the king of Black; the pawn is on the files a to d.
#[derive(Clone, Copy)]
struct PawnEnding {
    strong_moves: bool,
    pawn: Square,
    king: Square,
    bare: Square,
}

/// Pawns on four files and six ranks, two kings, and the side to move.
const PAWN_ENDINGS: usize = 24 * 64 * 64 * 2;

/// Value of such an ending, as far as it is known while they are solved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Illegal,
    Unknown,
    Drawn,
    Won,
}

impl PawnEnding {
    fn index(self) -> usize {
        let pawn = self.pawn.file() as usize + 4 * (self.pawn.rank() as usize - 1);
        ((pawn * 64 + self.king as usize) * 64 + self.bare as usize) * 2
            + usize::from(self.strong_moves)
    }

    fn of_index(index: usize) -> PawnEnding {
        let pawn = index / (2 * 64 * 64);
        PawnEnding {
            strong_moves: index % 2 == 1,
            pawn: Square::new(File::index(pawn % 4), Rank::index(pawn / 4 + 1)),
            king: Square::index(index / 128 % 64),
            bare: Square::index(index / 2 % 64),
        }
    }

    /// Value as far as the position alone tells it.
    fn at_once(self) -> Ending {
        let PawnEnding { strong_moves, pawn, king, bare } = self;
        let attacks = cozy_chess::get_pawn_attacks(pawn, Color::White);
        if distance(king, bare) <= 1 || king == pawn || bare == pawn {
            return Ending::Illegal;
        }
        if strong_moves {
            if attacks.has(bare) {
                return Ending::Illegal;
            }
            let queening = Square::new(pawn.file(), Rank::Eighth);
            let is_safe = distance(bare, queening) > 1 || distance(king, queening) == 1;
            let promotes = pawn.rank() == Rank::Seventh && ![king, bare].contains(&queening);
            return if promotes && is_safe { Ending::Won } else { Ending::Unknown };
        }
        if distance(bare, pawn) == 1 && distance(king, pawn) > 1 {
            return Ending::Drawn;
        }
        let is_stalemate = !attacks.has(bare) && self.successors().next().is_none();
        if is_stalemate { Ending::Drawn } else { Ending::Unknown }
    }

    /// The positions after each move but a promotion and the capture of the pawn.
    fn successors(self) -> impl Iterator<Item = PawnEnding> {
        let PawnEnding { strong_moves, pawn, king, bare } = self;
        let attacks = cozy_chess::get_pawn_attacks(pawn, Color::White);
        let near = |square| cozy_chess::get_king_moves(square);
        let (kings, steps) = if strong_moves {
            let free = !(pawn.bitboard() | near(bare));
            let occupied = king.bitboard() | bare.bitboard();
            let mut steps = cozy_chess::get_pawn_quiets(pawn, Color::White, occupied);
            steps &= !Rank::Eighth.bitboard();
            (near(king) & free, steps)
        } else {
            (near(bare) & !(near(king) | attacks | pawn.bitboard()), BitBoard::EMPTY)
        };
        let next = PawnEnding { strong_moves: !strong_moves, ..self };
        let by_king = kings.into_iter().map(move |to| match strong_moves {
            true => PawnEnding { king: to, ..next },
            false => PawnEnding { bare: to, ..next },
        });
        by_king.chain(steps.into_iter().map(move |pawn| PawnEnding { pawn, ..next }))
    }

    /// The result by those after each move, if they decide it.
    fn by_moves(self, endings: &[Ending]) -> Ending {
        let wanted = if self.strong_moves { Ending::Won } else { Ending::Drawn };
        let mut is_open = false;
        for next in self.successors() {
            match endings[next.index()] {
                ending if ending == wanted => return wanted,
                Ending::Unknown => is_open = true,
                _ => {}
            }
        }
        match wanted {
            _ if is_open => Ending::Unknown,
            Ending::Won => Ending::Drawn,
            _ => Ending::Won,
        }
    }
}

/// A bit for each [`PawnEnding`]: set if White wins.
static KING_AND_PAWN: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut endings: Vec<_> =
        (0..PAWN_ENDINGS).map(|index| PawnEnding::of_index(index).at_once()).collect();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for index in 0..PAWN_ENDINGS {
            if endings[index] == Ending::Unknown {
                endings[index] = PawnEnding::of_index(index).by_moves(&endings);
                is_changed |= endings[index] != Ending::Unknown;
            }
        }
    }
    let bits = |chunk: &[Ending]| {
        chunk.iter().rev().fold(0, |word, &ending| word << 1 | u64::from(ending == Ending::Won))
    };
    endings.chunks(64).map(bits).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().unwrap()
    }

    #[test]
    fn king_and_pawn_against_king_is_exact() {
        for (fen, is_won) in [
            // The opposition decides.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            // A pawn on the outer file wins only beyond the corner.
            ("7k/8/7K/7P/8/8/8/8 w - - 0 1", false),
            ("8/5k2/7K/7P/8/8/8/8 w - - 0 1", false),
            ("8/8/4k2K/7P/8/8/8/8 w - - 0 1", true),
            // The square of the pawn.
            ("8/8/8/P5k1/8/8/8/7K w - - 0 1", true),
            ("8/8/8/P5k1/8/8/8/7K b - - 0 1", true),
            ("8/8/8/P3k3/8/8/8/7K b - - 0 1", false),
            // Stalemate, and a pawn that is lost.
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            ("8/8/8/8/8/8/3kP3/7K b - - 0 1", false),
        ] {
            let board = board(fen);
            let value = known_value(&board).unwrap();
            let expected = if board.side_to_move() == Color::White { 1 } else { -1 };
            assert_eq!(value.signum(), if is_won { expected } else { 0 }, "{fen}");
            // The same with colours exchanged and mirrored files.
            let flip = |square: Square| square.flip_rank().flip_file();
            let mut other = cozy_chess::BoardBuilder::empty();
            for square in board.occupied() {
                let piece = board.piece_on(square).zip(board.color_on(square));
                *other.square_mut(flip(square)) = piece.map(|(piece, color)| (piece, !color));
            }
            other.side_to_move = !board.side_to_move();
            assert_eq!(known_value(&other.build().unwrap()), Some(value), "{fen}");
        }
    }

    #[test]
    fn bishop_and_knight_drive_the_king_to_their_corner() {
        let [wrong, right] =
            ["k7/8/1K6/8/8/3N4/8/2B5 w - - 0 1", "7k/8/6K1/8/8/3N4/8/2B5 w - - 0 1"]
                .map(|fen| known_value(&board(fen)).unwrap());
        assert!(right > wrong && wrong >= KNOWN_WIN, "{right} {wrong}");
    }

    #[test]
    fn material_that_does_not_win_counts_little() {
        for (fen, most) in [
            ("4k3/4r3/8/8/8/8/3RB3/4K3 w - - 0 1", 109),
            ("4k3/4b3/8/8/8/8/3R4/4K3 w - - 0 1", 31),
            ("4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1", 0),
            ("4k3/3p4/8/8/8/8/3B4/4K3 w - - 0 1", 0),
            // A bishop of the wrong colour, and of the right one.
            ("k7/8/8/8/P7/8/3B4/4K3 w - - 0 1", 0),
            ("k7/8/8/8/P7/8/4B3/4K3 w - - 0 1", 500),
            ("8/8/3k4/8/P7/8/4B3/4K3 w - - 0 1", 500),
            ("4k3/3b1ppp/8/8/8/8/PPPPB3/4K3 w - - 0 1", 500),
            ("4k3/4bppp/8/8/8/8/PPPPB3/4K3 w - - 0 1", 250),
            ("4k3/3r4/8/8/8/8/3Q4/4K3 w - - 0 1", 500),
        ] {
            assert_eq!(scaled(&board(fen), 500), most, "{fen}");
        }
        assert_eq!(scaled(&Board::default(), -77), -77);
    }
}
