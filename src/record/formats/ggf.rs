//! GGF, the Generic Game Format, for Reversi:
//! `(;GM[Othello]PB[…]PW[…]BO[8 … *]B[F5/eval/time]W[D6];)`.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::lenient::{LenientBuilder, ReadGame, ReadGames};
use super::losses::{Content, Losses, MOVES_ALONE};
use super::result::result_of;
use super::text::{Lines, Property, decode};
use super::{Format, FormatError, FormatGames, Source, check_game_count};
use crate::core::{Move, Side, excerpt};
use crate::games::{OptionValue, Options, ScoreUnit};
use crate::record::cursor::TreeCursor;
use crate::record::{Evaluation, GameTree, InfoField, NodeId};

pub(super) const GGF: Format = Format {
    id: "ggf",
    extensions: &["ggf"],
    games: FormatGames::One,
    multi_game: true,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read,
    write: Some(write),
};

const FIELDS: [(&str, InfoField); 7] = [
    ("PC", InfoField::Site),
    ("DT", InfoField::Date),
    ("PB", InfoField::FirstPlayer),
    ("PW", InfoField::SecondPlayer),
    ("RB", InfoField::FirstRating),
    ("RW", InfoField::SecondRating),
    ("TI", InfoField::TimeControl),
];

/// Own tag: a result that is no number of discs.
const RESULT: &str = "TIANYUANRESULT";
/// Property with the time of a move, verbatim.
const TIME: &str = "ggf-time";
/// Most tags of a game.
const MAX_TAGS: usize = 200;

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let lines = Lines::new(&text);
    let mut games = ReadGames::new(source, 0);
    let mut at = 0;
    while let Some(start) = text[at..].find("(;") {
        at += start + 2;
        check_game_count(games.count() + 1, 24, source.bytes)?;
        games.push(read_game(&lines, &mut at));
    }
    if games.count() == 0 {
        return Err(lines.error(0, "no game was found; expected one like (;GM[Othello]…;)"));
    }
    games.finish()
}

/// Reads one game; `at` is behind its opening `(;`.
fn read_game(lines: &Lines<'_>, at: &mut usize) -> Result<ReadGame, FormatError> {
    let text = lines.text;
    let mut tags: Vec<Property<'_>> = Vec::new();
    let mut builder: Option<LenientBuilder> = None;
    let mut cut = None;
    loop {
        let rest = &text[*at..];
        let start = *at;
        let Some(open) = rest.find(['[', ';']) else {
            cut = Some(lines.error(text.len(), "the file ends before its last game does"));
            *at = text.len();
            break;
        };
        if rest.as_bytes()[open] == b';' {
            *at += open + 1;
            break;
        }
        let name = rest[..open].trim();
        let value = &rest[open + 1..];
        let Some(close) = value.find(']') else {
            cut = Some(lines.error(start, "a [ is not closed by ]"));
            *at = text.len();
            break;
        };
        let value = value[..close].trim();
        *at += open + close + 2;
        let invalid = |reason: &dyn Display| lines.error(start, reason);
        let side = match name {
            "B" | "BT" => Side::First,
            "W" | "WT" => Side::Second,
            _ => {
                if tags.len() == MAX_TAGS {
                    return Err(invalid(&ContentError::TooManyTags(MAX_TAGS)));
                }
                tags.push(Property { name, value });
                continue;
            }
        };
        if builder.is_none() {
            builder = Some(begin(&tags).map_err(|reason| invalid(&reason))?);
        }
        if let Some(builder) = &mut builder {
            play(builder, side, value, &invalid);
        }
    }
    let end = *at;
    let mut builder = match builder {
        Some(builder) => builder,
        None => begin(&tags).map_err(|reason| lines.error(end.saturating_sub(1), reason))?,
    };
    cut.into_iter().for_each(|error| builder.cut_off(error));
    Ok(builder.finish())
}

