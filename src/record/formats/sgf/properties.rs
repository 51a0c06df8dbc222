//! Tables of SGF properties and values, shared by the reader and the writer.

use std::time::Duration;

use crate::core::{Point, Reading, Side};
use crate::games::{AnyPosition, Board, Game, OptionValue, Options, SgfRules};
use crate::record::{Glyph, InfoField};

/// Own property: the game's options in RON. Own properties hold data that SGF
/// cannot represent; other programs keep them as unknown properties.
pub(super) const OPTIONS: &str = "TYO";
/// Own property: the starting position as text.
pub(super) const START: &str = "TYP";
/// Own property: a move that is no stone, such as a choice of colour or dead
/// stones.
pub(super) const CHOICE: &str = "TYM";
/// Own property: a glyph that SGF lacks.
pub(super) const GLYPH: &str = "TYG";
/// Own property: the colour of a shape: its index, a space, the colour.
pub(super) const COLOUR: &str = "TYC";
/// Own property: an evaluation that `V` cannot represent.
pub(super) const EVALUATION: &str = "TYE";
/// Own property: both clocks.
pub(super) const CLOCK: &str = "TYK";
/// Own property: a custom tag of the game: name, colon, text.
pub(super) const TAG: &str = "TYT";
/// Own property: a property of another format: name, colon, value.
pub(super) const FOREIGN: &str = "TYX";

/// Properties that change the board.
pub(super) const BOARD_PROPERTIES: [&str; 7] = ["B", "W", "AB", "AW", "AE", "PL", CHOICE];

/// Properties of information fields.
pub(super) const FIELDS: [(&str, InfoField); 12] = [
    ("PB", InfoField::FirstPlayer),
    ("PW", InfoField::SecondPlayer),
    ("BR", InfoField::FirstRating),
    ("WR", InfoField::SecondRating),
    ("EV", InfoField::Event),
    ("PC", InfoField::Site),
    ("DT", InfoField::Date),
    ("RO", InfoField::Round),
    ("ON", InfoField::Opening),
    ("TM", InfoField::TimeControl),
    ("AN", InfoField::Annotator),
    ("SO", InfoField::Source),
];

/// Glyphs that SGF has, with property and value.
pub(super) const GLYPHS: [(Glyph, &str, &str); 12] = [
    (Glyph::Good, "TE", "1"),
    (Glyph::Brilliant, "TE", "2"),
    (Glyph::Mistake, "BM", "1"),
    (Glyph::Blunder, "BM", "2"),
    (Glyph::Interesting, "IT", ""),
    (Glyph::Dubious, "DO", ""),
    (Glyph::Equal, "DM", "1"),
    (Glyph::Unclear, "UC", "1"),
    (Glyph::FirstClearlyBetter, "GB", "1"),
    (Glyph::FirstWinning, "GB", "2"),
    (Glyph::SecondClearlyBetter, "GW", "1"),
    (Glyph::SecondWinning, "GW", "2"),
];

/// Both clocks before a record tells them.
pub(super) const NO_TIME: [Reading; 2] =
    [Reading { time: Duration::ZERO, periods: 0, in_byo_yomi: false }; 2];

/// The rule sets of a game.
pub(super) fn rules(game: &dyn Game) -> Option<SgfRules> {
    game.record_formats().sgf?.rules
}

/// The value of an option, or its default.
pub(super) fn option_value(game: &dyn Game, options: &Options, id: &str) -> Option<OptionValue> {
    game.options().iter().find(|spec| spec.id == id).map(|spec| options.get(spec))
}

/// A point as two letters, counted from the upper left.
pub(super) fn write_point(position: &AnyPosition, at: Point) -> String {
    let board = position.board();
    let row = if board.first_rank_on_top { at.rank } else { board.ranks - 1 - at.rank };
    [at.file, row].map(|n| char::from(b'a' + n)).iter().collect()
}

/// Parses a point as two letters, counted from the upper left.
pub(super) fn read_point(text: &str, board: &Board) -> Option<Point> {
    let number = |byte: u8| byte.is_ascii_lowercase().then(|| byte - b'a');
    let &[file, row] = text.as_bytes() else { return None };
    let file = number(file).filter(|&file| file < board.files)?;
    let row = number(row).filter(|&row| row < board.ranks)?;
    Some(Point::new(file, if board.first_rank_on_top { row } else { board.ranks - 1 - row }))
}

/// Parses a point by its name on the board, such as Q16 or f5, as some programs
/// write it.
pub(super) fn read_named_point(text: &str, board: &Board) -> Option<Point> {
    let (letter, number) = text.split_at_checked(1)?;
    let letter = letter.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let number: u8 = number.parse().ok().filter(|_| is_number)?;
    if board.skips_i && letter == b'i' {
        return None;
    }
    let file = letter - b'a' - u8::from(board.skips_i && letter > b'i');
    let rank = number.checked_sub(board.first_rank_number)?;
    (file < board.files && rank < board.ranks).then(|| Point::new(file, rank))
}

/// Converts an SGF result to that of a record; other texts stay as they are.
pub(super) fn read_result(text: &str) -> String {
    let text = text.trim();
    let by = |winner: &str, rest: &str| {
        let short = match rest.to_ascii_lowercase().as_str() {
            "resign" => "R",
            "time" => "T",
            "forfeit" => "F",
            _ => rest,
        };
        format!("{winner} {short}").trim_end().to_owned()
    };
    match text.to_ascii_lowercase().as_str() {
        "0" | "draw" | "jigo" => "1/2-1/2".to_owned(),
        _ => match text.split_at_checked(2) {
            Some(("B+" | "b+", rest)) => by("1-0", rest),
            Some(("W+" | "w+", rest)) => by("0-1", rest),
            _ => text.to_owned(),
        },
    }
}

/// Converts the result of a record to that of SGF.
pub(super) fn write_result(text: &str) -> String {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "1-0" => format!("B+{rest}"),
        "0-1" => format!("W+{rest}"),
        "1/2-1/2" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

/// True if this can be the name of a property.
pub(super) fn is_name(name: &str) -> bool {
    (1..=8).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The letter of a colour.
pub(super) fn colour_letter(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

/// Parses komi as half points. Chinese records give it in stones of two points
/// each, also in hundredths: 3.75, 375 or 750.
pub(super) fn parse_komi(text: &str) -> Option<i64> {
    let number: f64 = text.trim().parse().ok()?;
    let number = if number >= 100.0 { number / 100.0 } else { number };
    let halves = 2.0 * number;
    // Quarters occur only in stones.
    let halves = if halves.fract() == 0.0 { halves } else { 2.0 * halves };
    (halves.fract() == 0.0 && halves.abs() < 200.0).then_some(halves as i64)
}
