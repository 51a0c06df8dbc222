//! DhtmlXQ, the record format of 东萍象棋 in web pages and forums: properties
//! such as `[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]`, moves as four digits
//! counted from the upper left.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::lenient::{LenientBuilder, Place, ReadGame, accept};
use super::text::{decode, error_at};
use super::xiangqi_board::{XiangqiBoard, builder_from, play_squares};
use super::{Format, FormatError, FormatGames, Source, check_game_count};
use crate::core::{Point, Side, excerpt};
use crate::games::Options;
use crate::record::{GameTree, InfoField};

pub(super) const DHTMLXQ: Format = Format {
    id: "dhtmlxq",
    extensions: &["ubb", "htm", "html", "txt"],
    games: FormatGames::One,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |bytes| decode(bytes, None).contains("[DhtmlXQ"),
    read,
    write: None,
};

/// Letters of the pieces in the order of `binit`.
const PIECE_ORDER: [char; 16] =
    ['R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P'];

const FIELDS: [(&str, InfoField); 13] = [
    ("red", InfoField::FirstPlayer),
    ("redname", InfoField::FirstPlayer),
    ("black", InfoField::SecondPlayer),
    ("blackname", InfoField::SecondPlayer),
    ("redrating", InfoField::FirstRating),
    ("blackrating", InfoField::SecondRating),
    ("event", InfoField::Event),
    ("place", InfoField::Site),
    ("date", InfoField::Date),
    ("round", InfoField::Round),
    ("open", InfoField::Opening),
    ("timerule", InfoField::TimeControl),
    ("remark", InfoField::Annotator),
];

/// A property.
struct Property<'a> {
    name: &'a str,
    value: &'a str,
    /// Offset of the value in the text.
    value_at: usize,
}

/// The properties of a text that stands at this byte of its file.
fn properties(text: &str, base: usize) -> Vec<Property<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("[DhtmlXQ_") {
        let name_at = at + start + "[DhtmlXQ_".len();
        let Some(length) = text[name_at..].find(']') else { break };
        let name = &text[name_at..name_at + length];
        let value_at = name_at + length + 1;
        let rest = &text[value_at..];
        // The closing tag of a property sometimes has another name.
        let end = rest.find("[/DhtmlXQ").unwrap_or(rest.len());
        found.push(Property { name, value: &rest[..end], value_at: base + value_at });
        at = value_at + end;
    }
    found
}

fn digits(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

/// A square counted from the upper left.
fn point(file: u8, row: u8) -> Option<Point> {
    (file < 9 && row < 10).then(|| Point::new(file, 9 - row))
}

/// Properties that say nothing about the game, or are read apart.
const OTHERS: [&str; 12] = [
    "ver", "init", "pver", "viewurl", "adddate", "refer", "hits", "binit", "movelist", "fen",
    "length", "firstnum",
];

fn begin_game(binit: &str, first_move: &[u8]) -> Result<LenientBuilder, ContentError> {
    let list = digits(binit);
    let mut board = XiangqiBoard::new();
    let mut black_begins = false;
    for (n, pair) in list.chunks_exact(2).take(32).enumerate() {
        let Some(at) = point(pair[0], pair[1]) else { continue };
        let letter = PIECE_ORDER[n % 16];
        board.set(at, if n < 16 { letter } else { letter.to_ascii_lowercase() });
        black_begins |= n >= 16 && first_move.get(..2) == Some(pair);
    }
    if list.is_empty() {
        let builder = TreeBuilder::for_format(&DHTMLXQ, Options::default(), None)?;
        return Ok(LenientBuilder::new(builder));
    }
    // Some writers leave out the captured pieces at the end.
    if list.len() > 64 || list.len() < 34 {
        return Err(ContentError::PieceDigits(list.len()));
    }
    Ok(builder_from(&DHTMLXQ, &board, if black_begins { Side::Second } else { Side::First })?)
}

/// Plays a line and returns the place before it followed by its own places.
fn play_line(
    builder: &mut LenientBuilder,
    list: &str,
    invalid: &dyn Fn(&dyn Display) -> FormatError,
) -> Vec<Place> {
    let list = digits(list);
    let mut places = vec![builder.at()];
    for step in list.chunks(4) {
        match *step {
            [a, b, c, d] => match (point(a, b), point(c, d)) {
                (Some(from), Some(to)) => {
                    play_squares(builder, from, to, |reason| invalid(reason));
                }
                _ => {
                    let text = format!("{a}{b}{c}{d}");
                    let error = invalid(&ContentError::OffBoard(text.clone()));
                    builder.refuse(&text, error);
                }
            },
            _ => {
                let text: String = step.iter().map(u8::to_string).collect();
                builder.refuse(&text, invalid(&ContentError::ShortMove));
            }
        }
        places.push(builder.at());
    }
    places
}

/// A page or a text can hold several games, each in `[DhtmlXQ]…[/DhtmlXQ]`.
fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    const OPENING: &str = "[DhtmlXQ]";
    let text = decode(source.bytes, None);
    let mut starts: Vec<_> = text.match_indices(OPENING).map(|found| found.0).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut games = Vec::new();
    let mut first_error = None;
    for (&start, end) in starts.iter().zip(ends) {
        check_game_count(games.len() + 1, OPENING.len(), source.bytes)?;
        match read_game(&text, start, end) {
            Ok(mut game) => {
                game.tree.drop_caches();
                games.push(game);
            }
            // A page also names the tags without giving a game.
            Err(error) => _ = first_error.get_or_insert(error),
        }
    }
    match first_error {
        Some(error) if games.is_empty() => Err(error),
        _ => accept(source, games),
    }
}