fn begin(tags: &[Property<'_>]) -> Result<LenientBuilder, ContentError> {
    let get = |name: &str| tags.iter().find(|tag| tag.name == name).map(|tag| tag.value);
    if let Some(game) = get("GM").filter(|game| !game.eq_ignore_ascii_case("othello")) {
        return Err(ContentError::NotOthello(excerpt(game)));
    }
    let mut options = Options::default();
    let mut position = None;
    if let Some(board) = get("BO") {
        let mut words = board.split_whitespace();
        let size = words.next().unwrap_or_default();
        let size: i64 = size.parse().map_err(|_| ContentError::NoSize(excerpt(board)))?;
        if size != 8 {
            options.set("size", OptionValue::Number(size));
        }
        let cells: String = words.collect();
        let side = cells.chars().last().unwrap_or('-');
        let cells = &cells[..cells.len() - side.len_utf8().min(cells.len())];
        position = Some(format!("{cells} {side}"));
    }
    let mut builder = TreeBuilder::for_format(&GGF, options, position.as_deref())?;
    let info = builder.tree.info_mut();
    for &Property { name, value } in tags {
        match (FIELDS.iter().find(|field| field.0 == name), name) {
            (Some((_, field)), _) => info.set(*field, value),
            (None, "GM" | "BO" | "") => {}
            (None, "RE") => {
                info.set(InfoField::Result, &result_from_margin(value));
            }
            (None, RESULT) => {}
            (None, name) => info.set_tag(name, value),
        }
    }
    if let Some(result) = get(RESULT) {
        info.set(InfoField::Result, result);
    }
    Ok(LenientBuilder::new(builder))
}

/// The result by the value of `RE`, Black's margin.
fn result_from_margin(value: &str) -> String {
    let margin: Option<f64> = value.split(':').next().and_then(|n| n.parse().ok());
    match margin.map(|margin| (margin, margin.abs())) {
        Some((margin, size)) if margin > 0.0 => format!("1-0 {size}"),
        Some((margin, size)) if margin < 0.0 => format!("0-1 {size}"),
        Some(_) => "1/2-1/2".to_owned(),
        None => String::new(),
    }
}

/// The value of `RE`; empty for a result without a number of discs.
fn margin_text(word: &str, margin: &str) -> String {
    let is_number = margin.parse::<f64>().is_ok_and(|margin| margin > 0.0);
    match word {
        "1-0" if is_number => format!("+{margin}"),
        "0-1" if is_number => format!("-{margin}"),
        "1/2-1/2" => "0".to_owned(),
        _ => String::new(),
    }
}

/// Plays a move such as F5/1.25/3.4: square, evaluation, seconds.
fn play(
    builder: &mut LenientBuilder,
    side: Side,
    value: &str,
    invalid: &dyn Fn(&dyn Display) -> FormatError,
) {
    let mut parts = value.split('/').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let unplayable =
        |refusal: &dyn Display| invalid(&format!("{} cannot be played: {refusal}", excerpt(text)));
    if text.to_ascii_lowercase().starts_with("pa") {
        builder.play(Move::Pass, "pass", unplayable);
    } else {
        match text.to_ascii_lowercase().parse() {
            Ok(at) => builder.place(Some(side), at, unplayable),
            Err(_) => builder.refuse(text, invalid(&ContentError::no_move(text, "F5"))),
        }
    }
    let Some(annotations) = builder.annotations() else { return };
    if let Some(score) =
        parts.next().and_then(|text| text.parse().ok()).filter(|n: &f64| n.is_finite())
    {
        let amount = if side == Side::First { score } else { -score };
        annotations.evaluation =
            Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, exact: false });
    }
    if let Some(time) = parts.next().filter(|time| !time.is_empty()) {
        annotations.add_property(TIME, time.to_owned());
    }
}

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        let mut tag = |name: &str, value: &str| {
            if !value.is_empty() {
                text.push_str(&format!("{name}[{}]", value.replace([']', '['], " ")));
            }
        };
        tag("(;GM", "Othello");
        for (name, field) in FIELDS {
            tag(name, tree.info().get(field));
        }
        let result = result_of(tree);
        let (word, margin) = result.split_once(' ').unwrap_or((&result, "0"));
        tag("RE", &margin_text(word, margin));
        if result != result_from_margin(&margin_text(word, margin)) {
            tag(RESULT, &result);
        }
        for (name, value) in tree.info().tags().filter(|tag| is_tag(tag.0)) {
            tag(name, value);
        }
        let board = tree.start().text().replace('X', "*");
        tag("BO", &format!("{} {board}", tree.start().board().files));
        let mut cursor = TreeCursor::new(tree);
        for node in tree.main_line().skip(1) {
            let Some(parent) = tree.parent(node) else { continue };
            let first = cursor.go_to(tree, parent).side_to_move() == Side::First;
            let at = tree.move_at(node).and_then(|mv| mv.target());
            let mut value = at.map_or("PA".to_owned(), |at| at.to_string().to_uppercase());
            let annotations = tree.annotations(node);
            let time = annotations.property(TIME).first();
            match annotations.evaluation {
                Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, .. }) => {
                    let score = if first { amount } else { -amount };
                    value.push_str(&format!("/{score}"));
                }
                _ if time.is_some() => value.push('/'),
                _ => {}
            }
            if let Some(time) = time {
                value.push_str(&format!("/{time}"));
            }
            tag(if first { "B" } else { "W" }, &value);
        }
        text.push_str(";)\n");
        add_losses(tree, losses);
    }
    Ok(text.into_bytes())
}

/// True if a tag of this name is written.
fn is_tag(name: &str) -> bool {
    let known = matches!(name, "GM" | "BO" | "RE" | "B" | "W" | "BT" | "WT");
    !known && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn add_losses(tree: &GameTree, losses: &mut Losses) {
    let lost = MOVES_ALONE
        .iter()
        .filter(|content| !matches!(content, Content::Evaluations | Content::Properties));
    losses.add_all(tree, &lost.copied().collect::<Vec<_>>());
    let main: BTreeSet<_> = tree.main_line().skip(1).map(NodeId::number).collect();
    let is_written = |node: NodeId| {
        let unit = match tree.annotations(node).evaluation {
            Some(Evaluation::Amount { unit, .. }) => Some(unit),
            _ => None,
        };
        unit == Some(ScoreUnit::Discs) && main.contains(&node.number())
    };
    let evaluated = tree.nodes().filter(|&node| tree.annotations(node).evaluation.is_some());
    losses.add(Content::Evaluations, evaluated.filter(|&node| !is_written(node)).count());
    losses.add_properties(tree, &[TIME]);
    losses.add_information(tree, &FIELDS.map(|field| field.1), is_tag);
    losses.add_options(tree, &["size", "start"]);
}
