//! WXF notation (C2.5 or C2=5) and Chinese notation (炮二平五).
//!
//! Files count from each player's own right. The last number is the destination
//! file for sideways moves and for horse, elephant and advisor, and otherwise
//! the number of points moved.

use super::bitboard::{BitIter, point};
use super::board::{PieceType, XiangqiMove};
use super::move_error::MoveError;
use super::position::Xiangqi;
use crate::core::{Position, Side, excerpt};

/// WXF letters, by piece type.
const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
/// Chinese characters for writing, by side and piece type.
const CHARACTERS: [[char; 7]; 2] =
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']];
/// Accepted spellings, by piece type.
const SPELLINGS: [&str; 7] = ["帅帥将將", "仕士", "相象", "马馬傌", "车車俥", "炮砲包", "兵卒"];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Direction of a move from the player's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// The one of several pieces of a type (tandem pieces) that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tandem {
    Front,
    Middle,
    Rear,
    /// Counted from 1.
    Number(u8),
}

/// The parts of a move in these notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WxfMove {
    kind: PieceType,
    tandem: Option<Tandem>,
    file: Option<u8>,
    direction: Direction,
    number: u8,
}

/// One token of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Kind(PieceType),
    Tandem(Tandem),
    Digit(u8),
    Direction(Direction),
}

/// A file as its player counts it, 1 to 9.
fn file_number(side: Side, file: u8) -> u8 {
    match side {
        Side::First => 9 - file,
        Side::Second => file + 1,
    }
}

/// A rank counted from the player's own back rank.
fn relative_rank(side: Side, rank: u8) -> u8 {
    match side {
        Side::First => rank,
        Side::Second => 9 - rank,
    }
}

/// A piece's place among those of its type.
struct TandemPlace {
    /// Number of pieces of the type in front of it on its file.
    before: u8,
    /// Number of pieces of the type on its file.
    on_file: u8,
    /// Its number, from 1, among all on files with several, from the right and
    /// then from the front; 0 if it is alone on its file.
    number: u8,
    /// Number of files with several.
    tandem_files: u8,
}

fn tandem_place(position: &Xiangqi, kind: PieceType, from: u8) -> TandemPlace {
    let side = position.side_to_move();
    let own = point(from);
    let mut files = [0_u8; 10];
    let mut places = Vec::with_capacity(5);
    for at in BitIter(position.board().pieces(side, kind)).map(point) {
        let file = file_number(side, at.file);
        files[usize::from(file)] += 1;
        places.push((file, 9 - relative_rank(side, at.rank)));
    }
    let here = (file_number(side, own.file), 9 - relative_rank(side, own.rank));
    let crowd = |file: u8| files[usize::from(file)] > 1;
    let before = places.iter().filter(|place| place.0 == here.0 && place.1 < here.1).count();
    let number = places.iter().filter(|&&place| crowd(place.0) && place <= here).count();
    TandemPlace {
        before: before as u8,
        on_file: files[usize::from(here.0)],
        number: if crowd(here.0) { number as u8 } else { 0 },
        tandem_files: files.iter().filter(|&&count| count > 1).count() as u8,
    }
}

/// True when the last number of this type's forward and backward moves is a
/// file.
fn ends_with_file(kind: PieceType) -> bool {
    matches!(kind, PieceType::Horse | PieceType::Elephant | PieceType::Advisor)
}

/// Direction and last number of a move.
fn direction_and_number(side: Side, kind: PieceType, mv: XiangqiMove) -> (Direction, u8) {
    let (from, to) = (point(mv.from), point(mv.to));
    let (start, end) = (relative_rank(side, from.rank), relative_rank(side, to.rank));
    let direction = match end.cmp(&start) {
        std::cmp::Ordering::Greater => Direction::Forward,
        std::cmp::Ordering::Less => Direction::Backward,
        std::cmp::Ordering::Equal => Direction::Sideways,
    };
    let file = file_number(side, to.file);
    (
        direction,
        if direction == Direction::Sideways || ends_with_file(kind) {
            file
        } else {
            end.abs_diff(start)
        },
    )
}

