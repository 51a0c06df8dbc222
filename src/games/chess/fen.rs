//! FEN, followed by the moves since the last irreversible one, over which
//! repetitions are counted.
//!
//! `<FEN> moves g1f3 g8f6 …` is the position after these moves, as in UCI. A
//! final word `draw` is a draw claim. Castling rights are written `KQkq` for
//! rooks in the corners and a king on the e-file, and by the files of the
//! rooks (Shredder-FEN) otherwise; both forms are parsed, and `K` means the
//! outermost rook on that side (X-FEN).

use std::fmt::Write;

use cozy_chess::{
    Board, BoardBuilder, CastleRights, Color, FenParseError, File, Piece, Rank, Square,
    get_king_moves,
};
use thiserror::Error;

use super::move_error::MoveError;
use super::position::{Chess, ChessMove, SEVENTY_FIVE_MOVE_PLIES};
use super::squares::legal_en_passant_square;
use crate::core::{Position, excerpt};
use crate::games::SetupError;

/// Keyword before the moves.
const MOVES: &str = "moves";
/// A draw claim.
const DRAW_CLAIM: &str = "draw";

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum FenError {
    #[error(
        "expected a FEN such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, \
         found {0} of its 6 fields"
    )]
    Fields(usize),
    #[error(
        "the board must be 8 ranks of 8 squares with one king a side, kings not side by side, at \
         most 8 pawns and 16 pieces a side, no pawn on the first or last rank, and the side not \
         to move not in check"
    )]
    Board,
    #[error("the side to move is \"{0}\"; expected w or b")]
    Side(String),
    #[error(
        "the castling rights are \"{0}\"; expected -, or KQkq or files of rooks beside a king \
         on its first rank"
    )]
    Castling(String),
    #[error("the en passant square is \"{0}\"; expected - or the square behind a double pawn push")]
    EnPassant(String),
    #[error("the halfmove clock is \"{0}\"; expected 0 to 150")]
    HalfmoveClock(String),
    #[error("the fullmove number is \"{0}\"; expected 1 to 65535")]
    FullmoveNumber(String),
    #[error("move {0} cannot be played: {1}")]
    Move(usize, MoveError),
}

fn parse(text: &str) -> Result<Chess, FenError> {
    let mut words = text.split_whitespace();
    let fields: Vec<&str> = words.by_ref().take_while(|&word| word != MOVES).collect();
    let (placement, side, castling, passing, clock, number) = match fields[..] {
        [placement, side, castling, passing] => (placement, side, castling, passing, "0", "1"),
        [placement, side, castling, passing, clock, number] => {
            (placement, side, castling, passing, clock, number)
        }
        _ => return Err(FenError::Fields(fields.len())),
    };
    if side != "w" && side != "b" {
        return Err(FenError::Side(excerpt(side)));
    }
    let count = clock.parse::<u8>().ok().filter(|&count| count <= SEVENTY_FIVE_MOVE_PLIES);
    let count = count.ok_or_else(|| FenError::HalfmoveClock(excerpt(clock)))?;
    let first = number.parse::<u16>().ok().filter(|&first| first > 0);
    let first = first.ok_or_else(|| FenError::FullmoveNumber(excerpt(number)))?;
    let plain = format!("{placement} {side} - {passing} 0 {first}");
    let board = Board::from_fen(&plain, false).map_err(|error| match error {
        FenParseError::InvalidEnPassant => FenError::EnPassant(excerpt(passing)),
        _ => FenError::Board,
    })?;
    // cozy-chess does not reject adjacent kings.
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(FenError::Board);
    }
    let board =
        with_castling(&board, castling).ok_or_else(|| FenError::Castling(excerpt(castling)))?;
    let mut position = Chess::new(board, count);
    for (n, word) in words.enumerate() {
        let illegal = |reason| FenError::Move(n + 1, reason);
        let mv = if word == DRAW_CLAIM { position.claim_draw() } else { position.parse_uci(word) };
        position.play(mv.map_err(illegal)?);
    }
    Ok(position)
}

/// The board with these castling rights, if it can have them.
fn with_castling(board: &Board, text: &str) -> Option<Board> {
    if text == "-" {
        return Some(board.clone());
    }
    let mut builder = BoardBuilder::from_board(board);
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = board.king(color).file();
        let rank = Rank::First.relative_to(color);
        let is_rook =
            |&file: &File| board.colored_pieces(color, Piece::Rook).has(Square::new(file, rank));
        let file = match letter.to_ascii_lowercase() {
            'k' => File::ALL.into_iter().rev().find(is_rook)?,
            'q' => File::ALL.into_iter().find(is_rook)?,
            letter => letter.try_into().ok()?,
        };
        let rights = builder.castle_rights_mut(color);
        let right = if king < file { &mut rights.short } else { &mut rights.long };
        if right.replace(file).is_some() {
            return None;
        }
    }
    builder.build().ok()
}

impl Chess {
    /// Parses a FEN of four or six fields, optionally followed by `moves` and
    /// UCI moves.
    ///
    /// # Errors
    /// When a field is malformed, the position is invalid or a move illegal.
    pub fn parse(text: &str) -> Result<Chess, SetupError> {
        parse(text).map_err(|error| SetupError::Position(error.to_string()))
    }

    /// The position as a FEN. The en passant square is given only where an en
    /// passant capture is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(self.cozy_board(), self.halfmove_clock())
    }

    /// The position with its history since the last irreversible move.
    pub(super) fn write(&self) -> String {
        let (board, clock, plies) = self.since_irreversible_move();
        let mut text = fen(board, clock);
        let claim = self.is_draw_claimed().then_some(ChessMove::CLAIM);
        for (n, mv) in plies.chain(claim).enumerate() {
            text.push(' ');
            if n == 0 {
                text.push_str(MOVES);
                text.push(' ');
            }
            match mv.to_cozy() {
                // Writing to a string cannot fail.
                Some(cozy_move) => _ = write!(text, "{cozy_move}"),
                None => text.push_str(DRAW_CLAIM),
            }
        }
        text
    }
}

fn fen(board: &Board, clock: u8) -> String {
    let mut text = String::with_capacity(90);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let square = Square::new(File::index(file), Rank::index(rank));
            let Some(piece) = board.piece_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                _ = write!(text, "{empty}");
                empty = 0;
            }
            let letter = char::from(piece);
            let white = board.colors(Color::White).has(square);
            text.push(if white { letter.to_ascii_uppercase() } else { letter });
        }
        if empty > 0 {
            _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    _ = write!(text, " {} {} ", board.side_to_move(), castling(board));
    match legal_en_passant_square(board) {
        Some(square) => _ = write!(text, "{square}"),
        None => text.push('-'),
    }
    _ = write!(text, " {clock} {}", board.fullmove_number());
    text
}

fn castling(board: &Board) -> String {
    let all = Color::ALL.map(|color| (color, *board.castle_rights(color)));
    let is_usual = |&(color, CastleRights { short, long }): &(Color, CastleRights)| {
        let none = short.is_none() && long.is_none();
        none || (board.king(color).file() == File::E
            && short.is_none_or(|file| file == File::H)
            && long.is_none_or(|file| file == File::A))
    };
    let usual = all.iter().all(is_usual);
    let mut text = String::new();
    for (color, rights) in all {
        for (right, name) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = right else { continue };
            let letter = if usual { name } else { char::from(file) };
            text.push(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            });
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}
