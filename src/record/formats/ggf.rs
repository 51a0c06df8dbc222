//! GGF, the Generic Game Format, for Reversi:
//! `(;GM[Othello]PB[…]PW[…]BO[8 … *]B[F5/eval/time]W[D6];)`.

use super::builder::{PlaceError, TreeBuilder};
use super::content_error::ContentError;
use super::result::result_of;
use super::text::{Property, decode, error_at, excerpt};
use super::{Format, FormatError, FormatGames, Source, check_game_count, without_caches};
use crate::core::{Move, Side};
use crate::games::{OptionValue, Options, ScoreUnit};
use crate::record::cursor::TreeCursor;
use crate::record::{Evaluation, GameTree, InfoField};

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

/// Property with the time of a move, verbatim.
const TIME: &str = "ggf-time";
/// Most tags of a game.
const MAX_TAGS: usize = 200;

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("(;") {
        at += start + 2;
        check_game_count(games.len() + 1, 24, source.bytes)?;
        games.push(without_caches(read_game(&text, &mut at)?));
    }
    if games.is_empty() {
        return Err(error_at(&text, 0, "no game was found; expected one like (;GM[Othello]…;)"));
    }
    Ok(games)
}

/// Reads one game; `at` is behind its opening `(;`.
fn read_game(text: &str, at: &mut usize) -> Result<GameTree, FormatError> {
    let mut tags: Vec<Property<'_>> = Vec::new();
    let mut builder: Option<TreeBuilder> = None;
    loop {
        let rest = &text[*at..];
        let start = *at;
        let Some(open) = rest.find(['[', ';']) else {
            *at = text.len();
            break;
        };
        if rest.as_bytes()[open] == b';' {
            *at += open + 1;
            break;
        }
        let name = rest[..open].trim();
        let value = &rest[open + 1..];
        let close = value.find(']');
        let close = close.ok_or_else(|| error_at(text, start, "a [ is not closed by ]"))?;
        let value = value[..close].trim();
        *at += open + close + 2;
        let invalid = |reason: ContentError| error_at(text, start, reason);
        let side = match name {
            "B" | "BT" => Side::First,
            "W" | "WT" => Side::Second,
            _ => {
                if tags.len() == MAX_TAGS {
                    return Err(invalid(ContentError::TooManyTags(MAX_TAGS)));
                }
                tags.push(Property { name, value });
                continue;
            }
        };
        if builder.is_none() {
            builder = Some(begin(&tags).map_err(invalid)?);
        }
        if let Some(builder) = &mut builder {
            play(builder, side, value).map_err(invalid)?;
        }
    }
    let end = *at;
    let builder = match builder {
        Some(builder) => builder,
        None => begin(&tags).map_err(|reason| error_at(text, end.saturating_sub(1), reason))?,
    };
    Ok(builder.tree)
}

fn begin(tags: &[Property<'_>]) -> Result<TreeBuilder, ContentError> {
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
                let margin: Option<f64> = value.split(':').next().and_then(|n| n.parse().ok());
                let result = match margin.map(|margin| (margin, margin.abs())) {
                    Some((margin, size)) if margin > 0.0 => format!("1-0 {size}"),
                    Some((margin, size)) if margin < 0.0 => format!("0-1 {size}"),
                    Some(_) => "1/2-1/2".to_owned(),
                    None => String::new(),
                };
                info.set(InfoField::Result, &result);
            }
            (None, name) => info.set_tag(name, value),
        }
    }
    Ok(builder)
}

/// Plays a move such as F5/1.25/3.4: square, evaluation, seconds.
fn play(builder: &mut TreeBuilder, side: Side, value: &str) -> Result<(), ContentError> {
    let mut parts = value.split('/').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let played = if text.to_ascii_lowercase().starts_with("pa") {
        builder.play(Move::Pass).map_err(PlaceError::from)
    } else {
        match text.to_ascii_lowercase().parse() {
            Ok(at) => builder.place(Some(side), at),
            Err(_) => return Err(ContentError::no_move(text, "F5")),
        }
    };
    played.map_err(|refusal| ContentError::Unplayable { text: excerpt(text), refusal })?;
    if let Some(score) =
        parts.next().and_then(|text| text.parse().ok()).filter(|n: &f64| n.is_finite())
    {
        let amount = if side == Side::First { score } else { -score };
        builder.annotations().evaluation =
            Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, exact: false });
    }
    if let Some(time) = parts.next().filter(|time| !time.is_empty()) {
        builder.annotations().add_property(TIME, time.to_owned());
    }
    Ok(())
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
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
        match word {
            "1-0" => tag("RE", &format!("+{margin}")),
            "0-1" => tag("RE", &format!("-{margin}")),
            "1/2-1/2" => tag("RE", "0"),
            _ => {}
        }
        for (name, value) in tree.info().tags() {
            if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()) {
                tag(name, value);
            }
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
    }
    Ok(text.into_bytes())
}
