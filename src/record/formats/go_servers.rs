//! The formats of two servers of Go: GIB of Tygem, and NGF of Cyberoro (WBaduk).

use std::fmt::Display;

use encoding_rs::EUC_KR;

use super::builder::{TreeBuilder, word_choice};
use super::content_error::ContentError;
use super::lenient::{LenientBuilder, accept};
use super::text::{decode, line_error};
use super::{Format, FormatError, FormatGames, Source};
use crate::core::{Move, Point, Side, excerpt};
use crate::games::{OptionValue, Options, StoneSetup};
use crate::record::{GameTree, InfoField};

pub(super) const GIB: Format = Format {
    id: "gib",
    extensions: &["gib"],
    games: FormatGames::One,
    multi_game: false,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read: read_gib,
    write: None,
};

pub(super) const NGF: Format = Format {
    id: "ngf",
    extensions: &["ngf"],
    games: FormatGames::One,
    multi_game: false,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read: read_ngf,
    write: None,
};

/// Decodes a text of a server in Korea or China.
fn decode_text(bytes: &[u8]) -> String {
    // A rank of kyu or dan in Korean, in the usual encoding of Korean.
    let is_rank = |bytes: &[u8]| matches!(bytes, [digit, 0xB1, 0xDE, ..] | [digit, 0xB4, 0xDC, ..] if digit.is_ascii_digit());
    if std::str::from_utf8(bytes).is_err() && bytes.windows(3).any(is_rank) {
        return EUC_KR.decode(bytes).0.into_owned();
    }
    decode(bytes, None).into_owned()
}

/// Handicap and komi of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    size: u8,
    komi_halves: i64,
    handicap: i64,
    /// True if the third handicap stone is at the upper left.
    third_at_upper_left: bool,
}

fn new_game(format: &Format, terms: Terms) -> Result<LenientBuilder, ContentError> {
    let mut options = Options::default();
    options.set("size", OptionValue::Number(i64::from(terms.size)));
    options.set("komi", OptionValue::Number(terms.komi_halves));
    if terms.handicap > 1 {
        options.set("handicap", OptionValue::Number(terms.handicap));
    }
    let builder = TreeBuilder::for_format(format, options.clone(), None)?;
    if terms.handicap != 3 || !terms.third_at_upper_left {
        return Ok(LenientBuilder::new(builder));
    }
    // The stones stand at the upper right, lower left and upper left.
    let (low, high) = (3, terms.size.saturating_sub(4));
    let mut stones = vec![None; usize::from(terms.size) * usize::from(terms.size)];
    for (file, rank) in [(high, high), (low, low), (low, high)] {
        stones[usize::from(rank) * usize::from(terms.size) + usize::from(file)] = Some(Side::First);
    }
    let setup = StoneSetup { size: terms.size, stones: &stones, to_move: Some(Side::Second) };
    let stones = builder.tree.game().record_formats().sgf.and_then(|sgf| sgf.stones);
    let Some(text) = stones.map(|stones| (stones.position_text)(&setup)) else {
        return Ok(LenientBuilder::new(builder));
    };
    options.set("placement", word_choice("free"));
    let builder = TreeBuilder::for_format(format, options, Some(&text))?;
    Ok(LenientBuilder::new(builder))
}

/// More than any size, komi or handicap.
const MAX_NUMBER: i64 = 100_000;

/// A number, and 0 for what is none. One that is too great for any option stays
/// too great.
fn number(text: &str) -> i64 {
    text.trim().parse().map_or(0, |number: i64| number.clamp(-MAX_NUMBER, MAX_NUMBER))
}

/// Splits a name like `Ann (3D)` or `Ann 3D*` into name and rank.
fn name_and_rank(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((name, rank)) => (name.trim(), rank.trim()),
        None => match text.rsplit_once(char::is_whitespace) {
            Some((name, rank)) => (name.trim(), rank.trim()),
            None => (text, ""),
        },
    }
}

fn set_player(tree: &mut GameTree, side: Side, text: &str) {
    let (name, rank) = name_and_rank(text);
    let (player, rating) = match side {
        Side::First => (InfoField::FirstPlayer, InfoField::FirstRating),
        Side::Second => (InfoField::SecondPlayer, InfoField::SecondRating),
    };
    tree.info_mut().set(player, name);
    tree.info_mut().set(rating, rank);
}