/// The shortest form of a move.
fn shortest_form(position: &Xiangqi, mv: XiangqiMove) -> Option<WxfMove> {
    let side = position.side_to_move();
    let (_, kind) = position.board().piece_at(mv.from)?;
    let (direction, number) = direction_and_number(side, kind, mv);
    let place = tandem_place(position, kind, mv.from);
    // Two advisors or elephants on a file never move in the same direction.
    let alone = place.on_file < 2 || matches!(kind, PieceType::Advisor | PieceType::Elephant);
    let last = place.before + 1 == place.on_file;
    let tandem = match (alone, place.tandem_files, place.on_file) {
        (true, _, _) => None,
        (_, 2.., _) | (_, _, 4..) => Some(Tandem::Number(place.number)),
        _ if place.before == 0 => Some(Tandem::Front),
        _ if last => Some(Tandem::Rear),
        _ => Some(Tandem::Middle),
    };
    let file = alone.then(|| file_number(side, point(mv.from).file));
    Some(WxfMove { kind, tandem, file, direction, number })
}

/// True when this notation may mean this move.
fn matches_move(position: &Xiangqi, wxf_move: &WxfMove, mv: XiangqiMove) -> bool {
    let side = position.side_to_move();
    let kind = position.board().piece_at(mv.from).map(|(_, kind)| kind);
    if kind != Some(wxf_move.kind)
        || direction_and_number(side, wxf_move.kind, mv) != (wxf_move.direction, wxf_move.number)
    {
        return false;
    }
    let file = file_number(side, point(mv.from).file);
    if wxf_move.file.is_some_and(|wanted| wanted != file) {
        return false;
    }
    let place = tandem_place(position, wxf_move.kind, mv.from);
    match wxf_move.tandem {
        None => wxf_move.file.is_some(),
        _ if place.on_file < 2 => false,
        Some(Tandem::Front) => place.before == 0,
        Some(Tandem::Rear) => place.before + 1 == place.on_file,
        Some(Tandem::Middle) => place.on_file == 3 && place.before == 1,
        Some(Tandem::Number(number)) if wxf_move.file.is_some() => place.before + 1 == number,
        Some(Tandem::Number(number)) => place.number == number,
    }
}

/// The value of a digit in any of the usual scripts.
fn digit(token: char) -> Option<u8> {
    let full_width = |c: char| ('１'..='９').contains(&c).then(|| c as u32 - '０' as u32);
    let numeral = NUMERALS.iter().position(|&numeral| numeral == token).map(|n| n as u32 + 1);
    let number = numeral.or_else(|| full_width(token)).or_else(|| token.to_digit(10))?;
    (1..=9).contains(&number).then_some(number as u8)
}

/// Parses one token; `n` is its index, `after_soldier` is true after a leading
/// P.
fn token(c: char, n: usize, after_soldier: bool) -> Option<Token> {
    if let Some(digit) = digit(c) {
        return Some(Token::Digit(digit));
    }
    if let Some(at) = SPELLINGS.iter().position(|spelling| spelling.contains(c)) {
        return Some(Token::Kind(PieceType::ALL[at]));
    }
    if after_soldier && let 'a'..='e' = c {
        return Some(Token::Tandem(Tandem::Number(c as u8 - b'a' + 1)));
    }
    Some(match c {
        '进' | '進' | '+' => Token::Direction(Direction::Forward),
        '退' | '-' => Token::Direction(Direction::Backward),
        '平' | '.' | '=' => Token::Direction(Direction::Sideways),
        '前' => Token::Tandem(Tandem::Front),
        '中' => Token::Tandem(Tandem::Middle),
        '后' | '後' => Token::Tandem(Tandem::Rear),
        _ if n == 0 => {
            let letter = match c.to_ascii_uppercase() {
                'B' => 'E',
                'N' => 'H',
                other => other,
            };
            Token::Kind(PieceType::ALL[LETTERS.iter().position(|&known| known == letter)?])
        }
        _ => return None,
    })
}

