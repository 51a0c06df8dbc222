//! DhtmlXQ, the record format of 东萍象棋 in web pages and forums: properties
//! such as `[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]`, moves as four digits
//! counted from the upper left.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::lenient::{LenientBuilder, Place, ReadGame, ReadGames};
use super::text::{Lines, decode};
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
    sniff: |bytes| decode(bytes, None).contains(PREFIX),
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

/// Beginning of the name of a property.
const PREFIX: &str = "DhtmlXQ_";

/// A property.
struct Property<'a> {
    name: &'a str,
    value: &'a str,
    /// Offset of the value in the text.
    value_at: usize,
    /// False if the text ends within the value.
    is_closed: bool,
}

/// The properties of a text that stands at this byte of its file: pairs of tags,
/// or variables of a script such as `var DhtmlXQ_movelist = '7747';`.
fn properties(text: &str, base: usize) -> Vec<Property<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(PREFIX) {
        let name_at = at + start + PREFIX.len();
        let rest = &text[name_at..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = rest.split_at(length.unwrap_or(rest.len()));
        let tagged =
            rest.strip_prefix(']').filter(|_| text[..name_at - PREFIX.len()].ends_with('['));
        at = name_at + name.len();
        let (value, length) = if let Some(value) = tagged {
            // The closing tag of a property sometimes has another name.
            (value, value.find("[/DhtmlXQ").unwrap_or(value.len()))
        } else if let Some((quote, value)) = script_value(rest) {
            (value, value.find([quote, '\n']).unwrap_or(value.len()))
        } else {
            continue;
        };
        let value_at = text.len() - value.len();
        at = value_at + length;
        let (value, value_at) = (&value[..length], base + value_at);
        found.push(Property { name, value, value_at, is_closed: at < text.len() });
    }
    found
}

/// The quote after an equals sign, and what follows it.
fn script_value(text: &str) -> Option<(char, &str)> {
    let text = text.trim_start_matches([' ', '\t']).strip_prefix('=')?;
    let text = text.trim_start_matches([' ', '\t']);
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    Some((quote, &text[1..]))
}

fn digits(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

/// A square counted from the upper left.
fn point(file: u8, row: u8) -> Option<Point> {
    (file < 9 && row < 10).then(|| Point::new(file, 9 - row))
}

/// Properties that are read apart, or that say which program wrote the rest.
const OTHERS: [&str; 6] = ["ver", "pver", "init", "binit", "movelist", "fen"];

fn begin_game(
    binit: &str,
    fen: Option<&str>,
    first_move: &[u8],
) -> Result<LenientBuilder, ContentError> {
    let list = digits(binit);
    if let Some(fen) = fen.filter(|_| list.is_empty()) {
        let builder = TreeBuilder::for_format(&DHTMLXQ, Options::default(), Some(fen))?;
        return Ok(LenientBuilder::new(builder));
    }
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
    let lines = Lines::new(&text);
    let mut starts: Vec<_> = text.match_indices(OPENING).map(|found| found.0).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut games = ReadGames::new(source, 0);
    for (&start, end) in starts.iter().zip(ends) {
        check_game_count(games.count() + 1, OPENING.len(), source.bytes)?;
        // A page also names the tags without giving a game.
        if let Some(game) = read_game(&lines, start, end).transpose() {
            games.push(game);
        }
    }
    if games.count() == 0 {
        let reason = "there is no [DhtmlXQ_movelist]…[/DhtmlXQ_movelist]";
        return Err(lines.error(starts[0], reason));
    }
    games.finish()
}

/// Reads the game between these bytes of a text, if there is one.
fn read_game(lines: &Lines<'_>, start: usize, end: usize) -> Result<Option<ReadGame>, FormatError> {
    let found = properties(&lines.text[start..end], start);
    let get = |name: &str| {
        let property = found.iter().find(|property| property.name == name);
        property.map(|property| (property.value.trim(), property.value_at))
    };
    let (moves, binit, fen) = (get("movelist"), get("binit"), get("fen"));
    let Some((_, start_at)) = binit.or(fen).or(moves) else { return Ok(None) };
    let (moves, moves_at) = moves.unwrap_or_default();
    let first: Vec<u8> = digits(moves.get(..4).unwrap_or_default());
    let binit = binit.unwrap_or_default().0;
    let builder = begin_game(binit, fen.map(|fen| fen.0), &first)
        .map_err(|reason| lines.error(start_at, reason))?;
    let mut builder = builder.of_size(end - start);
    let mut played: PlayedLines = BTreeMap::new();
    let main = play_line(&mut builder, moves, &|reason| lines.error(moves_at, reason));
    played.insert(0, (1, main));
    play_branches(&mut builder, &mut played, lines, &found);
    for Property { name, value, .. } in &found {
        let Some(place) = name.strip_prefix("comment") else { continue };
        let comment = value.replace("||", "\n");
        match comment_place(&played, place) {
            Some(place) => {
                builder.go_to(place, false);
                builder.add_comment(comment.trim());
            }
            None => builder.tree().info_mut().set_tag(name, comment.trim()),
        }
    }
    set_info(&mut builder, &found);
    if let Some(open) = found.last().filter(|property| !property.is_closed) {
        let reason = format!("[DhtmlXQ_{}] is not closed", excerpt(open.name));
        builder.cut_off(lines.error(open.value_at, reason));
    }
    Ok(Some(builder.finish()))
}

/// Lines by number: the step of the first move, then the place before it and the
/// places of the moves. The main line has the number 0.
type PlayedLines = BTreeMap<u32, (usize, Vec<Place>)>;

/// A branch: the line that it leaves, the step that it replaces, its own number.
struct Branch<'a> {
    parent: u32,
    step: usize,
    number: u32,
    property: &'a Property<'a>,
}

