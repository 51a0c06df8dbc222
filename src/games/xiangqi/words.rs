//! The notations that name the piece: C2.5 or C2=5 (WXF), and 炮二平五.
//!
//! Files count from each player's own right. The number at the end is the
//! destination file for sideways moves and for horse, elephant and advisor,
//! and otherwise how many points the piece goes.

use super::board::{Each, Kind, Step};
use super::notation::{point, refuse};
use super::position::Xiangqi;
use crate::core::{Position, Side};
use crate::games::Refusal;

/// Letters of the kinds in WXF, in order of kind.
const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
/// Characters of the kinds as they are written in moves.
const CHARACTERS: [[char; 7]; 2] =
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']];
/// Every spelling of the kinds that is understood.
const SPELLINGS: [&str; 7] = ["帅帥将將", "仕士", "相象", "马馬傌", "车車俥", "炮砲包", "兵卒"];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Where a move leads, from the player's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forward,
    Back,
    Across,
}

/// Which of several pieces of a kind moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Front,
    Middle,
    Rear,
    /// Counted from 1.
    Number(u8),
}

/// A move as these notations tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    kind: Kind,
    which: Option<Which>,
    file: Option<u8>,
    way: Way,
    number: u8,
}

/// One sign of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Kind(Kind),
    Which(Which),
    Digit(u8),
    Way(Way),
}

/// A file as its player counts it, 1 to 9.
fn file_number(side: Side, file: u8) -> u8 {
    match side {
        Side::First => 9 - file,
        Side::Second => file + 1,
    }
}

/// A rank counted from the player's own back rank.
fn ahead(side: Side, rank: u8) -> u8 {
    match side {
        Side::First => rank,
        Side::Second => 9 - rank,
    }
}

/// Where a piece stands among those of its kind.
struct Standing {
    /// Pieces of the kind before it on its file.
    before: u8,
    /// Pieces of the kind on its file.
    on_file: u8,
    /// Its number, from 1, among all on files that hold several, from the
    /// right and then from the front; 0 if it is alone on its file.
    number: u8,
    /// Files that hold several.
    crowded: u8,
}

fn standing(position: &Xiangqi, kind: Kind, from: u8) -> Standing {
    let side = position.side_to_move();
    let own = point(from);
    let mut files = [0_u8; 10];
    let mut places = Vec::with_capacity(5);
    for at in Each(position.board().pieces(side, kind)).map(point) {
        let file = file_number(side, at.file);
        files[usize::from(file)] += 1;
        places.push((file, 9 - ahead(side, at.rank)));
    }
    let here = (file_number(side, own.file), 9 - ahead(side, own.rank));
    let crowd = |file: u8| files[usize::from(file)] > 1;
    let before = places.iter().filter(|place| place.0 == here.0 && place.1 < here.1).count();
    let number = places.iter().filter(|&&place| crowd(place.0) && place <= here).count();
    Standing {
        before: before as u8,
        on_file: files[usize::from(here.0)],
        number: if crowd(here.0) { number as u8 } else { 0 },
        crowded: files.iter().filter(|&&count| count > 1).count() as u8,
    }
}

/// Whether the last number of this kind's moves ahead is a file.
fn names_file(kind: Kind) -> bool {
    matches!(kind, Kind::Horse | Kind::Elephant | Kind::Advisor)
}

/// The way and the last number of a move.
fn way(side: Side, kind: Kind, step: Step) -> (Way, u8) {
    let (from, to) = (point(step.from), point(step.to));
    let (start, end) = (ahead(side, from.rank), ahead(side, to.rank));
    let way = match end.cmp(&start) {
        std::cmp::Ordering::Greater => Way::Forward,
        std::cmp::Ordering::Less => Way::Back,
        std::cmp::Ordering::Equal => Way::Across,
    };
    let file = file_number(side, to.file);
    (way, if way == Way::Across || names_file(kind) { file } else { end.abs_diff(start) })
}