/// Fields of the head of GIB that are read.
const GIB_FIELDS: [&str; 7] = [
    "GAMEBLACKNAME",
    "GAMEWHITENAME",
    "GAMENAME",
    "GAMEPLACE",
    "GAMETIME",
    "GAMEDATE",
    "GAMECOMMENT",
];
/// Most other fields of the head that are kept, as tags.
const MAX_TAGS: usize = 200;

/// A field of the head, such as `\[GAMEPLACE=Tygem Baduk\]`, unless it is empty.
fn gib_field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix("\\[")?.split_once('=')?;
    let value = value.trim_end_matches(['\\', ']']).trim();
    (!value.is_empty()).then_some((name, value))
}

/// Reads the lines `\[KEY=value\]`, then the moves `STO 0 number colour x y`,
/// counted from the upper left and from 0; `SKI` is a pass.
fn read_gib(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode_text(source.bytes);
    let head: Vec<_> = text.lines().filter_map(gib_field).collect();
    let field = |key: &str| {
        head.iter().find(|field| field.0 == key).map(|field| field.1).unwrap_or_default()
    };
    let main = |key: &str| {
        let value = field("GAMEINFOMAIN").split(',').find_map(|part| part.strip_prefix(key));
        value.and_then(|value| value.strip_prefix(':'))
    };
    let start = text.lines().position(|line| line.starts_with("INI "));
    if start.is_none() && !text.contains("STO ") {
        return Err(line_error(1, "expected moves like STO 0 2 1 15 3"));
    }
    let at = start.unwrap_or(0);
    let line = text.lines().nth(at).unwrap_or_default();
    let terms = Terms {
        size: u8::try_from(main("LINE").map_or(19, number)).unwrap_or(0),
        komi_halves: (number(main("GONGJE").unwrap_or(field("GAMEGONGJE"))) + 2) / 5,
        handicap: number(line.split_whitespace().nth(3).unwrap_or_default()),
        third_at_upper_left: true,
    };
    let builder = new_game(&GIB, terms).map_err(|reason| line_error(at + 1, reason))?;
    let mut builder = builder.of_size(text.len());
    let tree = builder.tree();
    set_player(tree, Side::First, field("GAMEBLACKNAME"));
    set_player(tree, Side::Second, field("GAMEWHITENAME"));
    let info = tree.info_mut();
    info.set(InfoField::Event, field("GAMENAME"));
    info.set(InfoField::Site, field("GAMEPLACE"));
    info.set(InfoField::TimeControl, field("GAMETIME"));
    let tag = field("GAMETAG").split(',').map(str::trim);
    let date = tag.clone().find_map(|part| {
        let parts: Vec<_> = part.strip_prefix('C')?.split([':', '-']).collect();
        parts.get(..3).map(|parts| parts.join("-"))
    });
    info.set(InfoField::Date, date.as_deref().unwrap_or(field("GAMEDATE")));
    info.set(InfoField::Result, &gib_result(main("GRLT"), main("ZIPSU")));
    info.set(InfoField::Comment, field("GAMECOMMENT"));
    let others = head.iter().filter(|field| !GIB_FIELDS.contains(&field.0));
    others.take(MAX_TAGS).for_each(|(name, value)| info.set_tag(name, value));

    for (n, line) in text.lines().enumerate().skip(at) {
        let words: Vec<_> = line.split_whitespace().collect();
        let invalid = |reason: &dyn Display| {
            line_error(n + 1, format!("{} cannot be played: {reason}", excerpt(line)))
        };
        match words.as_slice() {
            ["STO", _, _, colour, x, y, ..] => {
                let side = if *colour == "2" { Side::Second } else { Side::First };
                let point = point(x.parse().ok(), y.parse().ok(), terms.size);
                match point {
                    Some(at) => builder.place(Some(side), at, invalid),
                    None => builder.refuse(&excerpt(line), invalid(&"it is off the board")),
                }
            }
            ["SKI", ..] => builder.play(Move::Pass, "pass", invalid),
            _ => {}
        }
    }
    if text.contains("\\GS") && !text.contains("\\GE") {
        let lines = text.lines().count();
        builder.cut_off(line_error(lines, "the file ends before the \\GE that closes it"));
    }
    accept(source, builder.finish())
}

/// The point of a column and a row counted from the upper left and from 0.
fn point(column: Option<u8>, row: Option<u8>, size: u8) -> Option<Point> {
    let (column, row) = (column?, row?);
    (column < size && row < size).then(|| Point::new(column, size - 1 - row))
}