impl<'a> Branch<'a> {
    /// The branch of a property such as `move_0_5_1`.
    fn new(property: &'a Property<'a>) -> Option<Branch<'a>> {
        let place = property.name.strip_prefix("move_")?;
        let numbers: Vec<u32> = place.split('_').map_while(|n| n.parse().ok()).collect();
        let &[parent, step, number] = numbers.as_slice() else { return None };
        Some(Branch { parent, step: step as usize, number, property })
    }
}

/// Plays the branches by their numbers, each after the line that it leaves. A
/// branch that leaves no line is kept as a tag.
fn play_branches(
    builder: &mut LenientBuilder,
    played: &mut PlayedLines,
    lines: &Lines<'_>,
    found: &[Property<'_>],
) {
    let mut waiting: BTreeMap<u32, Vec<Branch<'_>>> = BTreeMap::new();
    for branch in found.iter().filter_map(Branch::new) {
        waiting.entry(branch.parent).or_default().push(branch);
    }
    let mut ready: BTreeMap<(u32, usize), Branch<'_>> = BTreeMap::new();
    let mut next = Some(0);
    while let Some(number) = next {
        for branch in waiting.remove(&number).unwrap_or_default() {
            ready.insert((branch.number, branch.property.value_at), branch);
        }
        next = ready.pop_first().map(|((number, _), branch)| {
            play_branch(builder, played, lines, &branch);
            number
        });
    }
    for branch in waiting.values().flatten() {
        play_branch(builder, played, lines, branch);
    }
}

fn play_branch(
    builder: &mut LenientBuilder,
    played: &mut PlayedLines,
    lines: &Lines<'_>,
    branch: &Branch<'_>,
) {
    let &Branch { parent, step, number, property } = branch;
    let invalid = |reason: &dyn Display| lines.error(property.value_at, reason);
    match place_before(played, parent, step) {
        Some(before) => {
            builder.go_to(before, true);
            let places = play_line(builder, property.value, &invalid);
            played.insert(number, (step, places));
        }
        None => {
            builder.note(invalid(&ContentError::NoBranchPoint { line: parent, step }));
            builder.tree().info_mut().set_tag(property.name, property.value.trim());
        }
    }
}

/// The place of a comment such as 5, after five moves, or `2_5`, in branch 2.
fn comment_place(played: &PlayedLines, place: &str) -> Option<Place> {
    let (number, step) = place.split_once('_').unwrap_or(("0", place));
    let step: usize = step.parse().ok()?;
    place_before(played, number.parse().ok()?, step.checked_add(1)?)
}

/// The place before a step of a line.
fn place_before(played: &PlayedLines, number: u32, step: usize) -> Option<Place> {
    let (first, places) = played.get(&number)?;
    places.get(step.checked_sub(*first)?).copied()
}

fn set_info(builder: &mut LenientBuilder, found: &[Property<'_>]) {
    let info = builder.tree().info_mut();
    for property in found {
        let &Property { name, value, .. } = property;
        let value = value.trim();
        match FIELDS.iter().find(|field| field.0 == name) {
            Some((_, field)) => info.set(*field, value),
            None if name == "title" => info.set_tag("Title", value),
            None if name == "result" => {
                // Words, or letters from Red's side.
                let result = match value.chars().next() {
                    Some('红' | '紅' | 'W') => "1-0",
                    Some('黑' | 'L') => "0-1",
                    Some('和' | 'D') => "1/2-1/2",
                    _ => "",
                };
                info.set(InfoField::Result, result);
            }
            // Those without a place are tags already.
            None if Branch::new(property).is_some() || name.starts_with("comment") => {}
            None if OTHERS.contains(&name) => {}
            None => info.set_tag(name, value),
        }
    }
}