fn parse(text: &str) -> Option<WxfMove> {
    let mut tokens = Vec::new();
    for (n, c) in text.chars().enumerate().take(8) {
        let after_soldier = tokens == [Token::Kind(PieceType::Soldier)];
        tokens.push(token(c, n, after_soldier)?);
    }
    let (&[Token::Direction(direction), Token::Digit(number)], start) =
        (tokens.last_chunk()?, tokens.len() - 2)
    else {
        return None;
    };
    let wxf_move = |kind, tandem, file| Some(WxfMove { kind, tandem, file, direction, number });
    let ahead = |direction| match direction {
        Direction::Forward => Some(Tandem::Front),
        Direction::Backward => Some(Tandem::Rear),
        Direction::Sideways => None,
    };
    match tokens[..start] {
        [Token::Kind(kind), Token::Digit(file)] => wxf_move(kind, None, Some(file)),
        [Token::Kind(kind), Token::Tandem(tandem)] => wxf_move(kind, Some(tandem), None),
        [Token::Kind(kind), Token::Direction(token)] => wxf_move(kind, Some(ahead(token)?), None),
        [Token::Direction(token), Token::Kind(kind)] => wxf_move(kind, Some(ahead(token)?), None),
        [Token::Tandem(tandem), Token::Kind(kind)] => wxf_move(kind, Some(tandem), None),
        [Token::Tandem(tandem), Token::Kind(kind), Token::Digit(file)] => {
            wxf_move(kind, Some(tandem), Some(file))
        }
        [Token::Tandem(tandem), Token::Digit(file)] => {
            wxf_move(PieceType::Soldier, Some(tandem), Some(file))
        }
        [Token::Digit(n), Token::Kind(kind)] => wxf_move(kind, Some(Tandem::Number(n)), None),
        [Token::Digit(n), Token::Kind(kind), Token::Digit(file)] => {
            wxf_move(kind, Some(Tandem::Number(n)), Some(file))
        }
        [Token::Digit(n), Token::Digit(file)] => {
            wxf_move(PieceType::Soldier, Some(Tandem::Number(n)), Some(file))
        }
        _ => None,
    }
}

/// Parses a move in WXF or Chinese notation.
pub(super) fn read(position: &Xiangqi, text: &str) -> Result<XiangqiMove, MoveError> {
    let wxf_move = parse(text).ok_or_else(|| MoveError::Unreadable(excerpt(text)))?;
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.retain(|&mv| matches_move(position, &wxf_move, mv));
    match moves[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::NotPossible(excerpt(text))),
        _ => Err(MoveError::Ambiguous(excerpt(text))),
    }
}

/// A legal move in WXF notation, such as C2=5, C+-2 or Pa=5; empty if there is
/// no piece on its origin.
pub(super) fn wxf(position: &Xiangqi, mv: XiangqiMove) -> String {
    let Some(wxf_move) = shortest_form(position, mv) else { return String::new() };
    let place = tandem_place(position, wxf_move.kind, mv.from);
    let letter = |number: u8| char::from(b'a' + number.clamp(1, 5) - 1);
    let place = match wxf_move.tandem {
        None => char::from(b'0' + wxf_move.file.unwrap_or_default()),
        Some(Tandem::Number(number)) => letter(number),
        Some(_) if place.on_file == 3 => letter(place.number),
        Some(Tandem::Rear) => '-',
        Some(_) => '+',
    };
    let direction = match wxf_move.direction {
        Direction::Forward => '+',
        Direction::Backward => '-',
        Direction::Sideways => '=',
    };
    format!("{}{place}{direction}{}", LETTERS[wxf_move.kind as usize], wxf_move.number)
}

/// A legal move in Chinese notation, such as 炮二平五 or 前卒平4; empty if there is no
/// piece on its origin.
pub(super) fn chinese(position: &Xiangqi, mv: XiangqiMove) -> String {
    let Some(wxf_move) = shortest_form(position, mv) else { return String::new() };
    let side = position.side_to_move();
    let digit = |number: u8| match side {
        Side::First => NUMERALS[usize::from(number.clamp(1, 9) - 1)],
        Side::Second => char::from(b'0' + number.clamp(1, 9)),
    };
    let piece = CHARACTERS[side.index()][wxf_move.kind as usize];
    let direction = match wxf_move.direction {
        Direction::Forward => '进',
        Direction::Backward => '退',
        Direction::Sideways => '平',
    };
    let start = match wxf_move.tandem {
        None => [piece, digit(wxf_move.file.unwrap_or(1))],
        Some(Tandem::Front) => ['前', piece],
        Some(Tandem::Middle) => ['中', piece],
        Some(Tandem::Rear) => ['后', piece],
        Some(Tandem::Number(number)) => [NUMERALS[usize::from(number.clamp(1, 9) - 1)], piece],
    };
    start.into_iter().chain([direction, digit(wxf_move.number)]).collect()
}