/// The move as it is told shortest.
fn tell(position: &Xiangqi, step: Step) -> Option<Told> {
    let side = position.side_to_move();
    let (_, kind) = position.board().piece(step.from)?;
    let (way, number) = way(side, kind, step);
    let standing = standing(position, kind, step.from);
    // Two advisors or elephants on a file never go the same way.
    let alone = standing.on_file < 2 || matches!(kind, Kind::Advisor | Kind::Elephant);
    let last = standing.before + 1 == standing.on_file;
    let which = match (alone, standing.crowded, standing.on_file) {
        (true, _, _) => None,
        (_, 2.., _) | (_, _, 4..) => Some(Which::Number(standing.number)),
        _ if standing.before == 0 => Some(Which::Front),
        _ if last => Some(Which::Rear),
        _ => Some(Which::Middle),
    };
    let file = alone.then(|| file_number(side, point(step.from).file));
    Some(Told { kind, which, file, way, number })
}

/// Whether these words may mean this move.
fn means(position: &Xiangqi, told: &Told, step: Step) -> bool {
    let side = position.side_to_move();
    let kind = position.board().piece(step.from).map(|(_, kind)| kind);
    if kind != Some(told.kind) || way(side, told.kind, step) != (told.way, told.number) {
        return false;
    }
    let file = file_number(side, point(step.from).file);
    if told.file.is_some_and(|wanted| wanted != file) {
        return false;
    }
    let standing = standing(position, told.kind, step.from);
    match told.which {
        None => told.file.is_some(),
        _ if standing.on_file < 2 => false,
        Some(Which::Front) => standing.before == 0,
        Some(Which::Rear) => standing.before + 1 == standing.on_file,
        Some(Which::Middle) => standing.on_file == 3 && standing.before == 1,
        Some(Which::Number(number)) if told.file.is_some() => standing.before + 1 == number,
        Some(Which::Number(number)) => standing.number == number,
    }
}

/// The number of a digit in any of the usual scripts.
fn digit(sign: char) -> Option<u8> {
    let full_width = |c: char| ('１'..='９').contains(&c).then(|| c as u32 - '０' as u32);
    let numeral = NUMERALS.iter().position(|&numeral| numeral == sign).map(|n| n as u32 + 1);
    let number = numeral.or_else(|| full_width(sign)).or_else(|| sign.to_digit(10))?;
    (1..=9).contains(&number).then_some(number as u8)
}

/// One sign; `n` is its place, `after_soldier` whether it follows a P.
fn sign(c: char, n: usize, after_soldier: bool) -> Option<Sign> {
    if let Some(digit) = digit(c) {
        return Some(Sign::Digit(digit));
    }
    if let Some(at) = SPELLINGS.iter().position(|spelling| spelling.contains(c)) {
        return Some(Sign::Kind(Kind::ALL[at]));
    }
    if after_soldier && let 'a'..='e' = c {
        return Some(Sign::Which(Which::Number(c as u8 - b'a' + 1)));
    }
    Some(match c {
        '进' | '進' | '+' => Sign::Way(Way::Forward),
        '退' | '-' => Sign::Way(Way::Back),
        '平' | '.' | '=' => Sign::Way(Way::Across),
        '前' => Sign::Which(Which::Front),
        '中' => Sign::Which(Which::Middle),
        '后' | '後' => Sign::Which(Which::Rear),
        _ if n == 0 => {
            let letter = match c.to_ascii_uppercase() {
                'B' => 'E',
                'N' => 'H',
                other => other,
            };
            Sign::Kind(Kind::ALL[LETTERS.iter().position(|&known| known == letter)?])
        }
        _ => return None,
    })
}

