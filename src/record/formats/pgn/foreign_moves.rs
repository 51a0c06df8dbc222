//! Spellings of moves that a game's own notation does not have but other programs
//! write: full-width letters, and Xiangqi in the manner of SAN (`Che2`, `Nxe5`).

use crate::core::{Move, Point};
use crate::games::AnyPosition;
use crate::record::formats::xiangqi_board::{is_xiangqi_board, piece_letter};

/// The move that a text of another program means.
pub(super) fn foreign_move(position: &AnyPosition, text: &str) -> Option<Move> {
    let narrow: String = text.chars().map(narrow).collect();
    if narrow != text {
        for text in [&narrow, &narrow.replace('=', ".")] {
            if let Ok(mv) = position.parse_move(text) {
                return Some(mv);
            }
        }
    }
    if matches!(text, "PA" | "pa" | "Pass" | "PASS") {
        return Some(Move::Pass);
    }
    if is_xiangqi_board(position) { san(position, &narrow) } else { None }
}

/// The ASCII character of a full-width one.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

/// Reads a move of Xiangqi as letter of the piece, file and rank of its origin
/// where they are needed, and its destination.
fn san(position: &AnyPosition, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#']);
    let split = text.len().checked_sub(2)?;
    let (front, to) = text.split_at_checked(split)?;
    let to = point(to)?;
    let letter = front.chars().next().filter(char::is_ascii_uppercase);
    let piece = match letter {
        Some('H') => 'N',
        Some('E') => 'B',
        Some(letter) => letter,
        None => 'P',
    };
    let origin = front.get(usize::from(letter.is_some())..)?.trim_end_matches('x');
    let fits = |from: Point| {
        origin.chars().all(|c| match c {
            'a'..='i' => from.file == c as u8 - b'a',
            '0'..='9' => from.rank == c as u8 - b'0',
            _ => false,
        })
    };
    let moves = position.legal_moves();
    let mut found = moves.into_iter().filter(|mv| match *mv {
        Move::FromTo { from, to: target, .. } => {
            let moved = piece_letter(position, from).map(|letter| letter.to_ascii_uppercase());
            target == to && moved == Some(piece) && fits(from)
        }
        _ => false,
    });
    let mv = found.next()?;
    found.next().is_none().then_some(mv)
}

fn point(text: &str) -> Option<Point> {
    match text.as_bytes() {
        [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => Some(Point::new(file - b'a', rank - b'0')),
        _ => None,
    }
}