/// Reads the game between these bytes of a text.
fn read_game(text: &str, start: usize, end: usize) -> Result<ReadGame, FormatError> {
    let found = properties(&text[start..end], start);
    let get = |name: &str| found.iter().find(|property| property.name == name);
    let Some(&Property { value: moves, value_at: moves_at, .. }) = get("movelist") else {
        let reason = "there is no [DhtmlXQ_movelist]…[/DhtmlXQ_movelist]";
        return Err(error_at(text, start, reason));
    };
    let (binit, binit_at) = get("binit").map_or(("", 0), |binit| (binit.value, binit.value_at));
    let first: Vec<u8> = digits(moves.get(..4).unwrap_or_default());
    let mut builder =
        begin_game(binit, &first).map_err(|reason| error_at(text, binit_at, reason))?;
    // Lines by number: the step of the first move, then the place before it and
    // the places of the moves.
    let mut lines: BTreeMap<u32, (usize, Vec<Place>)> = BTreeMap::new();
    let main = play_line(&mut builder, moves, &|reason| error_at(text, moves_at, reason));
    lines.insert(0, (1, main));
    for branch in branches(&found, text)? {
        let Property { value, value_at, .. } = *branch.property;
        let invalid = |reason: &dyn Display| error_at(text, value_at, reason);
        let before = place_before(&lines, branch.parent, branch.step).ok_or_else(|| {
            invalid(&ContentError::NoBranchPoint { line: branch.parent, step: branch.step })
        })?;
        builder.go_to(before, true);
        let places = play_line(&mut builder, value, &invalid);
        lines.insert(branch.number, (branch.step, places));
    }
    for &Property { name, value, .. } in &found {
        let Some(place) = name.strip_prefix("comment") else { continue };
        let (number, step) = place.split_once('_').unwrap_or(("0", place));
        let (Ok(number), Ok(step)) = (number.parse(), step.parse::<usize>()) else { continue };
        if let Some(place) = place_before(&lines, number, step.saturating_add(1)) {
            builder.go_to(place, false);
            builder.add_comment(value.replace("||", "\n").trim());
        }
    }
    set_info(&mut builder, &found);
    Ok(builder.finish())
}

/// A branch: the line that it leaves, the step that it replaces, its own number.
struct Branch<'a> {
    parent: u32,
    step: usize,
    number: u32,
    property: &'a Property<'a>,
}

/// The branches, each after the line that it leaves.
fn branches<'a>(found: &'a [Property<'a>], text: &str) -> Result<Vec<Branch<'a>>, FormatError> {
    let mut branches = Vec::new();
    for property in found {
        let Some(place) = property.name.strip_prefix("move_") else { continue };
        let numbers: Option<Vec<u32>> = place.split('_').map(|n| n.parse().ok()).collect();
        let Some(&[parent, step, number]) = numbers.as_deref() else {
            let reason = ContentError::NoBranch(excerpt(property.name));
            return Err(error_at(text, property.value_at, reason));
        };
        branches.push(Branch { parent, step: step as usize, number, property });
    }
    // A branch has a greater number than the line that it leaves.
    branches.sort_by_key(|branch| branch.number);
    Ok(branches)
}

/// The place before a step of a line.
fn place_before(
    lines: &BTreeMap<u32, (usize, Vec<Place>)>,
    number: u32,
    step: usize,
) -> Option<Place> {
    let (first, places) = lines.get(&number)?;
    places.get(step.checked_sub(*first)?).copied()
}

fn set_info(builder: &mut LenientBuilder, found: &[Property<'_>]) {
    let info = builder.tree().info_mut();
    for &Property { name, value, .. } in found {
        let value = value.trim();
        match FIELDS.iter().find(|field| field.0 == name) {
            Some((_, field)) => info.set(*field, value),
            None if name == "title" => info.set_tag("Title", value),
            None if name == "result" => {
                let result = match value.chars().next() {
                    Some('红' | '紅') => "1-0",
                    Some('黑') => "0-1",
                    Some('和') => "1/2-1/2",
                    _ => "",
                };
                info.set(InfoField::Result, result);
            }
            None if name.starts_with("move_") || name.starts_with("comment") => {}
            None if OTHERS.contains(&name) => {}
            None => info.set_tag(name, value),
        }
    }
}