fn parse(text: &str) -> Option<Told> {
    let mut signs = Vec::new();
    for (n, c) in text.chars().enumerate().take(8) {
        let after_soldier = signs == [Sign::Kind(Kind::Soldier)];
        signs.push(sign(c, n, after_soldier)?);
    }
    let (&[Sign::Way(way), Sign::Digit(number)], start) = (signs.last_chunk()?, signs.len() - 2)
    else {
        return None;
    };
    let told = |kind, which, file| Some(Told { kind, which, file, way, number });
    let ahead = |way| match way {
        Way::Forward => Some(Which::Front),
        Way::Back => Some(Which::Rear),
        Way::Across => None,
    };
    match signs[..start] {
        [Sign::Kind(kind), Sign::Digit(file)] => told(kind, None, Some(file)),
        [Sign::Kind(kind), Sign::Which(which)] => told(kind, Some(which), None),
        [Sign::Kind(kind), Sign::Way(sign)] => told(kind, Some(ahead(sign)?), None),
        [Sign::Way(sign), Sign::Kind(kind)] => told(kind, Some(ahead(sign)?), None),
        [Sign::Which(which), Sign::Kind(kind)] => told(kind, Some(which), None),
        [Sign::Which(which), Sign::Kind(kind), Sign::Digit(file)] => {
            told(kind, Some(which), Some(file))
        }
        [Sign::Which(which), Sign::Digit(file)] => told(Kind::Soldier, Some(which), Some(file)),
        [Sign::Digit(n), Sign::Kind(kind)] => told(kind, Some(Which::Number(n)), None),
        [Sign::Digit(n), Sign::Kind(kind), Sign::Digit(file)] => {
            told(kind, Some(Which::Number(n)), Some(file))
        }
        [Sign::Digit(n), Sign::Digit(file)] => {
            told(Kind::Soldier, Some(Which::Number(n)), Some(file))
        }
        _ => None,
    }
}

/// Reads a move that names its piece.
pub(super) fn read(position: &Xiangqi, text: &str) -> Result<Step, Refusal> {
    let shown: String = text.chars().take(12).collect();
    let Some(told) = parse(text) else {
        let expected = "expected one like h2e2, C2.5 or 炮二平五";
        return Err(refuse(
            "xiangqi-unreadable-move",
            &format!("\"{shown}\" is not a move: {expected}."),
        ));
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.retain(|&step| means(position, &told, step));
    match moves[..] {
        [step] => Ok(step),
        [] => Err(refuse("xiangqi-cannot-reach", &format!("{shown} is not possible here."))),
        _ => {
            Err(refuse("xiangqi-ambiguous", &format!("{shown} could be more than one move here.")))
        }
    }
}

/// A legal move in the notation of the World Xiangqi Federation, such as
/// C2=5, C+-2 or Pa=5; empty if no piece stands there.
pub(super) fn wxf(position: &Xiangqi, step: Step) -> String {
    let Some(told) = tell(position, step) else { return String::new() };
    let standing = standing(position, told.kind, step.from);
    let letter = |number: u8| char::from(b'a' + number.clamp(1, 5) - 1);
    let place = match told.which {
        None => char::from(b'0' + told.file.unwrap_or_default()),
        Some(Which::Number(number)) => letter(number),
        Some(_) if standing.on_file == 3 => letter(standing.number),
        Some(Which::Rear) => '-',
        Some(_) => '+',
    };
    let way = match told.way {
        Way::Forward => '+',
        Way::Back => '-',
        Way::Across => '=',
    };
    format!("{}{place}{way}{}", LETTERS[told.kind as usize], told.number)
}

/// A legal move in Chinese, such as 炮二平五 or 前卒平4; empty if no piece
/// stands there.
pub(super) fn chinese(position: &Xiangqi, step: Step) -> String {
    let Some(told) = tell(position, step) else { return String::new() };
    let side = position.side_to_move();
    let digit = |number: u8| match side {
        Side::First => NUMERALS[usize::from(number.clamp(1, 9) - 1)],
        Side::Second => char::from(b'0' + number.clamp(1, 9)),
    };
    let piece = CHARACTERS[side.index()][told.kind as usize];
    let way = match told.way {
        Way::Forward => '进',
        Way::Back => '退',
        Way::Across => '平',
    };
    let start = match told.which {
        None => [piece, digit(told.file.unwrap_or(1))],
        Some(Which::Front) => ['前', piece],
        Some(Which::Middle) => ['中', piece],
        Some(Which::Rear) => ['后', piece],
        Some(Which::Number(number)) => [NUMERALS[usize::from(number.clamp(1, 9) - 1)], piece],
    };
    start.into_iter().chain([way, digit(told.number)]).collect()
}