/// The result by its number and ten times the points.
fn gib_result(kind: Option<&str>, points: Option<&str>) -> String {
    let margin = number(points.unwrap_or_default()) as f64 / 10.0;
    match kind.unwrap_or_default() {
        "0" => format!("1-0 {margin}"),
        "1" => format!("0-1 {margin}"),
        "2" => "1/2-1/2".to_owned(),
        "3" => "1-0 R".to_owned(),
        "4" => "0-1 R".to_owned(),
        "7" => "1-0 T".to_owned(),
        "8" => "0-1 T".to_owned(),
        _ => String::new(),
    }
}

/// Reads lines in a fixed order, then the moves `PM`, two letters for the number,
/// the colour, column and row as letters from B, and both again.
fn read_ngf(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode_text(source.bytes);
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let Some(first) = lines.iter().position(|line| line.starts_with("PM")) else {
        return Err(line_error(1, "expected moves like PMABBREER"));
    };
    // One of two heads marks its lines.
    let is_marked = lines.iter().take(first).any(|line| line.starts_with("GI"));
    let line = |n: usize| {
        let line = lines.get(n).filter(|_| n < first).copied().unwrap_or_default();
        if is_marked { line.trim_start_matches("GI").trim() } else { line }
    };
    let (size, handicap, komi) = if is_marked { (6, 7, 9) } else { (1, 5, 7) };
    let handicap = number(line(handicap));
    let komi_halves = 2 * number(line(komi)) + i64::from(handicap == 0);
    let size = u8::try_from(number(line(size))).unwrap_or(0);
    let terms = Terms { size, komi_halves, handicap, third_at_upper_left: false };
    let builder = new_game(&NGF, terms).map_err(|reason| line_error(2, reason))?;
    let mut builder = builder.of_size(text.len());
    let tree = builder.tree();
    if is_marked {
        // This head does not say who plays which colour.
        tree.info_mut().set(InfoField::Event, line(0));
        tree.info_mut().set_tag("Players", &format!("{}, {}", line(1), line(2)));
        tree.info_mut().set(InfoField::Date, line(5));
    } else {
        set_player(tree, Side::Second, line(2));
        set_player(tree, Side::First, line(3));
        let info = tree.info_mut();
        info.set(InfoField::Event, line(0));
        info.set(InfoField::Site, line(4));
        info.set(InfoField::Date, &dashed_date(line(8)));
        info.set(InfoField::Result, &ngf_result(line(10)));
    }
    for (n, line) in lines.iter().enumerate().skip(first) {
        let Some(&[_, _, colour, column, row]) =
            line.strip_prefix("PM").and_then(|line| line.as_bytes().get(..5))
        else {
            continue;
        };
        let invalid = |reason: &dyn Display| {
            line_error(n + 1, format!("{} cannot be played: {reason}", excerpt(line)))
        };
        let side = if colour == b'W' { Side::Second } else { Side::First };
        let from_b = |letter: u8| letter.checked_sub(b'B');
        if (column, row) == (b'A', b'A') {
            builder.play(Move::Pass, "pass", invalid);
        } else {
            match point(from_b(column), from_b(row), size) {
                Some(at) => builder.place(Some(side), at, invalid),
                None => builder.refuse(&excerpt(line), invalid(&"it is off the board")),
            }
        }
    }
    let (said, there) = (number(line(11)), lines.len() - first);
    if !is_marked && usize::try_from(said).is_ok_and(|said| said > there) {
        let reason = format!("the file says {said} moves, but there are no more than {there}");
        builder.cut_off(line_error(12, reason));
    }
    accept(source, builder.finish())
}

/// A date like 20170316 with dashes, without the time after it.
fn dashed_date(text: &str) -> String {
    let date = text.split_whitespace().next().unwrap_or_default();
    let is_plain = date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain {
        format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..])
    } else {
        date.to_owned()
    }
}

/// The result by a sentence like `Black wins by 0.5!`.
fn ngf_result(text: &str) -> String {
    let lower = text.to_lowercase();
    let word = match () {
        () if lower.starts_with("black") => "1-0",
        () if lower.starts_with("white") => "0-1",
        () => return String::new(),
    };
    let reason = lower.split(" by ").nth(1).unwrap_or_default();
    let reason = reason.trim().trim_end_matches(['!', '.']);
    match reason.parse::<f64>() {
        Ok(margin) => format!("{word} {margin}"),
        Err(_) if reason.starts_with("resign") => format!("{word} R"),
        Err(_) if reason.starts_with("time") => format!("{word} T"),
        Err(_) => word.to_owned(),
    }
}
