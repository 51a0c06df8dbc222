//! DhtmlXQ, the record format of 东萍象棋 in web pages and forums: properties
//! such as `[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]`, moves as four digits
//! counted from the upper left.

use std::collections::BTreeMap;

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::text::{decode, error_at, excerpt};
use super::xiangqi_board::{XiangqiBoard, builder_from, play_squares};
use super::{Format, FormatError, FormatGames, Source};
use crate::core::{Point, Side};
use crate::games::Options;
use crate::record::{GameTree, InfoField, NodeId};

pub(super) const DHTMLXQ: Format = Format {
    id: "dhtmlxq",
    extensions: &["ubb", "htm", "html", "txt"],
    games: FormatGames::One,
    multi_game: false,
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

fn properties(text: &str) -> Vec<Property<'_>> {
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
        found.push(Property { name, value: &rest[..end], value_at });
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

fn begin_game(binit: &str, first_move: &[u8]) -> Result<TreeBuilder, ContentError> {
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
        let mut builder = TreeBuilder::for_format(&DHTMLXQ, Options::default(), None)?;
        builder.lenient = true;
        return Ok(builder);
    }
    if list.len() != 64 {
        return Err(ContentError::PieceDigits(list.len()));
    }
    builder_from(&DHTMLXQ, &board, if black_begins { Side::Second } else { Side::First })
}

/// Plays a line and returns the node before it followed by its own nodes.
fn play_line(builder: &mut TreeBuilder, list: &str) -> Result<Vec<NodeId>, ContentError> {
    let list = digits(list);
    let mut nodes = vec![builder.node()];
    for step in list.chunks(4) {
        let &[a, b, c, d] = step else {
            return Err(ContentError::ShortMove);
        };
        let (Some(from), Some(to)) = (point(a, b), point(c, d)) else {
            return Err(ContentError::OffBoard(format!("{a}{b}{c}{d}")));
        };
        play_squares(builder, from, to)?;
        nodes.push(builder.node());
    }
    Ok(nodes)
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let found = properties(&text);
    let get = |name: &str| found.iter().find(|property| property.name == name);
    let Some(&Property { value: moves, value_at: moves_at, .. }) = get("movelist") else {
        let reason = "there is no [DhtmlXQ_movelist]…[/DhtmlXQ_movelist]";
        return Err(error_at(&text, 0, reason));
    };
    let (binit, binit_at) = get("binit").map_or(("", 0), |binit| (binit.value, binit.value_at));
    let first: Vec<u8> = digits(moves.get(..4).unwrap_or_default());
    let mut builder =
        begin_game(binit, &first).map_err(|reason| error_at(&text, binit_at, reason))?;
    // Lines by number: the step of the first move, then the node before it and
    // the nodes of the moves.
    let mut lines: BTreeMap<u32, (usize, Vec<NodeId>)> = BTreeMap::new();
    let main =
        play_line(&mut builder, moves).map_err(|reason| error_at(&text, moves_at, reason))?;
    lines.insert(0, (1, main));
    let node_before = |lines: &BTreeMap<u32, (usize, Vec<NodeId>)>, number: u32, step: usize| {
        let (first, nodes) = lines.get(&number)?;
        nodes.get(step.checked_sub(*first)?).copied()
    };
    for &Property { name, value, value_at } in &found {
        let Some(place) = name.strip_prefix("move_") else { continue };
        let invalid = |reason: ContentError| error_at(&text, value_at, reason);
        let numbers: Option<Vec<u32>> = place.split('_').map(|n| n.parse().ok()).collect();
        let Some(&[parent, step, number]) = numbers.as_deref() else {
            return Err(invalid(ContentError::NoBranch(excerpt(name))));
        };
        let step = step as usize;
        let before = node_before(&lines, parent, step)
            .ok_or_else(|| invalid(ContentError::NoBranchPoint { line: parent, step }))?;
        builder.go_to(before);
        builder.checkpoint();
        let nodes = play_line(&mut builder, value).map_err(invalid)?;
        lines.insert(number, (step, nodes));
    }
    let info = builder.tree.info_mut();
    for &Property { name, value, .. } in &found {
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
            None => {}
        }
    }
    for &Property { name, value, .. } in &found {
        let Some(place) = name.strip_prefix("comment") else { continue };
        let (number, step) = place.split_once('_').unwrap_or(("0", place));
        let (Ok(number), Ok(step)) = (number.parse(), step.parse()) else { continue };
        let step: usize = step;
        if let Some(node) = node_before(&lines, number, step.saturating_add(1)) {
            builder.tree.annotations_mut(node).add_comment(value.replace("||", "\n").trim());
        }
    }
    Ok(vec![builder.tree])
}
